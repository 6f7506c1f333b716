//! The legend: the shape, the colour and the population of each species.

use terrarium_creatures::behaviour::SightingKind;
use terrarium_creatures::species::SpeciesId;
use terrarium_picture::{Portrait, Rect};
use terrarium_run::palette::Rgb;
use terrarium_run::palette::scales::NO_VALUE;
use terrarium_studies::charts::grouped;

use super::layout::MARGIN;
use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Panels, Target, theme};

/// The colour of carcasses of no particular species.
const CARCASS: Rgb = [140, 140, 140];

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    panels: &Panels,
    hits: &mut Hits,
) {
    let room = area.inset(painter_context.px(MARGIN));
    let row = painter_context.row();
    let counts = show.scene.populations();
    let mut top = room.top;
    for ((id, look), count) in (0..).map(SpeciesId).zip(show.scene.species.iter()).zip(counts) {
        let line = Rect::new(room.left, top, room.width, row);
        if line.bottom() > room.bottom() + 1.0 {
            break;
        }
        if panels.species == Some(id) || painter_context.points_at(&line) {
            let ground = if panels.species == Some(id) { theme::ACTIVE } else { theme::BUTTON };
            let round = painter_context.px(4.0);
            painter_context.framebuffer.fill_rounded(line, round, ground);
        }
        // The world does not show the colours of species then.
        let colour = if show.colouring.is_some() { NO_VALUE } else { look.colour };
        let portrait = Portrait { colour, ..Portrait::of(look) };
        entry(painter_context, line, portrait, &look.name, count);
        hits.add(line, &area, Target::Species(id));
        top += row;
    }
    let line = Rect::new(room.left, top, room.width, row);
    if line.bottom() <= room.bottom() + 1.0 {
        let dead = show.scene.figures.iter().filter(|it| it.kind == SightingKind::Carcass).count();
        entry(painter_context, line, Portrait::carcass(CARCASS), "carcasses", dead as u64);
    }
}

fn entry(
    painter_context: &mut PainterContext<'_>,
    line: Rect,
    portrait: Portrait,
    name: &str,
    count: u64,
) {
    let (mark, text) = line.cut_left(painter_context.px(22.0));
    let half = painter_context.px(8.0);
    painter_context.emblem(portrait, mark.centre(), half);
    let text = Rect { width: text.width - painter_context.px(4.0), ..text };
    let count = grouped(count);
    let width = painter_context.font.width(&count, &theme::BODY) + painter_context.px(6.0);
    let is_gone = count == "0";
    let style = theme::BODY.coloured(if is_gone { theme::FAINT } else { theme::TEXT });
    painter_context.text(name, Rect { width: text.width - width, ..text }, &style);
    painter_context.text_right(&count, text, &style);
}
