//! What is asked of a navigator.

use serde::{Deserialize, Serialize};

use super::ObstacleKey;
use crate::geometry::{Aabb, DVec2};

/// Where a mover wants to get, its centre that is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Goal {
    /// This very point.
    Point(DVec2),
    /// Next to this box: any place where the mover touches it. A mover that overlaps the box has
    /// arrived too. To the search the box itself is no obstacle, so list it in
    /// [`Request::ignore`] or not, as it suits.
    Beside(Aabb),
}

/// A question to a navigator: get a box from here to there.
///
/// Coordinates are in world units. Where all of them, the obstacles' too, lie on the
/// [`lattice`](crate::geometry::lattice), nothing on the way to the answer is rounded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Where the mover's centre is.
    pub start: DVec2,
    /// Where it should get.
    pub goal: Goal,
    /// The mover's half-size: half its width and half its height, neither negative.
    pub half: DVec2,
    /// The obstacles that are none to this mover: itself first of all.
    pub ignore: Vec<ObstacleKey>,
    /// After how many steps to give up. A step is one look at the obstacles, a few microseconds.
    pub limit: u32,
}

impl Request {
    /// Asks for the way of a mover of half-size `half`, with nothing ignored and a
    /// [limit](Request::limit) that is out of the way.
    #[must_use]
    pub fn new(start: DVec2, goal: Goal, half: DVec2) -> Self {
        Self { start, goal, half, ignore: Vec::new(), limit: u32::MAX }
    }

    /// The same, but as if these obstacles were not there.
    #[must_use]
    pub fn ignoring(mut self, ignore: impl IntoIterator<Item = ObstacleKey>) -> Self {
        self.ignore.extend(ignore);
        self
    }

    /// The same, but given up after `limit` steps.
    #[must_use]
    pub fn within(mut self, limit: u32) -> Self {
        self.limit = limit;
        self
    }

    /// The places at which the mover's centre has arrived: all of this closed box, a single point
    /// for [`Goal::Point`].
    #[must_use]
    pub fn target(&self) -> Aabb {
        match self.goal {
            Goal::Point(point) => Aabb::new(point, point),
            Goal::Beside(area) => area.inflated(self.half),
        }
    }

    /// Whether all its numbers are finite, and its half-size and its area are not negative.
    pub(super) fn is_sound(&self) -> bool {
        let goal = match self.goal {
            Goal::Point(point) => Aabb { min: point, max: point },
            Goal::Beside(area) => area,
        };
        self.start.is_finite()
            && is_box(&goal)
            && self.half.is_finite()
            && self.half.cmpge(DVec2::ZERO).all()
    }
}

/// Whether a box is finite and not inside out.
pub(super) fn is_box(aabb: &Aabb) -> bool {
    aabb.min.is_finite() && aabb.max.is_finite() && aabb.min.cmple(aabb.max).all()
}
