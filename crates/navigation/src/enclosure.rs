//! A minimal set of shapes that separates a start from a target.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, DVec2};

use super::separation::border;
use super::shapes::Shape;
use super::target_ends::TargetEnds;
use super::winding::Bearings;
use super::{Barrier, Outcome};

/// A search for a minimal set of shapes that, with the border, separate a start from a target.
///
/// It tries to leave out one shape after the other, the farthest from the start first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct EnclosureSearch {
    start: DVec2,
    target: TargetEnds,
    room: Aabb,
    /// The four walls of the border, then the obstacles kept and not tried yet.
    kept: Vec<Shape>,
    /// The number of shapes that were tried and kept, the walls included.
    tried: usize,
}

/// A closed chain of shapes: the turns around the start and around an end of the target, and the
/// members.
struct Ring {
    turns: [i32; 2],
    members: Vec<usize>,
}

impl EnclosureSearch {
    /// A search that begins with shapes that do separate the start from the target.
    pub fn new(start: DVec2, target: TargetEnds, room: Aabb, mut shapes: Vec<Shape>) -> Self {
        let away = |shape: &Shape| shape.area.bounds().distance_to(start);
        shapes.sort_by(|a, b| away(b).total_cmp(&away(a)).then_with(|| b.barrier.cmp(&a.barrier)));
        shapes.dedup_by_key(|shape| shape.barrier);
        let mut kept: Vec<Shape> = border(&room).collect();
        let tried = kept.len();
        kept.extend(shapes);
        Self { start, target, room, kept, tried }
    }

    /// Tries to leave out a shape. Returns the outcome, once all have been tried.
    pub fn step(&mut self) -> Option<Outcome> {
        if self.tried < self.kept.len() {
            let shape = self.kept.remove(self.tried);
            if self.rings(&self.kept).is_none() {
                self.kept.insert(self.tried, shape);
                self.tried += 1;
            }
            return None;
        }
        let walls = self.kept.iter().take_while(|shape| shape.barrier == Barrier::Border).count();
        let obstacles = &self.kept[walls..];
        let mut by = Shape::barriers(obstacles);
        let is_start = match self.rings(obstacles) {
            Some(rings) => rings.iter().any(|ring| ring.turns[0] != 0),
            None => {
                by.push(Barrier::Border);
                let rings = self.rings(&self.kept).unwrap_or_default();
                // The border has two sides; what matters is which area is smaller.
                rings.iter().any(|ring| {
                    let is_small = self.area_within(ring) <= self.room.area() * 0.5;
                    is_small == (ring.turns[0] != 0)
                })
            }
        };
        let enclosed =
            if is_start { Outcome::StartEnclosed { by } } else { Outcome::GoalEnclosed { by } };
        Some(enclosed)
    }

    /// Whether all numbers are finite.
    pub fn is_sound(&self) -> bool {
        self.start.is_finite() && self.target.is_sound() && self.tried <= self.kept.len()
    }

    /// For each end of the target that the shapes leave free, a ring that separates it from the
    /// start; `None` when one is not separated.
    fn rings(&self, shapes: &[Shape]) -> Option<Vec<Ring>> {
        let ends = self.target.free_among(shapes.iter(), self.start, &self.room);
        if ends.is_empty() {
            return Some(Vec::new());
        }
        let links = links(shapes);
        ends.into_iter().map(|end| ring(shapes, &links, [self.start, end])).collect()
    }

    /// About the area in the room within a ring.
    fn area_within(&self, ring: &Ring) -> f64 {
        let Some(&last) = ring.members.last() else { return 0.0 };
        let bounds = |index: usize| self.kept[index].area.bounds();
        let mut before = bounds(last);
        let meetings = ring.members.iter().map(|&index| {
            let (one, other) = (core::mem::replace(&mut before, bounds(index)), bounds(index));
            let shared = Aabb { min: one.min.max(other.min), max: one.max.min(other.max) };
            self.room.nearest_point(shared.centre())
        });
        let meetings: Vec<DVec2> = meetings.collect();
        let pairs = meetings.iter().zip(meetings.iter().cycle().skip(1));
        pairs.map(|(a, b)| a.perp_dot(*b)).sum::<f64>().abs() * 0.5
    }
}

/// For each shape the shapes that overlap it.
fn links(shapes: &[Shape]) -> Vec<Vec<usize>> {
    let mut links = vec![Vec::new(); shapes.len()];
    let mut order: Vec<usize> = (0..shapes.len()).collect();
    let bounds = |index: usize| shapes[index].area.bounds();
    order.sort_by(|&a, &b| bounds(a).min.x.total_cmp(&bounds(b).min.x));
    for (rank, &one) in order.iter().enumerate() {
        let right = bounds(one).max.x;
        let after = order[rank + 1..].iter().take_while(|&&other| bounds(other).min.x < right);
        for &other in after {
            if shapes[one].area.overlaps(&shapes[other].area) {
                links[one].push(other);
                links[other].push(one);
            }
        }
    }
    links
}

/// A closed chain that winds around two points differently.
fn ring(shapes: &[Shape], links: &[Vec<usize>], points: [DVec2; 2]) -> Option<Ring> {
    let bearings: Vec<_> = shapes.iter().map(|shape| Bearings::new(&shape.area, points)).collect();
    let mut turns: Vec<Option<[i32; 2]>> = vec![None; shapes.len()];
    let mut before: Vec<usize> = (0..shapes.len()).collect();
    for root in 0..shapes.len() {
        if turns[root].is_some() {
            continue;
        }
        turns[root] = Some([0, 0]);
        let mut ahead = std::collections::VecDeque::from([root]);
        while let Some(at) = ahead.pop_front() {
            let Some(here) = turns[at] else { continue };
            for &next in &links[at] {
                let step = bearings[at].turns_to(&bearings[next], points);
                let there = [here[0] + step[0], here[1] + step[1]];
                let Some(known) = turns[next] else {
                    (turns[next], before[next]) = (Some(there), at);
                    ahead.push_back(next);
                    continue;
                };
                let around = [there[0] - known[0], there[1] - known[1]];
                if around[0] != around[1] {
                    let members = closed_chain(&before, [at, next]);
                    return Some(Ring { turns: around, members });
                }
            }
        }
    }
    None
}

/// The members of the chain between two shapes of a tree, given the shape before each.
fn closed_chain(before: &[usize], ends: [usize; 2]) -> Vec<usize> {
    let [mut one, mut other] = ends.map(|end| {
        let back = |&at: &usize| (before[at] != at).then_some(before[at]);
        core::iter::successors(Some(end), back).collect::<Vec<_>>()
    });
    let mut meeting = None;
    while let (Some(a), Some(b)) = (one.last(), other.last())
        && a == b
    {
        meeting = one.pop();
        other.pop();
    }
    one.into_iter().chain(meeting).chain(other.into_iter().rev()).collect()
}
