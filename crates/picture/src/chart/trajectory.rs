//! A population against another: a curve that fades with its age.

use glam::Vec2;
use terrarium_studies::charts::{self, Trajectory, grouped};

use super::axes::Plot;
use super::ink::opaque;
use super::pen::ChartPen;
use super::plate::{Plate, exact};
use super::time_scale::TimeScale;
use super::{Target, Targets};
use crate::{Rect, theme};

/// The opacity of the oldest part of the curve, and of the newest.
const OPACITY: [f32; 2] = [60.0, 255.0];

/// The distance from which the pointer is at a point, in pixels at scale 1.
const NEAR: f32 = 14.0;

pub(super) fn paint(
    pen: &mut ChartPen<'_>,
    area: Rect,
    of: &charts::Plot,
    course: &Trajectory,
    targets: &mut Targets,
) -> Option<Plate> {
    let plot = Plot::new(pen, area, [&of.x, &of.y], 0.0);
    plot.axes(pen);
    let colour = opaque(course.colour);
    let places: Vec<Vec2> = course.points.iter().map(|&(_, x, y)| plot.place(x, y)).collect();
    let width = pen.px(1.0) * 1.6;
    #[expect(clippy::cast_precision_loss, reason = "there are few points")]
    let newest = places.len().saturating_sub(2).max(1) as f32;
    for (pair, index) in places.windows(2).zip(0_u16..) {
        let age = f32::from(index) / newest;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
        let cover = (OPACITY[0] + (OPACITY[1] - OPACITY[0]) * age * age) as u8;
        pen.framebuffer.line(pair[0], pair[1], width, theme::pale(colour, cover));
    }
    if let Some((_, x, y)) = course.now {
        let (at, radius) = (plot.place(x, y), pen.px(4.5));
        pen.framebuffer.disc(at, radius, colour);
        pen.framebuffer.ring(at, radius, pen.px(1.5), pen.ink.text);
    }
    plot.name_vertical(pen);
    hover(pen, &plot, (of, course), &places, targets)
}

/// Marks the point nearest to the pointer, to which a click goes, and returns its tick and values.
fn hover(
    pen: &mut ChartPen<'_>,
    plot: &Plot<'_>,
    (of, course): (&charts::Plot, &Trajectory),
    places: &[Vec2],
    targets: &mut Targets,
) -> Option<Plate> {
    let (pointer, nearest) = plot.pointed_at(pen, places, NEAR)?;
    let (tick, x, y) = course.points[nearest];
    pen.framebuffer.disc(places[nearest], pen.px(3.0), pen.ink.text);
    let area = Rect::around(pointer, 1.0);
    targets.add(area, &plot.area, Target::Time(TimeScale { area, first: tick, last: tick }));
    let mut plate = Plate::new(pen.ink, format!("tick {}", grouped(tick)));
    let colour = pen.ink.name_of(course.colour);
    plate.line(format!("{}: {}", of.y.title(), exact(y)), colour);
    plate.line(format!("{}: {}", of.x.title(), exact(x)), pen.ink.text);
    Some(plate)
}
