//! Which part of the world a search wants to know about.

use core::cmp::Ordering;

use crate::geometry::{Aabb, DVec2, turn};

/// A mover's box carried over a point, a segment or a triangle: the area in which obstacles matter
/// to one question of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reach {
    corners: [DVec2; 3],
    half: DVec2,
    bounds: Aabb,
    /// On which side of its edges the triangle's inside lies.
    inside: Ordering,
}

impl Reach {
    /// A mover of half-size `half` standing at `at`.
    #[must_use]
    pub fn place(at: DVec2, half: DVec2) -> Self {
        Self::way(at, at, half)
    }

    /// A mover of half-size `half` going straight from `from` to `to`.
    #[must_use]
    pub fn way(from: DVec2, to: DVec2, half: DVec2) -> Self {
        let bounds = Aabb::spanning(from, to).inflated(half);
        Self { corners: [from, to, to], half, bounds, inside: Ordering::Equal }
    }

    /// A mover of half-size `half` anywhere in a triangle, border included.
    #[must_use]
    pub fn triangle(corners: [DVec2; 3], half: DVec2) -> Self {
        let [a, b, c] = corners;
        let bounds = Aabb::new(a.min(b).min(c), a.max(b).max(c)).inflated(half);
        Self { corners, half, bounds, inside: turn(a, b, c) }
    }

    /// The place from which a set does well to begin showing obstacles.
    #[must_use]
    pub fn origin(&self) -> DVec2 {
        self.corners[0]
    }

    /// The smallest box around the whole reach.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// A mover of half-size `half` anywhere in a box, border included.
    #[must_use]
    pub fn area(area: &Aabb, half: DVec2) -> Self {
        let centre = area.centre();
        Self { bounds: area.inflated(half), ..Self::place(centre, half) }
    }

    /// Leaves out what a mover cannot touch from within `area`.
    pub fn clip(&mut self, area: &Aabb) {
        let area = area.inflated(self.half);
        self.bounds.min = self.bounds.min.max(area.min);
        self.bounds.max = self.bounds.max.min(area.max);
    }

    /// Leaves out everything: the question is answered.
    pub fn close(&mut self) {
        self.bounds = Aabb { min: DVec2::INFINITY, max: DVec2::NEG_INFINITY };
    }

    /// Whether the reach and the closed box share a point. What barely misses may be told to touch,
    /// but never the other way round.
    ///
    /// Two convex shapes are apart exactly when a line along an edge of one of them parts them.
    /// Growing the box by the mover does away with the mover; left are the axes and the triangle's
    /// own edges.
    #[must_use]
    pub fn touches(&self, area: &Aabb) -> bool {
        if !self.bounds.touches(area) {
            return false;
        }
        let [a, b, c] = self.corners;
        let inflated = area.inflated(self.half);
        if b == c {
            return !self.parts(a, b, &inflated);
        }
        !(self.parts(a, b, &inflated) || self.parts(b, c, &inflated) || self.parts(c, a, &inflated))
    }

    /// Whether the line through two corners surely parts the box from the triangle.
    fn parts(&self, a: DVec2, b: DVec2, area: &Aabb) -> bool {
        let along = b - a;
        let (least, most) = (area.min - a, area.max - a);
        // Twice the way to the box's middle, and the box's size: its halves cancel out.
        let (to, size) = (least + most, most - least);
        let (up, over) = (along.x * to.y, along.y * to.x);
        let width = along.x.abs() * size.y + along.y.abs() * size.x;
        let surely = width + ROUNDING * (up.abs() + over.abs() + width);
        let side = up - over;
        (side > surely && self.inside.is_le()) || (side < -surely && self.inside.is_ge())
    }
}

/// More than the relative rounding error of a few sums of products of differences: each step is off
/// by half this machine epsilon at most, and none is taken more than six times in a row.
const ROUNDING: f64 = 8.0 * f64::EPSILON;
