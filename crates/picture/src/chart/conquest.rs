//! The conquest chart: the tickets of both colonies, and the owner of each base over time.

use terrarium_studies::charts::{Chart, Shape};

use super::axes::{Plot, SIDE, columns};
use super::pen::ChartPen;
use super::plate::Plate;
use super::{ChartView, Target, Targets, curves};
use crate::{Rect, theme};

/// The width of a step along a strip, in pixels.
const STEP: f32 = 2.0;

pub(super) fn paint(
    pen: &mut ChartPen<'_>,
    area: Rect,
    chart: &Chart,
    view: &ChartView<'_>,
    targets: &mut Targets,
) -> Option<Plate> {
    let plot = chart.plots.first()?;
    let Shape::Curves(tickets) = &plot.shape else { return None };
    let bases = view.chronicle.bases();
    let strip = pen.px(13.0);
    #[expect(clippy::cast_precision_loss, reason = "there are few bases")]
    let strips = (strip * bases.len() as f32).min(area.height * 0.5);
    let (upper, lower) = area.cut_top(area.height - strips);
    // Names in full beside the strips, where there is room.
    let names = bases.iter().map(|name| pen.font.width(name, &pen.ink.small()));
    let widest = names.fold(0.0, f32::max) + pen.px(6.0);
    let side = pen.px(SIDE);
    let beyond = (widest.min(area.width * 0.35) - side).max(0.0);
    let (_, upper) = upper.cut_left(beyond);
    let right = curves::labels_width(pen, upper, tickets);
    let frame = Plot::new(pen, upper, [&plot.x, &plot.y], right);
    frame.axes(pen);
    curves::draw(pen, &frame, tickets);
    frame.playhead(pen, view.tick);
    paint_strips(pen, lower, &frame, view);
    targets.add(frame.area, &area, Target::Time(frame.time()));
    curves::hover(pen, &frame, tickets)
}

/// Paints a strip for each base: the colour of its owner over time.
fn paint_strips(pen: &mut ChartPen<'_>, area: Rect, frame: &Plot<'_>, view: &ChartView<'_>) {
    let (bases, time) = (view.chronicle.bases(), frame.time());
    let steps = columns(&frame.area, STEP);
    #[expect(clippy::cast_precision_loss, reason = "there are few columns")]
    let at = |step: usize| frame.area.left + frame.area.width * step as f32 / steps as f32;
    let last = view.chronicle.last_tick();
    let moments: Vec<u64> =
        (0..=steps).map(|step| time.tick_at(at(step))).filter(|&it| it <= last).collect();
    for (index, name) in bases.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "there are few bases")]
        let top = area.top + area.height * index as f32 / bases.len() as f32;
        #[expect(clippy::cast_precision_loss, reason = "there are few bases")]
        let height = (area.height / bases.len().max(1) as f32 - pen.px(2.0)).max(1.0);
        let width = frame.area.left - area.left - pen.px(4.0);
        let row = Rect::new(area.left, top, width, height);
        pen.text(name, row, &pen.ink.small());
        for pair in moments.windows(2) {
            let owner = view.chronicle.owners(pair[0]).get(index).copied().flatten();
            let (left, right) = (time.x_of(pair[0]), time.x_of(pair[1]));
            let part = Rect::new(left, top, right - left, height);
            pen.framebuffer.fill(part, theme::pale(theme::of_colony(owner), 210));
        }
    }
}
