//! The shortest way there is, by A* over the corners of the grown obstacles.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::grown::Grown;
use super::lens::{Corner, Lens};
use super::perimeter::{PerimeterSearch, target_in_room};
use super::{Navigator, Obstacles, Outcome, Request, Search, way_length};
use crate::geometry::{Aabb, Axis, DVec2};

/// The navigator that finds the shortest way.
///
/// A shortest way bends only at corners, and only around them. The search is A* over these, and
/// which of them see each other is found out only where it matters: the perimeter follower goes
/// first, and what it finds bounds everything afterwards to a narrow ellipse about the straight
/// line. Where it finds that there is no way, neither does this.
///
/// Lengths are compared as doubles: of two ways whose lengths differ by less than their rounding
/// either may be taken.
#[derive(Debug, Clone, Copy)]
pub struct Exact;

impl Navigator for Exact {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn about(&self) -> &'static str {
        "the shortest way: A* over the corners that see each other"
    }

    fn begin(&self, request: Request) -> Search {
        Search::Exact(ExactSearch { scout: PerimeterSearch::new(request), climb: None })
    }
}

/// A search of [`Exact`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExactSearch {
    scout: PerimeterSearch,
    climb: Option<Shortening>,
}

impl ExactSearch {
    /// Goes on with the search. See [`Search::advance`].
    pub fn advance(&mut self, obstacles: &dyn Obstacles, steps: u32) -> Option<Outcome> {
        let before = self.scout.steps();
        let scouted = self.scout.advance(obstacles, steps)?;
        let Outcome::Found(path) = scouted else { return Some(scouted) };
        let request = self.scout.request();
        let grown = Grown::new(obstacles, request.half, &request.ignore);
        let climb = self.climb.get_or_insert_with(|| Shortening::new(request, path));
        let Some(target) = target_in_room(request, &grown) else { return Some(Outcome::Outside) };
        for _ in self.scout.steps() - before..steps {
            if climb.is_done() {
                break;
            }
            if self.scout.steps() + climb.steps >= request.limit {
                return Some(Outcome::GaveUp);
            }
            climb.step(&grown, &target);
        }
        climb.is_done().then(|| Outcome::Found(climb.best.clone()))
    }

    /// The way that is shortened later: see [`PerimeterSearch::walk`].
    #[must_use]
    pub fn walk(&self) -> &[DVec2] {
        self.scout.walk()
    }

    /// How many steps it has taken.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.scout.steps() + self.climb.as_ref().map_or(0, |climb| climb.steps)
    }
}

/// A search for a way that is shorter than a known one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Shortening {
    /// The shortest way known, and its length.
    best: Vec<DVec2>,
    length: f64,
    nodes: Vec<Node>,
    /// Nodes by their corner.
    known: BTreeMap<[u64; 3], u32>,
    /// What to look at next: the least length by way of a node first, then the older node. The
    /// lengths are positive doubles as bits, which have the same order.
    open: BTreeSet<(u64, u32)>,
    /// How far to look at first.
    sight: f64,
    steps: u32,
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
    fn new(request: &Request, best: Vec<DVec2>) -> Self {
        let start = Corner { point: request.start, quadrant: DVec2::ZERO };
        let length = way_length(request.start, &best);
        let node = Node { corner: start, length: 0.0, parent: 0, expanded: false };
        Self {
            best,
            length,
            nodes: vec![node],
            known: BTreeMap::new(),
            open: BTreeSet::from([(0, 0)]),
            sight: length * 0.25,
            steps: 0,
        }
    }

    /// Whether nothing is left that could be shorter.
    fn is_done(&self) -> bool {
        self.open.first().is_none_or(|&(bound, _)| f64::from_bits(bound) >= self.length)
    }

    /// Looks around from the most promising node.
    fn step(&mut self, grown: &Grown, target: &Aabb) {
        self.steps += 1;
        let Some((_, index)) = self.open.pop_first() else { return };
        let node = self.nodes[index as usize];
        if core::mem::replace(&mut self.nodes[index as usize].expanded, true) {
            return;
        }
        let at = node.corner.point;
        let mut lens = Lens::new(at, *target, self.length - node.length);
        while !lens.look(grown, self.sight) {
            self.sight *= 2.0;
        }
        if lens.bodies().len() > ENOUGH {
            self.sight *= 0.5;
        }
        for goal in arrivals(&lens, at, target) {
            let length = node.length + at.distance(goal);
            if length < self.length && lens.sees(goal) {
                self.length = length;
                self.best = self.way_by(index, goal);
            }
        }
        let before = self.nodes[node.parent as usize].corner.point;
        let Some(room) = grown.room() else { return };
        let is_bend = |corner: &Corner| {
            room.nearest_point(corner.point) == corner.point
                && (index == 0 || node.corner.is_wrapped_by(before, corner.point))
        };
        for (corner, rest) in lens.corners().filter(|(corner, _)| is_bend(corner)) {
            let bound = node.length + rest;
            if bound < self.length {
                self.reach(index, corner, bound, &lens);
            }
        }
    }

    /// Notes that a corner can be reached from the node `parent`, if it is seen and this is the
    /// shortest way to it so far.
    fn reach(&mut self, parent: u32, corner: Corner, bound: f64, lens: &Lens) {
        let from = self.nodes[parent as usize];
        let length = from.length + from.corner.point.distance(corner.point);
        let Corner { point, quadrant } = corner;
        let side = u64::from(quadrant.x > 0.0) * 2 + u64::from(quadrant.y > 0.0);
        let key = [point.x.to_bits(), point.y.to_bits(), side];
        let known = self.known.get(&key).copied();
        if known.is_some_and(|known| self.nodes[known as usize].length <= length)
            || !lens.sees_bend(&corner)
        {
            return;
        }
        let node = Node { corner, length, parent, expanded: false };
        let index = known.unwrap_or(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        if known.is_some() {
            self.nodes[index as usize] = node;
        } else {
            self.nodes.push(node);
            self.known.insert(key, index);
        }
        self.open.insert((bound.to_bits(), index));
    }

    /// The waypoints from the start by way of a node to the goal.
    fn way_by(&self, mut index: u32, goal: DVec2) -> Vec<DVec2> {
        let mut way = vec![goal];
        while index != 0 {
            let node = &self.nodes[index as usize];
            way.push(node.corner.point);
            index = node.parent;
        }
        way.dedup();
        way.reverse();
        way
    }
}

/// With more bodies than this in view it is better to look less far at first.
const ENOUGH: usize = 24;

/// Where a way from `at` can end: at the nearest place of the target, or, where an obstacle
/// covers that, where obstacles cross the target's border.
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
