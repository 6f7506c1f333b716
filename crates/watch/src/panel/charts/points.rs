//! Organisms by two of their properties.

use std::collections::BTreeMap;

use glam::Vec2;
use terrarium_picture::Rect;
use terrarium_studies::charts::{self, Points};

use super::super::paint::Show;
use super::super::painter_context::PainterContext;
use super::super::plot::Plot;
use super::super::{Hits, Target, theme};
use super::plate::{Plate, exact};

/// The number of organisms above which cells show how many there are.
const MANY: usize = 3000;

/// The side of such a cell, in pixels at scale 1.
const CELL: f32 = 5.0;

/// The distance from which the pointer is at a point, in pixels at scale 1.
const NEAR: f32 = 8.0;

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    of: &charts::Plot,
    points: &Points,
    show: &Show<'_>,
    hits: &mut Hits,
) -> Option<Plate> {
    let plot = Plot::new(painter_context, area, [&of.x, &of.y], 0.0);
    plot.axes(painter_context);
    let places: Vec<Vec2> = points.points.iter().map(|&(_, x, y)| plot.place(x, y)).collect();
    let colour = theme::of_species(points.colour);
    if places.len() > MANY {
        cells(painter_context, &places, colour);
    } else {
        let radius = painter_context.px(2.0);
        for &place in &places {
            painter_context.framebuffer.disc(place, radius, theme::pale(colour, 170));
        }
    }
    let selected = show
        .selected
        .and_then(|id| points.points.binary_search_by_key(&id, |&(organism, ..)| organism).ok());
    if let Some(index) = selected {
        let (radius, width) = (painter_context.px(5.0), painter_context.px(1.5));
        painter_context.framebuffer.ring(places[index], radius, width, theme::TEXT);
    }
    plot.name_vertical(painter_context);
    hover(painter_context, &plot, (of, points), &places, hits)
}

/// Paints cells that are the more opaque the more organisms are in them.
fn cells(
    painter_context: &mut PainterContext<'_>,
    places: &[Vec2],
    colour: terrarium_picture::Colour,
) {
    let side = painter_context.px(CELL);
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
        painter_context.framebuffer.fill(cell, theme::pale(colour, cover));
    }
}

/// Marks the organism nearest to the pointer, which a click selects, and returns its values.
fn hover(
    painter_context: &mut PainterContext<'_>,
    plot: &Plot<'_>,
    (of, points): (&charts::Plot, &Points),
    places: &[Vec2],
    hits: &mut Hits,
) -> Option<Plate> {
    let (pointer, nearest) = plot.pointed_at(painter_context, places, NEAR)?;
    let (organism, x, y) = points.points[nearest];
    let (radius, width) = (painter_context.px(4.0), painter_context.px(1.0));
    painter_context.framebuffer.ring(places[nearest], radius, width, theme::ACCENT);
    hits.add(Rect::around(pointer, 1.0), &plot.area, Target::Organism(organism));
    let mut plate = Plate::new(format!("organism {organism}: click to select it"));
    plate.line(format!("{}: {}", of.y.title(), exact(y)), theme::TEXT);
    plate.line(format!("{}: {}", of.x.title(), exact(x)), theme::TEXT);
    Some(plate)
}
