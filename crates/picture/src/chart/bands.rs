//! Clusters over time as nested bands. A click goes to the tick, one on a name to the origin of the cluster.

use glam::Vec2;
use terrarium_studies::charts::descent::{Band, MullerPlot};
use terrarium_studies::charts::{self, apart, float, grouped};

use super::axes::{Plot, columns};
use super::ink::{Ink, opaque};
use super::pen::ChartPen;
use super::plate::Plate;
use super::{ChartView, Target, Targets};
use crate::{Rect, theme};

/// The greatest share of the width that names take.
const LABELS: f32 = 0.25;

/// The least width of a plot with names, in pixels at scale 1.
const LEAST_WIDTH: f32 = 130.0;

/// The height of a name, in pixels at scale 1.
const LINE: f32 = 13.0;

pub(super) fn paint(
    pen: &mut ChartPen<'_>,
    area: Rect,
    of: &charts::Plot,
    muller: &MullerPlot,
    view: &ChartView<'_>,
    targets: &mut Targets,
) -> Option<Plate> {
    let plot = Plot::new(pen, area, [&of.x, &of.y], names_width(pen, area, muller));
    plot.axes(pen);
    let pointed = pointed_at(pen, &plot, muller);
    for (index, band) in muller.bands.iter().enumerate() {
        let is_pointed = pointed.is_some_and(|(_, it)| it == index);
        draw(pen, &plot, muller, band, is_pointed);
    }
    plot.playhead(pen, view.tick);
    targets.add(plot.area, &area, Target::Time(plot.time()));
    names(pen, &plot, muller, targets);
    let (column, index) = pointed?;
    Some(plate(pen.ink, muller, column, index))
}

/// The width that names at the right take; 0 if there is no room.
fn names_width(pen: &ChartPen<'_>, area: Rect, muller: &MullerPlot) -> f32 {
    if area.width < pen.px(LEAST_WIDTH) {
        return 0.0;
    }
    let widths = living(muller).map(|band| pen.font.width(&band.name, &pen.ink.small()));
    let widest = widths.fold(0.0, f32::max);
    (widest + pen.px(6.0)).min(area.width * LABELS).round()
}

/// The bands that live at the end.
fn living(muller: &MullerPlot) -> impl Iterator<Item = &Band> {
    muller.bands.iter().filter(|band| band.living.last().is_some_and(|&living| living > 0))
}

/// Fills a band, column by column of pixels.
fn draw(
    pen: &mut ChartPen<'_>,
    plot: &Plot<'_>,
    muller: &MullerPlot,
    band: &Band,
    is_pointed: bool,
) {
    let colour = opaque(band.colour);
    let light = theme::pale(pen.ink.text, 70);
    let mut index = 0;
    let time = plot.time();
    let (left, right) = (plot.area.left.round(), plot.area.right().round());
    for column in 0..columns(&Rect::new(left, 0.0, right - left, 1.0), 1.0) {
        #[expect(clippy::cast_precision_loss, reason = "there are few columns")]
        let x = left + column as f32;
        let middle = x + 0.5;
        while index + 2 < muller.ticks.len() && time.x_of(muller.ticks[index + 1]) < middle {
            index += 1;
        }
        let after = (index + 1).min(muller.ticks.len() - 1);
        if band.whole[index] == 0 && band.whole[after] == 0 {
            continue;
        }
        let [from, to] = [index, after].map(|it| time.x_of(muller.ticks[it]));
        let share = ((middle - from) / (to - from).max(1e-3)).clamp(0.0, 1.0);
        let between = |a: f64, b: f64| plot.y_of(a + (b - a) * f64::from(share));
        let foot = between(band.low[index], band.low[after]);
        let top = between(band.high(index), band.high(after));
        let area = Rect::new(x, top, 1.0, foot - top);
        pen.framebuffer.fill(area, colour);
        if is_pointed {
            pen.framebuffer.fill(area, light);
        }
    }
}

/// Writes the names of the bands that live at the end beside them, the largest first where there is no room for all.
fn names(pen: &mut ChartPen<'_>, plot: &Plot<'_>, muller: &MullerPlot, targets: &mut Targets) {
    let right = pen.framebuffer.clip().right();
    let gap = pen.px(4.0);
    let height = pen.px(LINE);
    let Some(last) = muller.ticks.len().checked_sub(1) else { return };
    let mut bands: Vec<&Band> = living(muller).collect();
    bands.sort_by_key(|band| std::cmp::Reverse(band.living[last]));
    let middle = |band: &&Band| {
        let (low, high) = band.open_part(last);
        plot.y_of(f64::midpoint(low, high))
    };
    let wanted: Vec<f32> = bands.iter().map(middle).collect();
    let range = (plot.area.top - height * 0.5, plot.area.bottom() + height * 0.5);
    for (band, middle) in bands.iter().zip(apart(&wanted, height, range)) {
        let Some(middle) = middle else { continue };
        let left = plot.area.right() + gap;
        let row = Rect::new(left, middle - height * 0.5, (right - left).max(0.0), height);
        let is_pointed = pen.points_at(&row);
        let style = pen.ink.small().coloured(match is_pointed {
            true => pen.ink.text,
            false => pen.ink.name_of(band.colour),
        });
        pen.text(&band.name, row, &style);
        let (tick, organism) = (band.origin, Some(band.first));
        targets.add_named(row, &row, Target::Jump { tick, organism }, band.name.clone());
    }
}

/// The index of the tick at the pointer, and the innermost band there.
fn pointed_at(pen: &ChartPen<'_>, plot: &Plot<'_>, muller: &MullerPlot) -> Option<(usize, usize)> {
    let pointer: Vec2 = pen.pointer.filter(|&at| plot.area.contains(at))?;
    let tick = plot.time().tick_at(pointer.x);
    let column = muller.ticks.partition_point(|&it| it < tick).min(muller.ticks.len() - 1);
    let is_at = |band: &Band| {
        let (top, foot) = (plot.y_of(band.high(column)), plot.y_of(band.low[column]));
        band.whole[column] > 0 && (top..foot).contains(&pointer.y)
    };
    // Children come after their parents.
    let index = muller.bands.iter().rposition(is_at)?;
    Some((column, index))
}

/// What is known of a cluster at a tick.
fn plate(ink: &Ink, muller: &MullerPlot, column: usize, index: usize) -> Plate {
    let band = &muller.bands[index];
    let mut plate = Plate::new(ink, format!("tick {}", grouped(muller.ticks[column])));
    let all: u64 = muller.bands.iter().map(|band| band.living[column]).sum();
    let share = 100.0 * float(band.living[column]) / float(all.max(1));
    let colour = ink.name_of(band.colour);
    plate.line(format!("{}: {} alive, {share:.0} %", band.name, band.living[column]), colour);
    plate.line(
        format!("since tick {}, from organism {}", grouped(band.origin), band.first),
        ink.text,
    );
    let up = |index: &usize| muller.bands[*index].parent;
    let above: Vec<&str> = std::iter::successors(up(&index), up)
        .map(|index| muller.bands[index].name.as_str())
        .collect();
    if !above.is_empty() {
        plate.line(format!("descends from {}", above.join(" < ")), ink.faint);
    }
    plate
}
