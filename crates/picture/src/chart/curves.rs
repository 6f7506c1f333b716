//! Curves over time, with their names at their ends.

use glam::Vec2;
use terrarium_studies::charts::{self, Curve, apart, grouped};

use super::axes::Plot;
use super::ink::opaque;
use super::pen::ChartPen;
use super::plate::{Plate, exact};
use super::{ChartView, Target, Targets};
use crate::{Rect, theme};

/// The greatest share of the width that names at the ends of curves take.
const LABELS: f32 = 0.3;

/// The least width of a chart with names at the ends of its curves, in pixels at scale 1.
const LEAST_WIDTH: f32 = 130.0;

/// The height of a name, in pixels at scale 1.
const LINE: f32 = 12.0;

/// The number of curves on a plate at most.
const MOST: usize = 24;

pub(super) fn paint(
    pen: &mut ChartPen<'_>,
    area: Rect,
    of: &charts::Plot,
    curves: &[Curve],
    view: &ChartView<'_>,
    targets: &mut Targets,
) -> Option<Plate> {
    let plot = Plot::new(pen, area, [&of.x, &of.y], labels_width(pen, area, curves));
    plot.axes(pen);
    draw(pen, &plot, curves);
    plot.playhead(pen, view.tick);
    targets.add(plot.area, &area, Target::Time(plot.time()));
    hover(pen, &plot, curves)
}

/// Draws the curves and their names.
pub(super) fn draw(pen: &mut ChartPen<'_>, plot: &Plot<'_>, curves: &[Curve]) {
    for curve in curves {
        let colour = opaque(curve.colour);
        for run in curve.runs() {
            let points: Vec<Vec2> =
                run.into_iter().map(|(tick, value)| place(plot, tick, value)).collect();
            match curve.branch {
                Some(_) => plot.dashed(pen, &points, theme::pale(colour, 120)),
                None => plot.curve(pen, &points, 1.6, colour),
            }
        }
    }
    labels(pen, plot, curves);
}

/// The width that names at the right ends take; 0 if there is no room.
pub(super) fn labels_width(pen: &ChartPen<'_>, area: Rect, curves: &[Curve]) -> f32 {
    if area.width < pen.px(LEAST_WIDTH) {
        return 0.0;
    }
    let own = curves.iter().filter(|curve| curve.branch.is_none());
    let widths = own.map(|curve| pen.font.width(&curve.name, &pen.ink.small()));
    let widest = widths.fold(0.0, f32::max);
    (widest + pen.px(4.0)).min(area.width * LABELS).round()
}

/// Writes the name of each curve at its right end; where there is no room for all, those with the greatest
/// values.
fn labels(pen: &mut ChartPen<'_>, plot: &Plot<'_>, curves: &[Curve]) {
    let right = pen.framebuffer.clip().right();
    let gap = pen.px(4.0);
    let own = curves.iter().filter(|curve| curve.branch.is_none());
    let mut ends: Vec<(&Curve, u64, f64)> =
        own.filter_map(|curve| curve.end().map(|(tick, value)| (curve, tick, value))).collect();
    ends.sort_by(|(.., a), (.., b)| b.total_cmp(a));
    let height = pen.px(LINE);
    let wanted: Vec<f32> = ends.iter().map(|&(.., value)| plot.y_of(value)).collect();
    let range = (plot.area.top - height * 0.5, plot.area.bottom() + height * 0.5);
    for ((curve, ..), middle) in ends.iter().zip(apart(&wanted, height, range)) {
        let Some(middle) = middle else { continue };
        let left = plot.area.right() + gap;
        let row = Rect::new(left, middle - height * 0.5, (right - left).max(0.0), height);
        let style = pen.ink.small().coloured(pen.ink.name_of(curve.colour));
        pen.text(&curve.name, row, &style);
    }
}

/// Draws a hairline at the point nearest to the pointer, and returns the values there.
pub(super) fn hover(pen: &mut ChartPen<'_>, plot: &Plot<'_>, curves: &[Curve]) -> Option<Plate> {
    let pointer = pen.pointer.filter(|&at| plot.area.contains(at))?;
    let wanted = plot.time().tick_at(pointer.x);
    let own = curves.iter().filter(|curve| curve.branch.is_none());
    let ticks = own.flat_map(|curve| {
        let after = curve.points.partition_point(|&(tick, _)| tick < wanted);
        curve.points[after.saturating_sub(1)..].iter().take(2).map(|&(tick, _)| tick)
    });
    let tick = ticks.min_by_key(|tick| tick.abs_diff(wanted))?;
    plot.hairline(pen, plot.time().x_of(tick), theme::pale(pen.ink.text, 130));
    let mut plate = Plate::new(pen.ink, format!("tick {}", grouped(tick)));
    for curve in curves.iter().take(MOST) {
        let Some((_, value)) = curve.at(tick) else { continue };
        let colour = opaque(curve.colour);
        if curve.branch.is_none() {
            let radius = pen.px(2.5);
            pen.framebuffer.disc(place(plot, tick, value), radius, colour);
        }
        let branch = curve.branch.as_ref().map(|branch| format!(" in {branch}"));
        let text = format!("{}{}: {}", curve.name, branch.unwrap_or_default(), exact(value));
        plate.line(text, pen.ink.name_of(curve.colour));
    }
    Some(plate)
}

fn place(plot: &Plot<'_>, tick: u64, value: f64) -> Vec2 {
    Vec2::new(plot.time().x_of(tick), plot.y_of(value))
}
