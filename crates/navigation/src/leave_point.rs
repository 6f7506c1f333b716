//! Leave points: where and in which direction a search leaves an outline.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, DVec2, Segment};

use super::corner::Corner;
use super::outline::Outline;

/// A path along an outline and the leave point.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct LeavePoint {
    /// Whether the path goes clockwise around the cluster.
    clockwise: bool,
    /// The number of corners of the outline that it passes.
    corners: usize,
    /// The leave point on the edge after those corners; `None` for the last corner itself.
    exit: Option<DVec2>,
}

/// Buffers for reuse.
#[derive(Default)]
pub(super) struct Strings {
    string: Vec<DVec2>,
}

impl LeavePoint {
    /// The points after the hit up to the leave point.
    pub fn path<'a>(&self, outline: &'a Outline) -> impl Iterator<Item = Corner> + 'a {
        let exit = self.exit.map(Corner::none);
        around(outline, self.clockwise).take(self.corners).chain(exit)
    }

    /// Whether it is a valid path along this outline.
    pub fn is_sound(&self, outline: &Outline) -> bool {
        let leads_somewhere = self.corners > 0 || self.exit.is_some();
        leads_somewhere
            && self.corners <= outline.corners.len()
            && self.exit.is_none_or(DVec2::is_finite)
    }

    /// The corner of the outline on the other side of the hit.
    pub fn beyond(&self, outline: &Outline) -> Option<DVec2> {
        around(outline, !self.clockwise).next().map(|corner| corner.point)
    }

    /// The path to the point of the outline nearest to the target, by the shorter side. From there
    /// the straight segment to the target does not meet the outline again. `None` when the outline
    /// separates the agent from the target.
    pub fn nearest(outline: &Outline, target: &Aabb) -> Option<Self> {
        if separates(outline, target) {
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
        // In exact arithmetic the nearest point is clear; with rounding it may be another that is
        // equally near.
        let mut blocker = 0;
        let mut is_clear = |exit| is_clear(outline, exit, target, &mut blocker);
        let &(nearest, ..) = exits.iter().find(|&&(.., exit)| is_clear(exit))?;
        let nearest = exits.iter().filter(|&&(distance, ..)| distance == nearest);
        let paths = nearest.filter(|&&(.., exit)| is_clear(exit));
        paths
            .flat_map(|&(_, index, exit)| Self::both_to(outline, index, exit))
            .flatten()
            .map(|leave| (leave.length(outline), leave))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, leave)| leave)
    }

    /// The path by the side that looks shorter from `from`, up to the first corner from which the
    /// straight segment to the target is clear of the outline. `None` when the detour exceeds the
    /// budget, when this leave point was used before, or when the outline separates the agent from
    /// the target.
    pub fn early(
        outline: &Outline,
        from: DVec2,
        target: &Aabb,
        detours: &mut Detours,
        strings: &mut Strings,
    ) -> Option<Self> {
        if separates(outline, target) {
            return None;
        }
        let paths = [false, true].map(|clockwise| {
            let mut blocker = 0;
            let is_clear = |corner: Corner| is_clear(outline, corner.point, target, &mut blocker);
            let corners = 1 + around(outline, clockwise).position(is_clear)?;
            let leave = Self { clockwise, corners, exit: None };
            Some((leave.string(outline, from, target, strings), leave))
        });
        let shorter = |a: &(f64, Self), b: &(f64, Self)| {
            // The string's length ignores corners that it does not touch.
            let by_path = || a.1.length(outline).total_cmp(&b.1.length(outline));
            a.0.total_cmp(&b.0).then_with(by_path)
        };
        let by_corner = paths.into_iter().flatten().min_by(shorter);
        let leave = by_corner.map(|(_, leave)| leave).or_else(|| Self::nearest(outline, target))?;
        let exit = leave.path(outline).last()?.point;
        detours.spend(outline, exit, leave.detour(outline, target)).then_some(leave)
    }

    /// The paths in both directions to a point on the outline's edge `index`.
    fn both_to(outline: &Outline, index: usize, exit: DVec2) -> [Option<Self>; 2] {
        // A point on the edge with the hit is reached in one direction only.
        let behind = index > 0 || outline.is_behind_hit(exit);
        let before = index > 0 || !behind;
        let rest = if index > 0 { outline.corners.len() - index } else { 0 };
        let to_exit = |clockwise, corners| Self { clockwise, corners, exit: Some(exit) };
        [behind.then(|| to_exit(false, index)), before.then(|| to_exit(true, rest))]
    }

    /// The approximate length of the taut string from `from` along this path to the target,
    /// ignoring all other obstacles.
    fn string(&self, outline: &Outline, from: DVec2, target: &Aabb, strings: &mut Strings) -> f64 {
        let string = &mut strings.string;
        string.clear();
        string.push(from);
        let path = || self.path(outline).map(|corner| corner.point);
        let to = path().last().map(|exit| target.nearest_point(exit));
        for point in path().chain(to) {
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
        string.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
    }

    /// The length of the path from the hit to the leave point.
    fn length(&self, outline: &Outline) -> f64 {
        let mut from = outline.place_of_hit();
        self.path(outline)
            .map(|to| core::mem::replace(&mut from, to.point).distance(to.point))
            .sum()
    }

    /// The extra length of the path to the target through the leave point, compared with the
    /// straight segment from the hit.
    fn detour(&self, outline: &Outline, target: &Aabb) -> f64 {
        let hit = outline.place_of_hit();
        let exit = self.path(outline).last().map_or(hit, |corner| corner.point);
        self.length(outline) + target.distance_to(exit) - target.distance_to(hit)
    }
}

/// The corners of an outline in order, starting at the hit.
fn around(outline: &Outline, clockwise: bool) -> impl Iterator<Item = Corner> {
    let (corners, count) = (&outline.corners, outline.corners.len());
    (0..count).map(move |index| corners[if clockwise { count - 1 - index } else { index }])
}

/// The detours made by leaving outlines early.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Detours {
    /// The sum of detours per outline, which is identified by its least corner.
    spent: BTreeMap<[u64; 2], f64>,
    /// The leave points used.
    left: BTreeSet<[u64; 2]>,
}

impl Detours {
    /// Whether all sums are finite.
    pub fn is_sound(&self) -> bool {
        self.spent.values().all(|spent| spent.is_finite())
    }

    /// Adds the detour to the outline's sum if that stays at most half its length, and if the leave
    /// point was not used before.
    fn spend(&mut self, outline: &Outline, place: DVec2, detour: f64) -> bool {
        let bits = |p: DVec2| [p.x.to_bits(), p.y.to_bits()];
        let keys = outline.corners.iter().map(|corner| bits(corner.point));
        let Some(key) = keys.min() else { return false };
        let spent = self.spent.entry(key).or_insert(0.0);
        let total = *spent + detour.max(0.0);
        if total * 2.0 > outline.length() || !self.left.insert(bits(place)) {
            return false;
        }
        *spent = total;
        true
    }
}

/// Whether the outline separates its free side from the target.
fn separates(outline: &Outline, target: &Aabb) -> bool {
    let touches = |(from, to)| target.touches(&Aabb::spanning(from, to));
    !(outline.is_free_side(target.min) || outline.edges().any(touches))
}

/// Whether the straight segment from a point on the outline to the target is clear of its bodies.
/// The body at `blocker` is tested first; it is set to the one that blocks.
fn is_clear(outline: &Outline, from: DVec2, target: &Aabb, blocker: &mut usize) -> bool {
    let segment = Segment::new(from, target.nearest_point(from));
    if outline.bodies.get(*blocker).is_some_and(|body| segment.enters(&body.aabb)) {
        return false;
    }
    let found = outline.bodies.iter().position(|body| segment.enters(&body.aabb));
    *blocker = found.unwrap_or(*blocker);
    found.is_none()
}
