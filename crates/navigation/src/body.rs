//! Inflated obstacles: boxes with four sides to follow.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, Axis, DVec2};

use super::Barrier;

/// An open box that the agent's centre may touch but not enter.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Body {
    pub barrier: Barrier,
    pub aabb: Aabb,
}

impl Body {
    /// Whether a search can have met this body: it is finite and has an interior.
    pub fn is_sound(&self) -> bool {
        let Aabb { min, max } = self.aabb;
        min.is_finite() && max.is_finite() && min.cmplt(max).all()
    }

    /// The four corners, counter-clockwise from the minimum.
    pub fn corners(&self) -> [DVec2; 4] {
        self.aabb.corners()
    }
}

/// A side of a box; followed counter-clockwise, so that the interior is on the left (x to the
/// right, y up).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Side {
    /// Maximum x, followed upward.
    Right,
    /// Maximum y, followed to the left.
    Top,
    /// Minimum x, followed downward.
    Left,
    /// Minimum y, followed to the right.
    Bottom,
}

impl Side {
    /// The next side counter-clockwise, with which this one shares its end.
    pub fn next(self) -> Self {
        match self {
            Self::Right => Self::Top,
            Self::Top => Self::Left,
            Self::Left => Self::Bottom,
            Self::Bottom => Self::Right,
        }
    }

    /// The previous side. When following this side leads into another box, it enters that box
    /// across its side of this kind.
    pub fn previous(self) -> Self {
        self.next().next().next()
    }

    /// The axis along which the side runs.
    pub fn along(self) -> Axis {
        match self {
            Self::Right | Self::Left => Axis::Y,
            Self::Top | Self::Bottom => Axis::X,
        }
    }

    /// The side across which a segment enters a box along `axis`, in upward or downward direction.
    pub fn entered(axis: Axis, upward: bool) -> Self {
        match (axis, upward) {
            (Axis::X, true) => Self::Left,
            (Axis::X, false) => Self::Right,
            (Axis::Y, true) => Self::Bottom,
            (Axis::Y, false) => Self::Top,
        }
    }

    /// The coordinate that all points of the side share.
    pub fn line(self, aabb: &Aabb) -> f64 {
        match self {
            Self::Right => aabb.max.x,
            Self::Top => aabb.max.y,
            Self::Left => aabb.min.x,
            Self::Bottom => aabb.min.y,
        }
    }

    /// The coordinate along the side at which it ends.
    pub fn end(self, aabb: &Aabb) -> f64 {
        self.next().line(aabb)
    }

    /// The quadrant of the box's interior as seen from the corner at the side's end.
    pub fn quadrant_at_end(self) -> DVec2 {
        match self {
            Self::Right => DVec2::new(-1.0, -1.0),
            Self::Top => DVec2::new(1.0, -1.0),
            Self::Left => DVec2::new(1.0, 1.0),
            Self::Bottom => DVec2::new(-1.0, 1.0),
        }
    }

    /// A coordinate along the side, with the sign that makes it increase in the direction of
    /// travel.
    pub fn progress(self, along: f64) -> f64 {
        match self {
            Self::Right | Self::Bottom => along,
            Self::Top | Self::Left => -along,
        }
    }

    /// The point on `line` at the coordinate `along` it.
    pub fn point(self, line: f64, along: f64) -> DVec2 {
        match self.along() {
            Axis::Y => DVec2::new(line, along),
            Axis::X => DVec2::new(along, line),
        }
    }
}
