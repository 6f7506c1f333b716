//! The conquest chart: the tickets of both colonies, and the owner of each base over time.

use super::super::paint::Show;
use super::super::painter_context::PainterContext;
use super::super::plot::{Plot, columns};
use super::super::theme;
use crate::behaviour::Colony;
use crate::view::Rect;

/// The width that axes leave for their labels, in pixels at scale 1.
const SIDE: f32 = 40.0;

/// The width of a step along a strip, in pixels.
const STEP: f32 = 2.0;

pub(in crate::view::panel) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
) {
    let chronicle = show.chronicle;
    let ticks = [chronicle.first_tick(), show.last_tick()];
    let bases = chronicle.bases();
    let strip = painter_context.px(13.0);
    #[expect(clippy::cast_precision_loss, reason = "there are few bases")]
    let strips = (strip * bases.len() as f32).min(area.height * 0.5);
    let (upper, lower) = area.cut_top(area.height - strips);
    // Names in full beside the strips, where there is room.
    let names = bases.iter().map(|name| painter_context.font.width(name, &theme::SMALL));
    let widest = names.fold(0.0, f32::max) + painter_context.px(6.0);
    let side = painter_context.px(SIDE);
    let beyond = (widest.min(area.width * 0.35) - side).max(0.0);
    let (_, upper) = upper.cut_left(beyond);
    let most = chronicle.tickets(ticks[0]).map_or(0, |tickets| tickets[0].max(tickets[1]));
    let plot = Plot::new(painter_context, upper, ticks, most.into(), false);
    plot.axes(painter_context);
    let steps = columns(&plot.area, STEP);
    #[expect(clippy::cast_precision_loss, reason = "there are few columns")]
    let at = |step: usize| plot.area.left + plot.area.width * step as f32 / steps as f32;
    let last = chronicle.last_tick();
    let moments: Vec<u64> =
        (0..=steps).map(|step| plot.time.tick_at(at(step))).filter(|&it| it <= last).collect();
    for colony in Colony::ALL {
        let points = moments
            .iter()
            .filter_map(|&tick| Some((tick, f64::from(chronicle.tickets(tick)?[colony.index()]))));
        plot.curve(painter_context, points, 1.6, theme::of_colony(Some(colony)));
    }
    plot.playhead(painter_context, show.tick());
    for (place, name) in bases.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "there are few bases")]
        let top = lower.top + strips * place as f32 / bases.len() as f32;
        let height = (strips / bases.len().max(1) as f32 - painter_context.px(2.0)).max(1.0);
        let row = Rect::new(
            lower.left,
            top,
            plot.area.left - lower.left - painter_context.px(4.0),
            height,
        );
        painter_context.text(name, row, &theme::SMALL);
        for pair in moments.windows(2) {
            let owner = chronicle.owners(pair[0]).get(place).copied().flatten();
            let (left, right) = (plot.time.x_of(pair[0]), plot.time.x_of(pair[1]));
            let part = Rect::new(left, top, right - left, height);
            painter_context.framebuffer.fill(part, theme::pale(theme::of_colony(owner), 210));
        }
    }
}
