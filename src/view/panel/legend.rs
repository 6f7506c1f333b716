//! The legend: the shape, the colour and the population of each species.

use super::bar::grouped;
use super::paint::Show;
use super::painter_context::{PainterContext, seen_of};
use super::{Hits, Panels, Target, theme};
use crate::behaviour::SightingKind;
use crate::species::SpeciesId;
use crate::view::Rect;

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    panels: &Panels,
    hits: &mut Hits,
) {
    painter_context.ground(area, theme::PANEL);
    let room = area.inset(painter_context.px(7.0));
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
        let colour = theme::of_species(look.colour);
        entry(painter_context, line, (seen_of(look.kind), colour), &look.name, count);
        hits.add(line, &area, Target::Species(id));
        top += row;
    }
    let line = Rect::new(room.left, top, room.width, row);
    if line.bottom() <= room.bottom() + 1.0 {
        let dead = show.scene.figures.iter().filter(|it| it.kind == SightingKind::Carcass).count();
        entry(
            painter_context,
            line,
            (SightingKind::Carcass, theme::FAINT),
            "carcasses",
            dead as u64,
        );
    }
}

fn entry(
    painter_context: &mut PainterContext<'_>,
    line: Rect,
    (kind, colour): (SightingKind, crate::view::Colour),
    name: &str,
    count: u64,
) {
    let (mark, text) = line.cut_left(painter_context.px(22.0));
    let radius = painter_context.px(5.0);
    painter_context.emblem(kind, mark.centre(), radius, colour);
    let text = Rect { width: text.width - painter_context.px(4.0), ..text };
    let count = grouped(count);
    let width = painter_context.font.width(&count, &theme::BODY) + painter_context.px(6.0);
    let is_gone = count == "0";
    let style = theme::BODY.coloured(if is_gone { theme::FAINT } else { theme::TEXT });
    painter_context.text(name, Rect { width: text.width - width, ..text }, &style);
    painter_context.text_right(&count, text, &style);
}
