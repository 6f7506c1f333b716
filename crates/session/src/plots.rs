//! Charts as values that a page draws: their plots with axes, and series with points.

use serde::Serialize;
use serde_json::{Value, json};
use terrarium_studies::charts::descent::{LineageTree, MullerPlot};
use terrarium_studies::charts::{self, Bars, Curve, Quantiles, Shape};

use crate::reports::hexadecimal;

/// The names of the quantiles of [`Quantiles::SHARES`].
const QUANTILES: [&str; 5] = ["5 %", "25 %", "median", "75 %", "95 %"];

/// A chart of one or more plots.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Chart {
    /// Its title.
    pub title: String,
    /// Why it shows less than it could.
    pub note: Option<String>,
    /// Its plots.
    pub plots: Vec<Plot>,
}

/// Two axes, and what is drawn between them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Plot {
    /// Its name.
    pub name: String,
    /// The axis to the right.
    pub x: Axis,
    /// The axis upward.
    pub y: Axis,
    /// How the series are drawn.
    pub kind: PlotKind,
    /// What it shows, in a line.
    pub legend: Option<String>,
    /// What is drawn.
    pub series: Vec<Series>,
}

/// An axis of a plot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Axis {
    /// What it shows.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
}

/// How series are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum PlotKind {
    /// Points `x, y` that a line joins.
    Curves,
    /// Bars in parts: points `from, to, count, name`.
    Bars,
    /// Points `x, y, organism`.
    Points,
    /// Points `x, y` in the order of time.
    Trajectory,
    /// A series for each quantile: points `tick, value`.
    Quantiles,
    /// A series for each cluster: points `tick, low, high, living`.
    Bands,
    /// A series for each row of a tree, with the only point `begin, end`.
    Tree,
}

/// A series of a plot. What its points are depends on the kind of the plot.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its colour; rows of trees have none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(test, ts(optional))]
    pub colour: Option<String>,
    /// Its points.
    #[cfg_attr(test, ts(type = "(number | string | null)[][]"))]
    pub points: Value,
    /// Whether a part of bars is drawn below zero.
    pub below: bool,
    /// A quantile among those that are alive at the first tick.
    pub first: Option<f64>,
    /// The first member of a cluster, and the tick of its birth.
    pub organism: Option<u64>,
    /// The tick of its birth.
    pub origin: Option<u64>,
    /// The index of the cluster that it descends from.
    pub parent: Option<usize>,
    /// The members of a cluster.
    pub members: u64,
    /// Those that are alive.
    pub living: u64,
    /// Whether a member or a descendant of the cluster is alive.
    pub extant: bool,
    /// What is known of a cluster, in lines.
    pub details: Option<String>,
}

/// A chart as it is drawn.
pub(crate) fn chart(chart: &charts::Chart) -> Chart {
    Chart {
        title: chart.title.clone(),
        note: chart.note.clone(),
        plots: chart.plots.iter().map(plot).collect(),
    }
}

fn plot(plot: &charts::Plot) -> Plot {
    let (kind, series) = series(&plot.shape);
    Plot {
        name: plot.name.clone(),
        x: axis(&plot.x),
        y: axis(&plot.y),
        kind,
        legend: plot.shape.legend().map(str::to_owned),
        series,
    }
}

fn axis(axis: &charts::Axis) -> Axis {
    let (low, high) = axis.range;
    Axis { name: axis.name.clone(), unit: axis.unit.to_owned(), low, high }
}

/// The kind of a shape and its series, each with its points.
fn series(shape: &Shape) -> (PlotKind, Vec<Series>) {
    match shape {
        Shape::Curves(curves) => {
            let row = |it: &Curve| Series {
                name: it.name.clone(),
                colour: Some(hexadecimal(it.colour)),
                points: json!(it.points),
                ..Series::default()
            };
            (PlotKind::Curves, curves.iter().map(row).collect())
        }
        Shape::Bars(bars) => (PlotKind::Bars, parts(bars)),
        Shape::Trajectory(line) => {
            let points: Vec<_> = line.points.iter().map(|&(_, x, y)| (x, y)).collect();
            (PlotKind::Trajectory, vec![nameless(line.colour, json!(points))])
        }
        Shape::Points(all) => {
            let points: Vec<_> = all.points.iter().map(|&(id, x, y)| (x, y, id.0)).collect();
            (PlotKind::Points, vec![nameless(all.colour, json!(points))])
        }
        Shape::Quantiles(values) => (PlotKind::Quantiles, quantiles(values)),
        Shape::Bands(plot) => (PlotKind::Bands, bands(plot)),
        Shape::Tree(tree) => (PlotKind::Tree, rows(tree)),
    }
}

/// The only series of a plot.
fn nameless(colour: [u8; 3], points: Value) -> Series {
    Series { colour: Some(hexadecimal(colour)), points, ..Series::default() }
}

/// The parts of bars: of each bar its ends, the count of the part, and its name.
fn parts(bars: &Bars) -> Vec<Series> {
    let parts = bars.parts.iter().enumerate().map(|(index, part)| {
        let points = bars.bars.iter();
        let points =
            points.map(|bar| json!([bar.range.0, bar.range.1, bar.counts.get(index), bar.name]));
        Series {
            name: part.name.clone(),
            colour: Some(hexadecimal(part.colour)),
            below: part.is_below,
            points: points.collect(),
            ..Series::default()
        }
    });
    parts.collect()
}

/// A series for each quantile, with its value among those that are alive at the first tick.
fn quantiles(values: &Quantiles) -> Vec<Series> {
    let founders = values.founders();
    let series = QUANTILES.iter().enumerate().map(|(index, name)| {
        let points = values.ticks.iter().zip(&values.quantiles);
        let points: Vec<_> =
            points.map(|(tick, it)| (tick, it.map(|quantiles| quantiles[index]))).collect();
        Series {
            name: (*name).to_owned(),
            colour: Some(hexadecimal(values.colour)),
            first: founders.map(|it| it[index]),
            points: json!(points),
            ..Series::default()
        }
    });
    series.collect()
}

/// A series for each cluster: of each tick at which it or one that descends from it has members, the ends of its band and the number
/// of its members.
fn bands(plot: &MullerPlot) -> Vec<Series> {
    let series = plot.bands.iter().map(|band| {
        let indices = (0..plot.ticks.len()).filter(|&index| band.whole[index] > 0);
        let point = |index: usize| {
            (plot.ticks[index], band.low[index], band.high(index), band.living[index])
        };
        Series {
            name: band.name.clone(),
            colour: Some(hexadecimal(band.colour)),
            organism: Some(band.first.0),
            origin: Some(band.origin),
            parent: band.parent,
            points: json!(indices.map(point).collect::<Vec<_>>()),
            ..Series::default()
        }
    });
    series.collect()
}

/// A series for each row of a tree, whose only point is the begin and the end of its line.
fn rows(tree: &LineageTree) -> Vec<Series> {
    let series = tree.rows.iter().map(|row| Series {
        name: row.name.clone(),
        organism: Some(row.first.0),
        origin: Some(row.origin),
        parent: row.parent,
        members: row.members,
        living: row.living_members,
        extant: row.is_extant,
        details: Some(row.details.clone()),
        points: json!([(row.begin, row.end)]),
        ..Series::default()
    });
    series.collect()
}
