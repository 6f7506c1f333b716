//! The charts of a run, one tab for each.

mod bands;
mod bars;
mod choices;
pub(super) mod conquest;
mod curves;
mod grid;
mod plate;
mod points;
mod quantiles;
mod rows;
mod tabs;
mod trajectory;
mod tree;

use terrarium_picture::Rect;
use terrarium_studies::charts::{Chart, ChartChoice, ChartKind, Shape};

pub(super) use choices::items;
pub(super) use plate::Plate;
pub(super) use tabs::buttons;

use super::layout::MARGIN;
use super::paint::Show;
use super::painter_context::PainterContext;
use super::plot::columns;
use super::{Hits, Panels, theme};

/// The width of a point of a curve and of an interval of births and deaths, in pixels.
const POINT: f32 = 1.5;
const INTERVAL: f32 = 4.0;

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
    if choices::are_needed(choice.kind) {
        let (row, rest) = body.cut_top(painter_context.px(20.0));
        choices::paint(painter_context, row, show, &choice, hits);
        body = rest.cut_top(painter_context.px(3.0)).1;
    }
    if body.height < painter_context.px(30.0) {
        return None;
    }
    let width = if choice.kind == ChartKind::Births { INTERVAL } else { POINT };
    let chart = choice.chart(&show.chart_source(), columns(&body, width));
    paint_chart(painter_context, body, &chart, show, hits)
}

/// Returns the chart that the panels show.
pub(super) fn choice_of(show: &Show<'_>, panels: &Panels) -> ChartChoice {
    panels.chart_choice().within(show.chronicle)
}

fn paint_chart(
    painter_context: &mut PainterContext<'_>,
    body: Rect,
    chart: &Chart,
    show: &Show<'_>,
    hits: &mut Hits,
) -> Option<Plate> {
    if chart.kind == ChartKind::Conquest {
        return conquest::paint_chart(painter_context, body, chart, show, hits);
    }
    let body = heading(painter_context, body, chart);
    let plots = chart.plots.as_slice();
    let plot = plots.first()?;
    match &plot.shape {
        Shape::Quantiles(_) => quantiles::paint_all(painter_context, body, plots, show, hits),
        Shape::Bars(_) if plots.len() > 1 => bars::paint_all(painter_context, body, plots),
        Shape::Curves(of) => curves::paint(painter_context, body, plot, of, show, hits),
        Shape::Bars(of) if of.is_horizontal => rows::paint(painter_context, body, plot, of),
        Shape::Bars(of) => bars::paint(painter_context, body, plot, of, show, hits),
        Shape::Trajectory(of) => trajectory::paint(painter_context, body, plot, of, hits),
        Shape::Points(of) => points::paint(painter_context, body, plot, of, show, hits),
        Shape::Bands(of) => bands::paint(painter_context, body, plot, of, show, hits),
        Shape::Tree(of) => tree::paint(painter_context, body, plot, of, show, hits),
    }
}

/// Writes what the chart shows, unless its tab or the choices say so, and what is missing. Returns the
/// rest of the area.
fn heading(painter_context: &mut PainterContext<'_>, body: Rect, chart: &Chart) -> Rect {
    let says_itself =
        matches!(chart.kind, ChartKind::Populations | ChartKind::Phase | ChartKind::Births);
    let is_long = painter_context.font.width(&chart.title, &theme::SMALL) > body.width * 2.0;
    let title = Some(&chart.title).filter(|_| !says_itself && !is_long);
    let title = title.map(|title| match chart.plots.first().map(|plot| &plot.shape) {
        Some(Shape::Tree(tree)) if tree.left_out > 0 => {
            let drawn = tree.rows.len();
            format!("{title} · {drawn} of {} drawn", drawn + tree.left_out)
        }
        _ => title.clone(),
    });
    let mut rest = body;
    for (text, colour) in [(title.as_ref(), theme::FAINT), (chart.note.as_ref(), theme::WARNING)] {
        let Some(text) = text else { continue };
        let style = theme::SMALL.coloured(colour);
        for line in painter_context.font.wrapped(text, &style, body.width).iter().take(2) {
            let (row, below) = rest.cut_top(painter_context.px(14.0));
            painter_context.text(line, row, &style);
            rest = below;
        }
    }
    rest
}
