//! What can be seen from a place, as far as it can matter to who is in a hurry.

use super::body::Body;
use super::corner::{Corner, Wedge};
use super::grown::Grown;
use super::{Barrier, Reach};
use crate::geometry::{Aabb, DVec2, Segment, turn};

/// By how much, relatively, a few roundings can make a length wrong: what is looked at is wider by
/// as much, so that nothing in the way is ever overlooked.
const SLACK: f64 = 16.0 * f64::EPSILON;

/// The places from which a detour on the way from one point to a target stays within a length: an
/// ellipse with the point and the target as its foci, or what of it lies in a wedge.
pub(super) struct Lens {
    at: DVec2,
    target: Aabb,
    /// The longest way of interest.
    length: f64,
    wedge: Option<Wedge>,
    /// The bodies in the part that has been looked at and how far they are, nearest first.
    bodies: Vec<(f64, Body)>,
    /// How far has been looked.
    sight: f64,
    /// The rightmost and the leftmost corner of each body that lies within sight as a whole.
    shadows: Vec<(DVec2, DVec2)>,
}

impl Lens {
    /// A lens through which nobody has looked yet.
    pub fn new(target: Aabb) -> Self {
        let (bodies, shadows) = (Vec::new(), Vec::new());
        Self { at: target.min, target, length: 0.0, wedge: None, bodies, sight: 0.0, shadows }
    }

    /// Sets the lens up anew.
    pub fn set(&mut self, at: DVec2, wedge: Option<Wedge>, length: f64) {
        (self.at, self.wedge, self.length) = (at, wedge, length);
    }

    /// Looks as far as `sight`. True when nothing farther can be seen.
    pub fn look(&mut self, grown: &Grown, sight: f64) -> bool {
        let (at, aim) = (self.at, self.target.nearest_point(self.at));
        let distance = at.distance(aim);
        self.sight = sight;
        let (reach, length, target) = (self.reach(grown, aim, distance), self.length, self.target);
        let mut near = core::mem::take(&mut self.bodies);
        near.clear();
        grown.visit(reach, |_, body| {
            let away = body.aabb.distance_to(at);
            let by_here = away + body.aabb.distance_between(&target);
            if away * (1.0 - SLACK) <= sight && by_here * (1.0 - SLACK) < length {
                near.push((away, body));
            }
        });
        near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.barrier.cmp(&b.1.barrier)));
        self.bodies = near;
        sight >= self.length || self.is_closed(aim, distance)
    }

    /// What has to be looked at.
    fn reach(&self, grown: &Grown, aim: DVec2, distance: f64) -> Reach {
        let (at, sight) = (self.at, self.sight);
        let (end, width) = if self.target.min == self.target.max {
            let end = if sight < distance { at + (aim - at) * (sight / distance) } else { aim };
            let excess = (self.length - distance).max(0.0) + self.length * SLACK;
            let width = (excess * (self.length + distance)).sqrt() * 0.5;
            (end, width.min(sight))
        } else {
            // A target with room in it makes the lens wider than its middle tells.
            (at, sight.min(self.length))
        };
        let Some(wedge) = &self.wedge else {
            return grown.wide_way(at, end, DVec2::splat(width));
        };
        let (right, left) = wedge.edges();
        // The triangle's far side is to lie beyond the circle of sight.
        let farthest = sight.min(distance + width) * (1.0 + SLACK);
        let scale = farthest * 2.0 / (right + left).length() + farthest * SLACK;
        let mut reach = grown.triangle([at, at + right * scale, at + left * scale]);
        reach.clip(&Aabb::spanning(at, end).inflated(DVec2::splat(width * (1.0 + SLACK))));
        reach
    }

    /// Whether `point`, which lies in the lens, is within sight and seen.
    pub fn sees(&self, point: DVec2) -> bool {
        let way = Segment::new(self.at, point);
        self.holds(point)
            && self.nearer(&way).is_some_and(|mut nearer| nearer.all(|b| !way.enters(&b.aabb)))
    }

    /// Whether a corner within the lens is within sight, seen, and clear enough for a bend.
    pub fn sees_bend(&self, corner: &Corner) -> bool {
        let way = Segment::new(self.at, corner.point);
        let is_clear = |b: &Body| !way.enters(&b.aabb) && !corner.is_filled_by(&b.aabb);
        self.nearer(&way).is_some_and(|mut nearer| nearer.all(is_clear))
    }

    /// Whether a point lies in the wedge, if there is one.
    fn holds(&self, point: DVec2) -> bool {
        self.wedge.as_ref().is_none_or(|wedge| wedge.holds(point))
    }

    /// The bodies that can be in a way that lies within sight.
    fn nearer(&self, way: &Segment) -> Option<impl Iterator<Item = &Body>> {
        let length = way.length();
        let reached = move |away: f64| away * (1.0 - SLACK) <= length;
        let nearer = self.bodies.iter().take_while(move |(away, _)| reached(*away));
        (length <= self.sight).then(|| nearer.map(|(_, body)| body))
    }

    /// The bodies that have been looked at.
    pub fn bodies(&self) -> impl ExactSizeIterator<Item = &Body> {
        self.bodies.iter().map(|(_, body)| body)
    }

    /// The corners that might be seen, with the body's name, and how long the way by each is at
    /// least.
    pub fn corners(&self) -> impl Iterator<Item = (Barrier, Corner, f64)> {
        let corners =
            self.bodies().flat_map(|b| Corner::all_of(b).map(|corner| (b.barrier, corner)));
        corners.filter_map(|(barrier, corner)| {
            let leg = corner.point - self.at;
            if leg == DVec2::ZERO || !corner.is_grazed_by(leg) || !self.holds(corner.point) {
                return None;
            }
            let length = leg.length() + self.target.distance_to(corner.point);
            (length < self.length).then_some((barrier, corner, length))
        })
    }

    /// Whether bodies within sight hide all of the lens that lies beyond.
    fn is_closed(&mut self, aim: DVec2, distance: f64) -> bool {
        let wedge = self.wedge.map(|wedge| wedge.edges());
        let cone = self.cone(aim, distance);
        let (right, left) = match (wedge, cone) {
            (_, Cone::Nothing) => return true,
            (None, Cone::All) => {
                let axis = if distance > 0.0 { aim - self.at } else { DVec2::X };
                let around = [axis, axis.perp(), -axis, -axis.perp(), axis];
                self.cast_shadows();
                return around.windows(2).all(|quarter| self.is_hidden(quarter[0], quarter[1]));
            }
            (Some(edges), Cone::All) | (None, Cone::Between(edges)) => edges,
            (Some(wedge), Cone::Between(cone)) => match shared(wedge, cone) {
                Some(edges) => edges,
                None => return true,
            },
        };
        self.cast_shadows();
        self.is_hidden(right, left)
    }

    /// Under which angles the lens beyond sight is seen, by the ellipse's polar equation.
    fn cone(&self, aim: DVec2, distance: f64) -> Cone {
        let spread = (self.length * self.length - distance * distance) / (2.0 * self.sight);
        let cosine = (self.length - spread) / distance;
        if self.target.min != self.target.max || distance == 0.0 || cosine <= 0.0 {
            return Cone::All;
        }
        if cosine >= 1.0 {
            return Cone::Nothing;
        }
        let axis = aim - self.at;
        let sine = (1.0 - cosine * cosine).sqrt();
        let (along, across) = (axis * cosine, axis.perp() * sine);
        Cone::Between((along - across, along + across))
    }

    fn cast_shadows(&mut self) {
        let mut shadows = core::mem::take(&mut self.shadows);
        shadows.clear();
        let hides = |body: &&Body| {
            let far = (body.aabb.min - self.at).abs().max((body.aabb.max - self.at).abs());
            far.length() <= self.sight
        };
        shadows.extend(self.bodies().filter(hides).filter_map(|body| self.shadow(body)));
        self.shadows = shadows;
    }

    /// Whether bodies within sight hide everything from the direction `right` round to `left`, less
    /// than half a turn.
    fn is_hidden(&self, right: DVec2, left: DVec2) -> bool {
        let (mut seen, left) = (self.at + right, self.at + left);
        // No shadow ends farthest twice.
        for _ in 0..=self.shadows.len() {
            if turn(self.at, seen, left).is_lt() {
                return true;
            }
            let ahead = self.shadows.iter().filter(|(begin, end)| {
                turn(self.at, seen, *begin).is_lt() && turn(self.at, seen, *end).is_gt()
            });
            let Some(farthest) = ahead
                .map(|&(_, end)| end)
                .reduce(|a, b| if turn(self.at, a, b).is_gt() { b } else { a })
            else {
                return false;
            };
            seen = farthest;
        }
        false
    }

    /// The rightmost and the leftmost corner of a body as seen from here.
    fn shadow(&self, body: &Body) -> Option<(DVec2, DVec2)> {
        let corners = body.corners();
        if body.aabb.nearest_point(self.at) == self.at && !corners.contains(&self.at) {
            return None;
        }
        let mut others = corners.into_iter().filter(|&c| c != self.at);
        let first = others.next()?;
        Some(others.fold((first, first), |(right, left), corner| {
            let right = if turn(self.at, right, corner).is_lt() { corner } else { right };
            let left = if turn(self.at, left, corner).is_gt() { corner } else { left };
            (right, left)
        }))
    }
}

/// The angles under which something is seen.
enum Cone {
    Nothing,
    All,
    /// From one direction to the left to another, less than half a turn.
    Between((DVec2, DVec2)),
}

/// What two ranges of directions, each from right to left and less than half a turn, have in common.
fn shared(a: (DVec2, DVec2), b: (DVec2, DVec2)) -> Option<(DVec2, DVec2)> {
    let holds = |range: (DVec2, DVec2), way: DVec2| {
        range.0.perp_dot(way) >= 0.0 && way.perp_dot(range.1) >= 0.0
    };
    let right = if holds(b, a.0) {
        a.0
    } else if holds(a, b.0) {
        b.0
    } else {
        return None;
    };
    Some((right, if holds(b, a.1) { a.1 } else { b.1 }))
}
