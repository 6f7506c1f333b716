//! Vertical bars: births and deaths over time, and the distributions of traits.

use glam::Vec2;
use terrarium_studies::charts::{self, Bar, Bars, Shape, grouped};

use super::axes::Plot;
use super::ink::{Ink, opaque};
use super::pen::ChartPen;
use super::plate::{Plate, exact};
use super::{ChartView, Target, Targets};
use crate::{Rect, theme};

/// Paints bars over time, with a legend.
pub(super) fn paint(
    pen: &mut ChartPen<'_>,
    area: Rect,
    of: &charts::Plot,
    bars: &Bars,
    view: &ChartView<'_>,
    targets: &mut Targets,
) -> Option<Plate> {
    let (key, body) = area.cut_top(pen.px(17.0));
    legend(pen, key, bars);
    let plot = Plot::new(pen, body, [&of.x, &of.y], 0.0).of_bars();
    plot.axes(pen);
    draw(pen, &plot, bars);
    let line = Rect::new(plot.area.left, plot.y_of(0.0).round(), plot.area.width, pen.px(1.0));
    pen.framebuffer.fill(line, pen.ink.faint);
    plot.playhead(pen, view.tick);
    targets.add(plot.area, &area, Target::Time(plot.time()));
    hover(pen, &plot, bars, |bar| {
        let [from, to] = [bar.range.0, bar.range.1].map(exact);
        format!("ticks {from} to {to}")
    })
}

/// Paints several plots beside each other.
pub(super) fn paint_all(
    pen: &mut ChartPen<'_>,
    area: Rect,
    plots: &[charts::Plot],
) -> Option<Plate> {
    let columns = 4_u8;
    let rows = u8::try_from(plots.len().div_ceil(4)).unwrap_or(2).max(1);
    let size = area.size() / Vec2::new(columns.into(), rows.into());
    let mut plate = None;
    for (plot, index) in plots.iter().zip(0_u8..) {
        let Shape::Bars(bars) = &plot.shape else { continue };
        let corner = size * Vec2::new((index % columns).into(), (index / columns).into());
        let cell = Rect::new(area.left + corner.x, area.top + corner.y, size.x, size.y);
        let cell = cell.inset(pen.px(4.0));
        plate = plate.or(histogram(pen, cell, plot, bars));
    }
    plate
}

fn histogram(pen: &mut ChartPen<'_>, area: Rect, of: &charts::Plot, bars: &Bars) -> Option<Plate> {
    let (title, body) = area.cut_top(pen.px(15.0));
    pen.text(&of.x.name, title, &pen.ink.small().coloured(pen.ink.text));
    if let Some(mean) = bars.mean {
        let digits = if of.x.range.1 <= 4.0 { 2 } else { 0 };
        pen.text_right(&format!("{mean:.digits$}"), title, &pen.ink.small());
    }
    let plot = Plot::bare(body, [&of.x, &of.y]);
    draw(pen, &plot, bars);
    let base = Rect::new(body.left, body.bottom() - 1.0, body.width, pen.px(1.0));
    pen.framebuffer.fill(base, pen.ink.edge);
    if let Some(mean) = bars.mean {
        plot.hairline(pen, plot.x_of(mean), pen.ink.text);
    }
    hover(pen, &plot, bars, |bar| {
        let [from, to] = [bar.range.0, bar.range.1].map(charts::short);
        format!("{}: {from} to {to}", of.x.title())
    })
}

fn draw(pen: &mut ChartPen<'_>, plot: &Plot<'_>, bars: &Bars) {
    for bar in &bars.bars {
        let area = column(plot, bar);
        let mut sums = [0.0_f64; 2];
        for (&count, part) in bar.counts.iter().zip(&bars.parts).filter(|&(&count, _)| count > 0) {
            let sum = &mut sums[usize::from(part.is_below)];
            let from = *sum;
            #[expect(clippy::cast_precision_loss, reason = "pixels are not that precise")]
            let to = from + if part.is_below { -(count as f64) } else { count as f64 };
            *sum = to;
            let (a, b) = (plot.y_of(from), plot.y_of(to));
            let rect = Rect { top: a.min(b), height: (a - b).abs(), ..area };
            pen.framebuffer.fill(rect, opaque(part.colour));
        }
    }
}

/// The columns of pixels of a bar.
fn column(plot: &Plot<'_>, bar: &Bar) -> Rect {
    let (left, right) = (plot.x_of(bar.range.0), plot.x_of(bar.range.1));
    let gap = if right - left > 5.0 { 1.0 } else { 0.0 };
    Rect { left, width: (right - left - gap).max(1.0), ..plot.area }
}

/// Highlights the bar at the pointer, and returns its name and its counts.
fn hover(
    pen: &mut ChartPen<'_>,
    plot: &Plot<'_>,
    bars: &Bars,
    name: impl Fn(&Bar) -> String,
) -> Option<Plate> {
    let pointer = pen.pointer.filter(|&at| plot.area.contains(at))?;
    let bar = bars.bars.iter().find(|bar| {
        let (left, right) = (plot.x_of(bar.range.0), plot.x_of(bar.range.1));
        (left..right.max(left + 1.0)).contains(&pointer.x)
    })?;
    pen.framebuffer.fill(column(plot, bar), theme::pale(pen.ink.text, 40));
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

/// Paints a swatch and a name for each part that occurs, as far as there is room.
pub(super) fn legend(pen: &mut ChartPen<'_>, row: Rect, bars: &Bars) {
    let mut left = row.left;
    for part in bars.parts_that_occur() {
        let size = pen.px(8.0);
        let width = pen.font.width(&part.name, &pen.ink.small());
        if left + size + width + pen.px(6.0) > row.right() {
            break;
        }
        let swatch = Rect::new(left, (row.centre().y - size * 0.5).round(), size, size);
        let (round, colour) = (pen.px(2.0), opaque(part.colour));
        pen.framebuffer.fill_rounded(swatch, round, colour);
        let text = Rect { left: swatch.right() + pen.px(4.0), width: width + 2.0, ..row };
        pen.text(&part.name, text, &pen.ink.small());
        left = text.right() + pen.px(8.0);
    }
}
