//! Curves over time, with their names at their ends. A click goes to the tick.

use terrarium_drawing::Rect;
use terrarium_drawing::chart::{ChartPen, Curve, Frame, Grid, Plate, curves};

use super::{ChartView, Target, Targets};
use crate::charts::{Plot, Shape};

pub(super) fn paint(
    pen: &mut ChartPen<'_>,
    area: Rect,
    of: &Plot,
    curves: &[Curve],
    view: &ChartView<'_>,
    targets: &mut Targets,
) -> Option<Plate> {
    let frame = Frame::new(pen, area, [&of.x, &of.y], curves::labels_width(pen, area, curves));
    frame.axes(pen);
    curves::draw(pen, &frame, curves, area.right());
    frame.playhead(pen, view.tick);
    targets.add(frame.area, &area, Target::Time(frame.time()));
    curves::hover(pen, &frame, curves)
}

/// Paints several plots beside each other.
pub(super) fn paint_all(
    pen: &mut ChartPen<'_>,
    area: Rect,
    plots: &[Plot],
    view: &ChartView<'_>,
    targets: &mut Targets,
) -> Option<Plate> {
    let mut plate = None;
    let grid = Grid::new(area, plots.len(), pen.font.scale());
    for (plot, cell) in plots.iter().zip(grid.cells()) {
        let Shape::Curves(of) = &plot.shape else { continue };
        let (name, body) = cell.cut_top(pen.px(17.0));
        pen.text(&plot.name, name, &pen.ink.heading());
        let here = paint(pen, body, plot, of, view, targets);
        plate = plate.or(here);
    }
    grid.say_what_is_left_out(pen, "plots");
    plate
}
