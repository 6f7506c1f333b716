//! The mapping between ticks and pixels.

use crate::Rect;

/// The mapping between ticks and horizontal pixel positions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimeScale {
    /// The rectangle from the first to the last tick.
    pub area: Rect,
    /// The first tick.
    pub first: u64,
    /// The last tick.
    pub last: u64,
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a pixel needs no more, and casts of floats saturate"
)]
impl TimeScale {
    /// Returns the tick at a distance in pixels from the framebuffer's left edge, clamped to the
    /// first and the last tick.
    #[must_use]
    pub fn tick_at(&self, x: f32) -> u64 {
        let share = f64::from((x - self.area.left) / self.area.width.max(1.0)).clamp(0.0, 1.0);
        let ticks = self.last.saturating_sub(self.first);
        self.first + ((ticks as f64 * share).round() as u64).min(ticks)
    }

    /// Returns the position of a tick, in pixels from the framebuffer's left edge.
    #[must_use]
    pub fn x_of(&self, tick: u64) -> f32 {
        let ticks = self.last.saturating_sub(self.first).max(1);
        let share = tick.clamp(self.first, self.last.max(self.first)) - self.first;
        self.area.left + (share as f64 / ticks as f64) as f32 * self.area.width
    }
}
