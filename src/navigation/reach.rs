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
        let grown = area.inflated(self.half);
        if b == c {
            return !self.parts(a, b, &grown);
        }
        !(self.parts(a, b, &grown) || self.parts(b, c, &grown) || self.parts(c, a, &grown))
    }

    /// Whether the line through two corners surely parts the box from the triangle.
    fn parts(&self, a: DVec2, b: DVec2, area: &Aabb) -> bool {
        let along = b - a;
        // Of the box's corners only the two farthest apart across the line can be nearest to it.
        let mirrored = (along.x > 0.0) != (along.y > 0.0);
        let (y_low, y_high) =
            if mirrored { (area.max.y, area.min.y) } else { (area.min.y, area.max.y) };
        let side = |x: f64, y: f64| {
            let (up, over) = (along.x * (y - a.y), along.y * (x - a.x));
            let surely = ROUNDING * (up.abs() + over.abs());
            let side = up - over;
            (side > surely, side < -surely)
        };
        let (low_left, low_right) = side(area.max.x, y_low);
        let (high_left, high_right) = side(area.min.x, y_high);
        (low_left && high_left && self.inside.is_le())
            || (low_right && high_right && self.inside.is_ge())
    }
}

/// More than the relative rounding error of a difference of two products of differences: each of
/// its four steps is off by half this machine epsilon at most.
const ROUNDING: f64 = 4.0 * f64::EPSILON;
