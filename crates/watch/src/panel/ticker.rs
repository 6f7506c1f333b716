//! The event list: the latest event first; a click goes to its tick and place. Buttons above it choose which
//! kinds of events are shown, and whether also those that are usual in this world; the legend chooses the species.

use terrarium_picture::{Colour, Rect, TextStyle};
use terrarium_playback::chronicle::{Entry, Remark, RemarkCategory};

use super::layout::MARGIN;
use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Panels, Target, theme};

/// The height of a line of text, in pixels at scale 1.
const LINE: f32 = 15.0;

/// The width of the button for all events, in pixels at scale 1.
const ALL: f32 = 28.0;

/// The most lines of an event.
const MOST_LINES: usize = 3;

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    panels: &mut Panels,
    hits: &mut Hits,
) {
    let room = area.inset(painter_context.px(MARGIN));
    let (row, room) = room.cut_top(painter_context.px(20.0));
    filters(painter_context, row, panels, hits);
    let (_, room) = room.cut_top(painter_context.px(4.0));
    let is_shown = |entry: &Entry<'_>| {
        let Remark { tick, species, .. } = *entry.remark;
        tick <= show.tick()
            && (entry.is_listed || panels.shows_all_events)
            && !panels.muted.contains(&entry.remark.category())
            && panels.species.is_none_or(|chosen| species == Some(chosen))
    };
    let entries = || show.chronicle.entries().rev().filter(is_shown);
    let count = entries().count();
    let skipped = panels.ticker.min(count.saturating_sub(1));
    let mut top = room.top;
    let numbers = painter_context.font.width(&show.last_tick().to_string(), &theme::SMALL)
        + painter_context.px(8.0);
    for entry in entries().skip(skipped) {
        let line = Rect { top, height: room.bottom() - top, ..room };
        let Some(height) = event(painter_context, line, numbers, &entry, show) else { break };
        let line = Rect { height, ..line };
        let Remark { tick, at, organism, .. } = *entry.remark;
        hits.add(line, &area, Target::Jump { tick, at, organism });
        top += height;
    }
    panels.ticker = skipped;
    if count == 0 {
        let line = Rect { height: painter_context.px(LINE), ..room };
        painter_context.text("No such events yet", line, &theme::SMALL);
    }
}

/// Paints a button for each kind of events, of which hidden ones are hollow, and one for all events.
fn filters(painter_context: &mut PainterContext<'_>, row: Rect, panels: &Panels, hits: &mut Hits) {
    let (row, all) = row.cut_left((row.width - painter_context.px(ALL)).max(0.0));
    let side = row.height.min(row.width / 9.0).floor();
    let mut left = row.left;
    for category in RemarkCategory::ALL {
        let cell = Rect::new(left, row.top, side, row.height);
        if painter_context.points_at(&cell) {
            let round = painter_context.px(4.0);
            painter_context.framebuffer.fill_rounded(cell, round, theme::POINTED);
        }
        let (colour, radius) = (theme::of_category(category), painter_context.px(5.0));
        if panels.muted.contains(&category) {
            let width = painter_context.px(1.5);
            painter_context.framebuffer.ring(cell.centre(), radius - width * 0.5, width, colour);
        } else {
            painter_context.framebuffer.disc(cell.centre(), radius, colour);
        }
        hits.add(cell, &row, Target::Mute(category));
        left += side;
    }
    let colour = if panels.shows_all_events { theme::ACCENT } else { theme::FAINT };
    if painter_context.points_at(&all) {
        painter_context.framebuffer.fill_rounded(all, painter_context.px(4.0), theme::POINTED);
    }
    painter_context.font.write_centred(
        painter_context.framebuffer,
        "all",
        all.centre(),
        &theme::SMALL.coloured(colour),
    );
    hits.add(all, &all, Target::AllEvents);
}

/// Paints a line of events at the top of an area. Returns its height, or nothing where it does not fit.
fn event(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    numbers: f32,
    entry: &Entry<'_>,
    show: &Show<'_>,
) -> Option<f32> {
    let remark = entry.remark;
    let style = TextStyle { size: 12.0, ..theme::BODY.coloured(colour_of(remark, show)) };
    let (tick, text) = area.cut_left(numbers);
    let sentence = show.chronicle.describe_entry(entry);
    let lines = painter_context.font.wrapped(&sentence, &style, text.width);
    let lines: Vec<String> = lines.into_iter().take(MOST_LINES).collect();
    let line = painter_context.px(LINE);
    #[expect(clippy::cast_precision_loss, reason = "there are few lines")]
    let height = line * lines.len() as f32 + painter_context.px(2.0);
    if height > area.height + 1.0 {
        return None;
    }
    let whole = Rect { height, ..area };
    if painter_context.points_at(&whole) {
        let round = painter_context.px(3.0);
        painter_context.framebuffer.fill_rounded(whole, round, theme::BUTTON);
    }
    painter_context.text(&remark.tick.to_string(), Rect { height: line, ..tick }, &theme::SMALL);
    let mut row = Rect { height: line, ..text };
    for part in lines {
        painter_context.text(&part, row, &style);
        row.top += line;
    }
    Some(height)
}

/// The colour of an event: that of its colony in a conquest, or else of its kind.
fn colour_of(remark: &Remark, show: &Show<'_>) -> Colour {
    let of_species = || show.scene.look(remark.species?)?.colony;
    match remark.colony().or_else(of_species) {
        Some(colony) => theme::of_colony(Some(colony)),
        None => theme::of_category(remark.category()),
    }
}
