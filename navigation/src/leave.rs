//! How to get off an outline again: where, and which way around.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::corner::Corner;
use super::outline::Outline;
use crate::geometry::{Aabb, DVec2, Segment};

/// A way along an outline and where it leaves.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Leave {
    /// Whether the way goes clockwise about the heap.
    clockwise: bool,
    /// How many corners of the outline it passes.
    corners: usize,
    /// Where on the edge after those it leaves; if nowhere, then at the last of them.
    exit: Option<DVec2>,
}

/// What is used again and again.
#[derive(Default)]
pub(super) struct Strings {
    string: Vec<DVec2>,
}

impl Leave {
    /// The points from behind the hit to where the outline is left.
    pub fn way<'a>(&self, outline: &'a Outline) -> impl Iterator<Item = Corner> + 'a {
        let exit = self.exit.map(Corner::none);
        around(outline, self.clockwise).take(self.corners).chain(exit)
    }

    /// Whether it is a way along this outline.
    pub fn is_sound(&self, outline: &Outline) -> bool {
        let leads_somewhere = self.corners > 0 || self.exit.is_some();
        leads_somewhere
            && self.corners <= outline.corners.len()
            && self.exit.is_none_or(DVec2::is_finite)
    }

    /// The point of the outline on the other side of the hit.
    pub fn beyond(&self, outline: &Outline) -> Option<DVec2> {
        around(outline, !self.clockwise).next().map(|corner| corner.point)
    }

    /// The way to where the outline is nearest to the target, by the shorter side. From there the
    /// straight way on does not meet the outline again. `None` when the outline parts the mover
    /// from the target.
    pub fn nearest(outline: &Outline, target: &Aabb) -> Option<Self> {
        if parts(outline, target) {
            return None;
        }
        let mut exits: Vec<(f64, usize, DVec2)> = Vec::with_capacity(2 * outline.corners.len());
        for (index, (from, to)) in outline.edges().enumerate() {
            let edge = Aabb::spanning(from, to);
            for near_end in [from, to] {
                let exit = edge.nearest_point(target.nearest_point(near_end));
                exits.push((target.nearest_point(exit).distance_squared(exit), index, exit));
            }
        }
        exits.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        // In exact arithmetic the nearest is clear; in doubles it may be one that is as near.
        let mut blocker = 0;
        let mut is_clear = |exit| is_clear(outline, exit, target, &mut blocker);
        let &(nearest, ..) = exits.iter().find(|&&(.., exit)| is_clear(exit))?;
        let nearest = exits.iter().filter(|&&(distance, ..)| distance == nearest);
        let ways = nearest.filter(|&&(.., exit)| is_clear(exit));
        ways.flat_map(|&(_, index, exit)| Self::both_to(outline, index, exit))
            .flatten()
            .map(|leave| (leave.length(outline), leave))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, leave)| leave)
    }

    /// The way by the side that looks shorter from `from`, as far as to the first corner from
    /// which the straight way to the target is clear of the outline. `None` when the detour is more
    /// than can still be afforded, when this has been tried before, and when the outline parts the
    /// mover from the target.
    pub fn early(
        outline: &Outline,
        from: DVec2,
        target: &Aabb,
        detours: &mut Detours,
        strings: &mut Strings,
    ) -> Option<Self> {
        if parts(outline, target) {
            return None;
        }
        let ways = [false, true].map(|clockwise| {
            let mut blocker = 0;
            let is_clear = |corner: Corner| is_clear(outline, corner.point, target, &mut blocker);
            let corners = 1 + around(outline, clockwise).position(is_clear)?;
            let leave = Self { clockwise, corners, exit: None };
            Some((leave.string(outline, from, target, strings), leave))
        });
        let shorter = |a: &(f64, Self), b: &(f64, Self)| {
            // A string is blind to what it does not catch on.
            let by_way = || a.1.length(outline).total_cmp(&b.1.length(outline));
            a.0.total_cmp(&b.0).then_with(by_way)
        };
        let by_corner = ways.into_iter().flatten().min_by(shorter);
        let leave = by_corner.map(|(_, leave)| leave).or_else(|| Self::nearest(outline, target))?;
        let exit = leave.way(outline).last()?.point;
        detours.afford(outline, exit, leave.detour(outline, target)).then_some(leave)
    }

    /// The ways both around to a point on the outline's edge `index`.
    fn both_to(outline: &Outline, index: usize, exit: DVec2) -> [Option<Self>; 2] {
        // The edge that holds the hit is reached on one side of it only.
        let behind = index > 0 || outline.is_behind_hit(exit);
        let before = index > 0 || !behind;
        let rest = if index > 0 { outline.corners.len() - index } else { 0 };
        let to_exit = |clockwise, corners| Self { clockwise, corners, exit: Some(exit) };
        [behind.then(|| to_exit(false, index)), before.then(|| to_exit(true, rest))]
    }

    /// About how long the string from `from` along this way to the target is when it is pulled
    /// tight with nothing else around.
    fn string(&self, outline: &Outline, from: DVec2, target: &Aabb, strings: &mut Strings) -> f64 {
        let string = &mut strings.string;
        string.clear();
        string.push(from);
        let way = || self.way(outline).map(|corner| corner.point);
        let to = way().last().map(|exit| target.nearest_point(exit));
        for point in way().chain(to) {
            while let [.., a, b] = string[..] {
                let bends = (b - a).perp_dot(point - b);
                let is_loose = if self.clockwise { bends >= 0.0 } else { bends <= 0.0 };
                if !is_loose {
                    break;
                }
                string.pop();
            }
            string.push(point);
        }
        string.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
    }

    /// How long the way is from the hit to where it leaves.
    fn length(&self, outline: &Outline) -> f64 {
        let mut from = outline.place_of_hit();
        self.way(outline).map(|to| core::mem::replace(&mut from, to.point).distance(to.point)).sum()
    }

    /// By how much longer the way to the target is by here than straight from the hit.
    fn detour(&self, outline: &Outline, target: &Aabb) -> f64 {
        let hit = outline.place_of_hit();
        let exit = self.way(outline).last().map_or(hit, |corner| corner.point);
        self.length(outline) + target.distance_to(exit) - target.distance_to(hit)
    }
}

/// The corners of an outline, from the hit on.
fn around(outline: &Outline, clockwise: bool) -> impl Iterator<Item = Corner> {
    let (corners, count) = (&outline.corners, outline.corners.len());
    (0..count).map(move |place| corners[if clockwise { count - 1 - place } else { place }])
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
    /// Whether all sums are numbers.
    pub fn is_sound(&self) -> bool {
        self.spent.values().all(|spent| spent.is_finite())
    }

    /// Books the detour if all on this outline together are at most half its length, and none
    /// before led to this very place.
    fn afford(&mut self, outline: &Outline, place: DVec2, detour: f64) -> bool {
        let bits = |p: DVec2| [p.x.to_bits(), p.y.to_bits()];
        let names = outline.corners.iter().map(|corner| bits(corner.point));
        let Some(name) = names.min() else { return false };
        let spent = self.spent.entry(name).or_insert(0.0);
        let total = *spent + detour.max(0.0);
        if total * 2.0 > outline.length() || !self.left.insert(bits(place)) {
            return false;
        }
        *spent = total;
        true
    }
}

/// Whether the outline parts who is on its free side from the target.
fn parts(outline: &Outline, target: &Aabb) -> bool {
    let touches = |(from, to)| target.touches(&Aabb::spanning(from, to));
    !(outline.is_free_side(target.min) || outline.edges().any(touches))
}

/// Whether the straight way from a place on the outline to the target is clear of its bodies. The
/// one at `blocker` is tried first; it becomes the one that is in the way.
fn is_clear(outline: &Outline, from: DVec2, target: &Aabb, blocker: &mut usize) -> bool {
    let way = Segment::new(from, target.nearest_point(from));
    if outline.bodies.get(*blocker).is_some_and(|body| way.enters(&body.aabb)) {
        return false;
    }
    let found = outline.bodies.iter().position(|body| way.enters(&body.aabb));
    *blocker = found.unwrap_or(*blocker);
    found.is_none()
}
