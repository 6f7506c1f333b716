//! The event list: the latest event first; a click goes to its tick and place. Buttons above it choose which
//! kinds of events are shown, and the legend the species.

use terrarium_picture::{Colour, Rect, TextStyle};
use terrarium_playback::chronicle::{Remark, RemarkCategory};

use super::layout::MARGIN;
use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Panels, Target, theme};

/// The height of a line of text, in pixels at scale 1.
const LINE: f32 = 15.0;

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
    let remarks = show.chronicle.remarks();
    let known = remarks.partition_point(|remark| remark.tick <= show.tick());
    let is_shown = |remark: &&Remark| {
        !panels.muted.contains(&remark.category())
            && panels.species.is_none_or(|species| remark.species == Some(species))
    };
    let count = remarks[..known].iter().filter(is_shown).count();
    let skipped = panels.ticker.min(count.saturating_sub(1));
    let mut top = room.top;
    let numbers = painter_context.font.width(&show.last_tick().to_string(), &theme::SMALL)
        + painter_context.px(8.0);
    for remark in remarks[..known].iter().rev().filter(is_shown).skip(skipped) {
        let line = Rect { top, height: room.bottom() - top, ..room };
        let Some(height) = event(painter_context, line, numbers, remark, show) else { break };
        let line = Rect { height, ..line };
        let Remark { tick, at, organism, .. } = *remark;
        hits.add(line, &area, Target::Jump { tick, at, organism });
        top += height;
    }
    panels.ticker = skipped;
    if count == 0 {
        let line = Rect { height: painter_context.px(LINE), ..room };
        painter_context.text("No such events yet", line, &theme::SMALL);
    }
}

/// Paints a button for each kind of events; those that are hidden are hollow.
fn filters(painter_context: &mut PainterContext<'_>, row: Rect, panels: &Panels, hits: &mut Hits) {
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
}

/// Paints an event at the top of an area. Returns its height, or nothing where it does not fit.
fn event(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    numbers: f32,
    remark: &Remark,
    show: &Show<'_>,
) -> Option<f32> {
    let style = TextStyle { size: 12.0, ..theme::BODY.coloured(colour_of(remark, show)) };
    let (tick, text) = area.cut_left(numbers);
    let sentence = show.chronicle.describe(remark);
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
