//! The population of each species over time.

use terrarium_creatures::species::SpeciesId;
use terrarium_playback::Chronicle;

use super::{Axis, Chart, ChartChoice, ChartSource, Curve, Shape};

pub(super) fn chart(choice: &ChartChoice, source: &ChartSource<'_>, most: usize) -> Chart {
    let [first, last] = [source.first_tick(), source.last_tick];
    let curve = |chronicle: &Chronicle, id: SpeciesId, from: u64, branch: Option<String>| {
        let levels = chronicle.levels(id, from..=last, most);
        let points = levels.iter().map(|level| (level.tick, Some(f64::from(level.last))));
        let (name, colour) = (source.chronicle.name(id).to_owned(), source.colour(id));
        Curve { name, colour, branch, points: points.collect() }
    };
    let mut curves = Vec::new();
    for (id, _) in source.species().filter(|&(id, _)| choice.shows(id)) {
        for &(branch, chronicle) in &source.others {
            let from = chronicle.divergence(source.chronicle).unwrap_or(first);
            curves.push(curve(chronicle, id, from, Some(branch.to_owned())));
        }
        curves.push(curve(source.chronicle, id, first, None));
    }
    // Between the points of a curve, the population may be greater.
    let others = source.others.iter().map(|&(_, chronicle)| chronicle);
    let chronicles = std::iter::once(source.chronicle).chain(others);
    let peaks = chronicles.map(|it| it.peak(|id| choice.shows(id), first..=last));
    let peak = f64::from(peaks.max().unwrap_or(0).max(4));
    let values = curves.iter().flat_map(|curve| &curve.points).filter_map(|&(_, value)| value);
    let y = Axis::of_values("organisms", "", choice.effective_scale(), values.chain([peak]));
    let title = "living organisms of each species".to_owned();
    Chart::single(choice.kind, title, Axis::ticks(first, last), y, Shape::Curves(curves))
}
