//! The inspector: details of the selected organism, in sections that can be scrolled.

use std::collections::BTreeSet;

use terrarium_creatures::behaviour::SightingKind;
use terrarium_output::colour::Rgb;
use terrarium_picture::actions::UiAction;
use terrarium_picture::{Portrait, Rect};
use terrarium_playback::inspection::{
    BRAIN, BrainView, Inspection, Line, Section, Severity, SiteReport,
};
use terrarium_playback::life_history::LifeHistory;
use terrarium_run::record::scene::SpeciesLook;
use terrarium_session::title_of;

use super::brain;
use super::layout::MARGIN;
use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Inspected, KinShow, Panel, Panels, Target, theme};

/// The colour of species that the world does not have.
const UNKNOWN: Rgb = [140, 140, 140];

/// The share of a row's width that its label takes.
const LABEL: f32 = 0.33;

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    panels: &mut Panels,
    hits: &mut Hits,
) {
    let room = area.inset(painter_context.px(MARGIN));
    let room = tabs(painter_context, room, panels.inspected, hits);
    let (head, rest) = room.cut_top(painter_context.px(46.0));
    let details;
    let is_gone = show.selected.is_some() && show.inspection.is_none();
    let shows_life = panels.inspected == Inspected::Life
        || panels.inspected != Inspected::Family && is_gone && show.life.is_some();
    let sections: &[Section] = if shows_life {
        let Some(life) = show.life else {
            return placeholder(painter_context, room, "Click on an organism to see its life.");
        };
        let Some((history, sections)) = life.known else {
            let text = format!("{}: {}", life.organism, life.note.unwrap_or("replaying …"));
            return placeholder(painter_context, room, &text);
        };
        life_heading(painter_context, head, history, show);
        sections
    } else if panels.inspected == Inspected::Family {
        let Some(kin) = show.kin else {
            let text = "Click on an organism to see its relatives.";
            return placeholder(painter_context, room, text);
        };
        if let Some(note) = kin.note {
            return placeholder(painter_context, room, &format!("{}: {note}", kin.organism));
        }
        family_heading(painter_context, head, kin, show);
        kin.sections
    } else if let Some(site) = show.site.filter(|_| show.selected.is_none()) {
        site_heading(painter_context, head, site);
        &site.sections
    } else {
        let Some(inspection) = show.inspection else {
            let text = match show.selected {
                Some(id) => format!("{id} does not exist in this tick."),
                None => "Click on an organism to see its details.".to_owned(),
            };
            return placeholder(painter_context, room, &text);
        };
        heading(painter_context, head, inspection, show);
        details = match panels.inspected {
            Inspected::Steps => inspection.step_sections(),
            _ => inspection.sections(),
        };
        &details
    };
    let clip = Rect { width: area.right() - rest.left, ..rest };
    painter_context.framebuffer.set_clip(Some(clip.within(&area)));
    let brain = show.inspection.and_then(|it| it.genome.as_ref()?.brain.as_ref());
    let sections = Sections { all: sections, closed: &panels.closed, brain };
    let all = rows(painter_context, rest, 0.0, &sections, &mut Hits::default(), false);
    let from = panels.inspector.min((all - rest.height).max(0.0));
    panels.inspector = from;
    rows(painter_context, rest, from, &sections, hits, true);
    let bar = Rect { width: clip.width - painter_context.px(3.0), ..clip };
    painter_context.scroll_bar(bar, from, all);
    painter_context.framebuffer.set_clip(Some(area));
}

/// Paints the tabs for the details of now, the whole life, the relatives and the steps of the last turn. Returns the room below them.
fn tabs(
    painter_context: &mut PainterContext<'_>,
    room: Rect,
    shown: Inspected,
    hits: &mut Hits,
) -> Rect {
    let (row, rest) = room.cut_top(painter_context.px(24.0));
    let (mut left, gap) = (row, painter_context.px(4.0));
    for (name, inspected, action) in [
        ("Now", Inspected::Now, None),
        ("Life", Inspected::Life, Some(UiAction::Life)),
        ("Relatives", Inspected::Family, Some(UiAction::Family)),
        ("Steps", Inspected::Steps, Some(UiAction::Steps)),
    ] {
        let is_on = inspected == shown;
        // The action of what is shown leads back to the details.
        let action = action.or(match shown {
            Inspected::Now => None,
            Inspected::Life => Some(UiAction::Life),
            Inspected::Family => Some(UiAction::Family),
            Inspected::Steps => Some(UiAction::Steps),
        });
        let what =
            action.filter(|_| !is_on).map_or(Target::Panel(Panel::Inspector), Target::Action);
        // The narrowest dock has room for all of them.
        let width = painter_context.font.width(name, &theme::BODY) + painter_context.px(14.0);
        let (tab, next) = left.cut_left(width.round());
        painter_context.button(tab, name, is_on, hits, (&room, what));
        left = next.cut_left(gap).1;
    }
    rest.cut_top(painter_context.px(8.0)).1
}

fn life_heading(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    life: &LifeHistory,
    show: &Show<'_>,
) {
    let look = show.scene.species.iter().find(|look| look.name == life.species);
    let kind = if life.died.is_some() { SightingKind::Carcass } else { life.kind.into() };
    let portrait = portrait(look, kind);
    let title = format!("{} {}", life.species, life.id);
    titled(painter_context, area, portrait, &title, &life.ending());
}

fn family_heading(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    kin: &KinShow<'_>,
    show: &Show<'_>,
) {
    let look = kin.species.and_then(|species| show.scene.look(species));
    let name = look.map_or("organism", |look| look.name.as_str());
    let living = look.filter(|_| kin.is_alive).map(|look| look.kind.into());
    let portrait = portrait(look, living.unwrap_or(SightingKind::Carcass));
    let title = format!("{name} {}", kin.organism);
    titled(painter_context, area, portrait, &title, kin.fate);
}

/// The name of a base, nest or sentry, with a disc in the colour of the colony that holds it.
fn site_heading(painter_context: &mut PainterContext<'_>, area: Rect, site: &SiteReport) {
    let (emblem, rest) = area.cut_left(painter_context.px(40.0));
    let radius = painter_context.px(13.0);
    let colour = theme::of_colony(site.owner);
    painter_context.framebuffer.disc(emblem.centre(), radius, colour);
    painter_context.framebuffer.ring(emblem.centre(), radius, painter_context.px(2.0), theme::EDGE);
    painter_context.text(&site.title, rest, &theme::TITLE);
}

fn placeholder(painter_context: &mut PainterContext<'_>, room: Rect, text: &str) {
    let row = painter_context.row();
    let lines = painter_context.font.wrapped(text, &theme::BODY.coloured(theme::FAINT), room.width);
    let mut top = room.top;
    for line in lines.iter().take(8) {
        let area = Rect::new(room.left, top, room.width, row);
        painter_context.text(line, area, &theme::BODY.coloured(theme::FAINT));
        top += row;
    }
}

fn heading(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    inspection: &Inspection,
    show: &Show<'_>,
) {
    let is_followed = show.followed == Some(inspection.id);
    let followed = if is_followed { "following · " } else { "" };
    let look = show.scene.look(inspection.species);
    let emblem = portrait(look, inspection.kind);
    let below = format!("{followed}{}", inspection.description);
    let shown = (&**show.scene, show.chronicle);
    let title = title_of(&inspection.heading(), inspection.id, is_followed, shown);
    titled(painter_context, area, emblem, &title, &below);
}

/// The picture of an organism of a kind, or carcass.
fn portrait(look: Option<&SpeciesLook>, kind: SightingKind) -> Portrait {
    look.map_or(Portrait::carcass(UNKNOWN), |look| Portrait { kind, ..Portrait::of(look) })
}

/// An emblem with a title beside it and a line below that.
fn titled(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    portrait: Portrait,
    title: &str,
    below: &str,
) {
    let half = painter_context.px(16.0);
    let (mark, text) = area.cut_left(painter_context.px(40.0));
    let (upper, lower) = text.cut_top(painter_context.px(20.0));
    let centre = glam::Vec2::new(mark.left + half, mark.top + half + painter_context.px(2.0));
    painter_context.emblem(portrait, centre, half);
    let style = terrarium_picture::TextStyle { size: 15.0, ..theme::TITLE };
    painter_context.text(title, upper, &style);
    let (lower, _) = lower.cut_top(painter_context.px(18.0));
    painter_context.text(below, lower, &theme::SMALL);
}

/// Lays the sections out below each other, paints them if `is_painted`, and returns their height.
fn rows(
    painter_context: &mut PainterContext<'_>,
    room: Rect,
    from: f32,
    sections: &Sections<'_>,
    hits: &mut Hits,
    is_painted: bool,
) -> f32 {
    let mut column = Column { painter_context, room, top: room.top - from, hits, is_painted };
    for section in sections.all {
        let brain = sections.brain.filter(|_| section.title == BRAIN);
        column.section(section, sections.closed.contains(section.title), brain);
    }
    column.top - room.top + from
}

/// The sections of the inspector.
struct Sections<'a> {
    all: &'a [Section],
    /// The titles of those that are closed.
    closed: &'a BTreeSet<&'static str>,
    /// The brain that its section shows as a picture.
    brain: Option<&'a BrainView>,
}

/// A column of rows, some of them scrolled out of view.
struct Column<'a, 'b> {
    painter_context: &'a mut PainterContext<'b>,
    room: Rect,
    top: f32,
    hits: &'a mut Hits,
    is_painted: bool,
}

impl Column<'_, '_> {
    /// Paints a section, or only its title if it is closed.
    fn section(&mut self, section: &Section, is_closed: bool, picture: Option<&BrainView>) {
        self.top += self.painter_context.px(7.0);
        let row = self.painter_context.row();
        let area = Rect::new(self.room.left, self.top, self.room.width, row);
        if self.is_seen(&area) {
            let mark = if is_closed { " ▸" } else { "" };
            let title = format!("{}{mark}", section.title.to_uppercase());
            let seen = area.within(&self.room);
            let style = match self.painter_context.points_at(&seen) {
                true => theme::HEAD.coloured(theme::TEXT),
                false => theme::HEAD,
            };
            self.painter_context.text(&title, area, &style);
            self.hits.add(area, &self.room, Target::Section(section.title));
            let left = self.painter_context.font.width(&title, &theme::HEAD);
            let (_, rule) = area.cut_left(left + self.painter_context.px(8.0));
            let line =
                Rect { top: area.centre().y.round(), height: self.painter_context.px(1.0), ..rule };
            self.painter_context.framebuffer.fill(line, theme::LINE);
        }
        self.top += row;
        if !is_closed {
            if let Some(picture) = picture {
                self.brain(picture);
            }
            section.lines.iter().for_each(|line| self.line(line));
        }
    }

    /// Paints the picture of a brain.
    fn brain(&mut self, picture: &BrainView) {
        let height = brain::height(self.painter_context, picture);
        let area = Rect::new(self.room.left, self.top, self.room.width, height);
        if self.is_seen(&area) {
            brain::paint(self.painter_context, area, picture);
        }
        self.top += height;
    }

    fn line(&mut self, line: &Line) {
        let row = self.painter_context.row();
        let style = theme::BODY.coloured(theme::of_severity(line.severity));
        let label = if line.label.is_empty() { 0.0 } else { self.room.width * LABEL };
        let width = self.room.width - label;
        let values = self.painter_context.font.wrapped(&line.value, &style, width);
        #[expect(clippy::cast_precision_loss, reason = "a few rows")]
        let height = row * values.len().max(1) as f32;
        let area = Rect::new(self.room.left, self.top, self.room.width, height);
        self.top += height;
        let bar = line.share.map(|_| {
            let bar =
                Rect::new(area.left + label, area.bottom(), width, self.painter_context.px(3.0));
            self.top += self.painter_context.px(7.0);
            bar
        });
        if !self.is_seen(&Rect { height: self.top - area.top, ..area }) {
            return;
        }
        let link = match (line.tick, line.organism) {
            (Some(tick), organism) => Some(Target::Jump { tick, at: None, organism }),
            (None, organism) => organism.map(Target::Organism),
        };
        if let Some(link) = link {
            let seen = area.within(&self.room);
            if self.painter_context.points_at(&seen) {
                let round = self.painter_context.px(3.0);
                self.painter_context.framebuffer.fill_rounded(area, round, theme::BUTTON);
            }
            self.hits.add(area, &self.room, link);
        }
        let (first, rest) = area.cut_left(label);
        let faint = theme::BODY.coloured(theme::FAINT);
        let gap = self.painter_context.px(6.0);
        let name = Rect { height: row, width: (first.width - gap).max(0.0), ..first };
        self.painter_context.text(&line.label, name, &faint);
        for (value, index) in values.iter().zip(0_u16..) {
            let top = rest.top + row * f32::from(index);
            self.painter_context.text(value, Rect { top, height: row, ..rest }, &style);
        }
        if let (Some(bar), Some(share)) = (bar, line.share) {
            let round = bar.height * 0.5;
            self.painter_context.framebuffer.fill_rounded(bar, round, theme::LINE);
            #[expect(clippy::cast_possible_truncation, reason = "a share")]
            let filled = Rect { width: bar.width * share as f32, ..bar };
            let is_plain = line.severity == Severity::Plain;
            let colour = if is_plain { theme::ACCENT } else { style.colour };
            self.painter_context.framebuffer.fill_rounded(filled, round, colour);
        }
    }

    fn is_seen(&self, area: &Rect) -> bool {
        self.is_painted && area.bottom() > self.room.top && area.top < self.room.bottom()
    }
}
