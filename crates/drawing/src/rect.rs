//! Rectangles of pixels.

use glam::{DVec2, Vec2};

/// Converts a size in pixels to a length.
#[expect(clippy::cast_precision_loss, reason = "pictures are small")]
pub(crate) fn length(pixels: u32) -> f32 {
    pixels as f32
}

/// A rectangle on a surface, in pixels from its left and upper edges.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// The left edge.
    pub left: f32,
    /// The upper edge.
    pub top: f32,
    /// The width.
    pub width: f32,
    /// The height.
    pub height: f32,
}

impl Rect {
    /// Creates a rectangle.
    #[must_use]
    pub const fn new(left: f32, top: f32, width: f32, height: f32) -> Self {
        Self { left, top, width, height }
    }

    /// Returns the square around a point that extends by `radius` to each side.
    #[must_use]
    pub fn around(centre: Vec2, radius: f32) -> Self {
        Self::new(centre.x - radius, centre.y - radius, radius * 2.0, radius * 2.0)
    }

    /// Returns the rectangle of a size around a point.
    #[must_use]
    pub fn around_size(centre: Vec2, size: Vec2) -> Self {
        Self::spanning(centre - size * 0.5, centre + size * 0.5)
    }

    /// Returns the rectangle between any two opposite corners.
    #[must_use]
    pub fn spanning(a: Vec2, b: Vec2) -> Self {
        let (least, most) = (a.min(b), a.max(b));
        Self::new(least.x, least.y, most.x - least.x, most.y - least.y)
    }

    /// Returns the right edge.
    #[must_use]
    pub fn right(&self) -> f32 {
        self.left + self.width
    }

    /// Returns the lower edge.
    #[must_use]
    pub fn bottom(&self) -> f32 {
        self.top + self.height
    }

    /// Returns the upper left corner.
    #[must_use]
    pub fn corner(&self) -> Vec2 {
        Vec2::new(self.left, self.top)
    }

    /// Returns the width and height.
    #[must_use]
    pub fn size(&self) -> Vec2 {
        Vec2::new(self.width, self.height)
    }

    /// Returns the centre.
    #[must_use]
    pub fn centre(&self) -> Vec2 {
        self.corner() + self.size() * 0.5
    }

    /// Whether it has no area.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.width <= 0.0 || self.height <= 0.0
    }

    /// Whether it contains a point. The right and lower edges are exclusive.
    #[must_use]
    pub fn contains(&self, point: Vec2) -> bool {
        (self.left..self.right()).contains(&point.x) && (self.top..self.bottom()).contains(&point.y)
    }

    /// Whether it contains a point in double precision.
    #[must_use]
    pub fn holds(&self, point: DVec2) -> bool {
        self.contains(point.as_vec2())
    }

    /// Returns the rectangle shrunk by `by` on each side, which may be empty.
    #[must_use]
    pub fn inset(&self, by: f32) -> Self {
        let size = (self.size() - 2.0 * by).max(Vec2::ZERO);
        Self::new(self.left + by, self.top + by, size.x, size.y)
    }

    /// Returns the rectangle shrunk by `by` at its left and right edges.
    #[must_use]
    pub fn inset_sides(&self, by: f32) -> Self {
        Self { left: self.left + by, width: (self.width - 2.0 * by).max(0.0), ..*self }
    }

    /// Returns the rectangle shrunk by `by` at its upper and lower edges.
    #[must_use]
    pub fn inset_rows(&self, by: f32) -> Self {
        Self { top: self.top + by, height: (self.height - 2.0 * by).max(0.0), ..*self }
    }

    /// Returns the intersection with another rectangle, which may be empty.
    #[must_use]
    pub fn within(&self, other: &Self) -> Self {
        let least = self.corner().max(other.corner());
        let most = (self.corner() + self.size()).min(other.corner() + other.size());
        let size = (most - least).max(Vec2::ZERO);
        Self::new(least.x, least.y, size.x, size.y)
    }

    /// Splits off the upper part of a given height. Returns it and the rest.
    #[must_use]
    pub fn cut_top(&self, height: f32) -> (Self, Self) {
        let height = height.clamp(0.0, self.height.max(0.0));
        let rest = Self { top: self.top + height, height: self.height - height, ..*self };
        (Self { height, ..*self }, rest)
    }

    /// Splits off the left part of a given width. Returns it and the rest.
    #[must_use]
    pub fn cut_left(&self, width: f32) -> (Self, Self) {
        let width = width.clamp(0.0, self.width.max(0.0));
        let rest = Self { left: self.left + width, width: self.width - width, ..*self };
        (Self { width, ..*self }, rest)
    }
}
