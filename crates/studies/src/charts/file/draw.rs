//! Charts drawn on a white background.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use terrarium_output::drawing::image::{Area, Backend, Drawing};
use terrarium_output::drawing::plot::PlotError;
use terrarium_output::drawing::style::{CAPTION, HEADING, LABEL, text};

use super::frame::Frame;
use super::{quantiles, shapes};
use crate::charts::descent::LineageTree;
use crate::charts::{Chart, Part, Plot, Shape};

/// The room for the title and what is missing, in pixels.
const HEAD: u32 = 64;

/// The distance of the lines below the title, in pixels.
const LINE: i32 = 22;

/// The room for the legend of parts, in pixels.
const LEGEND: u32 = 26;

/// The space at the sides, in pixels.
const MARGIN: i32 = 24;

/// The greatest number of rows of a chart with several plots, with which they are high enough for their labels.
const ROWS: usize = 3;

impl Drawing for Chart {
    fn draw<B: Backend>(&self, area: &Area<B>) -> Result<(), PlotError> {
        draw(self, area)
    }
}

fn draw<B: Backend>(chart: &Chart, area: &Area<B>) -> Result<(), PlotError> {
    let mut notes = Vec::new();
    for note in notes_of(chart) {
        notes.extend(wrapped(area, note)?);
    }
    let more = u32::try_from(notes.len().saturating_sub(1))?;
    let (head, body) = area.split_vertically(HEAD + more * u32::try_from(LINE)?);
    head.draw(&Text::new(chart.title.as_str(), (MARGIN, 14), text(&HEADING)))?;
    for (note, line) in notes.into_iter().zip(0..) {
        head.draw(&Text::new(note, (MARGIN, 38 + line * LINE), text(&CAPTION)))?;
    }
    match chart.plots.as_slice() {
        [] => Ok(()),
        [plot] => draw_plot(plot, &body),
        plots => {
            let columns = columns(plots.len());
            let cells = body.split_evenly((plots.len().div_ceil(columns), columns));
            for (plot, cell) in plots.iter().zip(&cells) {
                draw_plot(plot, cell)?;
            }
            Ok(())
        }
    }
}

/// What a chart says below its title: what is missing, and what its shapes show.
fn notes_of(chart: &Chart) -> impl Iterator<Item = &str> {
    let shape = chart.plots.first().map(|plot| &plot.shape);
    let key = matches!(shape, Some(Shape::Tree(_))).then_some(LineageTree::KEY);
    chart.note.as_deref().into_iter().chain(shape.and_then(Shape::legend)).chain(key)
}

/// The lines of a note that fit into an area.
fn wrapped<B: Backend>(area: &Area<B>, note: &str) -> Result<Vec<String>, PlotError> {
    let room = i64::from(area.dim_in_pixel().0) - 2 * i64::from(MARGIN);
    let mut lines: Vec<String> = Vec::new();
    for word in note.split(' ') {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {word}");
            if i64::from(area.estimate_text_size(&longer, &text(&CAPTION))?.0) <= room {
                *line = longer;
                continue;
            }
        }
        lines.push(word.to_owned());
    }
    Ok(lines)
}

/// The number of plots beside each other: a square of the traits of a plant, two rows of those of an animal.
fn columns(plots: usize) -> usize {
    if plots <= 4 { 2 } else { plots.div_ceil(ROWS).max(4) }
}

fn draw_plot<B: Backend>(plot: &Plot, area: &Area<B>) -> Result<(), PlotError> {
    match &plot.shape {
        Shape::Curves(curves) => {
            let frame = Frame::beside_labels(area, plot, curves)?;
            frame.draw_axes(area)?;
            shapes::draw_curves(area, &frame, curves)
        }
        Shape::Bars(bars) => {
            let is_many = bars.parts.len() > 1;
            let (legend, body) = area.split_vertically(if is_many { LEGEND } else { 0 });
            if is_many {
                draw_legend(&legend, bars.parts_that_occur())?;
            }
            let frame = Frame::beside_names(&body, plot, bars)?;
            frame.draw_axes(&body)?;
            shapes::draw_bars(&body, &frame, bars)
        }
        Shape::Trajectory(course) => {
            let frame = Frame::new(area, plot);
            frame.draw_axes(area)?;
            shapes::draw_trajectory(area, &frame, course)
        }
        Shape::Quantiles(of) => quantiles::draw(area, plot, of),
        Shape::Points(points) => {
            let frame = Frame::new(area, plot);
            frame.draw_axes(area)?;
            shapes::draw_points(area, &frame, points)
        }
        Shape::Bands(bands) => bands.draw_in(area, &plot.x, &plot.y),
        Shape::Tree(tree) => tree.draw_in(area, &plot.x),
    }
}

/// Draws a swatch and a name for each part, as far as there is room.
fn draw_legend<'a, B>(
    area: &Area<B>,
    parts: impl Iterator<Item = &'a Part>,
) -> Result<(), PlotError>
where
    B: DrawingBackend<ErrorType: 'static>,
{
    const SIDE: i32 = 12;
    let (width, _) = area.dim_in_pixel();
    let mut left = MARGIN;
    for part in parts {
        let [r, g, b] = part.colour;
        let swatch = [(left, 4), (left + SIDE, 4 + SIDE)];
        let label = text(&LABEL).pos(Pos::new(HPos::Left, VPos::Center));
        let (length, _) = area.estimate_text_size(&part.name, &label)?;
        let right = left + SIDE + 6 + i32::try_from(length)? + 18;
        if right > i32::try_from(width)? {
            break;
        }
        area.draw(&Rectangle::new(swatch, RGBColor(r, g, b).filled()))?;
        area.draw(&Text::new(part.name.as_str(), (left + SIDE + 6, 4 + SIDE / 2), label))?;
        left = right;
    }
    Ok(())
}
