//! The chart of births, upward, and deaths by cause, downward.

use super::super::hit::TimeScale;
use super::super::paint::Show;
use super::super::painter_context::PainterContext;
use super::super::plot::columns;
use super::super::theme;
use super::causes::{CAUSES, legend};
use crate::behaviour::Death;
use crate::species::{Kind, SpeciesId};
use crate::view::Rect;

pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    only: Option<SpeciesId>,
) {
    let chronicle = show.chronicle;
    let is_animal = |id: SpeciesId| {
        chronicle.species().get(id.index()).is_some_and(|species| species.kind != Kind::Plant)
    };
    let is_shown = |id: SpeciesId| only.map_or_else(|| is_animal(id), |only| only == id);
    let (key, body) = area.cut_top(painter_context.px(17.0));
    let side = painter_context.px(40.0).min(body.width * 0.3);
    let (_, plot) = body.cut_left(side);
    let plot = Rect { width: plot.width - painter_context.px(4.0), ..plot };
    let [first, last] = [chronicle.first_tick(), show.last_tick()];
    let flows = chronicle.flows(is_shown, first..=last, columns(&plot, 4.0));
    let most = flows.iter().map(|it| it.births.max(it.all_deaths())).max().unwrap_or(0).max(1);
    let middle = plot.centre().y.round();
    #[expect(clippy::cast_precision_loss, reason = "pixels are not that precise")]
    let height = |count: u64| count as f32 / most as f32 * plot.height * 0.5;
    let time = TimeScale { area: plot, first, last: last.max(first + 1) };
    let mut left = plot.left;
    for flow in &flows {
        let right = time.x_of(flow.tick).max(left + 1.0);
        let bar = |top: f32, height: f32| Rect::new(left, top, right - left, height);
        let births = height(flow.births);
        painter_context.framebuffer.fill(bar(middle - births, births), theme::GOOD);
        let mut top = middle;
        for (count, colour) in flow.deaths.into_iter().zip(CAUSES) {
            painter_context.framebuffer.fill(bar(top, height(count)), colour);
            top += height(count);
        }
        left = right;
    }
    painter_context
        .framebuffer
        .fill(Rect::new(plot.left, middle, plot.width, painter_context.px(1.0)), theme::FAINT);
    let label = Rect {
        left: body.left,
        width: side - painter_context.px(5.0),
        height: painter_context.px(15.0),
        ..body
    };
    painter_context.text_right(&format!("+{most}"), label, &theme::SMALL);
    let low = Rect { top: body.bottom() - painter_context.px(15.0), ..label };
    painter_context.text_right(&format!("−{most}"), low, &theme::SMALL);
    let x = time.x_of(show.tick());
    let line = Rect::new(x, plot.top, painter_context.px(1.0), plot.height);
    painter_context.framebuffer.fill(line, theme::pale(theme::ACCENT, 190));
    let births = if only.is_none() { "animal births" } else { "births" };
    let happened = |cause: Death| flows.iter().any(|flow| flow.deaths[cause as usize] > 0);
    legend(painter_context, key, Some((births, theme::GOOD)), happened);
}
