//! How to get off an outline again: where, and which way around.

use core::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::outline::Outline;
use super::taut::wrapped;
use super::way_length;
use crate::geometry::{Aabb, DVec2, Segment};

/// A way along an outline and where it leaves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Leave {
    /// The points from behind the hit to where the outline is left.
    pub way: Vec<DVec2>,
    /// The point of the outline on the other side of the hit.
    pub beyond: DVec2,
    /// Whether the way goes clockwise about the heap.
    clockwise: bool,
}

impl Leave {
    /// The way to where the outline is nearest to the target, by the shorter side. From there the
    /// straight way on does not meet the outline again. `None` when the outline parts the mover
    /// from the target.
    pub fn nearest(outline: &Outline, target: &Aabb) -> Option<Self> {
        let hit = outline.place_of_hit();
        Self::all_nearest(outline, target)?
            .into_iter()
            .map(|leave| (way_length(hit, &leave.way), leave))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, leave)| leave)
    }

    /// The way by the side that looks shorter from `from`, as far as to where a taut string leads on
    /// to the target clear of the outline. `None` when the detour is more than can still be
    /// afforded, or when this has been tried before.
    pub fn early(
        outline: &Outline,
        from: DVec2,
        target: &Aabb,
        detours: &mut Detours,
    ) -> Option<Self> {
        let leaves = Self::all_nearest(outline, target)?.into_iter().map(|leave| {
            let string = leave.string(from, target);
            (way_length(from, &string), string, leave)
        });
        let (_, string, mut leave) = leaves.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let corner = string[..string.len() - 1].last();
        let taut = leave.way.iter().position(|point| Some(point) == corner).unwrap_or(0);
        let clear = (taut..leave.way.len()).find(|&i| is_clear(outline, leave.way[i], target))?;
        leave.way.truncate(clear + 1);
        detours.afford(outline, leave.way[clear], leave.detour(outline, target)).then_some(leave)
    }

    /// All ways to the places of the outline that are nearest to the target.
    fn all_nearest(outline: &Outline, target: &Aabb) -> Option<Vec<Self>> {
        let mut exits: Vec<(f64, usize, DVec2)> = Vec::with_capacity(2 * outline.corners.len());
        for (index, (from, to)) in outline.edges().enumerate() {
            let edge = Aabb::spanning(from, to);
            for near_end in [from, to] {
                let exit = target.nearest_point(near_end).clamp(edge.min, edge.max);
                exits.push((target.nearest_point(exit).distance_squared(exit), index, exit));
            }
        }
        let touches = exits.iter().any(|&(distance, ..)| distance == 0.0);
        if !(touches || outline.is_free_side(target.min)) {
            return None;
        }
        exits.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        // In exact arithmetic the nearest is clear; in doubles it may be one that is as near.
        let &(nearest, ..) = exits.iter().find(|&&(.., exit)| is_clear(outline, exit, target))?;
        let mut ways = Vec::new();
        for &(_, index, exit) in exits.iter().filter(|&&(distance, ..)| distance == nearest) {
            if is_clear(outline, exit, target) {
                Self::push_both(outline, index, exit, &mut ways);
            }
        }
        Some(ways)
    }

    /// Adds the ways both around to a point on the outline's edge `index`.
    fn push_both(outline: &Outline, index: usize, exit: DVec2, ways: &mut Vec<Self>) {
        let corners = &outline.corners;
        let (first, last) = (corners[0], corners[corners.len() - 1]);
        // The edge that holds the hit is reached on one side of it only.
        let behind = index > 0 || outline.is_behind_hit(exit);
        let before = index > 0 || !outline.is_behind_hit(exit);
        if behind {
            let way = corners[..index].iter().copied().chain([exit]).collect();
            ways.push(Self { way, beyond: last, clockwise: false });
        }
        if before {
            let rest = if index > 0 { &corners[index..] } else { &[] };
            let way = rest.iter().rev().copied().chain([exit]).collect();
            ways.push(Self { way, beyond: first, clockwise: true });
        }
    }

    /// The string from `from` along this way to the target, pulled tight with nothing else around.
    fn string(&self, from: DVec2, target: &Aabb) -> Vec<DVec2> {
        let to = target.nearest_point(self.way[self.way.len() - 1]);
        let outside = if self.clockwise { Ordering::Greater } else { Ordering::Less };
        let mut string = wrapped(from, to, &self.way, outside);
        string.push(to);
        string
    }

    /// By how much longer the way to the target is by here than straight from the hit.
    fn detour(&self, outline: &Outline, target: &Aabb) -> f64 {
        let hit = outline.place_of_hit();
        let exit = self.way[self.way.len() - 1];
        way_length(hit, &self.way) + target.distance_to(exit) - target.distance_to(hit)
    }
}

/// What has been spent on detours by leaving outlines early.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Detours {
    /// By outline, which is known by its least corner.
    spent: BTreeMap<[u64; 2], f64>,
    /// Where outlines were left.
    left: BTreeSet<[u64; 2]>,
}

impl Detours {
    /// Books the detour if all on this outline together are at most half its length, and none
    /// before led to this very place.
    fn afford(&mut self, outline: &Outline, place: DVec2, detour: f64) -> bool {
        let bits = |p: DVec2| [p.x.to_bits(), p.y.to_bits()];
        let Some(name) = outline.corners.iter().copied().map(bits).min() else { return false };
        let spent = self.spent.entry(name).or_insert(0.0);
        let total = *spent + detour.max(0.0);
        if total * 2.0 > outline.length() || !self.left.insert(bits(place)) {
            return false;
        }
        *spent = total;
        true
    }
}

/// Whether the straight way from a place on the outline to the target is clear of its bodies.
fn is_clear(outline: &Outline, from: DVec2, target: &Aabb) -> bool {
    let way = Segment::new(from, target.nearest_point(from));
    outline.bodies.iter().all(|body| !way.enters(&body.aabb))
}
