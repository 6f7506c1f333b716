//! The frame of a plot: its axes, and where values are, in pixels.

use glam::Vec2;

use super::{Axis, ChartPen, Scale, TimeScale, grouped};
use crate::{Colour, Rect, pale};

/// The least distance between two labelled values, in pixels at scale 1.
const APART: [f32; 2] = [76.0, 16.0];

/// The least size of a small plot with labelled axes, in pixels at scale 1.
const LABELLED: Vec2 = Vec2::new(130.0, 84.0);

/// The height of a row of labels, in pixels at scale 1.
const ROW: f32 = 14.0;

/// The axes of a plot in a rectangle.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// The rectangle between the axes, without labels.
    pub area: Rect,
    x: &'a Axis,
    y: &'a Axis,
    /// Whether values below 0 are counts of bars below the axis.
    is_of_bars: bool,
    /// Whether there are rows with names along the vertical axis.
    has_rows: bool,
    /// Whether the axes have titles.
    has_titles: bool,
    /// Whether it has nothing but a base line.
    is_bare: bool,
    /// Whether what its horizontal axis shows is written above it.
    has_name: bool,
    /// The room for the labels of values, in pixels.
    side: f32,
}

impl<'a> Frame<'a> {
    /// The room for the labels of values, in pixels at scale 1.
    pub const SIDE: f32 = 40.0;

    /// Creates a frame in a rectangle that includes the labels, with some room at its right.
    #[must_use]
    pub fn new(pen: &ChartPen<'_>, area: Rect, axes: [&'a Axis; 2], right: f32) -> Self {
        Self::beside_values(pen, area, axes, right, pen.ink.is_print)
    }

    /// Creates a frame like [`new`](Self::new) whose axes have no titles on paper either.
    #[must_use]
    pub fn untitled(pen: &ChartPen<'_>, area: Rect, axes: [&'a Axis; 2], right: f32) -> Self {
        Self::beside_values(pen, area, axes, right, false)
    }

    /// Creates a frame of rows, in a rectangle that includes the labels of its horizontal axis, with some room at its right.
    #[must_use]
    pub fn of_rows(pen: &ChartPen<'_>, area: Rect, axes: [&'a Axis; 2], right: f32) -> Self {
        let frame = Self::within(pen, area, axes, (0.0, right + pen.px(4.0)), false);
        let has_titles = pen.ink.is_print;
        let below = if has_titles { pen.px(ROW) } else { 0.0 };
        let area = Rect { height: (frame.area.height - below).max(1.0), ..frame.area };
        Self { area, has_rows: true, has_titles, ..frame }
    }

    /// Creates a frame with as much room at its left as the labels of values need.
    fn beside_values(
        pen: &ChartPen<'_>,
        area: Rect,
        axes: [&'a Axis; 2],
        right: f32,
        has_titles: bool,
    ) -> Self {
        let frame = Self::within(pen, area, axes, (0.0, right), has_titles);
        let labels = frame.labelled_rows(pen).into_iter().map(|value| frame.y.label(value));
        let widths = labels.map(|label| pen.font.width(&label, &pen.ink.small()));
        let side = widths.map(|width| width + pen.px(4.0)).fold(pen.px(Self::SIDE), f32::max);
        Self::within(pen, area, axes, (side.min(area.width * 0.3), right), has_titles)
    }

    fn within(
        pen: &ChartPen<'_>,
        area: Rect,
        [x, y]: [&'a Axis; 2],
        (side, right): (f32, f32),
        has_titles: bool,
    ) -> Self {
        let margin = pen.px(4.0);
        let titles = if has_titles { pen.px(ROW) } else { 0.0 };
        let above = margin + titles * 1.2;
        let below = (pen.px(15.0) + titles).min(area.height * 0.4);
        // Labels of rows may be at the left edge.
        let left = side.max(margin);
        let area = Rect::new(
            area.left + left,
            area.top + above,
            (area.width - left - margin - right).max(1.0),
            (area.height - above - below).max(1.0),
        );
        let (is_of_bars, has_rows, is_bare, has_name) = (false, false, false, false);
        Self { area, x, y, is_of_bars, has_rows, has_titles, is_bare, has_name, side }
    }

    /// Creates a frame of a small plot with its name above it: without titles, and on a screen without labels where there is no room for them.
    #[must_use]
    pub fn small(pen: &ChartPen<'_>, area: Rect, [x, y]: [&'a Axis; 2]) -> Self {
        let frame = Self { has_name: true, ..Self::untitled(pen, area, [x, y], 0.0) };
        let has_room = area.size().cmpge(LABELLED * pen.font.scale()).all();
        let is_labelled = has_room || pen.ink.is_print;
        if is_labelled { frame } else { Self { area, is_bare: true, ..frame } }
    }

    /// The same frame with bars, of which those below the axis have positive counts.
    #[must_use]
    pub fn of_bars(self) -> Self {
        Self { is_of_bars: true, ..self }
    }

    /// The pointer, if it is in the plot, and the index of the place nearest to it, if that is within so many pixels at
    /// scale 1.
    #[must_use]
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

    /// Returns the position of a horizontal value, in pixels from the left edge of the surface.
    #[must_use]
    pub fn x_of(&self, value: f64) -> f32 {
        self.area.left + pixels(self.x.share(value)) * self.area.width
    }

    /// Returns the position of a vertical value, in pixels from the upper edge of the surface.
    #[must_use]
    pub fn y_of(&self, value: f64) -> f32 {
        self.area.bottom() - pixels(self.y.share(value)) * self.area.height
    }

    /// Returns the position of a horizontal and a vertical value.
    #[must_use]
    pub fn place(&self, x: f64, y: f64) -> Vec2 {
        Vec2::new(self.x_of(x), self.y_of(y))
    }

    /// Returns the mapping of ticks, if the horizontal axis shows them.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "they are ticks")]
    pub fn time(&self) -> TimeScale {
        let (first, last) = self.x.range;
        TimeScale { area: self.area, first: first as u64, last: last as u64 }
    }

    /// Draws grid lines at round values with labels, labels the horizontal axis, and writes the titles.
    pub fn axes(&self, pen: &mut ChartPen<'_>) {
        let line = pen.px(1.0);
        if self.is_bare {
            let foot = Rect::new(self.area.left, self.area.bottom() - line, self.area.width, line);
            return pen.surface.fill(foot, pen.ink.edge);
        }
        self.vertical(pen);
        let is_narrow = self.area.width < 3.0 * pen.px(APART[0]);
        if self.x.is_of_ticks() && (is_narrow || !pen.ink.is_print) {
            self.label_ticks(pen);
        } else {
            self.label_values(pen);
        }
        self.foot_and_titles(pen);
    }

    /// Draws grid lines at round values of the vertical axis with labels.
    fn vertical(&self, pen: &mut ChartPen<'_>) {
        let (line, half) = (pen.px(1.0), pen.px(8.0));
        for value in self.labelled_rows(pen) {
            let y = self.y_of(value).round();
            let grid = Rect::new(self.area.left, y, self.area.width, line);
            pen.surface.fill(grid, pen.ink.line);
            let width = self.side - pen.px(3.0);
            let left = self.area.left - pen.px(3.0) - width;
            let label = Rect::new(left, y - half, width, half * 2.0);
            let shown = if self.is_of_bars { value.abs() } else { value };
            pen.text_right(&self.y.label(shown), label, &pen.ink.small());
        }
    }

    /// Draws the horizontal axis, and writes the titles, where there are any.
    fn foot_and_titles(&self, pen: &mut ChartPen<'_>) {
        if pen.ink.is_print {
            let Rect { left, width, .. } = self.area;
            let foot = Rect::new(left, self.area.bottom(), width, pen.px(1.0));
            pen.surface.fill(foot, pen.ink.edge);
        }
        if self.has_titles {
            self.write_titles(pen);
        }
    }

    /// Draws what [`axes`](Self::axes) draws, but labels these values of the horizontal axis, in ascending order, with words.
    /// Labels that would overlap are left out.
    pub fn axes_labelled(&self, pen: &mut ChartPen<'_>, labels: &[(f64, String)]) {
        self.vertical(pen);
        let row = self.below(pen);
        let mut free = f32::NEG_INFINITY;
        for (value, label) in labels {
            let half = pen.font.width(label, &pen.ink.small()) * 0.5;
            let x = self.x_of(*value).min(self.rightmost(pen) - half);
            if x - half >= free {
                pen.text_at(label, Vec2::new(x, row.centre().y), &pen.ink.small());
                free = x + half + pen.px(6.0);
            }
        }
        self.foot_and_titles(pen);
    }

    /// The right end of labels below the horizontal axis.
    fn rightmost(&self, pen: &ChartPen<'_>) -> f32 {
        self.area.right() + pen.px(10.0)
    }

    fn labelled_rows(&self, pen: &ChartPen<'_>) -> Vec<f64> {
        if self.has_rows {
            return Vec::new();
        }
        labelled(self.y, self.area.height, pen.px(APART[1]))
    }

    /// Writes the title of the vertical axis above it, with its scale, and that of the horizontal one below.
    fn write_titles(&self, pen: &mut ChartPen<'_>) {
        let style = pen.ink.small();
        let row = pen.px(ROW);
        let centre = Vec2::new(self.area.centre().x, self.area.bottom() + row * 1.6);
        pen.text_at(&self.x.title(), centre, &style);
        if self.has_rows {
            return;
        }
        let scale = match self.y.scale {
            Scale::Linear => String::new(),
            scale => format!(", {} scale", scale.name()),
        };
        let left = self.area.left - self.side;
        let above = Rect::new(left, self.area.top - row * 1.3, self.area.right() - left, row);
        pen.text(&format!("{}{scale}", self.y.title()), above, &style);
    }

    /// The row below the horizontal axis.
    fn below(&self, pen: &ChartPen<'_>) -> Rect {
        let top = self.area.bottom() + pen.px(1.0);
        Rect { top, height: pen.px(ROW), ..self.area }
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
        let is_beside = !self.has_titles && !self.has_name && row.width > 2.5 * width;
        let free = if is_beside { row.right() - width - apart * 0.3 } else { self.rightmost(pen) };
        for value in labelled(self.x, self.area.width, apart) {
            let x = self.x_of(value).round();
            let grid = Rect::new(x, self.area.top, line, self.area.height);
            pen.surface.fill(grid, pen.ink.line);
            let text = self.x.label(value);
            let half = pen.font.width(&text, &pen.ink.small()) * 0.5;
            let centre = if is_beside { x } else { x.min(free - half) };
            if centre + half <= free && centre - half >= row.left - self.side.max(pen.px(ROW)) {
                pen.text_at(&text, Vec2::new(centre, row.centre().y), &pen.ink.small());
            }
        }
        if is_beside {
            pen.text_right(&title, row, &pen.ink.small());
        }
    }

    /// Writes the name of the vertical axis at its upper end, unless it has a title.
    pub fn name_vertical(&self, pen: &mut ChartPen<'_>) {
        if !self.has_titles {
            let row = Rect { height: pen.px(ROW), ..self.area };
            pen.text(&format!(" {} ↑", self.y.title()), row, &pen.ink.small());
        }
    }

    /// Draws a curve through points.
    pub fn curve(&self, pen: &mut ChartPen<'_>, points: &[Vec2], width: f32, colour: Colour) {
        let width = pen.px(1.0) * width;
        pen.stroke(points, width, None, colour);
    }

    /// Draws a dashed curve through points.
    pub fn dashed(&self, pen: &mut ChartPen<'_>, points: &[Vec2], colour: Colour) {
        let (width, dash) = (pen.px(1.0) * 1.2, [pen.px(4.0), pen.px(3.0)]);
        pen.surface.dashes(points, width, dash, colour);
    }

    /// Draws a vertical line at the current tick, which files do not have.
    pub fn playhead(&self, pen: &mut ChartPen<'_>, tick: u64) {
        if !pen.ink.is_print {
            self.hairline(pen, self.time().x_of(tick), pale(pen.ink.accent, 190));
        }
    }

    /// Draws a vertical line.
    pub fn hairline(&self, pen: &mut ChartPen<'_>, x: f32, colour: Colour) {
        let line = Rect::new(x.round(), self.area.top, pen.px(1.0), self.area.height);
        pen.surface.fill(line, colour);
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
