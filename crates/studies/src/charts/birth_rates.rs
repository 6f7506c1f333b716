//! Births, upward, and deaths by cause, downward, in intervals of time.

use terrarium_creatures::species::SpeciesId;

use super::causes::{BIRTHS, parts_of_deaths};
use super::{Axis, Bar, Bars, Chart, ChartChoice, ChartSource, Part, Shape};

pub(super) fn chart(choice: &ChartChoice, source: &ChartSource<'_>, most: usize) -> Chart {
    let [first, last] = [source.first_tick(), source.last_tick];
    let only = choice.species;
    let is_shown = |id: SpeciesId| only.map_or_else(|| source.is_animal(id), |only| only == id);
    let flows = source.chronicle.flows(is_shown, first..=last, most);
    let mut start = first;
    let bars = flows.iter().map(|flow| {
        let range = (super::float(start), super::float(flow.tick));
        start = flow.tick;
        let counts = std::iter::once(flow.births).chain(flow.deaths).collect();
        Bar { name: String::new(), range, counts }
    });
    let bars: Vec<Bar> = bars.collect();
    let (of, births) = match only {
        Some(only) => (source.chronicle.name(only), "births"),
        None => ("animals", "animal births"),
    };
    let births = Part { name: births.to_owned(), colour: BIRTHS, is_below: false };
    let parts = std::iter::once(births).chain(parts_of_deaths(true)).collect();
    let bars = Bars { parts, bars, is_horizontal: false, shows_shares: false, mean: None };
    let greatest = super::float(bars.greatest().max(1));
    let y = Axis::new("organisms", "", (-greatest, greatest));
    let title = format!("births, and deaths by cause: {of}");
    Chart::single(choice.kind, title, Axis::ticks(first, last), y, Shape::Bars(bars))
}
