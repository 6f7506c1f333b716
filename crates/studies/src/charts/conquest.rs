//! The tickets of both colonies over time.

use terrarium_creatures::behaviour::Colony;
use terrarium_output::colour::Rgb;

use super::{Axis, Chart, ChartChoice, ChartSource, Curve, Shape};

/// The colours of the colonies.
const COLOURS: [Rgb; 2] = [[112, 168, 250], [246, 124, 112]];

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
            name: colony.name().to_owned(),
            colour: COLOURS[colony.index()],
            branch: None,
            points: ticks.iter().map(|&tick| (tick, tickets(tick).map(f64::from))).collect(),
        }
    });
    let values = curves.iter().flat_map(|curve| &curve.points).filter_map(|&(_, value)| value);
    let y = Axis::of_values("tickets", "", choice.effective_scale(), values);
    let x = Axis::ticks(first, source.last_tick);
    Chart::single(choice.kind, title, x, y, Shape::Curves(curves.into()))
}
