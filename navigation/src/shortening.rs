//! Shortening a path: A* over mutually visible corners.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::corner::{Corner, Wedge};
use super::inflated::InflatedObstacles;
use super::lens::Lens;
use super::{Barrier, path_length};
use crate::geometry::{Aabb, Axis, DVec2};

/// A search for a path that is shorter than a known one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Shortening {
    /// The shortest path known, and its length.
    best: Vec<DVec2>,
    length: f64,
    nodes: Vec<Node>,
    /// Nodes by their corner.
    known: BTreeMap<(Barrier, u8), u32>,
    /// The open list: the lower bound of the length through a node, then the node's index. The
    /// bounds are positive doubles as bits, which sort in the same order.
    open: BTreeSet<(u64, u32)>,
    /// The distance of the first query.
    range: f64,
    steps: u32,
    /// The weight of the heuristic: with a weight over 1 the search is weighted A*, which finds a
    /// good path sooner than the best.
    weight: f64,
}

/// A corner that has been reached.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Node {
    corner: Corner,
    length: f64,
    parent: u32,
    expanded: bool,
}

impl Shortening {
    /// A search that begins with a known path. The path returned is longer than the shortest by at
    /// most the factor `weight`.
    pub fn new(start: DVec2, best: Vec<DVec2>, weight: f64) -> Self {
        let length = path_length(start, &best);
        let start = Corner::none(start);
        let node = Node { corner: start, length: 0.0, parent: 0, expanded: false };
        Self {
            best,
            length,
            nodes: vec![node],
            known: BTreeMap::new(),
            open: BTreeSet::from([(0, 0)]),
            range: length * 0.25,
            steps: 0,
            weight,
        }
    }

    /// The shortest path known.
    pub fn best(&self) -> &[DVec2] {
        &self.best
    }

    /// The number of steps taken.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Whether all numbers are finite and all references resolve.
    pub fn is_sound(&self) -> bool {
        let is_there = |index: u32| (index as usize) < self.nodes.len();
        let is_sound =
            |node: &Node| is_there(node.parent) && node.corner.is_sound() && is_length(node.length);
        self.best.iter().all(|point| point.is_finite())
            && is_length(self.length)
            && is_length(self.range)
            && (1.0..=MAX_WEIGHT).contains(&self.weight)
            && is_there(0)
            && self.nodes.iter().all(is_sound)
            && self.known.values().all(|&index| is_there(index))
            && self.open.iter().all(|&(_, index)| is_there(index))
    }

    /// Whether no open node can lead to a shorter path.
    pub fn is_done(&self) -> bool {
        self.open.first().is_none_or(|&(bound, _)| f64::from_bits(bound) >= self.length)
    }

    /// Expands the most promising node.
    pub fn step(&mut self, inflated: &InflatedObstacles, target: &Aabb, lens: &mut Lens) {
        self.steps = self.steps.saturating_add(1);
        let Some((_, index)) = self.open.pop_first() else { return };
        let node = self.nodes[index as usize];
        if core::mem::replace(&mut self.nodes[index as usize].expanded, true) {
            return;
        }
        let at = node.corner.point;
        let before = self.nodes[node.parent as usize].corner.point;
        let wedge = Wedge::new(before, node.corner);
        let Some(room) = inflated.room().filter(|_| index == 0 || wedge.is_some()) else { return };
        let extensions =
            lens.query(inflated, (at, wedge), (*target, self.length - node.length), self.range);
        if extensions > MANY_EXTENSIONS {
            self.range *= 1.25;
        } else if lens.bodies().len() > MANY_BODIES {
            self.range *= 0.8;
        }
        for goal in arrivals(lens, at, target) {
            let length = node.length + at.distance(goal);
            if length < self.length && lens.sees(goal) {
                self.length = length;
                self.best = self.path_through(index, goal);
            }
        }
        let in_room = |corner: &Corner| room.nearest_point(corner.point) == corner.point;
        for (barrier, corner, [to_corner, rest]) in
            lens.corners().filter(|(_, corner, _)| in_room(corner))
        {
            let bound = node.length + to_corner + rest * self.weight;
            if bound < self.length {
                let length = node.length + to_corner;
                let reached = Node { corner, length, parent: index, expanded: false };
                self.add_node(barrier, reached, bound, lens);
            }
        }
    }

    /// Adds a node if its corner is visible and this is the shortest path to it so far.
    fn add_node(&mut self, barrier: Barrier, node: Node, bound: f64, lens: &Lens) {
        let quadrant = node.corner.quadrant;
        let key = (barrier, u8::from(quadrant.x > 0.0) * 2 + u8::from(quadrant.y > 0.0));
        let known = self.known.get(&key).copied();
        if known.is_some_and(|known| self.nodes[known as usize].length <= node.length)
            || !lens.sees_bend(&node.corner)
        {
            return;
        }
        let index = known.unwrap_or(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        if known.is_some() {
            self.nodes[index as usize] = node;
        } else {
            self.nodes.push(node);
            self.known.insert(key, index);
        }
        self.open.insert((bound.to_bits(), index));
    }

    /// The waypoints from the start through a node to the goal.
    fn path_through(&self, mut index: u32, goal: DVec2) -> Vec<DVec2> {
        let mut path = vec![goal];
        // No node is its own ancestor, because each is farther away than its parent.
        for _ in 0..self.nodes.len() {
            if index == 0 {
                break;
            }
            let node = &self.nodes[index as usize];
            path.push(node.corner.point);
            index = node.parent;
        }
        path.dedup();
        path.reverse();
        path
    }
}

/// Whether this is a valid length.
fn is_length(length: f64) -> bool {
    length.is_finite() && length >= 0.0
}

/// The maximum weight of the heuristic.
const MAX_WEIGHT: f64 = 100.0;

/// With more bodies in view than this, the distance of the first query shrinks.
const MANY_BODIES: usize = 8;

/// With more extensions of a query than this, the distance of the first query grows.
const MANY_EXTENSIONS: u32 = 2;

/// The points at which a path from `at` can end: the nearest point of the target, and, in case an
/// obstacle covers that, the points where obstacles cross the target's border.
fn arrivals(lens: &Lens, at: DVec2, target: &Aabb) -> Vec<DVec2> {
    let mut arrivals = vec![target.nearest_point(at)];
    if target.min != target.max {
        for body in lens.bodies().filter(|body| body.aabb.touches(target)) {
            for axis in [Axis::X, Axis::Y] {
                for border in [target.min, target.max] {
                    for side in [body.aabb.min, body.aabb.max] {
                        let point = axis.with(side, axis.of(border));
                        arrivals.extend((target.nearest_point(point) == point).then_some(point));
                    }
                }
            }
        }
    }
    arrivals
}
