//! A column of a chart with a row for each of several competitors: its scale above, and dots with their intervals in the rows.

use terrarium_drawing::chart::ChartPen;
use terrarium_drawing::{Rect, Vec2, pale};

/// The height of the caption and of the labels of a scale, in pixels at scale 1.
const CAPTION: f32 = 18.0;
const LABELS: f32 = 14.0;

/// A column below its head.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// The rectangle of its rows.
    pub area: Rect,
}

impl Column {
    /// The height of the head of a column, in pixels at scale 1.
    pub const HEAD: f32 = CAPTION + LABELS;

    /// Writes the caption of a column, and draws a scale with labels at these shares of its width. Returns what is below.
    pub fn new(pen: &mut ChartPen<'_>, area: Rect, caption: &str, scale: &[(f64, String)]) -> Self {
        let (row, rest) = area.cut_top(pen.px(CAPTION));
        pen.text(caption, Rect { width: f32::INFINITY, ..row }, &pen.ink.small());
        let (labels, area) = rest.cut_top(pen.px(LABELS));
        let column = Self { area };
        for (share, label) in scale {
            let x = column.x_of(*share).round();
            let grid = Rect::new(x, area.top, pen.px(1.0), area.height);
            pen.surface.fill(grid, pen.ink.line);
            pen.text_at(label, Vec2::new(x, labels.centre().y), &pen.ink.small());
        }
        column
    }

    /// The position of a share of the width.
    pub fn x_of(&self, share: f64) -> f32 {
        #[expect(clippy::cast_possible_truncation, reason = "pixels are not that precise")]
        let share = share as f32;
        self.area.left + self.area.width * share
    }

    /// Draws a dot at a share of the width, and a line from one share to another.
    pub fn dot(&self, pen: &mut ChartPen<'_>, y: f32, share: f64, ends: [f64; 2]) {
        let [from, to] = ends.map(|end| Vec2::new(self.x_of(end), y));
        let (width, radius) = (pen.px(2.0), pen.px(4.0));
        pen.line(from, to, width, pale(pen.ink.text, 115));
        pen.surface.disc(Vec2::new(self.x_of(share), y), radius, pen.ink.text);
    }
}
