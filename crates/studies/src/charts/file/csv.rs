//! Charts as tables of comma-separated values.

use std::collections::BTreeMap;
use std::io;

use csv::Writer;

use crate::charts::{Bars, Chart, Curve, Plot, Points, Quantiles, Shape, Strip, Trajectory};

type Table = Writer<Vec<u8>>;

/// Encodes the numbers of a chart: a line of column names, then a line for each point or bar. Cells
/// without a value are empty.
pub(super) fn encode(chart: &Chart) -> io::Result<Vec<u8>> {
    let mut table = Writer::from_writer(Vec::new());
    for (index, plot) in chart.plots.iter().enumerate() {
        match &plot.shape {
            Shape::Curves(curves) => write_curves(&mut table, plot, curves, strips_of(chart))?,
            Shape::Bars(bars) => write_bars(&mut table, plot, bars, index == 0)?,
            Shape::Trajectory(course) => write_trajectory(&mut table, plot, course)?,
            Shape::Quantiles(of) => write_quantiles(&mut table, plot, of, index == 0)?,
            Shape::Points(points) => write_points(&mut table, plot, points)?,
            Shape::Bands(bands) => bands.write_csv(&mut table)?,
            Shape::Tree(tree) => tree.write_csv(&mut table)?,
            // They are columns of the plot before.
            Shape::Strips(_) => {}
        }
    }
    table.into_inner().map_err(|error| error.into_error())
}

fn strips_of(chart: &Chart) -> &[Strip] {
    match chart.plots.last().map(|plot| &plot.shape) {
        Some(Shape::Strips(strips)) => strips,
        _ => &[],
    }
}

/// A row for each tick, a column for each curve, and one for the owner of each base.
fn write_curves(
    table: &mut Table,
    plot: &Plot,
    curves: &[Curve],
    strips: &[Strip],
) -> csv::Result<()> {
    let name = |curve: &Curve| match &curve.branch {
        Some(branch) => format!("{} ({branch})", curve.name),
        None => curve.name.clone(),
    };
    let names = curves.iter().map(name);
    let names = names.chain(strips.iter().map(|strip| strip.name.clone()));
    table.write_record(std::iter::once(plot.x.name.clone()).chain(names))?;
    let mut rows: BTreeMap<u64, Vec<Option<f64>>> = BTreeMap::new();
    for (index, curve) in curves.iter().enumerate() {
        for &(tick, value) in &curve.points {
            rows.entry(tick).or_insert_with(|| vec![None; curves.len()])[index] = value;
        }
    }
    for (tick, values) in rows {
        let values = values.into_iter().map(|value| value.map_or(String::new(), number));
        let owners = strips.iter().map(|strip| strip.owner_name_at(tick));
        let owners = owners.map(|owner| owner.unwrap_or_default().to_owned());
        table.write_record(std::iter::once(tick.to_string()).chain(values).chain(owners))?;
    }
    Ok(())
}

/// A row for each bar: its name or its interval, and a column for each part.
fn write_bars(table: &mut Table, plot: &Plot, bars: &Bars, is_first: bool) -> csv::Result<()> {
    let axis = if bars.is_horizontal { &plot.y } else { &plot.x };
    let is_named = bars.bars.iter().any(|bar| !bar.name.is_empty());
    let is_one_of_many = !plot.name.is_empty();
    let mut start: Vec<String> = Vec::new();
    match (is_one_of_many, is_named) {
        (true, _) => start.extend(["trait", "from", "to"].map(str::to_owned)),
        (false, true) => start.push(axis.name.clone()),
        (false, false) => start.extend(["from", "to"].map(|end| format!("{}_{end}", axis.name))),
    }
    if is_first {
        let parts = bars.parts.iter().map(|part| part.name.replace(' ', "_"));
        table.write_record(start.into_iter().chain(parts))?;
    }
    for bar in &bars.bars {
        let mut cells = Vec::with_capacity(3 + bar.counts.len());
        if is_one_of_many {
            cells.push(plot.name.clone());
        }
        match is_named {
            true => cells.push(bar.name.clone()),
            false => cells.extend([number(bar.range.0), number(bar.range.1)]),
        }
        cells.extend(bar.counts.iter().map(u64::to_string));
        table.write_record(cells)?;
    }
    Ok(())
}

fn write_trajectory(table: &mut Table, plot: &Plot, course: &Trajectory) -> csv::Result<()> {
    table.write_record(["tick", &plot.x.name, &plot.y.name])?;
    for &(tick, x, y) in &course.points {
        table.write_record([tick.to_string(), number(x), number(y)])?;
    }
    Ok(())
}

/// A row for each tick at which organisms are alive.
fn write_quantiles(
    table: &mut Table,
    plot: &Plot,
    of: &Quantiles,
    is_first: bool,
) -> csv::Result<()> {
    if is_first {
        table.write_record(["tick", "trait", "organisms", "q5", "q25", "median", "q75", "q95"])?;
    }
    for ((tick, living), quantiles) in of.ticks.iter().zip(&of.living).zip(&of.quantiles) {
        let Some(quantiles) = quantiles else { continue };
        let start = [tick.to_string(), plot.name.clone(), living.to_string()];
        table.write_record(start.into_iter().chain(quantiles.map(number)))?;
    }
    Ok(())
}

fn write_points(table: &mut Table, plot: &Plot, points: &Points) -> csv::Result<()> {
    table.write_record(["organism", &plot.x.name, &plot.y.name])?;
    for &(organism, x, y) in &points.points {
        table.write_record([organism.0.to_string(), number(x), number(y)])?;
    }
    Ok(())
}

/// Formats a number with as many digits as are needed to read it back.
fn number(value: f64) -> String {
    format!("{value}")
}
