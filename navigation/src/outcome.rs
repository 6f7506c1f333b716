//! What a navigator answers.

use serde::{Deserialize, Serialize};

use super::ObstacleKey;
use crate::geometry::DVec2;

/// The answer to a [`Request`](super::Request).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// The waypoints after the start, the last of them at the goal; none when the mover has
    /// arrived already. Between them the way is straight.
    Found(Vec<DVec2>),
    /// There is no way, because these close the start in, or cover it.
    StartEnclosed {
        /// What stands around the start, in order of name.
        by: Vec<Barrier>,
    },
    /// There is no way, because these close the goal in, or cover it. When start and goal are
    /// each closed in, one of them is named; when the border helps to part them, the smaller place
    /// counts as closed in.
    GoalEnclosed {
        /// What stands around the goal, in order of name.
        by: Vec<Barrier>,
    },
    /// The mover cannot be at its start, or cannot be at its goal, without leaving the world.
    Outside,
    /// The request's limit of steps was reached before an answer, or the obstacles changed under the
    /// search in a way that made what it knew worthless.
    GaveUp,
    /// The method found no way, which does not mean that there is none.
    Failed(FailureReason),
}

/// How a method failed that cannot always find a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FailureReason {
    /// It got to a place from which it does not know where to go.
    Stuck,
    /// It came to where it had been before, in the same frame of mind.
    Circling,
    /// There is no way from square to square of its grid.
    NoneOnGrid,
}

impl Outcome {
    /// Whether all its numbers are finite.
    pub(super) fn is_sound(&self) -> bool {
        self.path().is_none_or(|path| path.iter().all(|place| place.is_finite()))
    }

    /// What it is called in tables and answers.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Found(_) => "found",
            Self::StartEnclosed { .. } => "start_enclosed",
            Self::GoalEnclosed { .. } => "goal_enclosed",
            Self::Outside => "outside",
            Self::GaveUp => "gave_up",
            Self::Failed(FailureReason::Stuck) => "stuck",
            Self::Failed(FailureReason::Circling) => "circling",
            Self::Failed(FailureReason::NoneOnGrid) => "none_on_grid",
        }
    }

    /// The waypoints, when there is a way.
    #[must_use]
    pub fn path(&self) -> Option<&[DVec2]> {
        match self {
            Self::Found(path) => Some(path),
            _ => None,
        }
    }

    /// How far it is from `start` along the way, in world units, when there is one.
    #[must_use]
    pub fn length_from(&self, start: DVec2) -> Option<f64> {
        self.path().map(|path| path_length(start, path))
    }
}

/// Something that helps to close a place in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Barrier {
    /// The obstacle of this name.
    Obstacle(ObstacleKey),
    /// The border of the world.
    Border,
}

/// The length of the polyline from `start` through `waypoints`, in world units.
#[must_use]
pub fn path_length(start: DVec2, waypoints: &[DVec2]) -> f64 {
    let mut from = start;
    waypoints.iter().fold(0.0, |sum, &to| sum + core::mem::replace(&mut from, to).distance(to))
}
