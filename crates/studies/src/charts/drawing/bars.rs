//! Vertical bars: births and deaths over time, and the distributions of traits.

use terrarium_drawing::chart::{ChartPen, Frame, Grid, Ink, Plate, exact, grouped, legend, short};
use terrarium_drawing::{Rect, opaque, pale};

use super::{ChartView, Target, Targets};
use crate::charts::{Bar, Bars, Plot, Shape};

/// How distributions of traits are read.
pub(super) const KEY: &str =
    "organisms by the value of each trait; the line and the number are the mean";

/// Paints bars over time, with a legend.
pub(super) fn paint(
    pen: &mut ChartPen<'_>,
    area: Rect,
    of: &Plot,
    bars: &Bars,
    view: &ChartView<'_>,
    targets: &mut Targets,
) -> Option<Plate> {
    let (key, body) = area.cut_top(pen.px(17.0));
    legend(pen, key, bars.legend());
    let frame = Frame::new(pen, body, [&of.x, &of.y], 0.0).of_bars();
    frame.axes(pen);
    draw(pen, &frame, bars);
    let line = Rect::new(frame.area.left, frame.y_of(0.0).round(), frame.area.width, pen.px(1.0));
    pen.surface.fill(line, pen.ink.faint);
    frame.playhead(pen, view.tick);
    targets.add(frame.area, &area, Target::Time(frame.time()));
    hover(pen, &frame, bars, |bar| {
        let [from, to] = [bar.range.0, bar.range.1].map(exact);
        format!("ticks {from} to {to}")
    })
}

/// Paints several plots beside each other.
pub(super) fn paint_all(pen: &mut ChartPen<'_>, area: Rect, plots: &[Plot]) -> Option<Plate> {
    let grid = Grid::new(area, plots.len(), pen.font.scale());
    let mut plate = None;
    for (plot, cell) in plots.iter().zip(grid.cells()) {
        let Shape::Bars(bars) = &plot.shape else { continue };
        let here = histogram(pen, cell, plot, bars);
        plate = plate.or(here);
    }
    grid.say_what_is_left_out(pen, "traits");
    plate
}

fn histogram(pen: &mut ChartPen<'_>, area: Rect, of: &Plot, bars: &Bars) -> Option<Plate> {
    let (title, body) = area.cut_top(pen.px(15.0));
    let style = pen.ink.small().coloured(pen.ink.text);
    let name = if pen.ink.is_print { of.x.title() } else { of.x.name.clone() };
    pen.text(&name, title, &style);
    if let Some(mean) = bars.mean {
        let digits = if of.x.range.1 <= 4.0 { 2 } else { 0 };
        pen.text_right(&format!("{mean:.digits$}"), title, &pen.ink.small());
    }
    let frame = Frame::small(pen, body, [&of.x, &of.y]);
    frame.axes(pen);
    draw(pen, &frame, bars);
    if let Some(mean) = bars.mean {
        frame.hairline(pen, frame.x_of(mean), pen.ink.text);
    }
    hover(pen, &frame, bars, |bar| {
        let [from, to] = [bar.range.0, bar.range.1].map(short);
        format!("{}: {from} to {to}", of.x.title())
    })
}

fn draw(pen: &mut ChartPen<'_>, frame: &Frame<'_>, bars: &Bars) {
    for bar in &bars.bars {
        let area = column(frame, bar);
        let mut sums = [0.0_f64; 2];
        for (&count, part) in bar.counts.iter().zip(&bars.parts).filter(|&(&count, _)| count > 0) {
            let sum = &mut sums[usize::from(part.is_below)];
            let from = *sum;
            #[expect(clippy::cast_precision_loss, reason = "pixels are not that precise")]
            let to = from + if part.is_below { -(count as f64) } else { count as f64 };
            *sum = to;
            let (a, b) = (frame.y_of(from), frame.y_of(to));
            let rect = Rect { top: a.min(b), height: (a - b).abs(), ..area };
            pen.surface.fill(rect, opaque(part.colour));
        }
    }
}

/// The columns of pixels of a bar.
fn column(frame: &Frame<'_>, bar: &Bar) -> Rect {
    let (left, right) = (frame.x_of(bar.range.0), frame.x_of(bar.range.1));
    let gap = if right - left > 5.0 { 1.0 } else { 0.0 };
    Rect { left, width: (right - left - gap).max(1.0), ..frame.area }
}

/// Highlights the bar at the pointer, and returns its name and its counts.
fn hover(
    pen: &mut ChartPen<'_>,
    frame: &Frame<'_>,
    bars: &Bars,
    name: impl Fn(&Bar) -> String,
) -> Option<Plate> {
    let pointer = pen.pointer.filter(|&at| frame.area.contains(at))?;
    let bar = bars.bars.iter().find(|bar| {
        let (left, right) = (frame.x_of(bar.range.0), frame.x_of(bar.range.1));
        (left..right.max(left + 1.0)).contains(&pointer.x)
    })?;
    pen.surface.fill(column(frame, bar), pale(pen.ink.text, 40));
    let mut plate = Plate::new(pen.ink, name(bar));
    counts(pen.ink, &mut plate, bar, bars);
    Some(plate)
}

/// Adds the counts of the parts of a bar that are not empty.
pub(super) fn counts(ink: &Ink, plate: &mut Plate, bar: &Bar, bars: &Bars) {
    let parts = bar.counts.iter().zip(&bars.parts);
    let is_single = bars.parts.len() == 1;
    for (&count, part) in parts.filter(|&(&count, _)| count > 0 || is_single) {
        let text = format!("{}: {}", part.name, grouped(count));
        plate.line(text, ink.name_of(part.colour));
    }
}
