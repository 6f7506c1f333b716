//! Histograms of the traits of a species at the current tick.

use super::super::paint::Show;
use super::super::painter_context::PainterContext;
use super::super::theme;
use super::colour_of;
use crate::playback::chronicle::{Distribution, Trait};
use crate::species::{Kind, SpeciesId};
use crate::view::{Colour, Rect};

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    only: Option<SpeciesId>,
) {
    let species = show.chronicle.species();
    let first_animal = species.iter().position(|it| it.kind != Kind::Plant).unwrap_or(0);
    let id = only.map_or(first_animal, SpeciesId::index);
    let (row, body) = area.cut_top(painter_context.px(17.0));
    let portrait = show.chronicle.portraits(show.tick());
    let portrait = portrait.and_then(|(tick, of_all)| Some((tick, of_all.get(id)?)));
    let (Some((tick, portrait)), Some(species)) = (portrait, species.get(id)) else {
        painter_context.text("No trait data at this tick", row, &theme::SMALL);
        return;
    };
    let hint = if only.is_none() { "; click on a species in the list for another" } else { "" };
    let title = format!("{} at tick {tick}{hint}", species.name);
    painter_context.text(&title, row, &theme::SMALL);
    let traits = Trait::of(species.kind).iter().zip(&species.ranges).zip(&portrait.traits);
    let columns = 4_u8;
    let rows = u8::try_from(portrait.traits.len().div_ceil(4)).unwrap_or(2).max(1);
    let size = body.size() / glam::Vec2::new(columns.into(), rows.into());
    let place = u16::try_from(id).unwrap_or(0);
    let colour = colour_of(show, SpeciesId(place));
    for (((what, range), spread), place) in traits.zip(0_u8..) {
        let (column, line) = (f32::from(place % columns), f32::from(place / columns));
        let cell = Rect::new(body.left + column * size.x, body.top + line * size.y, size.x, size.y);
        histogram(
            painter_context,
            cell.inset(painter_context.px(4.0)),
            (what.name(), *range),
            spread,
            colour,
        );
    }
}

fn histogram(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    (name, (least, most)): (&str, (f32, f32)),
    spread: &Distribution,
    colour: Colour,
) {
    let (title, body) = area.cut_top(painter_context.px(15.0));
    let digits = if most <= 4.0 { 2 } else { 0 };
    painter_context.text(name, title, &theme::SMALL.coloured(theme::TEXT));
    painter_context.text_right(&format!("{:.digits$}", spread.mean), title, &theme::SMALL);
    let tallest = spread.bins.iter().copied().max().unwrap_or(0).max(1);
    let bins = u16::try_from(spread.bins.len()).unwrap_or(1);
    let width = body.width / f32::from(bins);
    for (&count, place) in spread.bins.iter().zip(0_u16..) {
        #[expect(clippy::cast_precision_loss, reason = "pixels are not that precise")]
        let height = (count as f32 / tallest as f32 * body.height).max(0.0);
        let left = body.left + f32::from(place) * width;
        let bar = Rect::new(left, body.bottom() - height, (width - 1.0).max(1.0), height);
        painter_context.framebuffer.fill(bar, colour);
    }
    let base = Rect::new(body.left, body.bottom() - 1.0, body.width, painter_context.px(1.0));
    painter_context.framebuffer.fill(base, theme::EDGE);
    if spread.count() > 0 {
        let share = ((spread.mean - least) / (most - least)).clamp(0.0, 1.0);
        let mean = Rect::new(
            body.left + share * body.width,
            body.top,
            painter_context.px(1.0),
            body.height,
        );
        painter_context.framebuffer.fill(mean, theme::TEXT);
    }
}
