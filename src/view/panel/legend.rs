//! The species: shape, colour and how many there are.

use super::bar::grouped;
use super::easel::{Easel, seen_of};
use super::paint::Show;
use super::{Hits, Panels, Target, theme};
use crate::behaviour::Seen;
use crate::species::SpeciesId;
use crate::view::Rect;

pub(super) fn paint(
    easel: &mut Easel<'_>,
    area: Rect,
    show: &Show<'_>,
    panels: &Panels,
    hits: &mut Hits,
) {
    easel.ground(area, theme::PANEL);
    let room = area.inset(easel.px(7.0));
    let row = easel.row();
    let counts = show.scene.populations();
    let mut top = room.top;
    for ((id, look), count) in (0..).map(SpeciesId).zip(show.scene.species.iter()).zip(counts) {
        let line = Rect::new(room.left, top, room.width, row);
        if line.bottom() > room.bottom() + 1.0 {
            break;
        }
        if panels.species == Some(id) || easel.points_at(&line) {
            let ground = if panels.species == Some(id) { theme::ACTIVE } else { theme::BUTTON };
            let round = easel.px(4.0);
            easel.sheet.fill_rounded(line, round, ground);
        }
        let colour = theme::of_species(look.colour);
        entry(easel, line, (seen_of(look.kind), colour), &look.name, count);
        hits.add(line, &area, Target::Species(id));
        top += row;
    }
    let line = Rect::new(room.left, top, room.width, row);
    if line.bottom() <= room.bottom() + 1.0 {
        let dead = show.scene.figures.iter().filter(|it| it.seen == Seen::Carcass).count();
        entry(easel, line, (Seen::Carcass, theme::FAINT), "carcasses", dead as u64);
    }
}

fn entry(
    easel: &mut Easel<'_>,
    line: Rect,
    (seen, colour): (Seen, crate::view::Colour),
    name: &str,
    count: u64,
) {
    let (mark, text) = line.cut_left(easel.px(22.0));
    let radius = easel.px(5.0);
    easel.emblem(seen, mark.centre(), radius, colour);
    let text = Rect { width: text.width - easel.px(4.0), ..text };
    let count = grouped(count);
    let width = easel.letters.width(&count, &theme::BODY) + easel.px(6.0);
    let is_gone = count == "0";
    let writing = theme::BODY.coloured(if is_gone { theme::FAINT } else { theme::TEXT });
    easel.text(name, Rect { width: text.width - width, ..text }, &writing);
    easel.text_right(&count, text, &writing);
}
