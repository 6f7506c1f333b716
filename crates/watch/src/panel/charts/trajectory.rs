//! A population against another: a curve that fades with its age.

use glam::Vec2;
use terrarium_picture::Rect;
use terrarium_studies::charts::{self, Trajectory};

use super::super::hit::TimeScale;
use super::super::painter_context::PainterContext;
use super::super::plot::Plot;
use super::super::{Hits, Target, bar, theme};
use super::plate::{Plate, exact};

/// The opacity of the oldest part of the curve, and of the newest.
const OPACITY: [f32; 2] = [60.0, 255.0];

/// The distance from which the pointer is at a point, in pixels at scale 1.
const NEAR: f32 = 14.0;

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    of: &charts::Plot,
    course: &Trajectory,
    hits: &mut Hits,
) -> Option<Plate> {
    let plot = Plot::new(painter_context, area, [&of.x, &of.y], 0.0);
    plot.axes(painter_context);
    let colour = theme::of_species(course.colour);
    let places: Vec<Vec2> = course.points.iter().map(|&(_, x, y)| plot.place(x, y)).collect();
    let width = painter_context.px(1.0) * 1.6;
    #[expect(clippy::cast_precision_loss, reason = "there are few points")]
    let newest = places.len().saturating_sub(2).max(1) as f32;
    for (pair, index) in places.windows(2).zip(0_u16..) {
        let age = f32::from(index) / newest;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
        let cover = (OPACITY[0] + (OPACITY[1] - OPACITY[0]) * age * age) as u8;
        painter_context.framebuffer.line(pair[0], pair[1], width, theme::pale(colour, cover));
    }
    if let Some((_, x, y)) = course.now {
        let (at, radius) = (plot.place(x, y), painter_context.px(4.5));
        painter_context.framebuffer.disc(at, radius, colour);
        painter_context.framebuffer.ring(at, radius, painter_context.px(1.5), theme::TEXT);
    }
    plot.name_vertical(painter_context);
    hover(painter_context, &plot, (of, course), &places, hits)
}

/// Marks the point nearest to the pointer, to which a click goes, and returns its tick and values.
fn hover(
    painter_context: &mut PainterContext<'_>,
    plot: &Plot<'_>,
    (of, course): (&charts::Plot, &Trajectory),
    places: &[Vec2],
    hits: &mut Hits,
) -> Option<Plate> {
    let (pointer, nearest) = plot.pointed_at(painter_context, places, NEAR)?;
    let (tick, x, y) = course.points[nearest];
    painter_context.framebuffer.disc(places[nearest], painter_context.px(3.0), theme::TEXT);
    let area = Rect::around(pointer, 1.0);
    hits.add(area, &plot.area, Target::ChartTime(TimeScale { area, first: tick, last: tick }));
    let mut plate = Plate::new(format!("tick {}", bar::grouped(tick)));
    let colour = theme::text_of_species(course.colour);
    plate.line(format!("{}: {}", of.y.title(), exact(y)), colour);
    plate.line(format!("{}: {}", of.x.title(), exact(x)), theme::TEXT);
    Some(plate)
}
