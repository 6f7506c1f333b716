//! The charts of a run, one tab for each.

mod choices;
mod tabs;

use terrarium_drawing::chart::Plate;
use terrarium_picture::Rect;
use terrarium_studies::charts::ChartChoice;
use terrarium_studies::charts::drawing::{self, ChartView, points_in};

pub(super) use choices::items;
pub(super) use tabs::buttons;

use super::layout::MARGIN;
use super::paint::Show;
use super::painter_context::PainterContext;
use super::{Hits, Panels, Target};

/// Paints the chart that is asked for. Returns what is at the pointer.
pub(super) fn paint(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    panels: &Panels,
    hits: &mut Hits,
) -> Option<Plate> {
    let choice = choice_of(show, panels);
    let room = area.inset(painter_context.px(MARGIN));
    let (row, rest) = room.cut_top(painter_context.px(23.0));
    tabs::paint(painter_context, row, show, choice.kind, panels, hits);
    let (_, mut body) = rest.cut_top(painter_context.px(3.0));
    if choice.kind.has_lists() {
        let (row, rest) = body.cut_top(painter_context.px(20.0));
        choices::paint(painter_context, row, show, &choice, hits);
        body = rest.cut_top(painter_context.px(3.0)).1;
    }
    if body.height < painter_context.px(30.0) {
        return None;
    }
    paint_choice(painter_context, body, show, &choice, hits)
}

/// Paints a chart without its tabs and choices. Returns what is at the pointer.
pub(super) fn paint_choice(
    painter_context: &mut PainterContext<'_>,
    area: Rect,
    show: &Show<'_>,
    choice: &ChartChoice,
    hits: &mut Hits,
) -> Option<Plate> {
    let chart = choice.chart(&show.chart_source(), points_in(&area, choice.kind));
    let (tick, selected) = (show.tick(), show.selected);
    let view = ChartView { chart: &chart, tick, selected };
    let painted = view.paint(&mut painter_context.pen(), area);
    for it in painted.targets.iter() {
        hits.add(it.area, &it.area, target_of(it.what));
    }
    painted.plate
}

fn target_of(target: drawing::Target) -> Target {
    match target {
        drawing::Target::Time(time) => Target::ChartTime(time),
        drawing::Target::Organism(organism) => Target::Organism(organism),
        drawing::Target::Jump { tick, organism } => Target::Jump { tick, at: None, organism },
    }
}

/// Returns the chart that the panels show.
pub(super) fn choice_of(show: &Show<'_>, panels: &Panels) -> ChartChoice {
    panels.chart_choice().within(show.chronicle)
}
