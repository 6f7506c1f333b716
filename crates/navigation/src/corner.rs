//! Corners, around which shortest paths bend, and the directions in which a taut string leaves
//! them.

use core::cmp::Ordering;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, Axis, DVec2, turn};

use super::body::Body;

/// A corner around which a path can bend, with the quadrant of its body: the signs of the vector
/// from the corner to the body's centre.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Corner {
    pub point: DVec2,
    pub quadrant: DVec2,
}

impl Corner {
    /// A point that is not a corner: nothing bends around it.
    pub fn none(point: DVec2) -> Self {
        Self { point, quadrant: DVec2::ZERO }
    }

    /// The rightmost and the leftmost corner of a body as seen from a point outside it. A taut
    /// string from there can bend around no others.
    pub fn edges_of(body: &Body, from: DVec2) -> Option<[Self; 2]> {
        use Ordering::{Equal, Greater, Less};
        let place = |at: f64, min: f64, max: f64| {
            if at <= min {
                Less
            } else if at >= max {
                Greater
            } else {
                Equal
            }
        };
        let Aabb { min, max } = body.aabb;
        // Counter-clockwise from the minimum corner.
        let (right, left) = match (place(from.x, min.x, max.x), place(from.y, min.y, max.y)) {
            (Less, Less) => (1, 3),
            (Equal, Less) => (1, 0),
            (Greater, Less) => (2, 0),
            (Greater, Equal) => (2, 1),
            (Greater, Greater) => (3, 1),
            (Equal, Greater) => (3, 2),
            (Less, Greater) => (0, 2),
            (Less, Equal) => (0, 3),
            (Equal, Equal) => return None,
        };
        Some([Self::new(body, right), Self::new(body, left)])
    }

    /// The corner of a body with this number, counter-clockwise from the minimum.
    pub fn new(body: &Body, number: usize) -> Self {
        let quadrants = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
        Self { point: body.corners()[number % 4], quadrant: DVec2::from(quadrants[number % 4]) }
    }

    /// Whether the point is finite and the quadrant is one of four or zero.
    pub fn is_sound(&self) -> bool {
        let is_sign = self.quadrant.abs() == DVec2::ONE || self.quadrant == DVec2::ZERO;
        self.point.is_finite() && is_sign
    }

    /// Whether a straight segment in this direction grazes the corner without entering its body.
    pub fn is_grazed_by(&self, direction: DVec2) -> bool {
        let along = direction * self.quadrant;
        along.x.min(along.y) <= 0.0 && along.x.max(along.y) >= 0.0
    }

    /// Whether a body lies across one of the two sides that meet in this corner, so that nothing
    /// can bend around it.
    pub fn is_filled_by(&self, body: &Aabb) -> bool {
        let across = |min: f64, at: f64, max: f64| min < at && at < max;
        let along = |min: f64, at: f64, max: f64, towards: f64| {
            if towards > 0.0 { min <= at && at < max } else { min < at && at <= max }
        };
        let (Aabb { min, max }, at, towards) = (*body, self.point, self.quadrant);
        (across(min.x, at.x, max.x) && along(min.y, at.y, max.y, towards.y))
            || (across(min.y, at.y, max.y) && along(min.x, at.x, max.x, towards.x))
    }

    /// Whether the corner's body holds a free string from `before` around this corner to `after` in
    /// place.
    pub fn holds(&self, before: DVec2, after: DVec2) -> bool {
        let inside = turn(before, self.point, after);
        let within = self.point + self.quadrant;
        // Where coordinates are very large, the point inside may round to the corner itself.
        !inside.is_eq()
            && turn(before, self.point, within) == inside
            && turn(self.point, after, within) == inside
    }

    /// The side of the straight line from `before` on which the body lies; equal when it lies ahead
    /// or there is none.
    fn side_of_body(&self, before: DVec2) -> Ordering {
        turn(before, self.point, self.point + self.quadrant)
    }
}

/// The directions in which a string may leave a corner and stay taut: between straight ahead and
/// along the side of the body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Wedge {
    before: DVec2,
    corner: Corner,
    /// The side to which the string bends.
    inward: Ordering,
    /// The axis of the body's far side.
    along: Axis,
}

impl Wedge {
    /// The wedge of a string from `before` to a corner; `None` when it cannot bend there.
    pub fn new(before: DVec2, corner: Corner) -> Option<Self> {
        let inward = corner.side_of_body(before);
        let arrives = corner.point - before;
        if inward.is_eq() || !corner.is_grazed_by(arrives) {
            return None;
        }
        // Turning left from ahead, the first side of the body is the one at which its quadrant
        // begins.
        let even = corner.quadrant.x == corner.quadrant.y;
        let along = if even == inward.is_gt() { Axis::X } else { Axis::Y };
        Some(Self { before, corner, inward, along })
    }

    /// Whether the string bends toward `point`.
    pub fn holds(&self, point: DVec2) -> bool {
        let across = self.along.other();
        let aside = across.of(point - self.corner.point) * across.of(self.corner.quadrant);
        aside <= 0.0 && turn(self.before, self.corner.point, point) == self.inward
    }

    /// Points on its right and on its left edge.
    pub fn edges(&self) -> [DVec2; 2] {
        let at = self.corner.point;
        let ahead = at + (at - self.before);
        let aside = at + self.along.with(DVec2::ZERO, self.along.of(self.corner.quadrant));
        if self.inward.is_gt() { [ahead, aside] } else { [aside, ahead] }
    }
}
