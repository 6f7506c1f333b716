//! Vertical bars: births and deaths over time, and the distributions of traits.

use glam::Vec2;
use terrarium_picture::Rect;
use terrarium_studies::charts::{self, Bar, Bars, Shape};

use super::super::paint::Show;
use super::super::painter_context::PainterContext;
use super::super::plot::Plot;
use super::super::{Hits, Target, bar, theme};
use super::plate::{Plate, exact};

/// Paints bars over time, with a legend.
pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    of: &charts::Plot,
    bars: &Bars,
    show: &Show<'_>,
    hits: &mut Hits,
) -> Option<Plate> {
    let (key, body) = area.cut_top(painter_context.px(17.0));
    legend(painter_context, key, bars);
    let plot = Plot::new(painter_context, body, [&of.x, &of.y], 0.0).of_bars();
    plot.axes(painter_context);
    draw(painter_context, &plot, bars);
    let line =
        Rect::new(plot.area.left, plot.y_of(0.0).round(), plot.area.width, painter_context.px(1.0));
    painter_context.framebuffer.fill(line, theme::FAINT);
    plot.playhead(painter_context, show.tick());
    hits.add(plot.area, &area, Target::ChartTime(plot.time()));
    hover(painter_context, &plot, bars, |bar| {
        let [from, to] = [bar.range.0, bar.range.1].map(exact);
        format!("ticks {from} to {to}")
    })
}

/// Paints several plots beside each other.
pub(super) fn paint_all(
    painter_context: &mut PainterContext<'_>,
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
        let cell = cell.inset(painter_context.px(4.0));
        plate = plate.or(histogram(painter_context, cell, plot, bars));
    }
    plate
}

fn histogram(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    of: &charts::Plot,
    bars: &Bars,
) -> Option<Plate> {
    let (title, body) = area.cut_top(painter_context.px(15.0));
    painter_context.text(&of.x.name, title, &theme::SMALL.coloured(theme::TEXT));
    if let Some(mean) = bars.mean {
        let digits = if of.x.range.1 <= 4.0 { 2 } else { 0 };
        painter_context.text_right(&format!("{mean:.digits$}"), title, &theme::SMALL);
    }
    let plot = Plot::bare(body, [&of.x, &of.y]);
    draw(painter_context, &plot, bars);
    let base = Rect::new(body.left, body.bottom() - 1.0, body.width, painter_context.px(1.0));
    painter_context.framebuffer.fill(base, theme::EDGE);
    if let Some(mean) = bars.mean {
        plot.hairline(painter_context, plot.x_of(mean), theme::TEXT);
    }
    hover(painter_context, &plot, bars, |bar| {
        let [from, to] = [bar.range.0, bar.range.1].map(charts::short);
        format!("{}: {from} to {to}", of.x.title())
    })
}

fn draw(painter_context: &mut PainterContext<'_>, plot: &Plot<'_>, bars: &Bars) {
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
            painter_context.framebuffer.fill(rect, theme::of_species(part.colour));
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
    painter_context: &mut PainterContext<'_>,
    plot: &Plot<'_>,
    bars: &Bars,
    name: impl Fn(&Bar) -> String,
) -> Option<Plate> {
    let pointer = painter_context.pointer.filter(|&at| plot.area.contains(at))?;
    let bar = bars.bars.iter().find(|bar| {
        let (left, right) = (plot.x_of(bar.range.0), plot.x_of(bar.range.1));
        (left..right.max(left + 1.0)).contains(&pointer.x)
    })?;
    painter_context.framebuffer.fill(column(plot, bar), theme::pale(theme::TEXT, 40));
    let mut plate = Plate::new(name(bar));
    counts(&mut plate, bar, bars);
    Some(plate)
}

/// Adds the counts of the parts of a bar that are not empty.
pub(super) fn counts(plate: &mut Plate, bar: &Bar, bars: &Bars) {
    let parts = bar.counts.iter().zip(&bars.parts);
    let is_single = bars.parts.len() == 1;
    for (&count, part) in parts.filter(|&(&count, _)| count > 0 || is_single) {
        let text = format!("{}: {}", part.name, bar::grouped(count));
        plate.line(text, theme::text_of_species(part.colour));
    }
}

/// Paints a swatch and a name for each part that occurs, as far as there is room.
pub(super) fn legend(painter_context: &mut PainterContext<'_>, row: Rect, bars: &Bars) {
    let mut left = row.left;
    for part in bars.parts_that_occur() {
        let size = painter_context.px(8.0);
        let width = painter_context.font.width(&part.name, &theme::SMALL);
        if left + size + width + painter_context.px(6.0) > row.right() {
            break;
        }
        let swatch = Rect::new(left, (row.centre().y - size * 0.5).round(), size, size);
        let (round, colour) = (painter_context.px(2.0), theme::of_species(part.colour));
        painter_context.framebuffer.fill_rounded(swatch, round, colour);
        let text =
            Rect { left: swatch.right() + painter_context.px(4.0), width: width + 2.0, ..row };
        painter_context.text(&part.name, text, &theme::SMALL);
        left = text.right() + painter_context.px(8.0);
    }
}
