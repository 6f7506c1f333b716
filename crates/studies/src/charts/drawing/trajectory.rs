//! A population against another: a curve that fades with its age.

use glam::Vec2;
use terrarium_drawing::chart::{ChartPen, Frame, Plate, TimeScale, exact, grouped};
use terrarium_drawing::{Rect, pale};

use super::{Target, Targets};
use crate::charts::{Plot, Trajectory};

/// The opacity of the oldest part of the curve, and of the newest.
const OPACITY: [f32; 2] = [60.0, 255.0];

/// The distance from which the pointer is at a point, in pixels at scale 1.
const NEAR: f32 = 14.0;

pub(super) fn paint(
    pen: &mut ChartPen<'_>,
    area: Rect,
    of: &Plot,
    course: &Trajectory,
    targets: &mut Targets,
) -> Option<Plate> {
    let frame = Frame::new(pen, area, [&of.x, &of.y], 0.0);
    frame.axes(pen);
    let colour = pen.ink.line_of(course.colour);
    let places: Vec<Vec2> = course.points.iter().map(|&(_, x, y)| frame.place(x, y)).collect();
    let width = pen.px(1.0) * 1.6;
    #[expect(clippy::cast_precision_loss, reason = "there are few points")]
    let newest = places.len().saturating_sub(2).max(1) as f32;
    for (pair, index) in places.windows(2).zip(0_u16..) {
        let age = f32::from(index) / newest;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
        let cover = (OPACITY[0] + (OPACITY[1] - OPACITY[0]) * age * age) as u8;
        pen.line(pair[0], pair[1], width, pale(colour, cover));
    }
    if let Some((tick, x, y)) = course.now {
        let (at, radius) = (frame.place(x, y), pen.px(4.5));
        pen.surface.disc(at, radius, colour);
        pen.surface.ring(at, radius, pen.px(1.5), pen.ink.text);
        if pen.ink.is_print {
            let label = format!("tick {}", grouped(tick));
            let half = pen.font.width(&label, &pen.ink.small()) * 0.5;
            let right = frame.area.right() - half;
            let centre = Vec2::new((at.x + radius * 1.6 + half).min(right), at.y - radius * 2.5);
            pen.text_at(&label, centre, &pen.ink.small());
        }
    }
    frame.name_vertical(pen);
    hover(pen, &frame, (of, course), &places, targets)
}

/// Marks the point nearest to the pointer, to which a click goes, and returns its tick and values.
fn hover(
    pen: &mut ChartPen<'_>,
    frame: &Frame<'_>,
    (of, course): (&Plot, &Trajectory),
    places: &[Vec2],
    targets: &mut Targets,
) -> Option<Plate> {
    let (pointer, nearest) = frame.pointed_at(pen, places, NEAR)?;
    let (tick, x, y) = course.points[nearest];
    pen.surface.disc(places[nearest], pen.px(3.0), pen.ink.text);
    let area = Rect::around(pointer, 1.0);
    targets.add(area, &frame.area, Target::Time(TimeScale { area, first: tick, last: tick }));
    let mut plate = Plate::new(pen.ink, format!("tick {}", grouped(tick)));
    let colour = pen.ink.name_of(course.colour);
    plate.line(format!("{}: {}", of.y.title(), exact(y)), colour);
    plate.line(format!("{}: {}", of.x.title(), exact(x)), pen.ink.text);
    Some(plate)
}
