//! Driving along a route that is joined from successive plans, with two motors.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::DVec2;

use super::motors::motors;

/// The distance to a waypoint at which the next one becomes the aim, in cells.
const LOOK_AHEAD: f64 = 1.5;

/// The angle of a turn on the spot in one move, in degrees, with one motor forward and one
/// backward.
const TURN: f64 = 45.0;

/// The number of waypoints already driven that are kept.
const KEPT: usize = 16;

/// The route: waypoints already driven, then those planned last.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Route {
    points: Vec<DVec2>,
    /// The index of the waypoint aimed at.
    next: usize,
}

impl Route {
    /// Replaces the rest of the route by a new plan, which was made at `from`. To change over to
    /// the plan, the rover may drive back along the route. It continues from the waypoint nearest
    /// to it.
    pub fn join(&mut self, from: DVec2, plan: impl IntoIterator<Item = DVec2>, at: DVec2) {
        self.points.truncate(self.next);
        let old = self.points.len().saturating_sub(KEPT);
        self.points.drain(..old);
        self.points.retain(|&point| point != from);
        self.points.push(from);
        self.points.extend(plan);
        let distances = self.points.iter().map(|point| point.distance_squared(at));
        let nearest = distances.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
        self.next = nearest.map_or(0, |(index, _)| index) + 1;
    }

    /// Skips the waypoints that are near enough.
    pub fn pass(&mut self, at: DVec2, cell: f64) {
        while self.next + 1 < self.points.len()
            && self.points[self.next].distance(at) < LOOK_AHEAD * cell
        {
            self.next += 1;
        }
        if self.points.get(self.next) == Some(&at) {
            self.next += 1;
        }
    }

    /// The waypoint to aim at; `None` at the end of the route.
    pub fn aim(&self) -> Option<DVec2> {
        self.points.get(self.next).copied()
    }

    /// The waypoints to drive to when the one aimed at cannot be reached straight: those before it,
    /// back to where the last plan began.
    pub fn before(&self) -> impl Iterator<Item = DVec2> {
        let end = self.next.min(self.points.len());
        self.points[..end].iter().rev().copied()
    }

    pub fn is_sound(&self) -> bool {
        self.points.iter().all(|point| point.is_finite()) && self.next <= self.points.len() + 1
    }
}

/// The angle from the heading to the vector `toward`, in degrees: positive to the left.
pub(super) fn error(heading: DVec2, toward: DVec2) -> f64 {
    libm::atan2(heading.perp_dot(toward), heading.dot(toward)).to_degrees()
}

/// The effect of the motors in one move toward the vector `toward`: the new heading, and the
/// distance, given the distance at full power.
pub(super) fn steered(heading: DVec2, toward: DVec2, full: f64) -> (DVec2, f64) {
    let error = error(heading, toward);
    let (left, right) = motors(error);
    // At most until the aim lies straight ahead.
    let turn = ((right - left) * 0.5 * TURN).clamp(-error.abs(), error.abs());
    let (sin, cos) = libm::sincos(turn.to_radians());
    let turned = DVec2::new(heading.x * cos - heading.y * sin, heading.x * sin + heading.y * cos);
    (turned.normalize_or(heading), (left + right) * 0.5 * full)
}
