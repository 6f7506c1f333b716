//! Which part of the world a search wants to know about.

use crate::geometry::{Aabb, DVec2, side_of_line};

/// A mover's box carried over a point, a segment or a triangle: the area in which obstacles matter
/// to one question of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reach {
    corners: [DVec2; 3],
    half: DVec2,
    bounds: Aabb,
}

impl Reach {
    /// A mover of half-size `half` standing at `at`.
    #[must_use]
    pub fn place(at: DVec2, half: DVec2) -> Self {
        Self::triangle([at, at, at], half)
    }

    /// A mover of half-size `half` going straight from `from` to `to`.
    #[must_use]
    pub fn way(from: DVec2, to: DVec2, half: DVec2) -> Self {
        Self::triangle([from, to, to], half)
    }

    /// A mover of half-size `half` anywhere in a triangle, border included.
    #[must_use]
    pub fn triangle(corners: [DVec2; 3], half: DVec2) -> Self {
        let [a, b, c] = corners;
        let bounds = Aabb::new(a.min(b).min(c), a.max(b).max(c)).inflated(half);
        Self { corners, half, bounds }
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
        Self { corners: [centre; 3], half, bounds: area.inflated(half) }
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

    /// Whether the reach and the closed box share a point: exact, and so sure never to leave out
    /// what it should not.
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
            return !parted(a, b, c, &grown);
        }
        !(parted(a, b, c, &grown) || parted(b, c, a, &grown) || parted(c, a, b, &grown))
    }
}

/// Whether the line through `a` and `b` parts the box from the triangle with the third corner `c`.
fn parted(a: DVec2, b: DVec2, c: DVec2, area: &Aabb) -> bool {
    // An axis-parallel line, or none at all, parts no more than the axes have parted already.
    if a.x == b.x || a.y == b.y {
        return false;
    }
    // Of the box's corners only the two farthest apart across the line can be the nearest to it.
    let (low, high) = if (b.x > a.x) == (b.y > a.y) {
        (DVec2::new(area.max.x, area.min.y), DVec2::new(area.min.x, area.max.y))
    } else {
        (area.min, area.max)
    };
    let low = side_of_line(a, b, low);
    let high = side_of_line(a, b, high);
    let third = if c == b || c == a { 0.0 } else { side_of_line(a, b, c) };
    (third <= 0.0 && low > 0.0 && high > 0.0) || (third >= 0.0 && low < 0.0 && high < 0.0)
}
