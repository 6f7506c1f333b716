//! The tickets of both colonies over time, and the owners of the bases.

use terrarium_creatures::behaviour::Colony;
use terrarium_output::colour::Rgb;

use super::{Axis, Chart, ChartChoice, ChartSource, Curve, Plot, Shape, Strip};

/// The colour of a colony.
pub(super) fn colour_of(colony: Colony) -> Rgb {
    [[112, 168, 250], [246, 124, 112]][colony.index()]
}

pub(super) fn chart(choice: &ChartChoice, source: &ChartSource<'_>, most: usize) -> Chart {
    let title = "tickets of the colonies".to_owned();
    let [first, last] = [source.first_tick(), source.chronicle.last_tick()];
    if source.chronicle.tickets(first).is_none() {
        return Chart::missing(choice.kind, title, "this world has no colonies");
    }
    let intervals = source.chronicle.intervals();
    let step = intervals.len().div_ceil(most.max(1)).max(1);
    let mut ticks: Vec<u64> = intervals.iter().step_by(step).map(|span| span.tick).collect();
    if ticks.last() != Some(&last) {
        ticks.push(last);
    }
    let curves = Colony::ALL.map(|colony| {
        let tickets = |tick: u64| source.chronicle.tickets(tick).map(|of| of[colony.index()]);
        Curve {
            name: source.chronicle.colony_name(colony),
            colour: colour_of(colony),
            branch: None,
            points: ticks.iter().map(|&tick| (tick, tickets(tick).map(f64::from))).collect(),
        }
    });
    let values = curves.iter().flat_map(|curve| &curve.points).filter_map(|&(_, value)| value);
    let y = Axis::of_values("tickets", "", choice.effective_scale(), values);
    let x = Axis::ticks(first, source.last_tick);
    let strips = Shape::Strips(strips(source, last));
    let bases = Axis::new("bases", "", (0.0, 1.0));
    let owners = Plot { name: String::new(), x: x.clone(), y: bases, shape: strips };
    let mut chart = Chart::single(choice.kind, title, x, y, Shape::Curves(curves.into()));
    chart.plots.push(owners);
    chart
}

fn strips(source: &ChartSource<'_>, last: u64) -> Vec<Strip> {
    let names = Colony::ALL.map(|colony| source.chronicle.colony_name(colony));
    let strip = |(index, name): (usize, &String)| {
        let owners = source.chronicle.changes_of_owners().filter(|(tick, _)| *tick <= last);
        let owners = owners.map(|(tick, owners)| (tick, owners.get(index).copied().flatten()));
        let mut owners: Vec<(u64, Option<Colony>)> = owners.collect();
        owners.dedup_by_key(|(_, owner)| *owner);
        Strip { name: name.clone(), colonies: names.clone(), owners, last }
    };
    source.chronicle.bases().iter().enumerate().map(strip).collect()
}
