//! The conquest chart: the tickets of both colonies, and the owner of each base over time.

use terrarium_picture::Rect;
use terrarium_studies::charts::{Chart, ChartChoice, ChartKind, Shape};

use super::super::paint::Show;
use super::super::painter_context::PainterContext;
use super::super::plot::{Plot, SIDE, columns};
use super::super::{Hits, Target, theme};
use super::curves;
use super::plate::Plate;

/// The width of a step along a strip, in pixels.
const STEP: f32 = 2.0;

/// Paints the chart as it is by default, for the verdict.
pub(in crate::panel) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
) {
    let choice = ChartChoice { kind: ChartKind::Conquest, ..ChartChoice::default() };
    let chart = choice.chart(&show.chart_source(), columns(&area, STEP));
    paint_chart(painter_context, area, &chart, show, &mut Hits::default());
}

pub(super) fn paint_chart(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    chart: &Chart,
    show: &Show<'_>,
    hits: &mut Hits,
) -> Option<Plate> {
    let plot = chart.plots.first()?;
    let Shape::Curves(tickets) = &plot.shape else { return None };
    let bases = show.chronicle.bases();
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
    let right = curves::labels_width(painter_context, upper, tickets);
    let frame = Plot::new(painter_context, upper, [&plot.x, &plot.y], right);
    frame.axes(painter_context);
    curves::draw(painter_context, &frame, tickets);
    frame.playhead(painter_context, show.tick());
    paint_strips(painter_context, lower, &frame, show);
    hits.add(frame.area, &area, Target::ChartTime(frame.time()));
    curves::hover(painter_context, &frame, tickets)
}

/// Paints a strip for each base: the colour of its owner over time.
fn paint_strips(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    frame: &Plot<'_>,
    show: &Show<'_>,
) {
    let (bases, time) = (show.chronicle.bases(), frame.time());
    let steps = columns(&frame.area, STEP);
    #[expect(clippy::cast_precision_loss, reason = "there are few columns")]
    let at = |step: usize| frame.area.left + frame.area.width * step as f32 / steps as f32;
    let last = show.chronicle.last_tick();
    let moments: Vec<u64> =
        (0..=steps).map(|step| time.tick_at(at(step))).filter(|&it| it <= last).collect();
    for (index, name) in bases.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "there are few bases")]
        let top = area.top + area.height * index as f32 / bases.len() as f32;
        #[expect(clippy::cast_precision_loss, reason = "there are few bases")]
        let height = (area.height / bases.len().max(1) as f32 - painter_context.px(2.0)).max(1.0);
        let width = frame.area.left - area.left - painter_context.px(4.0);
        let row = Rect::new(area.left, top, width, height);
        painter_context.text(name, row, &theme::SMALL);
        for pair in moments.windows(2) {
            let owner = show.chronicle.owners(pair[0]).get(index).copied().flatten();
            let (left, right) = (time.x_of(pair[0]), time.x_of(pair[1]));
            let part = Rect::new(left, top, right - left, height);
            painter_context.framebuffer.fill(part, theme::pale(theme::of_colony(owner), 210));
        }
    }
}
