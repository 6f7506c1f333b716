//! Curves over time, with their names at their ends.

use glam::Vec2;

use super::{
    ChartPen, Curve, Frame, Plate, SideName, exact, grouped, side_names, side_names_width,
};
use crate::{Rect, opaque, pale};

/// The greatest share of the width that names at the ends of curves take.
const LABELS: f32 = 0.3;

/// The number of curves on a plate at most.
const MOST: usize = 24;

/// The dashes of curves on paper, so that they differ without colours: length and gap in pixels at scale 1.
const DASHES: [Option<[f32; 2]>; 5] =
    [None, Some([10.0, 4.0]), Some([2.0, 3.0]), Some([18.0, 5.0]), Some([6.0, 9.0])];

/// Draws the curves, those of other branches below, and the names of the others up to the position `right`: where there is
/// no room for all, those with the greatest values.
pub fn draw(pen: &mut ChartPen<'_>, frame: &Frame<'_>, curves: &[Curve], right: f32) {
    for curve in curves.iter().filter(|curve| curve.branch.is_some()) {
        let colour = pale(pen.ink.line_of(curve.colour), 120);
        runs(curve, frame).for_each(|points| frame.dashed(pen, &points, colour));
    }
    let width = pen.px(1.0) * 1.6;
    for (curve, dash) in own(curves).zip(DASHES.into_iter().cycle()) {
        let (colour, dash) = (pen.ink.line_of(curve.colour), dash.filter(|_| pen.ink.is_print));
        runs(curve, frame).for_each(|points| pen.stroke(&points, width, dash, colour));
    }
    let mut ends: Vec<(&Curve, f64)> =
        own(curves).filter_map(|curve| curve.end().map(|(_, value)| (curve, value))).collect();
    ends.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let name = |(curve, value): (&Curve, f64)| {
        let (name, colour, at) = (curve.name.clone(), curve.colour, frame.y_of(value));
        SideName { name, colour, at, is_clickable: false }
    };
    side_names(pen, frame, &ends.into_iter().map(name).collect::<Vec<_>>(), right);
}

/// The curves of the branch of the chart.
fn own(curves: &[Curve]) -> impl Iterator<Item = &Curve> {
    curves.iter().filter(|curve| curve.branch.is_none())
}

fn runs(curve: &Curve, frame: &Frame<'_>) -> impl Iterator<Item = Vec<Vec2>> {
    curve.runs().map(|run| run.into_iter().map(|(tick, value)| place(frame, tick, value)).collect())
}

/// The width that names at the right ends take; 0 if there is no room.
#[must_use]
pub fn labels_width(pen: &ChartPen<'_>, area: Rect, curves: &[Curve]) -> f32 {
    side_names_width(pen, area, own(curves).map(|curve| curve.name.as_str()), LABELS)
}

/// Draws a hairline at the point nearest to the pointer, and returns the values there.
#[must_use]
pub fn hover(pen: &mut ChartPen<'_>, frame: &Frame<'_>, curves: &[Curve]) -> Option<Plate> {
    let pointer = pen.pointer.filter(|&at| frame.area.contains(at))?;
    let wanted = frame.time().tick_at(pointer.x);
    let own = curves.iter().filter(|curve| curve.branch.is_none());
    let ticks = own.flat_map(|curve| {
        let after = curve.points.partition_point(|&(tick, _)| tick < wanted);
        curve.points[after.saturating_sub(1)..].iter().take(2).map(|&(tick, _)| tick)
    });
    let tick = ticks.min_by_key(|tick| tick.abs_diff(wanted))?;
    frame.hairline(pen, frame.time().x_of(tick), pale(pen.ink.text, 130));
    let mut plate = Plate::new(pen.ink, format!("tick {}", grouped(tick)));
    for curve in curves.iter().take(MOST) {
        let Some((_, value)) = curve.at(tick) else { continue };
        let colour = opaque(curve.colour);
        if curve.branch.is_none() {
            let radius = pen.px(2.5);
            pen.surface.disc(place(frame, tick, value), radius, colour);
        }
        let branch = curve.branch.as_ref().map(|branch| format!(" in {branch}"));
        let text = format!("{}{}: {}", curve.name, branch.unwrap_or_default(), exact(value));
        plate.line(text, pen.ink.name_of(curve.colour));
    }
    Some(plate)
}

fn place(frame: &Frame<'_>, tick: u64, value: f64) -> Vec2 {
    Vec2::new(frame.time().x_of(tick), frame.y_of(value))
}
