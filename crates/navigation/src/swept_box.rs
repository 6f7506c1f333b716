//! The area that a search queries.

use core::cmp::Ordering;

use terrarium_space::geometry::{Aabb, DVec2, turn};

/// An agent's box swept over a point, a segment or a triangle: the area in which obstacles matter
/// to one query of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SweptBox {
    corners: [DVec2; 3],
    half: DVec2,
    bounds: Aabb,
    /// On which side of its edges the triangle's interior lies.
    inside: Ordering,
}

impl SweptBox {
    /// An agent of half-size `half` at `at`.
    #[must_use]
    #[inline]
    pub fn place(at: DVec2, half: DVec2) -> Self {
        Self::segment(at, at, half)
    }

    /// An agent of half-size `half` moving straight from `from` to `to`.
    #[must_use]
    #[inline]
    pub fn segment(from: DVec2, to: DVec2, half: DVec2) -> Self {
        let bounds = Aabb::spanning(from, to).inflated(half);
        Self { corners: [from, to, to], half, bounds, inside: Ordering::Equal }
    }

    /// An agent of half-size `half` anywhere in a triangle, boundary included.
    #[must_use]
    pub fn triangle(corners: [DVec2; 3], half: DVec2) -> Self {
        let [a, b, c] = corners;
        let bounds = Aabb::new(a.min(b).min(c), a.max(b).max(c)).inflated(half);
        Self { corners, half, bounds, inside: turn(a, b, c) }
    }

    /// The point near which obstacles should be passed first.
    #[must_use]
    #[inline]
    pub fn origin(&self) -> DVec2 {
        self.corners[0]
    }

    /// The bounding box of the whole swept box.
    #[must_use]
    #[inline]
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// An agent of half-size `half` anywhere in a box, boundary included.
    #[must_use]
    #[inline]
    pub fn area(area: &Aabb, half: DVec2) -> Self {
        let centre = area.centre();
        Self { bounds: area.inflated(half), ..Self::place(centre, half) }
    }

    /// Excludes what an agent inside `area` cannot touch.
    pub fn clip(&mut self, area: &Aabb) {
        let area = area.inflated(self.half);
        self.bounds.min = self.bounds.min.max(area.min);
        self.bounds.max = self.bounds.max.min(area.max);
    }

    /// Excludes everything: the query is answered.
    pub fn close(&mut self) {
        self.bounds = Aabb { min: DVec2::INFINITY, max: DVec2::NEG_INFINITY };
    }

    /// Whether the swept box and the closed box share a point. A box that barely misses may be
    /// reported as touching, but never the other way round.
    ///
    /// By the separating axis theorem, two convex shapes are apart exactly when a line along an
    /// edge of one of them separates them. Inflating the box by the agent reduces the agent to a
    /// point, which leaves the axes and the triangle's own edges to test.
    #[must_use]
    #[inline]
    pub fn touches(&self, area: &Aabb) -> bool {
        self.bounds.touches(area) && !self.is_apart_from(area)
    }

    /// Whether a line along an edge of the triangle certainly separates it from the box.
    #[inline]
    fn is_apart_from(&self, area: &Aabb) -> bool {
        let [a, b, c] = self.corners;
        let inflated = area.inflated(self.half);
        if b == c {
            return self.separates(a, b, &inflated);
        }
        self.separates(a, b, &inflated)
            || self.separates(b, c, &inflated)
            || self.separates(c, a, &inflated)
    }

    /// The least and the greatest x of what lies between two heights, rounded outward; `None` where
    /// nothing does.
    pub(super) fn width_between(&self, bottom: f64, top: f64) -> Option<[f64; 2]> {
        let Aabb { min, max } = self.bounds;
        let (bottom, top) = (bottom.max(min.y) - self.half.y, top.min(max.y) + self.half.y);
        let [a, b, c] = self.corners;
        if a == b && b == c {
            return (bottom <= top && min.x <= max.x).then_some([min.x, max.x]);
        }
        let [mut least, mut most] = [f64::INFINITY, f64::NEG_INFINITY];
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let (low, high) = if from.y <= to.y { (from, to) } else { (to, from) };
            if high.y < bottom || low.y > top {
                continue;
            }
            let at = |y: f64| {
                let x = low.x + (high.x - low.x) * ((y - low.y) / (high.y - low.y));
                x.clamp(from.x.min(to.x), from.x.max(to.x))
            };
            let ends = [
                if low.y < bottom { at(bottom) } else { low.x },
                if high.y > top { at(top) } else { high.x },
            ];
            least = least.min(ends[0]).min(ends[1]);
            most = most.max(ends[0]).max(ends[1]);
        }
        let margin = ROUNDING * (least.abs() + most.abs() + (c.x - a.x).abs()) + self.half.x;
        let (least, most) = ((least - margin).max(min.x), (most + margin).min(max.x));
        (least <= most).then_some([least, most])
    }

    /// Whether the line through two corners certainly separates the box from the triangle.
    #[inline]
    fn separates(&self, a: DVec2, b: DVec2, area: &Aabb) -> bool {
        let along = b - a;
        let (least, most) = (area.min - a, area.max - a);
        // Twice the vector to the box's centre, and the box's size: the factors of two cancel out.
        let (to, size) = (least + most, most - least);
        let (up, over) = (along.x * to.y, along.y * to.x);
        let width = along.x.abs() * size.y + along.y.abs() * size.x;
        let margin = width + ROUNDING * (up.abs() + over.abs() + width);
        let side = up - over;
        (side > margin && self.inside.is_le()) || (side < -margin && self.inside.is_ge())
    }
}

/// An upper bound of the relative rounding error of a few sums of products of differences: each
/// operation is off by at most half a machine epsilon, and at most six are chained.
const ROUNDING: f64 = 8.0 * f64::EPSILON;
