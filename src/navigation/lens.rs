//! What can be seen from a place, as far as it can matter to who is in a hurry.

use serde::{Deserialize, Serialize};

use super::body::Body;
use super::grown::Grown;
use crate::geometry::{Aabb, DVec2, Segment, turn};

/// A corner around which a path can bend, with the quadrant in which its body lies: the signs of
/// the way from the corner to the body's middle.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Corner {
    pub point: DVec2,
    pub quadrant: DVec2,
}

impl Corner {
    /// The corners of a body.
    pub fn all_of(body: &Body) -> [Self; 4] {
        let [a, b, c, d] = body.corners();
        [
            Self { point: a, quadrant: DVec2::new(1.0, 1.0) },
            Self { point: b, quadrant: DVec2::new(-1.0, 1.0) },
            Self { point: c, quadrant: DVec2::new(-1.0, -1.0) },
            Self { point: d, quadrant: DVec2::new(1.0, -1.0) },
        ]
    }

    /// Whether a straight way in this direction grazes the corner without cutting into its body.
    pub fn is_grazed_by(&self, direction: DVec2) -> bool {
        let along = direction * self.quadrant;
        along.x.min(along.y) <= 0.0 && along.x.max(along.y) >= 0.0
    }

    /// Whether a body lies across one of the two sides that meet in this corner, so that nothing
    /// can bend around it.
    fn is_filled_by(&self, body: &Aabb) -> bool {
        let across = |min: f64, at: f64, max: f64| min < at && at < max;
        let along = |min: f64, at: f64, max: f64, towards: f64| {
            if towards > 0.0 { min <= at && at < max } else { min < at && at <= max }
        };
        let (Aabb { min, max }, at, towards) = (*body, self.point, self.quadrant);
        (across(min.x, at.x, max.x) && along(min.y, at.y, max.y, towards.y))
            || (across(min.y, at.y, max.y) && along(min.x, at.x, max.x, towards.x))
    }

    /// Whether a string from `before` around this corner to `after` stays taut.
    pub fn is_wrapped_by(&self, before: DVec2, after: DVec2) -> bool {
        let inward = turn(before, self.point, self.point + self.quadrant);
        self.is_grazed_by(after - self.point) && turn(before, self.point, after) != inward.reverse()
    }
}

/// By how much, relatively, a few roundings can make a length wrong: what is looked at is wider by
/// as much, so that nothing in the way is ever overlooked.
const SLACK: f64 = 16.0 * f64::EPSILON;

/// The places from which a detour on the way from one point to a target stays within a length: an
/// ellipse with the point and the target as its foci.
pub(super) struct Lens {
    at: DVec2,
    target: Aabb,
    /// The longest way of interest.
    length: f64,
    /// The bodies in the part that has been looked at and how far they are, nearest first.
    bodies: Vec<(f64, Body)>,
    /// How far has been looked.
    sight: f64,
}

impl Lens {
    /// A lens into which nobody has looked yet.
    pub fn new(at: DVec2, target: Aabb, length: f64) -> Self {
        Self { at, target, length, bodies: Vec::new(), sight: 0.0 }
    }

    /// Looks as far as `sight`. True when nothing farther can be seen.
    pub fn look(&mut self, grown: &Grown, sight: f64) -> bool {
        let (at, aim) = (self.at, self.target.nearest_point(self.at));
        let distance = at.distance(aim);
        self.sight = sight;
        let whole = sight >= self.length;
        let (end, width) = if self.target.min == self.target.max {
            let end = if sight < distance { at + (aim - at) * (sight / distance) } else { aim };
            let excess = (self.length - distance).max(0.0) + self.length * SLACK;
            let width = (excess * (self.length + distance)).sqrt() * 0.5;
            (end, width.min(sight))
        } else {
            // A target with room in it makes the lens wider than its middle tells.
            (at, sight.min(self.length))
        };
        let mut near: Vec<(f64, Body)> = Vec::new();
        grown.visit(grown.wide_way(at, end, DVec2::splat(width)), |_, body| {
            let away = body.aabb.distance_to(at);
            let by_here = away + body.aabb.distance_between(&self.target);
            if away * (1.0 - SLACK) <= sight && by_here * (1.0 - SLACK) < self.length {
                near.push((away, body));
            }
        });
        near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.barrier.cmp(&b.1.barrier)));
        self.bodies = near;
        whole || self.is_closed(aim, distance)
    }

    /// Whether `point`, which lies in the lens, is within sight and seen.
    pub fn sees(&self, point: DVec2) -> bool {
        let way = Segment::new(self.at, point);
        self.nearer(&way).is_some_and(|mut nearer| nearer.all(|b| !way.enters(&b.aabb)))
    }

    /// Whether a corner within the lens is within sight, seen, and clear enough for a bend.
    pub fn sees_bend(&self, corner: &Corner) -> bool {
        let way = Segment::new(self.at, corner.point);
        let is_clear = |b: &Body| !way.enters(&b.aabb) && !corner.is_filled_by(&b.aabb);
        self.nearer(&way).is_some_and(|mut nearer| nearer.all(is_clear))
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

    /// The corners that might be seen, and how long the way by each is at least.
    pub fn corners(&self) -> impl Iterator<Item = (Corner, f64)> {
        self.bodies().flat_map(Corner::all_of).filter_map(|corner| {
            let leg = corner.point - self.at;
            if leg == DVec2::ZERO || !corner.is_grazed_by(leg) {
                return None;
            }
            let length = leg.length() + self.target.distance_to(corner.point);
            (length < self.length).then_some((corner, length))
        })
    }

    /// Whether bodies within sight hide all of the lens that lies beyond.
    fn is_closed(&self, aim: DVec2, distance: f64) -> bool {
        let axis = if distance > 0.0 { aim - self.at } else { DVec2::X };
        let spread = (self.length * self.length - distance * distance) / (2.0 * self.sight);
        let cosine = (self.length - spread) / distance;
        if self.target.min != self.target.max || distance == 0.0 || cosine <= 0.0 {
            let around = [axis, axis.perp(), -axis, -axis.perp(), axis].map(|way| self.at + way);
            return around.windows(2).all(|quarter| self.is_hidden(quarter[0], quarter[1]));
        }
        // By the ellipse's polar equation, what lies beyond is seen under these angles only.
        if cosine >= 1.0 {
            return true;
        }
        let sine = (1.0 - cosine * cosine).sqrt();
        let (along, across) = (axis * cosine, axis.perp() * sine);
        let (right, left) = (self.at + along - across, self.at + along + across);
        self.is_hidden(right, left)
    }

    /// Whether bodies within sight hide everything from the direction of `right` round to that of
    /// `left`, less than half a turn.
    fn is_hidden(&self, right: DVec2, left: DVec2) -> bool {
        let mut seen = right;
        let hides = |body: &&Body| {
            let far = (body.aabb.min - self.at).abs().max((body.aabb.max - self.at).abs());
            far.length() <= self.sight
        };
        let shadows: Vec<(DVec2, DVec2)> =
            self.bodies().filter(hides).filter_map(|body| self.shadow(body)).collect();
        while turn(self.at, seen, left).is_ge() {
            let ahead = shadows.iter().filter(|(begin, end)| {
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
        true
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
