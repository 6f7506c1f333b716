//! How chains of overlapping convex shapes wind around two points.
//!
//! A union of open convex shapes separates two points outside it exactly when a closed chain of
//! overlapping shapes winds around one of them more often than around the other: every closed curve
//! in the union can be pulled onto such a chain.

use core::cmp::Ordering;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Convex, DVec2, turn};

/// The directions in which a shape lies as seen from a point, at most half a turn.
///
/// Directions are angles from −π up to π, so the arc of a shape that lies across the negative x-axis
/// ends above π.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Arc {
    begin: DVec2,
    end: DVec2,
    is_across: bool,
}

impl Arc {
    /// The arc of a shape; `None` when it contains the point. Exact.
    fn new(area: &Convex, from: DVec2) -> Option<Self> {
        let [begin, end] = area.tangents(from)?.map(|index| area.corners()[index]);
        Some(Self { begin, end, is_across: !is_before(from, begin, end) })
    }

    /// The number of whole turns to the left by which the arc of an overlapping shape has to be
    /// turned to overlap this one: 0, 1 or −1. Exact.
    fn turns_to(&self, other: &Self, from: DVec2) -> i32 {
        let begins_in_time =
            |one: &Self, other: &Self| other.is_across || is_before(from, one.begin, other.end);
        match (begins_in_time(self, other), begins_in_time(other, self)) {
            (true, true) => 0,
            (false, _) => 1,
            (_, false) => -1,
        }
    }
}

/// Whether the angle of the direction of one point, from −π up to π, is less than that of another.
fn is_before(from: DVec2, a: DVec2, b: DVec2) -> bool {
    let is_upper = |p: DVec2| p.y > from.y || (p.y == from.y && p.x > from.x);
    match (is_upper(a), is_upper(b)) {
        (false, true) => true,
        (true, false) => false,
        _ => turn(from, a, b) == Ordering::Greater,
    }
}

/// A shape as seen from two points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Bearings([Option<Arc>; 2]);

impl Bearings {
    pub fn new(area: &Convex, points: [DVec2; 2]) -> Self {
        Self(points.map(|point| Arc::new(area, point)))
    }

    /// The turns around the two points on the way from this shape to one that overlaps it.
    pub fn turns_to(&self, other: &Self, points: [DVec2; 2]) -> [i32; 2] {
        [0, 1].map(|which| match (&self.0[which], &other.0[which]) {
            (Some(one), Some(other)) => one.turns_to(other, points[which]),
            // An obstacle has moved onto the point since that was found free.
            _ => 0,
        })
    }
}
