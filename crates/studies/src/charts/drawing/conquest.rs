//! The conquest chart: the tickets of both colonies, and the owner of each base over time.

use terrarium_drawing::chart::{ChartPen, Frame, Plate, curves};
use terrarium_drawing::{Rect, pale};

use super::{ChartView, Target, Targets};
use crate::charts::conquest::colour_of;
use crate::charts::{Plot, Shape, Strip};

pub(super) fn paint(
    pen: &mut ChartPen<'_>,
    area: Rect,
    (of, strips): (&Plot, &[Strip]),
    view: &ChartView<'_>,
    targets: &mut Targets,
) -> Option<Plate> {
    let Shape::Curves(tickets) = &of.shape else { return None };
    let strip = pen.px(13.0);
    #[expect(clippy::cast_precision_loss, reason = "there are few bases")]
    let height = (strip * strips.len() as f32).min(area.height * 0.5);
    let (upper, lower) = area.cut_top(area.height - height);
    // Names in full beside the strips, where there is room.
    let names = strips.iter().map(|it| pen.font.width(&it.name, &pen.ink.small()));
    let widest = names.fold(0.0, f32::max) + pen.px(6.0);
    let side = pen.px(Frame::SIDE);
    let beyond = (widest.min(area.width * 0.35) - side).max(0.0);
    let (_, upper) = upper.cut_left(beyond);
    let right = curves::labels_width(pen, upper, tickets);
    let frame = Frame::new(pen, upper, [&of.x, &of.y], right);
    frame.axes(pen);
    curves::draw(pen, &frame, tickets, area.right());
    frame.playhead(pen, view.tick);
    paint_strips(pen, lower, &frame, strips);
    targets.add(frame.area, &area, Target::Time(frame.time()));
    curves::hover(pen, &frame, tickets)
}

/// Paints a strip for each base: the colour of its owner over time.
fn paint_strips(pen: &mut ChartPen<'_>, area: Rect, frame: &Frame<'_>, strips: &[Strip]) {
    let time = frame.time();
    for (index, strip) in strips.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "there are few bases")]
        let (share, count) = (index as f32 / strips.len() as f32, strips.len() as f32);
        let top = area.top + area.height * share;
        let height = (area.height / count - pen.px(2.0)).max(1.0);
        let width = frame.area.left - area.left - pen.px(4.0);
        let row = Rect::new(area.left, top, width, height);
        pen.text(&strip.name, row, &pen.ink.small());
        let ends = strip.owners.iter().skip(1).map(|(tick, _)| *tick).chain([strip.last]);
        for (&(tick, owner), end) in strip.owners.iter().zip(ends) {
            let (left, right) = (time.x_of(tick), time.x_of(end));
            let part = Rect::new(left, top, right - left, height);
            let colour = owner.map_or(pen.ink.edge, |colony| pen.ink.line_of(colour_of(colony)));
            pen.surface.fill(part, pale(colour, 210));
        }
    }
}
