//! Vertical faces, which fall on lines: what they bound in the plane.
//!
//! Those on the edge of or within another face are its sides, and add nothing. The lines of the others are divided
//! where they meet. The rings of the graph that results are areas; what is on no ring bounds nothing.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use terrarium_input::{Located, Location};

use super::statements::Vertex;
use crate::geometry::{Convex, DVec2, Polygon, Segment, turn};

/// The steepness from which a face is vertical: what programs write with six decimals is never quite so.
const STEEP: f64 = 1e5;

/// A vertical face.
pub(super) struct Wall {
    /// The line on which it falls.
    pub line: Segment,
    /// Its corners in the plane.
    pub corners: Vec<DVec2>,
    pub location: Location,
}

/// Vertical faces.
#[derive(Default)]
pub(super) struct Walls(Vec<Wall>);

/// What walls bound.
pub(super) struct Bounded {
    pub rings: Vec<Located<Polygon>>,
    /// The walls that bound nothing.
    pub left_out: Vec<Location>,
}

/// A part of the lines of walls.
struct Edge {
    /// The first of these walls.
    wall: usize,
    /// Whether it is no side of a face with an area.
    is_open: bool,
}

/// The line on which a face falls; `None` if it has an area.
pub(super) fn line_of(corners: &[Vertex]) -> Option<Segment> {
    let farthest = |from: DVec2| {
        let grounds = corners.iter().map(|corner| corner.ground);
        grounds.fold(from, |best, it| match it.distance(from) > best.distance(from) {
            true => it,
            false => best,
        })
    };
    let from = farthest(corners.first()?.ground);
    let to = farthest(from);
    let line = Segment::new(from, to);
    if corners.iter().all(|corner| turn(from, to, corner.ground) == Ordering::Equal) {
        return Some(line);
    }
    let along = (to - from).normalize();
    let width = corners.iter().map(|it| along.perp_dot(it.ground - from).abs()).fold(0.0, f64::max);
    let heights = || corners.iter().map(|corner| corner.height);
    let height = heights().fold(f64::MIN, f64::max) - heights().fold(f64::MAX, f64::min);
    (width * STEEP < height).then_some(line)
}

impl Walls {
    /// Adds a wall.
    pub fn add(&mut self, wall: Wall) {
        self.0.push(wall);
    }

    /// Where the first wall is.
    pub fn first(&self) -> Option<&Location> {
        self.0.first().map(|wall| &wall.location)
    }

    /// What they bound beside these faces.
    pub fn bounded<'a>(self, faces: impl Iterator<Item = &'a [DVec2]> + Clone) -> Bounded {
        if self.0.is_empty() {
            return Bounded { rings: Vec::new(), left_out: Vec::new() };
        }
        let cover = Cover::of(faces.clone());
        let (sides, walls): (Vec<Wall>, Vec<Wall>) =
            self.0.into_iter().partition(|wall| cover.has(&wall.line) || cover.is_side(wall));
        if walls.is_empty() {
            return Bounded { rings: Vec::new(), left_out: Vec::new() };
        }
        // The sides of faces bound areas together with other walls.
        let lines: Vec<&Segment> = walls.iter().chain(&sides).map(|wall| &wall.line).collect();
        let ends = lines.iter().flat_map(|line| [line.from, line.to]);
        let graph = Graph::new(ends.chain(faces.flatten().copied()));
        let divided: Vec<Vec<[usize; 2]>> = lines.iter().map(|line| graph.divided(line)).collect();
        let mut edges: BTreeMap<[usize; 2], Edge> = BTreeMap::new();
        for (wall, edge) in divided
            .iter()
            .enumerate()
            .flat_map(|(wall, it)| it.iter().map(move |edge| (wall, edge)))
        {
            let [from, to] = edge.map(|node| graph.nodes[node]);
            let is_open = || wall < walls.len() && !cover.has(&Segment::new(from, to));
            edges.entry(*edge).or_insert_with(|| Edge { wall, is_open: is_open() });
        }
        let mut on_rings = BTreeSet::new();
        let mut rings = Vec::new();
        for ring in graph.rings(edges.keys().copied()) {
            let sides: Vec<[usize; 2]> = sides_of(&ring).map(in_order).collect();
            let corners: Vec<DVec2> = ring.iter().map(|&node| graph.nodes[node]).collect();
            if !sides.iter().any(|side| edges[side].is_open) {
                continue;
            }
            // Walls that cross between their ends make rings that are no polygons.
            let Ok(value) = Polygon::new(&corners) else { continue };
            let first = sides.iter().map(|side| edges[side].wall).min().expect("one is open");
            on_rings.extend(sides);
            rings.push(Located { value, location: walls[first].location.clone() });
        }
        let bounds = |edge: &[usize; 2]| !edges[edge].is_open || on_rings.contains(edge);
        // A wall without parts falls on a point.
        let is_idle = |parts: &Vec<[usize; 2]>| parts.is_empty() || !parts.iter().all(bounds);
        let idle = walls.into_iter().zip(&divided).filter(|(_, parts)| is_idle(parts));
        let left_out = idle.map(|(wall, _)| wall.location).collect();
        Bounded { rings, left_out }
    }
}

/// Faces with an area.
struct Cover {
    /// Their convex parts.
    parts: RTree<GeomWithData<Rectangle<[f64; 2]>, Convex>>,
    /// Their edges.
    edges: BTreeSet<[Place; 2]>,
}

impl Cover {
    fn of<'a>(faces: impl Iterator<Item = &'a [DVec2]> + Clone) -> Self {
        let edges =
            faces.clone().flat_map(edges_of).map(|(from, to)| Place::pair(from, to)).collect();
        let parts = faces.filter_map(|corners| Polygon::new(corners).ok()).flat_map(|polygon| {
            polygon.parts().iter().map(|part| part.shape().clone()).collect::<Vec<_>>()
        });
        let entry = |part: Convex| {
            let bounds = part.bounds();
            let area = Rectangle::from_corners(bounds.min.to_array(), bounds.max.to_array());
            GeomWithData::new(area, part)
        };
        Self { parts: RTree::bulk_load(parts.map(entry).collect()), edges }
    }

    /// Whether a line is within a part, or on its edge.
    fn has(&self, line: &Segment) -> bool {
        let ends = AABB::from_corners(line.from.to_array(), line.to.to_array());
        self.parts
            .locate_in_envelope_intersecting(ends)
            .any(|entry| entry.data.contains(line.from) && entry.data.contains(line.to))
    }

    /// Whether edges of a wall that are edges of faces, too, go all along its line: such as those of a gable
    /// under a roof, whose ridge is not quite on the line of its other corners.
    fn is_side(&self, wall: &Wall) -> bool {
        const ALL: f64 = 1.0 - 1e-9;
        let Segment { from, to } = wall.line;
        let along = (to - from) / (to - from).length_squared();
        let part = |it: DVec2| (it - from).dot(along);
        let shared =
            edges_of(&wall.corners).filter(|(a, b)| self.edges.contains(&Place::pair(*a, *b)));
        let mut shared: Vec<[f64; 2]> =
            shared.map(|(a, b)| [part(a).min(part(b)), part(a).max(part(b))]).collect();
        shared.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let reached = shared.iter().fold(0.0, |reached: f64, [low, high]| {
            match *low <= reached + (1.0 - ALL) {
                true => reached.max(*high),
                false => reached,
            }
        });
        reached >= ALL
    }
}

/// A point that sorts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place([u64; 2]);

impl Place {
    fn pair(from: DVec2, to: DVec2) -> [Self; 2] {
        let place = |it: DVec2| Self(it.to_array().map(f64::to_bits));
        let (from, to) = (place(from), place(to));
        [from.min(to), from.max(to)]
    }
}

/// The edges around corners.
fn edges_of(corners: &[DVec2]) -> impl Iterator<Item = (DVec2, DVec2)> {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// Points that divide lines, and the rings of the parts.
struct Graph {
    nodes: Vec<DVec2>,
    places: RTree<GeomWithData<[f64; 2], usize>>,
}

impl Graph {
    fn new(points: impl Iterator<Item = DVec2>) -> Self {
        let mut nodes: Vec<DVec2> = points.collect();
        nodes.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        nodes.dedup();
        let entries = nodes.iter().enumerate();
        let entries = entries.map(|(index, it)| GeomWithData::new(it.to_array(), index)).collect();
        Self { places: RTree::bulk_load(entries), nodes }
    }

    /// The parts of a line between the nodes on it.
    fn divided(&self, line: &Segment) -> Vec<[usize; 2]> {
        let ends = AABB::from_corners(line.from.to_array(), line.to.to_array());
        let near = self.places.locate_in_envelope(ends).map(|entry| entry.data);
        let is_on = |&node: &usize| turn(line.from, line.to, self.nodes[node]) == Ordering::Equal;
        let mut on: Vec<usize> = near.filter(is_on).collect();
        // The order of nodes is also that along any line.
        on.sort_unstable();
        on.windows(2).map(|pair| [pair[0], pair[1]]).collect()
    }

    /// The rings of a graph with these edges whose inside is no part of the unbounded one: each is a bounded face of
    /// the graph without its dead ends, counter-clockwise.
    fn rings(&self, edges: impl Iterator<Item = [usize; 2]>) -> Vec<Vec<usize>> {
        let mut around: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for [a, b] in edges {
            around.entry(a).or_default().push(b);
            around.entry(b).or_default().push(a);
        }
        for (&node, others) in &mut around {
            others.sort_by(|&a, &b| self.by_direction(node, a, b));
        }
        let mut seen = BTreeSet::new();
        let mut rings = Vec::new();
        for (&from, others) in &around {
            for &to in others {
                let mut walk = Vec::new();
                let (mut at, mut next) = (from, to);
                while seen.insert([at, next]) {
                    walk.push(at);
                    let others = &around[&next];
                    let back = others.iter().position(|&it| it == at).expect("edges go both ways");
                    // The next one clockwise from where it came: the face is on the left.
                    let after = others[(back + others.len() - 1) % others.len()];
                    (at, next) = (next, after);
                }
                rings.extend(loops(&walk).into_iter().filter(|ring| self.is_around(ring)));
            }
        }
        rings
    }

    /// The order of directions from a node, counter-clockwise.
    fn by_direction(&self, node: usize, a: usize, b: usize) -> Ordering {
        let at = self.nodes[node];
        let is_lower = |other: usize| {
            let other = self.nodes[other];
            other.y < at.y || (other.y == at.y && other.x < at.x)
        };
        let turned = || turn(at, self.nodes[b], self.nodes[a]);
        is_lower(a).cmp(&is_lower(b)).then_with(turned)
    }

    /// Whether a ring goes counter-clockwise around its inside.
    fn is_around(&self, ring: &[usize]) -> bool {
        let low = (0..ring.len()).min_by_key(|&index| ring[index]).expect("it has corners");
        let corner = |by: usize| self.nodes[ring[(low + by) % ring.len()]];
        turn(corner(ring.len() - 1), corner(0), corner(1)) == Ordering::Greater
    }
}

/// The sides of a ring.
fn sides_of(ring: &[usize]) -> impl Iterator<Item = [usize; 2]> {
    ring.iter().copied().zip(ring.iter().copied().cycle().skip(1)).map(|(a, b)| [a, b])
}

fn in_order([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

/// The loops of a closed walk that meet no node twice. What it walks to and fro is none.
fn loops(walk: &[usize]) -> Vec<Vec<usize>> {
    let mut loops = Vec::new();
    let mut path: Vec<usize> = Vec::new();
    let mut position = BTreeMap::new();
    for &node in walk.iter().chain(walk.first()) {
        if let Some(since) = position.remove(&node) {
            let closed = path.split_off(since);
            for it in &closed {
                position.remove(it);
            }
            if closed.len() > 2 {
                loops.push(closed);
            }
        }
        position.insert(node, path.len());
        path.push(node);
    }
    loops
}
