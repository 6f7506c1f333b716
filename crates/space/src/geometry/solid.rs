//! What the centre of a body cannot enter: boxes and convex polygons.

use std::sync::Arc;

use glam::DVec2;

use super::{Aabb, Convex, Segment, lattice, turn};

/// An open area that a point may touch but not enter.
#[derive(Debug, Clone, PartialEq)]
pub enum Solid {
    /// A box.
    Box(Aabb),
    /// A convex polygon.
    Convex(Arc<Convex>),
}

impl Solid {
    /// The bounding box.
    #[must_use]
    #[inline]
    pub fn bounds(&self) -> Aabb {
        match self {
            Self::Box(area) => *area,
            Self::Convex(shape) => shape.bounds(),
        }
    }

    /// Whether any point of the segment lies strictly inside. Exact.
    #[must_use]
    #[inline]
    pub fn is_entered_by(&self, segment: &Segment) -> bool {
        match self {
            Self::Box(area) => segment.enters(area),
            Self::Convex(shape) => shape.is_entered_by(segment),
        }
    }

    /// Whether `point` lies strictly inside. Exact.
    #[must_use]
    #[inline]
    pub fn contains_inside(&self, point: DVec2) -> bool {
        match self {
            Self::Box(area) => area.contains_inside(point),
            Self::Convex(shape) => shape.contains_inside(point),
        }
    }

    /// Whether its interior and that of a box share a point. Exact.
    #[must_use]
    pub fn overlaps(&self, other: &Aabb) -> bool {
        match self {
            Self::Box(area) => area.overlaps(other),
            Self::Convex(shape) => shape.overlaps_box(other),
        }
    }

    /// Where the centre of a box of half-size `by` cannot be because of it. Exact.
    #[must_use]
    pub fn inflated(&self, by: DVec2) -> Self {
        match self {
            Self::Box(area) => Self::Box(area.inflated(by)),
            Self::Convex(shape) => Self::Convex(Arc::new(shape.inflated(by))),
        }
    }

    /// The places on the sides that are nearest to a point, one on each side, on the lattice and outside.
    #[must_use]
    pub fn sides(&self, point: DVec2) -> Vec<DVec2> {
        match self {
            Self::Box(Aabb { min, max }) => vec![
                DVec2::new(min.x, point.y),
                DVec2::new(max.x, point.y),
                DVec2::new(point.x, min.y),
                DVec2::new(point.x, max.y),
            ],
            Self::Convex(shape) => shape.edges().map(|edge| beside(&edge, point)).collect(),
        }
    }
}

/// The place on an edge that is nearest to a point, on the lattice and not on the left of the edge.
fn beside(edge: &Segment, point: DVec2) -> DVec2 {
    let along = edge.to - edge.from;
    let share = (point - edge.from).dot(along) / along.length_squared();
    outside(edge, lattice::snap_point(edge.from + along * share.clamp(0.0, 1.0)))
}

/// The first lattice point that is not on the left of an edge, from a point outward.
pub(super) fn outside(edge: &Segment, point: DVec2) -> DVec2 {
    /// Rounding moves a point by less than a step on each axis.
    const FARTHEST: i32 = 4;
    let outward = -(edge.to - edge.from).perp();
    let step = DVec2::select(outward.cmpeq(DVec2::ZERO), DVec2::ZERO, outward.signum());
    let places = (0..=FARTHEST).map(|by| point + step * (f64::from(by) * lattice::STEP));
    let is_outside = |place: &DVec2| turn(edge.from, edge.to, *place).is_le();
    places.into_iter().find(is_outside).unwrap_or(point)
}
