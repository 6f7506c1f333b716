//! Rectangles of pixels.

use glam::{DVec2, Vec2};

/// A rectangle on a sheet, in pixels from its left and upper edges.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// The left edge.
    pub left: f32,
    /// The upper edge.
    pub top: f32,
    /// How wide it is.
    pub width: f32,
    /// How high it is.
    pub height: f32,
}

impl Rect {
    /// A rectangle.
    #[must_use]
    pub const fn new(left: f32, top: f32, width: f32, height: f32) -> Self {
        Self { left, top, width, height }
    }

    /// The square around a point that reaches `radius` to each side.
    #[must_use]
    pub fn around(centre: Vec2, radius: f32) -> Self {
        Self::new(centre.x - radius, centre.y - radius, radius * 2.0, radius * 2.0)
    }

    /// The rectangle between two corners, whichever they are.
    #[must_use]
    pub fn spanning(a: Vec2, b: Vec2) -> Self {
        let (least, most) = (a.min(b), a.max(b));
        Self::new(least.x, least.y, most.x - least.x, most.y - least.y)
    }

    /// The right edge.
    #[must_use]
    pub fn right(&self) -> f32 {
        self.left + self.width
    }

    /// The lower edge.
    #[must_use]
    pub fn bottom(&self) -> f32 {
        self.top + self.height
    }

    /// The upper left corner.
    #[must_use]
    pub fn corner(&self) -> Vec2 {
        Vec2::new(self.left, self.top)
    }

    /// Width and height.
    #[must_use]
    pub fn size(&self) -> Vec2 {
        Vec2::new(self.width, self.height)
    }

    /// The middle.
    #[must_use]
    pub fn centre(&self) -> Vec2 {
        self.corner() + self.size() * 0.5
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.width <= 0.0 || self.height <= 0.0
    }

    /// Whether a point lies in it; its right and lower edges do not.
    #[must_use]
    pub fn contains(&self, point: Vec2) -> bool {
        (self.left..self.right()).contains(&point.x) && (self.top..self.bottom()).contains(&point.y)
    }

    /// The same for a point in double precision, as cameras tell them.
    #[must_use]
    pub fn holds(&self, point: DVec2) -> bool {
        self.contains(point.as_vec2())
    }

    /// What is left of it when `by` is taken off each side, which may be nothing.
    #[must_use]
    pub fn inset(&self, by: f32) -> Self {
        let size = (self.size() - 2.0 * by).max(Vec2::ZERO);
        Self::new(self.left + by, self.top + by, size.x, size.y)
    }

    /// The part that lies in another as well, which may be nothing.
    #[must_use]
    pub fn within(&self, other: &Self) -> Self {
        let least = self.corner().max(other.corner());
        let most = (self.corner() + self.size()).min(other.corner() + other.size());
        let size = (most - least).max(Vec2::ZERO);
        Self::new(least.x, least.y, size.x, size.y)
    }

    /// Cuts off the upper `height`: that, and the rest.
    #[must_use]
    pub fn cut_top(&self, height: f32) -> (Self, Self) {
        let height = height.clamp(0.0, self.height.max(0.0));
        let rest = Self { top: self.top + height, height: self.height - height, ..*self };
        (Self { height, ..*self }, rest)
    }

    /// Cuts off the left `width`: that, and the rest.
    #[must_use]
    pub fn cut_left(&self, width: f32) -> (Self, Self) {
        let width = width.clamp(0.0, self.width.max(0.0));
        let rest = Self { left: self.left + width, width: self.width - width, ..*self };
        (Self { width, ..*self }, rest)
    }
}
