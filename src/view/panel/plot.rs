//! Line plots over time: ticks along the bottom, values at the side.

use glam::Vec2;

use super::bar::grouped;
use super::hit::TimeScale;
use super::painter_context::PainterContext;
use super::theme;
use crate::view::{Colour, Rect};

/// A line plot over time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plot {
    /// The rectangle of the curves, without labels.
    pub area: Rect,
    /// The horizontal axis.
    pub time: TimeScale,
    /// The upper end of the vertical axis.
    top: f64,
    /// Whether the vertical axis has a square-root scale, which keeps small values visible.
    is_root: bool,
}

impl Plot {
    /// Creates a plot for values from 0 to `most`, in a rectangle that includes the labels.
    pub fn new(
        painter_context: &PainterContext<'_>,
        area: Rect,
        [first, last]: [u64; 2],
        most: u64,
        is_root: bool,
    ) -> Self {
        let side = painter_context.px(40.0).min(area.width * 0.3);
        let below = painter_context.px(15.0).min(area.height * 0.3);
        let area = Rect::new(
            area.left + side,
            area.top + painter_context.px(4.0),
            (area.width - side - painter_context.px(4.0)).max(1.0),
            (area.height - below - painter_context.px(4.0)).max(1.0),
        );
        #[expect(clippy::cast_precision_loss, reason = "pixels are not that precise")]
        let top = (most.max(4) as f64) * 1.06;
        Self { area, time: TimeScale { area, first, last: last.max(first + 1) }, top, is_root }
    }

    /// Returns the position of a value, in pixels from the framebuffer's upper edge.
    pub fn y_of(&self, number: f64) -> f32 {
        let share = (number / self.top).clamp(0.0, 1.0);
        #[expect(clippy::cast_possible_truncation, reason = "pixels are not that precise")]
        let share = if self.is_root { share.sqrt() } else { share } as f32;
        self.area.bottom() - share * self.area.height
    }

    /// Draws grid lines at round values with labels, and labels the first and the last tick.
    pub fn axes(&self, painter_context: &mut PainterContext<'_>) {
        let mut last = f32::INFINITY;
        for number in self.round_numbers() {
            #[expect(clippy::cast_precision_loss, reason = "pixels are not that precise")]
            let y = self.y_of(number as f64).round();
            if last - y < painter_context.px(16.0) {
                continue;
            }
            last = y;
            let line = Rect::new(self.area.left, y, self.area.width, painter_context.px(1.0));
            painter_context.framebuffer.fill(line, theme::LINE);
            let half = painter_context.px(8.0);
            let label = Rect::new(
                self.area.left - painter_context.px(42.0),
                y - half,
                painter_context.px(37.0),
                half * 2.0,
            );
            painter_context.text_right(&short(number), label, &theme::SMALL);
        }
        let below = Rect::new(
            self.area.left,
            self.area.bottom() + painter_context.px(1.0),
            self.area.width,
            painter_context.px(14.0),
        );
        painter_context.text(&grouped(self.time.first), below, &theme::SMALL);
        painter_context.text_right(&grouped(self.time.last), below, &theme::SMALL);
    }

    /// Draws a curve through points of tick and value.
    pub fn curve(
        &self,
        painter_context: &mut PainterContext<'_>,
        points: impl Iterator<Item = (u64, f64)>,
        width: f32,
        colour: Colour,
    ) {
        let points: Vec<Vec2> = points.map(|point| self.point(point)).collect();
        let width = painter_context.px(1.0) * width;
        painter_context.framebuffer.polyline(&points, width, colour);
    }

    /// Draws a dashed curve through points of tick and value.
    pub fn dashed(
        &self,
        painter_context: &mut PainterContext<'_>,
        points: impl Iterator<Item = (u64, f64)>,
        colour: Colour,
    ) {
        let points: Vec<Vec2> = points.map(|point| self.point(point)).collect();
        let (width, dash) =
            (painter_context.px(1.0) * 1.2, [painter_context.px(4.0), painter_context.px(3.0)]);
        painter_context.framebuffer.dashes(&points, width, dash, colour);
    }

    fn point(&self, (tick, number): (u64, f64)) -> Vec2 {
        Vec2::new(self.time.x_of(tick), self.y_of(number))
    }

    /// Draws a vertical line at the current tick.
    pub fn playhead(&self, painter_context: &mut PainterContext<'_>, tick: u64) {
        let x = self.time.x_of(tick).round();
        let line = Rect::new(x, self.area.top, painter_context.px(1.0), self.area.height);
        painter_context.framebuffer.fill(line, theme::pale(theme::ACCENT, 190));
    }

    /// Returns the values of the grid lines, from 0 upward.
    fn round_numbers(&self) -> Vec<u64> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
        let top = self.top as u64;
        let mut step = 1_u64;
        while step.saturating_mul(5) < top {
            let grown = [2, 5, 10].map(|by| step / leading(step) * by);
            step = grown.into_iter().find(|&next| next > step).unwrap_or(step.saturating_mul(10));
        }
        if self.is_root {
            let tenth = [0, top / 50, top / 8, top / 3, top * 3 / 4];
            let mut numbers: Vec<u64> = tenth.into_iter().map(rounded).collect();
            numbers.dedup();
            return numbers;
        }
        (0..=top / step).map(|place| place * step).collect()
    }
}

/// Returns the first digit of a number.
fn leading(mut number: u64) -> u64 {
    while number >= 10 {
        number /= 10;
    }
    number.max(1)
}

/// Returns a number with all digits but the first replaced by zero.
fn rounded(number: u64) -> u64 {
    let mut power = 1_u64;
    while number / power >= 10 {
        power *= 10;
    }
    number / power * power
}

/// Formats a number in few characters: `12k`.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}k", number / 1000),
        _ => format!("{}M", number / 1_000_000),
    }
}

/// Returns the number of columns of a given width in a rectangle.
pub(super) fn columns(area: &Rect, pixels: f32) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
    let columns = (area.width / pixels.max(1.0)).clamp(1.0, 4096.0) as usize;
    columns
}
