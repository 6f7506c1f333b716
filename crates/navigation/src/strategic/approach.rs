//! Straight segments between arbitrary tiles: how a traveller that is at no node joins its route.

use terrarium_space::terrain::{Cell, Team, Tile};

use super::nearest;
use super::pair_table::UNJOINED;
use super::pairs::Pairs;
use super::route::lines_cost;
use super::tile_cost::row_of;
use super::{GroundUpdate, Line, NodeId, Route, Strategy};

impl Strategy {
    /// The cost for a team of the straight segment from one tile to another; `None` where an
    /// impassable tile blocks it.
    #[must_use]
    pub fn straight(&self, team: Team, from: Cell, to: Cell) -> Option<u32> {
        let line = self.line(from, to);
        if line.crossed().any(|cell| self.tiles.is_closed(cell)) {
            return None;
        }
        let cost = self.tiles.sum(line.paid())[row_of(team)];
        u32::try_from(cost).ok().filter(|&cost| cost < UNJOINED)
    }

    /// The nodes that a team's traveller on a tile can head for in a straight line, with the cost
    /// of doing so: the start nodes of a search for a traveller that is at no node.
    ///
    /// Where lines do not join all pairs of nodes, these are only the nodes that are near, to which
    /// a line would lead from a node on that tile, unless none of them is in sight.
    #[must_use]
    pub fn starts(&self, team: Team, from: Cell) -> Vec<(NodeId, u32)> {
        let start =
            |id: NodeId| Some((id, self.straight(team, from, self.nodes()[id as usize].cell)?));
        if let Pairs::Listed(_) = **self.index.pairs() {
            let cells = self.graph(team).cells();
            let here = cells.iter().position(|&cell| cell == from).map(|node| node as NodeId);
            let near = here.into_iter().chain(nearest::nearest(cells, from));
            let starts: Vec<(NodeId, u32)> = near.filter_map(start).collect();
            if !starts.is_empty() {
                return starts;
            }
        }
        (0..self.nodes().len() as NodeId).filter_map(start).collect()
    }

    /// Whether a traveller on a tile, on its way to the node at `index` of its route, should keep
    /// the route after the ground changed as `refreshed` describes: the route [stays
    /// cheapest](Self::is_still_cheapest), and no changed tile is near enough that a cheaper path
    /// could lead over it in straight lines.
    ///
    /// # Panics
    ///
    /// When the route has no such node, or belongs to another map.
    #[must_use]
    pub fn should_keep(
        &self,
        team: Team,
        here: Cell,
        (route, index): (&Route, usize),
        refreshed: &GroundUpdate,
    ) -> bool {
        let rest = &route.nodes()[index..];
        let cell = |node: NodeId| self.nodes()[node as usize].cell;
        let (next, goal) = (cell(rest[0]), cell(rest[rest.len() - 1]));
        let cost = self.straight(team, here, next).zip(lines_cost(self.graph(team), rest));
        let Some((there, on)) = cost else { return false };
        let remains = u64::from(there) + u64::from(on);
        let least = |from: Cell, to: Cell| {
            let tiles = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)).saturating_sub(1);
            u64::from(self.settings().cheapest()) * u64::from(tiles)
        };
        let is_shortcut = |&tile: &Cell| least(here, tile) + least(tile, goal) < remains;
        self.is_still_cheapest(team, route, index, refreshed)
            && !refreshed.tiles.iter().any(is_shortcut)
    }

    /// The first wall that blocks the straight segment from one tile to another.
    #[must_use]
    pub fn wall_between(&self, from: Cell, to: Cell) -> Option<Cell> {
        let distance = |cell: &Cell| {
            let (x, y) = (cell.x.abs_diff(from.x), cell.y.abs_diff(from.y));
            (u64::from(x).pow(2) + u64::from(y).pow(2), *cell)
        };
        let line = self.line(from, to);
        let is_wall = |cell: &Cell| self.tiles.tile(*cell).is_some_and(Tile::is_destructible);
        line.crossed().chain([to]).filter(is_wall).min_by_key(distance)
    }

    fn line(&self, from: Cell, to: Cell) -> Line {
        Line::between(from, to, self.settings().half_width)
    }
}
