//! Charts drawn on a surface: a window, a page in a browser, or a file.
//!
//! On paper, a chart has a heading, titles at its axes, and keys in words; on a screen it marks the tick that is shown, and says
//! what is at the pointer and what a click on it means.

mod bands;
mod bars;
mod conquest;
mod curves;
mod points;
mod quantiles;
mod rows;
mod target;
mod trajectory;
mod tree;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_drawing::Rect;
use terrarium_drawing::chart::{ChartPen, Heading, Plate, columns};

use super::descent::LineageTree;
use super::{Chart, ChartKind, Plot, Shape};

pub use target::{Target, TargetArea, Targets};

/// The width of a point of a curve and of an interval of births and deaths, in pixels.
const POINT: f32 = 1.5;
const INTERVAL: f32 = 4.0;

/// A chart, and what it marks.
#[derive(Debug, Clone, Copy)]
pub struct ChartView<'a> {
    /// The chart.
    pub chart: &'a Chart,
    /// The tick that is shown.
    pub tick: u64,
    /// The organism that is selected.
    pub selected: Option<OrganismId>,
}

/// What was drawn of a chart.
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

/// The height with which all of a chart can be read, in pixels at scale 1.
#[must_use]
pub fn legible_height(chart: &Chart) -> usize {
    const ALONE: usize = 230;
    const HEAD: usize = 60;
    let plots = chart.plots.len();
    let rows = match chart.plots.first().map(|plot| &plot.shape) {
        Some(Shape::Tree(tree)) => tree.rows.len() * 15,
        Some(Shape::Bars(bars)) if bars.is_horizontal => bars.bars.len() * 19,
        Some(Shape::Bars(_)) if plots > 1 => plots.div_ceil(4) * 90,
        Some(Shape::Quantiles(_)) => plots.div_ceil(3) * 90,
        _ => 0,
    };
    ALONE.max(HEAD + rows)
}

impl ChartView<'_> {
    /// Draws the chart.
    pub fn paint(&self, pen: &mut ChartPen<'_>, area: Rect) -> Painted {
        let mut targets = Targets::default();
        let body = match pen.ink.is_print {
            true => {
                let (title, notes) = (&self.chart.title, &notes_of(self.chart));
                Heading { title, notes }.write(pen, area)
            }
            false => screen_heading(pen, area, self.chart),
        };
        let plate = self.paint_plots(pen, body, &mut targets);
        Painted { targets, plate }
    }

    fn paint_plots(
        &self,
        pen: &mut ChartPen<'_>,
        body: Rect,
        targets: &mut Targets,
    ) -> Option<Plate> {
        let plots = self.chart.plots.as_slice();
        match plots {
            [tickets, Plot { shape: Shape::Strips(strips), .. }] => {
                return conquest::paint(pen, body, (tickets, strips), self, targets);
            }
            [first, _, ..] => match first.shape {
                Shape::Quantiles(_) => {
                    return quantiles::paint_all(pen, body, plots, self, targets);
                }
                Shape::Bars(_) => return bars::paint_all(pen, body, plots),
                Shape::Curves(_) => return curves::paint_all(pen, body, plots, self, targets),
                _ => {}
            },
            _ => {}
        }
        let plot = plots.first()?;
        match &plot.shape {
            Shape::Quantiles(_) => quantiles::paint_all(pen, body, plots, self, targets),
            Shape::Curves(of) => curves::paint(pen, body, plot, of, self, targets),
            Shape::Bars(of) if of.is_horizontal => rows::paint(pen, body, plot, of),
            Shape::Bars(of) => bars::paint(pen, body, plot, of, self, targets),
            Shape::Trajectory(of) => trajectory::paint(pen, body, plot, of, targets),
            Shape::Points(of) => points::paint(pen, body, plot, of, self, targets),
            Shape::Bands(of) => bands::paint(pen, body, plot, of, self, targets),
            Shape::Tree(of) => tree::paint(pen, body, plot, of, self, targets),
            Shape::Strips(_) => None,
        }
    }
}

/// What is said below the title of a chart on paper: what is missing, and what its shapes show.
fn notes_of(chart: &Chart) -> Vec<&str> {
    let shape = chart.plots.first().map(|plot| &plot.shape);
    let key = match shape {
        Some(Shape::Tree(_)) => Some(LineageTree::KEY),
        Some(Shape::Bars(_)) if chart.plots.len() > 1 => Some(bars::KEY),
        _ => None,
    };
    chart.note.as_deref().into_iter().chain(shape.and_then(Shape::legend)).chain(key).collect()
}

/// Writes what the chart shows, unless its tab or the choices say so, and what is missing. Returns the
/// rest of the area.
fn screen_heading(pen: &mut ChartPen<'_>, body: Rect, chart: &Chart) -> Rect {
    let says_itself = matches!(
        chart.kind,
        ChartKind::Populations | ChartKind::Phase | ChartKind::Births | ChartKind::Conquest
    );
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
