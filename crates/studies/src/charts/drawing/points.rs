//! Organisms by two of their properties.

use std::collections::BTreeMap;

use glam::Vec2;
use terrarium_drawing::chart::{ChartPen, Frame, Plate, exact};
use terrarium_drawing::{Colour, Rect, pale};

use super::{ChartView, Target, Targets};
use crate::charts::{Plot, Points};

/// The number of organisms above which cells show how many there are: on a screen, and on paper, where there is no pointer.
const MANY: usize = 3000;
const MANY_IN_PRINT: usize = 20_000;

/// The side of such a cell, in pixels at scale 1.
const CELL: f32 = 5.0;

/// The distance from which the pointer is at a point, in pixels at scale 1.
const NEAR: f32 = 8.0;

pub(super) fn paint(
    pen: &mut ChartPen<'_>,
    area: Rect,
    of: &Plot,
    points: &Points,
    view: &ChartView<'_>,
    targets: &mut Targets,
) -> Option<Plate> {
    let frame = Frame::new(pen, area, [&of.x, &of.y], 0.0);
    frame.axes(pen);
    let places: Vec<Vec2> = points.points.iter().map(|&(_, x, y)| frame.place(x, y)).collect();
    let colour = pen.ink.line_of(points.colour);
    if places.len() > if pen.ink.is_print { MANY_IN_PRINT } else { MANY } {
        cells(pen, &places, colour);
    } else {
        let radius = pen.px(2.0);
        for &place in &places {
            pen.surface.disc(place, radius, pale(colour, 170));
        }
    }
    let selected = view
        .selected
        .and_then(|id| points.points.binary_search_by_key(&id, |&(organism, ..)| organism).ok());
    if let Some(index) = selected {
        let (radius, width) = (pen.px(5.0), pen.px(1.5));
        pen.surface.ring(places[index], radius, width, pen.ink.text);
    }
    frame.name_vertical(pen);
    hover(pen, &frame, (of, points), &places, targets)
}

/// Paints cells that are the more opaque the more organisms are in them.
fn cells(pen: &mut ChartPen<'_>, places: &[Vec2], colour: Colour) {
    let side = pen.px(CELL);
    let mut counts: BTreeMap<(i32, i32), u32> = BTreeMap::new();
    for place in places {
        let cell = (*place / side).floor();
        #[expect(clippy::cast_possible_truncation, reason = "pixels")]
        let cell = (cell.x as i32, cell.y as i32);
        *counts.entry(cell).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(1);
    for ((x, y), count) in counts {
        #[expect(clippy::cast_precision_loss, reason = "pixels")]
        let corner = Vec2::new(x as f32, y as f32) * side;
        let share = (f64::from(count) / f64::from(most)).sqrt();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
        let cover = (50.0 + 205.0 * share) as u8;
        let cell = Rect::new(corner.x, corner.y, side, side);
        pen.surface.fill(cell, pale(colour, cover));
    }
}

/// Marks the organism nearest to the pointer, which a click selects, and returns its values.
fn hover(
    pen: &mut ChartPen<'_>,
    frame: &Frame<'_>,
    (of, points): (&Plot, &Points),
    places: &[Vec2],
    targets: &mut Targets,
) -> Option<Plate> {
    let (pointer, nearest) = frame.pointed_at(pen, places, NEAR)?;
    let (organism, x, y) = points.points[nearest];
    let (radius, width) = (pen.px(4.0), pen.px(1.0));
    pen.surface.ring(places[nearest], radius, width, pen.ink.accent);
    targets.add(Rect::around(pointer, 1.0), &frame.area, Target::Organism(organism));
    let mut plate = Plate::new(pen.ink, format!("organism {organism}: click to select it"));
    plate.line(format!("{}: {}", of.y.title(), exact(y)), pen.ink.text);
    plate.line(format!("{}: {}", of.x.title(), exact(x)), pen.ink.text);
    Some(plate)
}
