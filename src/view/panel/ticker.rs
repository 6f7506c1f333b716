//! The event list: the latest event first; a click goes to its tick and place.

use super::layout::MARGIN;
use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Panels, Target, theme};
use crate::view::Rect;

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    panels: &mut Panels,
    hits: &mut Hits,
) {
    let room = area.inset(painter_context.px(MARGIN));
    let row = painter_context.px(17.0);
    let remarks = show.chronicle.remarks();
    let known = remarks.partition_point(|remark| remark.tick <= show.tick());
    panels.ticker = panels.ticker.min(known.saturating_sub(1));
    let latest = known - panels.ticker;
    let mut top = room.top;
    let numbers = painter_context.font.width(&show.last_tick().to_string(), &theme::SMALL)
        + painter_context.px(8.0);
    for remark in remarks[..latest].iter().rev() {
        let line = Rect::new(room.left, top, room.width, row);
        if line.bottom() > room.bottom() + 1.0 {
            break;
        }
        if painter_context.points_at(&line) {
            let round = painter_context.px(3.0);
            painter_context.framebuffer.fill_rounded(line, round, theme::BUTTON);
        }
        let colour = theme::of_category(remark.category());
        let (tick, text) = line.cut_left(numbers);
        painter_context.text(&remark.tick.to_string(), tick, &theme::SMALL);
        let style = crate::view::TextStyle { size: 12.0, ..theme::BODY.coloured(colour) };
        painter_context.text(&show.chronicle.describe(remark), text, &style);

        hits.add(
            line,
            &area,
            Target::Jump { tick: remark.tick, at: remark.at, organism: remark.organism },
        );
        top += row;
    }
    if known == 0 {
        let line = Rect::new(room.left, room.top, room.width, row);
        painter_context.text("No events yet", line, &theme::SMALL);
    }
}
