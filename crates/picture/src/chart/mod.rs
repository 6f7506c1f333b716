//! Charts painted in pixels: axes, shapes, names beside them, and what is at the pointer.

mod axes;
mod bands;
mod bars;
mod conquest;
mod curves;
mod grid;
mod ink;
mod pen;
mod plate;
mod points;
mod quantiles;
mod rows;
mod target;
mod time_scale;
mod trajectory;
mod tree;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_playback::Chronicle;
use terrarium_studies::charts::{Chart, ChartKind, Shape};

pub use axes::columns;
pub use ink::{Ink, opaque};
pub use pen::ChartPen;
pub use plate::Plate;
pub use target::{Target, TargetArea, Targets};
pub use time_scale::TimeScale;

use crate::Rect;

/// The width of a point of a curve and of an interval of births and deaths, in pixels.
const POINT: f32 = 1.5;
const INTERVAL: f32 = 4.0;

/// A chart, and what it marks.
#[derive(Debug, Clone, Copy)]
pub struct ChartView<'a> {
    /// The chart.
    pub chart: &'a Chart,
    /// The history that it is of.
    pub chronicle: &'a Chronicle,
    /// The tick that is shown.
    pub tick: u64,
    /// The organism that is selected.
    pub selected: Option<OrganismId>,
}

/// What was painted of a chart.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Painted {
    /// What can be clicked.
    pub targets: Targets,
    /// What is at the pointer.
    pub plate: Option<Plate>,
}

/// How many points each curve of a kind of chart can show in an area.
#[must_use]
pub fn points_in(area: &Rect, kind: ChartKind) -> usize {
    columns(area, if kind == ChartKind::Births { INTERVAL } else { POINT })
}

impl ChartView<'_> {
    /// Paints the chart.
    pub fn paint(&self, pen: &mut ChartPen<'_>, area: Rect) -> Painted {
        let mut targets = Targets::default();
        let plate = paint_chart(pen, area, self, &mut targets);
        Painted { targets, plate }
    }
}

fn paint_chart(
    pen: &mut ChartPen<'_>,
    body: Rect,
    view: &ChartView<'_>,
    targets: &mut Targets,
) -> Option<Plate> {
    let chart = view.chart;
    if chart.kind == ChartKind::Conquest {
        return conquest::paint(pen, body, chart, view, targets);
    }
    let body = heading(pen, body, chart);
    let plots = chart.plots.as_slice();
    let plot = plots.first()?;
    match &plot.shape {
        Shape::Quantiles(_) => quantiles::paint_all(pen, body, plots, view, targets),
        Shape::Bars(_) if plots.len() > 1 => bars::paint_all(pen, body, plots),
        Shape::Curves(of) => curves::paint(pen, body, plot, of, view, targets),
        Shape::Bars(of) if of.is_horizontal => rows::paint(pen, body, plot, of),
        Shape::Bars(of) => bars::paint(pen, body, plot, of, view, targets),
        Shape::Trajectory(of) => trajectory::paint(pen, body, plot, of, targets),
        Shape::Points(of) => points::paint(pen, body, plot, of, view, targets),
        Shape::Bands(of) => bands::paint(pen, body, plot, of, view, targets),
        Shape::Tree(of) => tree::paint(pen, body, plot, of, view, targets),
    }
}

/// Writes what the chart shows, unless its tab or the choices say so, and what is missing. Returns the
/// rest of the area.
fn heading(pen: &mut ChartPen<'_>, body: Rect, chart: &Chart) -> Rect {
    let says_itself =
        matches!(chart.kind, ChartKind::Populations | ChartKind::Phase | ChartKind::Births);
    let is_long = pen.font.width(&chart.title, &pen.ink.small()) > body.width * 2.0;
    let title = Some(&chart.title).filter(|_| !says_itself && !is_long);
    let title = title.map(|title| match chart.plots.first().map(|plot| &plot.shape) {
        Some(Shape::Tree(tree)) if tree.left_out > 0 => {
            let drawn = tree.rows.len();
            format!("{title} · {drawn} of {} drawn", drawn + tree.left_out)
        }
        _ => title.clone(),
    });
    let mut rest = body;
    for (text, colour) in [(title.as_ref(), pen.ink.faint), (chart.note.as_ref(), pen.ink.warning)]
    {
        let Some(text) = text else { continue };
        let style = pen.ink.small().coloured(colour);
        for line in pen.font.wrapped(text, &style, body.width).iter().take(2) {
            let (row, below) = rest.cut_top(pen.px(14.0));
            pen.text(line, row, &style);
            rest = below;
        }
    }
    rest
}
