//! Charts as JSON: their plots with axes, and series with points.

use serde_json::{Value, json};
use terrarium_studies::charts::descent::{LineageTree, MullerPlot};
use terrarium_studies::charts::{Axis, Bars, Chart, Curve, Plot, Quantiles, Shape};

use crate::picture::number;
use crate::reports::hexadecimal;

/// The names of the quantiles of [`Quantiles::SHARES`].
const QUANTILES: [&str; 5] = ["5 %", "25 %", "median", "75 %", "95 %"];

/// A chart as JSON.
pub(crate) fn report(chart: &Chart) -> Value {
    let plots: Vec<Value> = chart.plots.iter().map(plot).collect();
    json!({ "title": chart.title, "note": chart.note, "plots": plots })
}

fn plot(plot: &Plot) -> Value {
    let (kind, series) = series(&plot.shape);
    json!({
        "name": plot.name,
        "x": axis(&plot.x),
        "y": axis(&plot.y),
        "kind": kind,
        "legend": plot.shape.legend(),
        "series": series,
    })
}

fn axis(axis: &Axis) -> Value {
    json!({ "name": axis.name, "unit": axis.unit, "low": axis.range.0, "high": axis.range.1 })
}

/// The kind of a shape and its series, each with its points.
fn series(shape: &Shape) -> (&'static str, Vec<Value>) {
    match shape {
        Shape::Curves(curves) => {
            let row = |it: &Curve| json!({ "name": it.name, "colour": hexadecimal(it.colour), "points": it.points });
            ("curves", curves.iter().map(row).collect())
        }
        Shape::Bars(bars) => ("bars", parts(bars)),
        Shape::Trajectory(line) => {
            let points: Vec<_> = line.points.iter().map(|&(_, x, y)| (x, y)).collect();
            let row = json!({ "name": "", "colour": hexadecimal(line.colour), "points": points });
            ("trajectory", vec![row])
        }
        Shape::Points(all) => {
            let points: Vec<_> = all.points.iter().map(|&(id, x, y)| (x, y, id.0)).collect();
            let row = json!({ "name": "", "colour": hexadecimal(all.colour), "points": points });
            ("points", vec![row])
        }
        Shape::Quantiles(values) => ("quantiles", quantiles(values)),
        Shape::Bands(plot) => ("bands", bands(plot)),
        Shape::Tree(tree) => ("tree", rows(tree)),
    }
}

/// The parts of bars: of each bar its ends, the count of the part, and its name.
fn parts(bars: &Bars) -> Vec<Value> {
    let parts = bars.parts.iter().enumerate().map(|(index, part)| {
        let points = bars.bars.iter();
        let points =
            points.map(|bar| json!([bar.range.0, bar.range.1, bar.counts.get(index), bar.name]));
        json!({
            "name": part.name,
            "colour": hexadecimal(part.colour),
            "below": part.is_below,
            "points": points.collect::<Vec<_>>(),
        })
    });
    parts.collect()
}

/// A series for each quantile, with its value among those that are alive at the first tick.
fn quantiles(values: &Quantiles) -> Vec<Value> {
    let founders = values.founders();
    let series = QUANTILES.iter().enumerate().map(|(index, name)| {
        let points = values.ticks.iter().zip(&values.quantiles);
        let points: Vec<_> =
            points.map(|(tick, it)| (tick, it.map(|quantiles| quantiles[index]))).collect();
        json!({
            "name": name,
            "colour": hexadecimal(values.colour),
            "first": founders.map(|it| it[index]),
            "points": points,
        })
    });
    series.collect()
}

/// A series for each cluster: of each tick at which it or one that descends from it has members, the ends of its band and the number
/// of its members.
fn bands(plot: &MullerPlot) -> Vec<Value> {
    let series = plot.bands.iter().map(|band| {
        let indices = (0..plot.ticks.len()).filter(|&index| band.whole[index] > 0);
        let point = |index: usize| {
            (plot.ticks[index], band.low[index], band.high(index), band.living[index])
        };
        json!({
            "name": band.name,
            "colour": hexadecimal(band.colour),
            "organism": number(band.first),
            "origin": band.origin,
            "parent": band.parent,
            "points": indices.map(point).collect::<Vec<_>>(),
        })
    });
    series.collect()
}

/// A series for each row of a tree, whose only point is the begin and the end of its line.
fn rows(tree: &LineageTree) -> Vec<Value> {
    let series = tree.rows.iter().map(|row| {
        json!({
            "name": row.name,
            "organism": number(row.first),
            "origin": row.origin,
            "parent": row.parent,
            "members": row.members,
            "living": row.living_members,
            "extant": row.is_extant,
            "details": row.details,
            "points": [(row.begin, row.end)],
        })
    });
    series.collect()
}
