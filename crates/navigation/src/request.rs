//! Requests: what a navigator is asked to find.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, DVec2};

use super::ObstacleKey;

/// The goal of the agent's centre.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Goal {
    /// This point.
    Point(DVec2),
    /// Next to this box: any position at which the agent touches it. An agent that overlaps the box
    /// has arrived, too. The box by itself is not an obstacle. If it is the box of one of the
    /// obstacles, [`Request::ignore`] may list that obstacle, but need not.
    Beside(Aabb),
}

impl Goal {
    /// The positions at which the centre of an agent of half-size `half` has arrived: a closed box, which for
    /// [`Goal::Point`] is a single point.
    #[must_use]
    pub fn positions(&self, half: DVec2) -> Aabb {
        match *self {
            Self::Point(point) => Aabb::new(point, point),
            Self::Beside(area) => area.inflated(half),
        }
    }
}

/// A path-finding problem: move a box from a start to a goal.
///
/// Coordinates are in world units. Where all coordinates, including those of the obstacles, lie on
/// the [`lattice`](terrarium_space::geometry::lattice), the computation is exact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The start position of the agent's centre.
    pub start: DVec2,
    /// The goal.
    pub goal: Goal,
    /// The agent's half-size: half its width and half its height, neither negative.
    pub half: DVec2,
    /// The obstacles that do not block this agent: usually the agent itself.
    pub ignore: Vec<ObstacleKey>,
    /// The number of steps after which the search gives up. A step is one query of the obstacles, a
    /// few microseconds; or of a portal between their [regions](crate::Obstacles::regions), a fraction
    /// of one.
    pub limit: u32,
}

impl Request {
    /// A request for an agent of half-size `half` that ignores no obstacle and has no
    /// [limit](Request::limit).
    #[must_use]
    pub fn new(start: DVec2, goal: Goal, half: DVec2) -> Self {
        Self { start, goal, half, ignore: Vec::new(), limit: u32::MAX }
    }

    /// The same request, ignoring these obstacles too.
    #[must_use]
    pub fn ignoring(mut self, ignore: impl IntoIterator<Item = ObstacleKey>) -> Self {
        self.ignore.extend(ignore);
        self
    }

    /// The same request, limited to `limit` steps.
    #[must_use]
    pub fn within(mut self, limit: u32) -> Self {
        self.limit = limit;
        self
    }

    /// The positions at which the agent's centre has arrived: a closed box, which for
    /// [`Goal::Point`] is a single point.
    #[must_use]
    pub fn target(&self) -> Aabb {
        self.goal.positions(self.half)
    }

    /// Whether all numbers are finite and no size is negative.
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

/// Whether a box is finite and its minimum is nowhere above its maximum.
pub(crate) fn is_box(aabb: &Aabb) -> bool {
    aabb.min.is_finite() && aabb.max.is_finite() && aabb.min.cmple(aabb.max).all()
}
