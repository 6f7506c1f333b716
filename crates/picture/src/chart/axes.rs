//! The axes of a chart in a panel: where values are, in pixels.

use glam::Vec2;
use terrarium_studies::charts::{self, Axis, grouped};

use super::pen::ChartPen;
use super::time_scale::TimeScale;
use crate::{Colour, Rect, theme};

/// The room for the labels of values, in pixels at scale 1.
pub(super) const SIDE: f32 = 40.0;

/// The least distance between two labelled values, in pixels at scale 1.
const APART: [f32; 2] = [76.0, 16.0];

/// The axes of a chart in a rectangle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plot<'a> {
    /// The rectangle between the axes, without labels.
    pub area: Rect,
    x: &'a Axis,
    y: &'a Axis,
    /// Whether values below 0 are counts of bars below the axis.
    is_of_bars: bool,
}

impl<'a> Plot<'a> {
    /// Creates a plot in a rectangle that includes the labels, with some room at its right.
    pub fn new(pen: &ChartPen<'_>, area: Rect, [x, y]: [&'a Axis; 2], right: f32) -> Self {
        let side = pen.px(SIDE).min(area.width * 0.3);
        let below = pen.px(15.0).min(area.height * 0.3);
        let margin = pen.px(4.0);
        let area = Rect::new(
            area.left + side,
            area.top + margin,
            (area.width - side - margin - right).max(1.0),
            (area.height - below - margin).max(1.0),
        );
        Self { area, x, y, is_of_bars: false }
    }

    /// Creates a plot in a rectangle that includes the labels of its horizontal axis, with some room at its right.
    pub fn without_values(
        pen: &ChartPen<'_>,
        area: Rect,
        [x, y]: [&'a Axis; 2],
        right: f32,
    ) -> Self {
        let below = pen.px(15.0).min(area.height * 0.3);
        let margin = pen.px(4.0);
        let width = (area.width - 2.0 * margin - right).max(1.0);
        let height = (area.height - below - margin).max(1.0);
        let area = Rect::new(area.left + margin, area.top + margin, width, height);
        Self { area, x, y, is_of_bars: false }
    }

    /// The pointer, if it is in the plot, and the index of the place nearest to it, if that is within so many pixels at
    /// scale 1.
    pub fn pointed_at(
        &self,
        pen: &ChartPen<'_>,
        places: &[Vec2],
        within: f32,
    ) -> Option<(Vec2, usize)> {
        let pointer = pen.pointer.filter(|&at| self.area.contains(at))?;
        let distances = places.iter().map(|place| place.distance(pointer)).enumerate();
        let (nearest, distance) = distances.min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        (distance <= pen.px(within)).then_some((pointer, nearest))
    }

    /// Creates a plot without labels that fills a rectangle.
    pub fn bare(area: Rect, [x, y]: [&'a Axis; 2]) -> Self {
        Self { area, x, y, is_of_bars: false }
    }

    /// The same plot with bars, of which those below the axis have positive counts.
    pub fn of_bars(self) -> Self {
        Self { is_of_bars: true, ..self }
    }

    /// Returns the position of a horizontal value, in pixels from the framebuffer's left edge.
    pub fn x_of(&self, value: f64) -> f32 {
        self.area.left + pixels(self.x.share(value)) * self.area.width
    }

    /// Returns the position of a vertical value, in pixels from the framebuffer's upper edge.
    pub fn y_of(&self, value: f64) -> f32 {
        self.area.bottom() - pixels(self.y.share(value)) * self.area.height
    }

    /// Returns the position of a horizontal and a vertical value.
    pub fn place(&self, x: f64, y: f64) -> Vec2 {
        Vec2::new(self.x_of(x), self.y_of(y))
    }

    /// Returns the mapping of ticks, if the horizontal axis shows them.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "they are ticks")]
    pub fn time(&self) -> TimeScale {
        let (first, last) = self.x.range;
        TimeScale { area: self.area, first: first as u64, last: last as u64 }
    }

    /// Draws grid lines at round values with labels, and labels the horizontal axis.
    pub fn axes(&self, pen: &mut ChartPen<'_>) {
        let line = pen.px(1.0);
        let half = pen.px(8.0);
        for value in labelled(self.y, self.area.height, pen.px(APART[1])) {
            let y = self.y_of(value).round();
            let grid = Rect::new(self.area.left, y, self.area.width, line);
            pen.framebuffer.fill(grid, pen.ink.line);
            let left = self.area.left - pen.px(SIDE + 2.0);
            let width = pen.px(SIDE - 3.0);
            let label = Rect::new(left, y - half, width, half * 2.0);
            pen.text_right(
                &charts::short(if self.is_of_bars { value.abs() } else { value }),
                label,
                &pen.ink.small(),
            );
        }
        if self.x.name == "tick" {
            self.label_ticks(pen);
        } else {
            self.label_values(pen);
        }
    }

    /// The row below the horizontal axis.
    fn below(&self, pen: &ChartPen<'_>) -> Rect {
        let top = self.area.bottom() + pen.px(1.0);
        Rect { top, height: pen.px(14.0), ..self.area }
    }

    /// Labels the first and the last tick of the horizontal axis.
    pub fn label_ticks(&self, pen: &mut ChartPen<'_>) {
        let (time, row) = (self.time(), self.below(pen));
        pen.text(&grouped(time.first), row, &pen.ink.small());
        pen.text_right(&grouped(time.last), row, &pen.ink.small());
    }

    /// Labels round values along the horizontal axis, and names it where there is room.
    fn label_values(&self, pen: &mut ChartPen<'_>) {
        let row = self.below(pen);
        let apart = pen.px(APART[0]);
        let line = pen.px(1.0);
        let title = self.x.title();
        let width = pen.font.width(&title, &pen.ink.small());
        let free =
            if row.width > 2.5 * width { row.right() - width - apart * 0.3 } else { row.right() };
        for value in labelled(self.x, self.area.width, apart) {
            let x = self.x_of(value).round();
            let grid = Rect::new(x, self.area.top, line, self.area.height);
            pen.framebuffer.fill(grid, pen.ink.line);
            let text = charts::short(value);
            let half = pen.font.width(&text, &pen.ink.small()) * 0.5;
            if x + half <= free && x - half >= row.left - pen.px(SIDE) {
                let label = Rect { left: x - half, width: half * 2.0 + 2.0, ..row };
                pen.text(&text, label, &pen.ink.small());
            }
        }
        if free < row.right() {
            pen.text_right(&title, row, &pen.ink.small());
        }
    }

    /// Writes the name of the vertical axis at its upper end.
    pub fn name_vertical(&self, pen: &mut ChartPen<'_>) {
        let row = Rect { height: pen.px(14.0), ..self.area };
        pen.text(&format!(" {} ↑", self.y.title()), row, &pen.ink.small());
    }

    /// Draws a curve through points.
    pub fn curve(&self, pen: &mut ChartPen<'_>, points: &[Vec2], width: f32, colour: Colour) {
        let width = pen.px(1.0) * width;
        match points {
            [point] => pen.framebuffer.disc(*point, width, colour),
            points => pen.framebuffer.polyline(points, width, colour),
        }
    }

    /// Draws a dashed curve through points.
    pub fn dashed(&self, pen: &mut ChartPen<'_>, points: &[Vec2], colour: Colour) {
        let (width, dash) = (pen.px(1.0) * 1.2, [pen.px(4.0), pen.px(3.0)]);
        pen.framebuffer.dashes(points, width, dash, colour);
    }

    /// Draws a vertical line at the current tick.
    pub fn playhead(&self, pen: &mut ChartPen<'_>, tick: u64) {
        self.hairline(pen, self.time().x_of(tick), theme::pale(pen.ink.accent, 190));
    }

    /// Draws a vertical line.
    pub fn hairline(&self, pen: &mut ChartPen<'_>, x: f32, colour: Colour) {
        let line = Rect::new(x.round(), self.area.top, pen.px(1.0), self.area.height);
        pen.framebuffer.fill(line, colour);
    }
}

/// The labelled values of an axis of this length that are far enough from each other.
fn labelled(axis: &Axis, length: f32, apart: f32) -> Vec<f64> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
    let most = (length / (apart * 2.0)).clamp(2.0, 10.0) as usize;
    let mut last = f32::NEG_INFINITY;
    let values = axis.labelled(most).into_iter();
    let far = values.filter(|&value| {
        let at = pixels(axis.share(value)) * length;
        let is_far = at - last >= apart;
        last = if is_far { at } else { last };
        is_far
    });
    far.collect()
}

#[expect(clippy::cast_possible_truncation, reason = "pixels are not that precise")]
fn pixels(share: f64) -> f32 {
    share as f32
}

/// Returns the number of columns of a given width in a rectangle.
#[must_use]
pub fn columns(area: &Rect, pixels: f32) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
    let columns = (area.width / pixels.max(1.0)).clamp(1.0, 4096.0) as usize;
    columns
}
