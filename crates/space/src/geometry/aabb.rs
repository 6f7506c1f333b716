//! Axis-aligned boxes.

use glam::DVec2;
use serde::{Deserialize, Serialize};

/// One of the two coordinate axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axis {
    /// Left to right.
    X,
    /// Bottom to top or top to bottom: navigation does not depend on the direction of y.
    Y,
}

impl Axis {
    /// The other axis.
    #[must_use]
    #[inline]
    pub fn other(self) -> Self {
        match self {
            Self::X => Self::Y,
            Self::Y => Self::X,
        }
    }

    /// The coordinate of `point` along this axis.
    #[must_use]
    #[inline]
    pub fn of(self, point: DVec2) -> f64 {
        match self {
            Self::X => point.x,
            Self::Y => point.y,
        }
    }

    /// `point` with its coordinate along this axis replaced.
    #[must_use]
    #[inline]
    pub fn with(self, point: DVec2, value: f64) -> DVec2 {
        match self {
            Self::X => DVec2::new(value, point.y),
            Self::Y => DVec2::new(point.x, value),
        }
    }
}

/// An axis-aligned box, given by its minimum and maximum corners.
///
/// ```
/// use terrarium_space::geometry::{Aabb, DVec2};
///
/// let a = Aabb::new(DVec2::ZERO, DVec2::splat(2.0));
/// let b = Aabb::new(DVec2::new(2.0, 0.0), DVec2::new(3.0, 1.0));
/// assert!(a.touches(&b) && !a.overlaps(&b), "a shared edge is touching, not overlapping");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Aabb {
    /// The corner with the smallest coordinates.
    pub min: DVec2,
    /// The corner with the greatest coordinates.
    pub max: DVec2,
}

impl Aabb {
    /// The box between two corners, where `min` is nowhere greater than `max`.
    #[must_use]
    #[inline]
    pub fn new(min: DVec2, max: DVec2) -> Self {
        debug_assert!(min.cmple(max).all(), "a box needs min <= max, got {min} and {max}");
        Self { min, max }
    }

    /// The box around `centre` that extends by `half` to each side.
    #[must_use]
    #[inline]
    pub fn around(centre: DVec2, half: DVec2) -> Self {
        Self { min: centre - half, max: centre + half }
    }

    /// The square box around `centre` that extends by `radius` to each side.
    #[must_use]
    #[inline]
    pub fn square(centre: DVec2, radius: f64) -> Self {
        Self::around(centre, DVec2::splat(radius))
    }

    /// The smallest box that contains both points.
    #[must_use]
    #[inline]
    pub fn spanning(a: DVec2, b: DVec2) -> Self {
        Self { min: a.min(b), max: a.max(b) }
    }

    /// The centre.
    #[must_use]
    #[inline]
    pub fn centre(&self) -> DVec2 {
        (self.min + self.max) * 0.5
    }

    /// Width and height.
    #[must_use]
    #[inline]
    pub fn size(&self) -> DVec2 {
        self.max - self.min
    }

    /// The four corners, counter-clockwise from the minimum (x to the right, y up).
    #[must_use]
    pub fn corners(&self) -> [DVec2; 4] {
        let Self { min, max } = *self;
        [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)]
    }

    /// Width times height.
    #[must_use]
    #[inline]
    pub fn area(&self) -> f64 {
        let size = self.size();
        size.x * size.y
    }

    /// The box inflated by `by` on each side: the positions at which an agent of half-size `by`
    /// would touch or overlap this box. A negative `by` shrinks the box; a box shrunk beyond its
    /// centre has no interior and overlaps nothing.
    #[must_use]
    #[inline]
    pub fn inflated(&self, by: DVec2) -> Self {
        Self { min: self.min - by, max: self.max + by }
    }

    /// The box translated by `by`.
    #[must_use]
    #[inline]
    pub fn translated(&self, by: DVec2) -> Self {
        Self { min: self.min + by, max: self.max + by }
    }

    /// The smallest box that contains both boxes.
    #[must_use]
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Whether the open interiors share a point.
    #[must_use]
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
    }

    /// Whether the closed boxes share a point: overlapping or touching.
    #[must_use]
    #[inline]
    pub fn touches(&self, other: &Self) -> bool {
        (self.min.cmple(other.max) & other.min.cmple(self.max)).all()
    }

    /// Whether `point` lies strictly inside.
    #[must_use]
    #[inline]
    pub fn contains_inside(&self, point: DVec2) -> bool {
        self.min.cmplt(point).all() && point.cmplt(self.max).all()
    }

    /// Whether `other` lies within this closed box.
    #[must_use]
    #[inline]
    pub fn contains_box(&self, other: &Self) -> bool {
        self.min.cmple(other.min).all() && other.max.cmple(self.max).all()
    }

    /// What the closed boxes have in common; `None` when they share no point.
    #[must_use]
    #[inline]
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let (min, max) = (self.min.max(other.min), self.max.min(other.max));
        min.cmple(max).all().then_some(Self { min, max })
    }

    /// The area that the two boxes share; zero when they only touch.
    #[must_use]
    pub fn shared_area(&self, other: &Self) -> f64 {
        let size = self.max.min(other.max) - self.min.max(other.min);
        size.x.max(0.0) * size.y.max(0.0)
    }

    /// The point of the closed box nearest to `point`.
    #[must_use]
    #[inline]
    pub fn nearest_point(&self, point: DVec2) -> DVec2 {
        point.max(self.min).min(self.max)
    }

    /// The distance from `point` to the closed box; zero within it.
    #[must_use]
    #[inline]
    pub fn distance_to(&self, point: DVec2) -> f64 {
        point.distance(self.nearest_point(point))
    }

    /// The straight distance between two closed boxes; zero when they touch.
    #[must_use]
    #[inline]
    pub fn distance_between(&self, other: &Self) -> f64 {
        (self.min - other.max).max(other.min - self.max).max(DVec2::ZERO).length()
    }

    /// The gap between two boxes: the larger of the gaps along the axes, zero when they touch. An
    /// agent of any size closes it with a move of this length along one axis.
    #[must_use]
    #[inline]
    pub fn gap(&self, other: &Self) -> f64 {
        let gap = (self.min - other.max).max(other.min - self.max);
        gap.max_element().max(0.0)
    }
}
