//! The frame of a plot: where its axes are, in pixels.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use terrarium_output::drawing::image::Area;
use terrarium_output::drawing::plot::PlotError;
use terrarium_output::drawing::style::{AXIS, CAPTION, GRID, LABEL, text};

use crate::charts::axis::short;
use crate::charts::{Axis, Bars, Curve, Plot, Shape};

/// The room around the axes for their labels, in pixels.
const LEFT: i32 = 78;
const RIGHT: i32 = 28;
const TOP: i32 = 28;
const FOOT: i32 = 58;

/// The distance of labelled values, in pixels.
const APART: [i32; 2] = [110, 44];

/// The axes of a plot in a drawing area.
pub(in crate::charts) struct Frame<'a> {
    pub left: i32,
    pub right: i32,
    pub top: i32,
    pub foot: i32,
    x_axis: &'a Axis,
    y_axis: &'a Axis,
    /// Whether values below 0 are counts of bars below the axis.
    is_of_bars: bool,
    /// Whether the rows along the vertical axis have names instead of values.
    has_names: bool,
}

impl<'a> Frame<'a> {
    pub fn new<B: DrawingBackend>(area: &Area<B>, plot: &'a Plot) -> Self {
        let is_of_bars = matches!(plot.shape, Shape::Bars(_));
        Self { is_of_bars, ..Self::between(area, &plot.x, &plot.y) }
    }

    /// A frame between two axes.
    pub fn between<B: DrawingBackend>(area: &Area<B>, x_axis: &'a Axis, y_axis: &'a Axis) -> Self {
        let (width, height) = area.dim_in_pixel();
        let pixels = |size: u32| i32::try_from(size).unwrap_or(i32::MAX);
        let (right, foot) = (pixels(width) - RIGHT, pixels(height) - FOOT);
        let (left, top) = (LEFT, TOP);
        Self { left, right, top, foot, x_axis, y_axis, is_of_bars: false, has_names: false }
    }

    /// The same frame without values along the vertical axis.
    pub fn with_named_rows(self) -> Self {
        Self { has_names: true, ..self }
    }

    /// A frame with room for the names of curves at its right.
    pub fn beside_labels<B>(
        area: &Area<B>,
        plot: &'a Plot,
        curves: &[Curve],
    ) -> Result<Self, PlotError>
    where
        B: DrawingBackend<ErrorType: 'static>,
    {
        let frame = Self::new(area, plot);
        let mut widest = 0;
        for curve in curves.iter().filter(|curve| curve.branch.is_none()) {
            widest = widest.max(area.estimate_text_size(&curve.name, &text(&LABEL))?.0);
        }
        let room = (i32::try_from(widest)? + 24).min((frame.right - frame.left) / 3);
        Ok(Self { right: frame.right - room, ..frame })
    }

    /// A frame with room for the names of horizontal bars at its left.
    pub fn beside_names<B>(area: &Area<B>, plot: &'a Plot, bars: &Bars) -> Result<Self, PlotError>
    where
        B: DrawingBackend<ErrorType: 'static>,
    {
        let mut frame = Self::new(area, plot);
        frame.has_names = bars.bars.iter().any(|bar| !bar.name.is_empty());
        if frame.has_names {
            let mut widest = 0;
            for bar in &bars.bars {
                widest = widest.max(area.estimate_text_size(&bar.name, &text(&LABEL))?.0);
            }
            frame.left = (i32::try_from(widest)? + 40).min(frame.right / 2);
            frame.right -= 60;
        }
        Ok(frame)
    }

    pub fn x(&self, value: f64) -> i32 {
        self.left + pixel(self.x_axis.share(value) * f64::from(self.right - self.left))
    }

    pub fn y(&self, value: f64) -> i32 {
        self.foot - pixel(self.y_axis.share(value) * f64::from(self.foot - self.top))
    }

    /// Draws grid lines at round values with labels, and the names of the axes.
    pub fn draw_axes<B>(&self, area: &Area<B>) -> Result<(), PlotError>
    where
        B: DrawingBackend<ErrorType: 'static>,
    {
        let below = text(&LABEL).pos(Pos::new(HPos::Center, VPos::Top));
        for value in labelled(self.x_axis, self.right - self.left, APART[0]) {
            let x = self.x(value);
            area.draw(&PathElement::new([(x, self.top), (x, self.foot)], GRID))?;
            area.draw(&Text::new(label(self.x_axis, value), (x, self.foot + 8), below.clone()))?;
        }
        let beside = text(&LABEL).pos(Pos::new(HPos::Right, VPos::Center));
        for value in self.labelled_rows() {
            let y = self.y(value);
            area.draw(&PathElement::new([(self.left, y), (self.right, y)], GRID))?;
            // Counts of bars below the axis are positive, too.
            let value = label(self.y_axis, if self.is_of_bars { value.abs() } else { value });
            area.draw(&Text::new(value, (self.left - 8, y), beside.clone()))?;
        }
        area.draw(&PathElement::new([(self.left, self.foot), (self.right, self.foot)], AXIS))?;
        let middle = ((self.left + self.right) / 2, self.foot + 32);
        let centred = text(&CAPTION).pos(Pos::new(HPos::Center, VPos::Top));
        area.draw(&Text::new(self.x_axis.title(), middle, centred))?;
        if !self.has_names {
            let scale = match self.y_axis.scale {
                crate::charts::Scale::Linear => String::new(),
                scale => format!(", {} scale", scale.name()),
            };
            let title = format!("{}{scale}", self.y_axis.title());
            area.draw(&Text::new(title, (16, self.top - 26), text(&CAPTION)))?;
        }
        Ok(())
    }

    fn labelled_rows(&self) -> Vec<f64> {
        if self.has_names {
            return Vec::new();
        }
        labelled(self.y_axis, self.foot - self.top, APART[1])
    }
}

/// The labelled values of an axis of this length that are far enough from each other.
fn labelled(axis: &Axis, length: i32, apart: i32) -> Vec<f64> {
    let most = usize::try_from(length / apart).unwrap_or(0).clamp(2, 12);
    let mut last = i32::MIN / 2;
    let values = axis.labelled(most).into_iter();
    let far = values.filter(|&value| {
        let at = pixel(axis.share(value) * f64::from(length));
        let is_far = at - last >= apart / 2;
        last = if is_far { at } else { last };
        is_far
    });
    far.collect()
}

/// Formats a labelled value: ticks in full.
fn label(axis: &Axis, value: f64) -> String {
    if axis.name == "tick" { format!("{value:.0}") } else { short(value) }
}

#[expect(clippy::cast_possible_truncation, reason = "coordinates of pixels are small")]
pub(in crate::charts) fn pixel(place: f64) -> i32 {
    (place + 0.5).floor() as i32
}
