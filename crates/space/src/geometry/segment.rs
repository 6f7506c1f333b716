//! Segments, and the orientation predicate.

use core::cmp::Ordering;

use glam::DVec2;
use robust::{Coord, orient2d};

use super::Aabb;

/// The side of the line from `a` through `b` on which the point `c` lies: positive on its left
/// (with x to the right and y up), negative on its right, zero exactly on it. Exact for all finite
/// input.
#[must_use]
pub fn side_of_line(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    let coord = |p: DVec2| Coord { x: p.x, y: p.y };
    orient2d(coord(a), coord(b), coord(c))
}

/// The sign of [`side_of_line`] as an ordering: greater on the left, less on the right, equal on
/// it.
#[must_use]
pub fn turn(a: DVec2, b: DVec2, c: DVec2) -> Ordering {
    let side = side_of_line(a, b, c);
    if side > 0.0 {
        Ordering::Greater
    } else if side < 0.0 {
        Ordering::Less
    } else {
        Ordering::Equal
    }
}

/// Whether, of collinear points, `post` lies beyond `next` as seen from `at`. The difference of two
/// doubles may be rounded, but its sign is exact, so this is exact where a comparison of distances
/// is not.
pub fn is_beyond(at: DVec2, next: DVec2, post: DVec2) -> bool {
    let (ahead, beyond) = (next - at, post - next);
    let continues = |ahead: f64, beyond: f64| beyond != 0.0 && (beyond > 0.0) == (ahead > 0.0);
    if ahead.x == 0.0 { continues(ahead.y, beyond.y) } else { continues(ahead.x, beyond.x) }
}

/// A straight line segment between two points, both ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Segment {
    /// The first end.
    pub from: DVec2,
    /// The second end.
    pub to: DVec2,
}

impl Segment {
    /// The segment between two points, which may be the same.
    #[must_use]
    #[inline]
    pub fn new(from: DVec2, to: DVec2) -> Self {
        Self { from, to }
    }

    /// Its length.
    #[must_use]
    #[inline]
    pub fn length(&self) -> f64 {
        self.from.distance(self.to)
    }

    /// The bounding box.
    #[must_use]
    #[inline]
    pub fn bounds(&self) -> Aabb {
        Aabb::spanning(self.from, self.to)
    }

    /// Whether any point of the segment lies strictly inside `obstacle`; passing along an edge or
    /// through a corner does not count. Exact for all finite input.
    ///
    /// By the separating axis theorem, two convex shapes are apart exactly when a line parallel to
    /// an edge of one of them separates them: here the box's two axes and the segment itself.
    ///
    /// ```
    /// use terrarium_space::geometry::{Aabb, DVec2, Segment};
    ///
    /// let obstacle = Aabb::new(DVec2::new(1.0, 1.0), DVec2::new(2.0, 2.0));
    /// let through = Segment::new(DVec2::ZERO, DVec2::new(3.0, 3.0));
    /// let past_the_corner = Segment::new(DVec2::new(0.0, 2.0), DVec2::new(2.0, 0.0));
    /// assert!(through.enters(&obstacle));
    /// assert!(!past_the_corner.enters(&obstacle));
    /// ```
    #[must_use]
    #[inline]
    pub fn enters(&self, obstacle: &Aabb) -> bool {
        let span = self.bounds();
        let on_axes = span.min.cmplt(obstacle.max).all() && obstacle.min.cmplt(span.max).all();
        let has_interior = obstacle.min.cmplt(obstacle.max).all();
        if !(on_axes && has_interior) {
            return false;
        }
        if self.from == self.to {
            return true;
        }
        // Of the four corners only the two farthest apart across the segment can be on different
        // sides.
        let (low, high) = if (self.to.x >= self.from.x) == (self.to.y >= self.from.y) {
            (DVec2::new(obstacle.max.x, obstacle.min.y), DVec2::new(obstacle.min.x, obstacle.max.y))
        } else {
            (obstacle.min, obstacle.max)
        };
        let a = side_of_line(self.from, self.to, low);
        let b = side_of_line(self.from, self.to, high);
        (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0)
    }

    /// The fraction of the segment, 0 to 1, at which it reaches the closed box, and the axis across
    /// which it enters. `None` when it never does, or starts within the box's slabs on both axes.
    /// The fraction is rounded: test *whether* the segment enters with [`Segment::enters`].
    #[must_use]
    pub fn entry(&self, obstacle: &Aabb) -> Option<(f64, super::Axis)> {
        use super::Axis::{X, Y};
        let reach = |from: f64, to: f64, min: f64, max: f64| {
            if from <= min && to > min {
                Some((min - from) / (to - from))
            } else if from >= max && to < max {
                Some((from - max) / (from - to))
            } else {
                None
            }
        };
        let x = reach(self.from.x, self.to.x, obstacle.min.x, obstacle.max.x);
        let y = reach(self.from.y, self.to.y, obstacle.min.y, obstacle.max.y);
        match (x, y) {
            (Some(x), Some(y)) if x >= y => Some((x, X)),
            (_, Some(y)) => Some((y, Y)),
            (Some(x), None) => Some((x, X)),
            (None, None) => None,
        }
    }
}
