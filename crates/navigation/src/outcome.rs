//! The outcome of a search.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::DVec2;

use super::ObstacleKey;

/// The answer to a [`Request`](super::Request).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// The waypoints after the start, the last of them at the goal; empty when the agent has
    /// arrived already. Segments between waypoints are straight.
    Found(Vec<DVec2>),
    /// There is no path, because these barriers enclose or cover the start.
    StartEnclosed {
        /// What surrounds the start, ordered by key.
        by: Vec<Barrier>,
    },
    /// There is no path, because these barriers enclose or cover the goal. When start and goal are
    /// both enclosed, one of them is reported. When the border of the world is part of the barrier,
    /// the smaller of the two areas counts as enclosed.
    GoalEnclosed {
        /// What surrounds the goal, ordered by key.
        by: Vec<Barrier>,
    },
    /// The start or the goal lies where part of the agent would be outside the world.
    Outside,
    /// The search reached the request's step limit before it had an answer, or the obstacles
    /// changed during the search in a way that invalidated its state.
    GaveUp,
    /// The method found no path; there may be one.
    Failed(FailureReason),
}

/// Why an incomplete method failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FailureReason {
    /// It reached a position from which it has no move.
    Stuck,
    /// It returned to an earlier position in the same state.
    Circling,
    /// There is no path between cells of its grid.
    NoneOnGrid,
}

impl Outcome {
    /// Whether all its numbers are finite.
    pub(super) fn is_sound(&self) -> bool {
        self.path().is_none_or(|path| path.iter().all(|place| place.is_finite()))
    }

    /// The name used in tables and JSON output.
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

    /// The waypoints, when there is a path.
    #[must_use]
    pub fn path(&self) -> Option<&[DVec2]> {
        match self {
            Self::Found(path) => Some(path),
            _ => None,
        }
    }

    /// The length of the path from `start`, in world units, when there is one.
    #[must_use]
    pub fn length_from(&self, start: DVec2) -> Option<f64> {
        self.path().map(|path| path_length(start, path))
    }
}

/// Something that is part of an enclosing barrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Barrier {
    /// The obstacle with this key.
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

/// The first part of the polyline from `start` through `waypoints`: the point at most `most` from its start
/// along it, the length to it, and the waypoints after it.
///
/// ```
/// use terrarium_navigation::cut_path;
/// use terrarium_navigation::geometry::DVec2;
///
/// let bend = [DVec2::new(3.0, 0.0), DVec2::new(3.0, 4.0)];
/// assert_eq!(cut_path(DVec2::ZERO, &bend, 5.0), (DVec2::new(3.0, 2.0), 5.0, &bend[1..]));
/// assert_eq!(cut_path(DVec2::ZERO, &bend, 9.0), (bend[1], 7.0, &bend[..0]));
/// ```
#[must_use]
#[inline]
pub fn cut_path(start: DVec2, waypoints: &[DVec2], most: f64) -> (DVec2, f64, &[DVec2]) {
    let (mut from, mut length) = (start, 0.0);
    for (index, &waypoint) in waypoints.iter().enumerate() {
        let segment = from.distance(waypoint);
        if length + segment > most {
            return (from.lerp(waypoint, (most - length) / segment), most, &waypoints[index..]);
        }
        length += segment;
        from = waypoint;
    }
    (from, length, &[])
}
