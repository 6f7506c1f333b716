//! A map with its strategic nodes, and a route from one to another.

use terrarium_navigation::strategic::{Node, NodeKind};
use terrarium_space::geometry::{Aabb, DVec2};
use terrarium_space::terrain::{Cell, Team, Terrain, Tile};

use super::{Canvas, Colour, Pen};

const PAPER: Colour = [255, 255, 255, 255];
const EDGE: Pen = Pen { colour: [255, 255, 255, 255], width: 5.5, dash: None };
const ROUTE: Pen = Pen { colour: [196, 30, 86, 255], width: 3.5, dash: None };

/// A map with strategic nodes and a route, to be drawn.
#[derive(Debug, Clone, Copy)]
pub struct MapDrawing<'a> {
    /// The terrain.
    pub terrain: &'a Terrain,
    /// The strategic nodes.
    pub nodes: &'a [Node],
    /// The cells of the route's nodes; empty to draw no route.
    pub route: &'a [Cell],
}

impl MapDrawing<'_> {
    /// Paints ground green, roads brown, water blue, walls dark and turrets in the colour of their
    /// team, with a dot for each node and the route red, with a square around each end.
    #[must_use]
    pub fn paint(&self) -> Canvas {
        let size = DVec2::new(self.terrain.width().into(), self.terrain.height().into());
        let mut canvas = Canvas::new(&Aabb::new(DVec2::ZERO, size), PAPER);
        for kind in Tile::ALL {
            canvas.fill(self.boxes(kind), colour_of(kind));
        }
        let route: Vec<DVec2> = self.route.iter().map(|&cell| middle(cell)).collect();
        canvas.line(&route, &EDGE);
        canvas.line(&route, &ROUTE);
        #[expect(clippy::cast_possible_truncation, reason = "a radius needs no more precision")]
        let radius = (canvas.scale() * 0.3).clamp(2.0, 9.0) as f32;
        for node in self.nodes {
            canvas.dot(middle(node.cell), radius + 1.5, PAPER);
            canvas.dot(middle(node.cell), radius, dot_of(node.kind));
        }
        for &end in [route.first(), route.last()].into_iter().flatten() {
            let tile = Aabb::around(end, DVec2::splat(0.5));
            canvas.outline([tile], &EDGE);
            canvas.outline([tile], &ROUTE);
        }
        canvas
    }

    /// Returns boxes that cover all tiles of a kind, merging adjacent tiles of a row.
    fn boxes(&self, kind: Tile) -> Vec<Aabb> {
        let mut boxes: Vec<Aabb> = Vec::new();
        for (cell, _) in self.terrain.tiles().filter(|&(_, tile)| tile == kind) {
            let min = middle(cell) - 0.5;
            match boxes.last_mut() {
                Some(last) if last.max.x == min.x && last.min.y == min.y => last.max.x += 1.0,
                _ => boxes.push(Aabb::new(min, min + 1.0)),
            }
        }
        boxes
    }
}

fn middle(cell: Cell) -> DVec2 {
    DVec2::new(cell.x.into(), cell.y.into()) + 0.5
}

fn colour_of(tile: Tile) -> Colour {
    match tile {
        Tile::Ground => [226, 233, 214, 255],
        Tile::Road => [214, 200, 176, 255],
        Tile::Swamp => [196, 208, 178, 255],
        Tile::Water => [160, 196, 226, 255],
        Tile::Trees => [128, 164, 120, 255],
        Tile::Rock => [138, 142, 150, 255],
        Tile::Wall => [92, 92, 98, 255],
        Tile::Turret(team) => strong(team),
        Tile::Spawn(team) | Tile::Capture(team) => {
            let [r, g, b, _] = strong(team);
            let pale = |part: u8| 255 - (255 - part) / 3;
            [pale(r), pale(g), pale(b), 255]
        }
    }
}

fn strong(team: Team) -> Colour {
    match team {
        Team::Blue => [34, 84, 190, 255],
        Team::Red => [186, 48, 44, 255],
        Team::Neutral => [120, 110, 96, 255],
    }
}

fn dot_of(kind: NodeKind) -> Colour {
    match kind {
        NodeKind::Capture => [126, 40, 160, 255],
        NodeKind::Spawn => [236, 138, 22, 255],
        NodeKind::Gate | NodeKind::Mouth => [28, 118, 214, 255],
        NodeKind::Joint => [130, 134, 140, 255],
        NodeKind::Place => [24, 140, 90, 255],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_nodes_and_the_route_are_painted() {
        let terrain =
            Terrain::from_rows("plan", ["..........", "1        o", "----------"]).unwrap();
        let nodes = [
            Node { cell: Cell::new(0, 1), kind: NodeKind::Spawn },
            Node { cell: Cell::new(9, 1), kind: NodeKind::Capture },
        ];
        let route = nodes.map(|node| node.cell);
        let canvas = MapDrawing { terrain: &terrain, nodes: &nodes, route: &route }.paint();
        let colour = |x, y| canvas.pixel(canvas.place(DVec2::new(x, y))).unwrap();
        assert_eq!(colour(3.5, 0.5), colour_of(Tile::Water));
        assert_eq!(colour(3.5, 2.5), colour_of(Tile::Wall));
        assert_eq!(colour(3.5, 1.1), colour_of(Tile::Ground));
        assert_eq!(colour(3.5, 1.5), ROUTE.colour);
        assert_eq!(colour(0.5, 1.5), dot_of(NodeKind::Spawn));
        assert_eq!(colour(9.5, 1.5), dot_of(NodeKind::Capture));
    }
}
