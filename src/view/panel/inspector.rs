//! The inspector: all about the selected creature, in sections that can be scrolled.

use super::easel::Easel;
use super::paint::Show;
use super::{Hits, Panels, Target, theme};
use crate::playback::inspection::{Inspection, Line, Section, Severity};
use crate::view::Rect;

/// The share of a row's width that its label gets.
const LABEL: f32 = 0.33;

pub(super) fn paint(
    easel: &mut Easel<'_>,
    area: Rect,
    show: &Show<'_>,
    panels: &mut Panels,
    hits: &mut Hits,
) {
    easel.sheet.fill(area, theme::PANEL);
    let edge = Rect { width: easel.px(1.0), ..area };
    easel.sheet.fill(edge, theme::LINE);
    let room = area.inset(easel.px(12.0));
    let Some(inspection) = show.inspection else {
        nobody(easel, room);
        return;
    };
    let (head, rest) = room.cut_top(easel.px(46.0));
    heading(easel, head, inspection, show);
    let clip = Rect { width: area.right() - rest.left, ..rest };
    easel.sheet.set_clip(Some(clip.within(&area)));
    let sections = inspection.sections();
    let all = rows(easel, rest, 0.0, &sections, &mut Hits::default(), false);
    let from = panels.inspector.min((all - rest.height).max(0.0));
    panels.inspector = from;
    rows(easel, rest, from, &sections, hits, true);
    let bar = Rect { width: clip.width - easel.px(3.0), ..clip };
    easel.scroll_bar(bar, from, all);
    easel.sheet.set_clip(Some(area));
}

fn nobody(easel: &mut Easel<'_>, room: Rect) {
    let row = easel.row();
    let text = "Click on a creature to see all about it.";
    let lines = easel.letters.wrapped(text, &theme::BODY.coloured(theme::FAINT), room.width);
    let mut top = room.top;
    for line in lines.iter().take(8) {
        let area = Rect::new(room.left, top, room.width, row);
        easel.text(line, area, &theme::BODY.coloured(theme::FAINT));
        top += row;
    }
}

fn heading(easel: &mut Easel<'_>, area: Rect, inspection: &Inspection, show: &Show<'_>) {
    let radius = easel.px(8.0);
    let (mark, text) = area.cut_left(easel.px(26.0));
    let (upper, lower) = text.cut_top(easel.px(20.0));
    let centre = glam::Vec2::new(mark.left + radius, upper.centre().y);
    easel.emblem(inspection.seen, centre, radius, theme::of_species(inspection.colour));
    let title = crate::view::Writing { size: 15.0, ..theme::TITLE };
    easel.text(&inspection.heading(), upper, &title);
    let (lower, _) = lower.cut_top(easel.px(18.0));
    let is_followed = show.followed == Some(inspection.id);
    let followed = if is_followed { "followed · " } else { "" };
    easel.text(&format!("{followed}{}", inspection.description), lower, &theme::SMALL);
}

/// Lays the sections out below each other, and paints them if it is to; answers how high they are.
fn rows(
    easel: &mut Easel<'_>,
    room: Rect,
    from: f32,
    sections: &[Section],
    hits: &mut Hits,
    is_painted: bool,
) -> f32 {
    let mut column = Column { easel, room, top: room.top - from, hits, is_painted };
    sections.iter().for_each(|section| column.section(section));
    column.top - room.top + from
}

/// Rows below each other, some of them out of sight.
struct Column<'a, 'b> {
    easel: &'a mut Easel<'b>,
    room: Rect,
    top: f32,
    hits: &'a mut Hits,
    is_painted: bool,
}

impl Column<'_, '_> {
    fn section(&mut self, section: &Section) {
        self.top += self.easel.px(7.0);
        let row = self.easel.row();
        let area = Rect::new(self.room.left, self.top, self.room.width, row);
        if self.is_seen(&area) {
            self.easel.text(&section.title.to_uppercase(), area, &theme::HEAD);
            let left = self.easel.letters.width(&section.title.to_uppercase(), &theme::HEAD);
            let (_, rule) = area.cut_left(left + self.easel.px(8.0));
            let line = Rect { top: area.centre().y.round(), height: self.easel.px(1.0), ..rule };
            self.easel.sheet.fill(line, theme::LINE);
        }
        self.top += row;
        for line in &section.lines {
            self.line(line);
        }
    }

    fn line(&mut self, line: &Line) {
        let row = self.easel.row();
        let writing = theme::BODY.coloured(theme::of_severity(line.severity));
        let label = if line.label.is_empty() { 0.0 } else { self.room.width * LABEL };
        let width = self.room.width - label;
        let values = self.easel.letters.wrapped(&line.value, &writing, width);
        #[expect(clippy::cast_precision_loss, reason = "a few rows")]
        let height = row * values.len().max(1) as f32;
        let area = Rect::new(self.room.left, self.top, self.room.width, height);
        self.top += height;
        let bar = line.share.map(|_| {
            let bar = Rect::new(area.left + label, area.bottom(), width, self.easel.px(3.0));
            self.top += self.easel.px(7.0);
            bar
        });
        if !self.is_seen(&Rect { height: self.top - area.top, ..area }) {
            return;
        }
        if let Some(whom) = line.whom {
            let seen = area.within(&self.room);
            if self.easel.points_at(&seen) {
                let round = self.easel.px(3.0);
                self.easel.sheet.fill_rounded(area, round, theme::BUTTON);
            }
            self.hits.add(area, &self.room, Target::Organism(whom));
        }
        let (first, rest) = area.cut_left(label);
        let faint = theme::BODY.coloured(theme::FAINT);
        let gap = self.easel.px(6.0);
        let name = Rect { height: row, width: (first.width - gap).max(0.0), ..first };
        self.easel.text(&line.label, name, &faint);
        for (value, place) in values.iter().zip(0_u16..) {
            let top = rest.top + row * f32::from(place);
            self.easel.text(value, Rect { top, height: row, ..rest }, &writing);
        }
        if let (Some(bar), Some(share)) = (bar, line.share) {
            let round = bar.height * 0.5;
            self.easel.sheet.fill_rounded(bar, round, theme::LINE);
            #[expect(clippy::cast_possible_truncation, reason = "a share")]
            let filled = Rect { width: bar.width * share as f32, ..bar };
            let is_plain = line.severity == Severity::Plain;
            let colour = if is_plain { theme::ACCENT } else { writing.colour };
            self.easel.sheet.fill_rounded(filled, round, colour);
        }
    }

    fn is_seen(&self, area: &Rect) -> bool {
        self.is_painted && area.bottom() > self.room.top && area.top < self.room.bottom()
    }
}
