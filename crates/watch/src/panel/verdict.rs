//! The card at the end of a conquest: who won, when it was decided, and how the tickets went.

use terrarium_picture::{Rect, TextStyle};
use terrarium_session::Outcome;
use terrarium_studies::charts::{ChartChoice, ChartKind};

use super::charts;
use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Layout, Panel, Panels, Target, theme};

/// The size, in pixels at scale 1.
const SIZE: [f32; 2] = [460.0, 360.0];

/// Paints the card over the world from the tick of the verdict on, unless it was closed.
pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    layout: &Layout,
    show: &Show<'_>,
    panels: &Panels,
    hits: &mut Hits,
) {
    let Some(outcome) = Outcome::new(show.chronicle, show.tick()) else { return };
    if panels.closed_verdict == Some(outcome.tick) {
        return;
    }
    let room = layout.world.inset(painter_context.px(8.0));
    let [width, height] = SIZE.map(|length| painter_context.px(length));
    let size = glam::Vec2::new(width.min(room.width), height.min(room.height));
    let area = Rect::around_size(room.centre().round(), size.round());
    painter_context.ground(area, theme::ABOVE);
    hits.add(area, &layout.all, Target::Panel(Panel::Menu));
    let body = area.inset(painter_context.px(14.0));
    let (title, body) = body.cut_top(painter_context.px(30.0));
    let winner = theme::of_colony(outcome.winner);
    let style = TextStyle { size: 20.0, ..theme::TITLE.coloured(winner) };
    painter_context.text(&outcome.title, title, &style);
    let mut rest = body;
    for line in &outcome.lines {
        let (row, below) = rest.cut_top(painter_context.row());
        painter_context.text(line, row, &theme::BODY);
        rest = below;
    }
    let buttons = painter_context.px(28.0);
    let (chart, row) = rest.cut_top((rest.height - buttons).max(0.0));
    let chart = chart.inset_rows(painter_context.px(6.0));
    if chart.height >= painter_context.px(60.0) {
        let choice = ChartChoice { kind: ChartKind::Conquest, ..ChartChoice::default() };
        charts::paint_choice(painter_context, chart, show, &choice, &mut Hits::default());
    }
    paint_buttons(painter_context, row, (show, outcome.tick), hits);
}

fn paint_buttons(
    painter_context: &mut PainterContext<'_>,
    row: Rect,
    (show, tick): (&Show<'_>, u64),
    hits: &mut Hits,
) {
    let gap = painter_context.px(6.0);
    let mut left = row.left;
    let again = ("Watch again", Target::WatchAgain);
    let other = show.can_reseed.then_some(("Another seed", Target::AnotherSeed));
    let close = ("Close", Target::CloseVerdict(tick));
    for (text, what) in [Some(again), other, Some(close)].into_iter().flatten() {
        let width = painter_context.font.width(text, &theme::BODY) + painter_context.px(24.0);
        let part = Rect::new(left, row.top, width.round(), row.height);
        painter_context.button(part, text, false, hits, (&row, what));
        left = part.right() + gap;
    }
}
