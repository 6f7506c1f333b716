//! Any-angle search for the shortest path through regions.
//!
//! This is Polyanya (Cui, Harabor and Grastien, "Compromise-free Pathfinding on a Navigation Mesh",
//! 2017) for rectangles that meet on vertical sides. A node is an interval of a portal, all of which
//! is visible from its root, the last bend of the path.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::ops::Range;

use super::coverage::Coordinate;
use super::{Exit, Regions};
use crate::geometry::DVec2;

/// How far, as a share of its coordinate, a ray may miss a portal that is a point and still pass
/// through it: more than the rounding errors of a projection.
const SLACK: f64 = 1e-12;

/// A search for one path.
pub(super) struct Search<'a> {
    regions: &'a Regions,
    goal: DVec2,
    /// The region of the goal.
    to: u32,
    bends: Vec<Bend>,
    /// The bend of the shortest path to each place.
    known: BTreeMap<[Coordinate; 2], u32>,
    /// The exits opened around bends, with their parts: paths of the same length lead there often.
    opened: BTreeSet<(u32, u32, [Coordinate; 2])>,
    nodes: Vec<Node>,
    /// The lower bound of the length through a node as bits, which sort like the number, and the
    /// node's index.
    open: BinaryHeap<Reverse<(u64, u32)>>,
}

/// A bend of a path, or its start.
#[derive(Debug, Clone, Copy)]
struct Bend {
    at: DVec2,
    /// The length of the path to it.
    length: f64,
    before: u32,
}

/// An interval through which paths enter a region.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// The bend from which the whole interval is visible.
    root: u32,
    x: f64,
    low: End,
    high: End,
    /// The region that paths leave, the one that they enter, and whether they enter its left side.
    from: u32,
    region: u32,
    moves_right: bool,
    /// Whether this is the goal itself.
    is_goal: bool,
}

/// An end of an interval.
#[derive(Debug, Clone, Copy)]
struct End {
    y: f64,
    /// Whether it is the end of the portal, so that a path can bend around it.
    is_corner: bool,
}

impl<'a> Search<'a> {
    /// A search for a path to `goal` in the region `to`.
    pub fn new(regions: &'a Regions, start: DVec2, goal: DVec2, to: u32) -> Self {
        Self {
            regions,
            goal,
            to,
            bends: vec![Bend { at: start, length: 0.0, before: 0 }],
            known: BTreeMap::new(),
            opened: BTreeSet::new(),
            nodes: Vec::new(),
            open: BinaryHeap::new(),
        }
    }

    /// The waypoints of the shortest path from the start in the region `from`.
    pub fn run(mut self, from: u32) -> Option<Vec<DVec2>> {
        for moves_right in [false, true] {
            let x = self.side(from, moves_right);
            for exit in self.regions.exits(from, moves_right) {
                let Exit { low, high, .. } = self.regions.exits[exit as usize];
                self.open_exit(0, x, (from, exit), moves_right, [low, high]);
            }
        }
        while let Some(Reverse((_, index))) = self.open.pop() {
            let node = self.nodes[index as usize];
            if node.is_goal {
                return Some(self.path_to(node.root));
            }
            let root = self.bends[node.root as usize];
            let known = self.known.get(&key(root.at)).map(|&known| self.bends[known as usize]);
            if known.is_some_and(|known| known.length < root.length) {
                continue;
            }
            if node.region == self.to {
                self.arrive(&node);
            } else {
                self.expand(&node);
            }
        }
        None
    }

    fn side(&self, region: u32, is_right: bool) -> f64 {
        let area = &self.regions.regions[region as usize].area;
        if is_right { area.max.x } else { area.min.x }
    }

    /// Opens the intervals through which paths leave the region of a node.
    fn expand(&mut self, node: &Node) {
        let area = self.regions.regions[node.region as usize].area;
        let far = self.side(node.region, node.moves_right);
        let root = self.bends[node.root as usize].at;
        let seen = if root.x == node.x {
            // From a place on the portal, everything is visible.
            [area.min.y, area.max.y]
        } else {
            let ratio = (far - root.x) / (node.x - root.x);
            let project = |end: End| {
                if far == node.x { end.y } else { root.y + (end.y - root.y) * ratio }
            };
            [project(node.low), project(node.high)]
        };
        self.open_exits(node.root, (node, far), seen, false);
        let near = self.regions.exits(node.region, !node.moves_right);
        let sorted = &self.regions.exits[near.start as usize..near.end as usize];
        let first = |below: usize| near.start + below as u32;
        if node.low.is_corner {
            let below = first(sorted.partition_point(|exit| exit.high <= node.low.y));
            let range = [area.min.y, seen[0]];
            self.bend_around(node, node.low, (far, range), near.start..below);
        }
        if node.high.is_corner {
            let above = first(sorted.partition_point(|exit| exit.low < node.high.y));
            let range = [seen[1], area.max.y];
            self.bend_around(node, node.high, (far, range), above..near.end);
        }
    }

    /// Opens what is reached around an end of a node's interval: the exits on the far side within a
    /// range, and those `beside` the interval.
    fn bend_around(
        &mut self,
        node: &Node,
        end: End,
        (far, range): (f64, [f64; 2]),
        beside: Range<u32>,
    ) {
        let Some(root) = self.bend(node.root, DVec2::new(node.x, end.y)) else { return };
        self.open_exits(root, (node, far), range, true);
        for index in beside {
            let exit = self.regions.exits[index as usize];
            if exit.to != node.from {
                let (way, part) = ((node.region, index), [exit.low, exit.high]);
                if self.opened.insert((root, index, part.map(Coordinate))) {
                    self.open_exit(root, node.x, way, !node.moves_right, part);
                }
            }
        }
    }

    /// A bend after another; `None` when a shorter path to it is known. A bend at the place of the
    /// other is the other.
    fn bend(&mut self, before: u32, at: DVec2) -> Option<u32> {
        let from = self.bends[before as usize];
        if from.at == at {
            return Some(before);
        }
        let length = from.length + from.at.distance(at);
        let next = u32::try_from(self.bends.len()).ok()?;
        let known = *self.known.entry(key(at)).or_insert(next);
        if known != next {
            match self.bends[known as usize].length.total_cmp(&length) {
                Ordering::Less => return None,
                Ordering::Equal => return Some(known),
                Ordering::Greater => self.known.insert(key(at), next),
            };
        }
        self.bends.push(Bend { at, length, before });
        Some(next)
    }

    /// Opens the parts within a range of the exits on the far side of a node's region.
    fn open_exits(
        &mut self,
        root: u32,
        (node, x): (&Node, f64),
        [low, high]: [f64; 2],
        is_bent: bool,
    ) {
        let slack = SLACK * (1.0 + low.abs().max(high.abs()));
        let Range { start, end } = self.regions.exits(node.region, node.moves_right);
        let exits = &self.regions.exits[start as usize..end as usize];
        let first = exits.partition_point(|exit| exit.high < low - slack);
        for (index, exit) in (start..end).zip(exits).skip(first) {
            if exit.low > high + slack {
                break;
            }
            let is_point = exit.low == exit.high;
            let part = if is_point {
                [exit.low, exit.low]
            } else {
                [exit.low.max(low), exit.high.min(high)]
            };
            // A single point of a portal is an end of the part beside it.
            if exit.to != node.from
                && (is_point || part[0] < part[1])
                && (!is_bent || self.opened.insert((root, index, part.map(Coordinate))))
            {
                self.open_exit(root, x, (node.region, index), node.moves_right, part);
            }
        }
    }

    /// Opens a part of an exit, given by the region that it leads out of and its index.
    fn open_exit(
        &mut self,
        root: u32,
        x: f64,
        (from, index): (u32, u32),
        is_right: bool,
        [low, high]: [f64; 2],
    ) {
        let exit = self.regions.exits[index as usize];
        let at = self.bends[root as usize].at;
        let end = |y: f64| End { y, is_corner: y == exit.low || y == exit.high };
        // From a place on the line of the portal, only the near end is visible.
        let along = if at.x == x { at.y.clamp(low, high) } else { at.y };
        let root = if along == at.y { Some(root) } else { self.bend(root, DVec2::new(x, along)) };
        let Some(root) = root else { return };
        let (low, high) = (end(low), end(high));
        let (region, moves_right) = (exit.to, is_right);
        let node = Node { root, x, low, high, from, region, moves_right, is_goal: false };
        let bound = self.bound(&node);
        self.push(node, bound);
    }

    fn push(&mut self, node: Node, bound: f64) {
        let Ok(index) = u32::try_from(self.nodes.len()) else { return };
        self.nodes.push(node);
        self.open.push(Reverse((bound.to_bits(), index)));
    }

    /// A lower bound of the length through a node: the length of the shortest line from its root
    /// through its interval to the goal, which counts as mirrored if it lies on the near side.
    fn bound(&self, node: &Node) -> f64 {
        let root = self.bends[node.root as usize];
        let crossing = DVec2::new(node.x, self.crossing(node));
        root.length + root.at.distance(crossing) + crossing.distance(self.goal)
    }

    /// Where the shortest line from a node's root to the goal crosses its interval.
    fn crossing(&self, node: &Node) -> f64 {
        let root = self.bends[node.root as usize].at;
        let is_behind = (self.goal.x < node.x) == node.moves_right;
        let x = if is_behind { 2.0 * node.x - self.goal.x } else { self.goal.x };
        let y = if x == root.x {
            root.y
        } else {
            root.y + (self.goal.y - root.y) * ((node.x - root.x) / (x - root.x))
        };
        y.clamp(node.low.y, node.high.y)
    }

    /// Opens the goal, in the region of a node.
    fn arrive(&mut self, node: &Node) {
        let y = self.crossing(node);
        let is_bent = y == node.low.y || y == node.high.y;
        let root =
            if is_bent { self.bend(node.root, DVec2::new(node.x, y)) } else { Some(node.root) };
        let Some(root) = root.and_then(|root| self.bend(root, self.goal)) else { return };
        let bound = self.bends[root as usize].length;
        self.push(Node { root, is_goal: true, ..*node }, bound);
    }

    /// The waypoints from the start to a bend.
    fn path_to(&self, bend: u32) -> Vec<DVec2> {
        let before = |&bend: &u32| (bend != 0).then(|| self.bends[bend as usize].before);
        let bends = std::iter::successors(Some(bend), before).take_while(|&bend| bend != 0);
        let mut path: Vec<DVec2> = bends.map(|bend| self.bends[bend as usize].at).collect();
        path.reverse();
        path
    }
}

fn key(place: DVec2) -> [Coordinate; 2] {
    [Coordinate(place.x), Coordinate(place.y)]
}
