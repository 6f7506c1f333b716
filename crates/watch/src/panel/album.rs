//! The album: favourites, living and dead, and the moments worth watching. A click on a favourite selects it; a click on a
//! moment goes to the ticks before it.

use glam::{DVec2, Vec2};
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;
use terrarium_picture::{Portrait, Rect, TextStyle};
use terrarium_session::{AlbumList, FavouriteLine, MomentLine};

use super::layout::MARGIN;
use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Panels, Target, theme};

/// The height of a line of text, in pixels at scale 1.
const LINE: f32 = 15.0;

/// The width of the portraits and of the ticks, in pixels at scale 1.
const ICON: f32 = 24.0;
const TICK: f32 = 46.0;

/// The most lines of a text.
const MOST_LINES: usize = 3;

/// What is said while there is nothing to list.
const NO_FAVOURITES: &str = "None yet: * keeps the selected organism, F2 gives it a name";
const NO_MOMENTS: &str = "None yet: nothing rare has happened";

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    panels: &mut Panels,
    hits: &mut Hits,
) {
    let room = area.inset(painter_context.px(MARGIN));
    let list = AlbumList::new(show.scene, show.chronicle, show.moment_pictures);
    painter_context.framebuffer.set_clip(Some(room));
    let top = room.top - panels.album;
    let mut page = Page { room, top, show, hits };
    page.head(painter_context, "Favourites");
    page.note(painter_context, list.favourites.is_empty().then_some(NO_FAVOURITES));
    for favourite in &list.favourites {
        page.favourite(painter_context, favourite);
    }
    page.head(painter_context, "Moments");
    page.note(painter_context, list.moments.is_empty().then_some(NO_MOMENTS));
    for moment in list.moments.iter().rev() {
        page.moment(painter_context, moment);
    }
    let height = page.top - top;
    panels.album = panels.album.min((height - room.height).max(0.0));
    painter_context.framebuffer.set_clip(Some(area));
    painter_context.scroll_bar(area, panels.album, height);
}

/// The rows from here on.
struct Page<'a> {
    room: Rect,
    top: f32,
    show: &'a Show<'a>,
    hits: &'a mut Hits,
}

impl Page<'_> {
    fn head(&mut self, painter_context: &mut PainterContext<'_>, text: &str) {
        let height = painter_context.row();
        let line = Rect { top: self.top, height, ..self.room };
        painter_context.text(text, line, &theme::HEAD);
        self.top += height;
    }

    fn note(&mut self, painter_context: &mut PainterContext<'_>, text: Option<&str>) {
        let Some(text) = text else { return };
        self.row(painter_context, 0.0, &[(text, theme::SMALL)], None);
    }

    fn favourite(&mut self, painter_context: &mut PainterContext<'_>, line: &FavouriteLine) {
        let colour = if line.is_alive { theme::TEXT } else { theme::FAINT };
        let style = TextStyle { size: 12.0, ..theme::BODY.coloured(colour) };
        let title = format!("{}, {}", line.name, line.description);
        let texts = [(title.as_str(), style.bold()), (line.state.as_str(), theme::SMALL)];
        let target = Target::Organism(OrganismId(line.organism));
        let row = self.row(painter_context, ICON, &texts, Some(target));
        let Some(look) = self.show.scene.look(SpeciesId(line.species)) else { return };
        let half = painter_context.px(9.0);
        let centre = Vec2::new(row.left + half, row.top + painter_context.px(LINE));
        painter_context.emblem(Portrait::of(look), centre, half);
    }

    fn moment(&mut self, painter_context: &mut PainterContext<'_>, line: &MomentLine) {
        let style = TextStyle { size: 12.0, ..theme::BODY };
        let (at, organism) = (line.at.map(DVec2::from_array), line.organism.map(OrganismId));
        let target = Target::Jump { tick: line.from, at, organism };
        let row = self.row(painter_context, TICK, &[(&line.caption, style)], Some(target));
        let number = Rect { height: painter_context.px(LINE), ..row };
        painter_context.text(&line.tick.to_string(), number, &theme::SMALL);
        let Some(picture) = self.show.moment_pictures.of(line.tick, &line.caption) else { return };
        let area = Rect {
            left: row.left + painter_context.px(TICK),
            top: self.top,
            width: whole(picture.width()),
            height: whole(picture.height()),
        };
        #[expect(clippy::cast_possible_truncation, reason = "places on the screen")]
        painter_context.framebuffer.copy(picture, area.left as i32, area.top as i32);
        self.hits.add(area, &self.room, target);
        self.top = area.bottom() + painter_context.px(6.0);
    }

    /// Writes texts, each in a few lines, to the right of an indent. A click on them means `what`.
    fn row(
        &mut self,
        painter_context: &mut PainterContext<'_>,
        indent: f32,
        texts: &[(&str, TextStyle)],
        what: Option<Target>,
    ) -> Rect {
        let (_, area) = self.room.cut_left(painter_context.px(indent));
        let wrapped = |(text, style): &(&str, TextStyle)| {
            let lines = painter_context.font.wrapped(text, style, area.width);
            lines.into_iter().take(MOST_LINES).map(|line| (line, *style)).collect::<Vec<_>>()
        };
        let lines: Vec<(String, TextStyle)> = texts.iter().flat_map(wrapped).collect();
        let height = painter_context.px(LINE);
        #[expect(clippy::cast_precision_loss, reason = "there are few lines")]
        let row = Rect { top: self.top, height: height * lines.len() as f32, ..self.room };
        if let Some(what) = what {
            if painter_context.points_at(&row.within(&self.room)) {
                let round = painter_context.px(3.0);
                painter_context.framebuffer.fill_rounded(row, round, theme::BUTTON);
            }
            self.hits.add(row, &self.room, what);
        }
        for (text, style) in lines {
            painter_context.text(&text, Rect { top: self.top, height, ..area }, &style);
            self.top += height;
        }
        self.top += painter_context.px(3.0);
        row
    }
}

fn whole(pixels: u32) -> f32 {
    f32::from(u16::try_from(pixels).unwrap_or(u16::MAX))
}
