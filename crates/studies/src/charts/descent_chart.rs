//! The descent of a species: its clusters as a Müller plot, their tree, and the history of its traits.

use super::{Axis, Chart, ChartChoice, ChartSource};

pub(super) fn trait_history(choice: &ChartChoice, source: &ChartSource<'_>) -> Chart {
    let species = choice.subject(source.chronicle.species());
    let title = format!("{}: traits of the living over time", source.chronicle.name(species));
    match source.descent(species) {
        None => Chart::missing(choice.kind, title, source.reason()),
        Some(descent) if descent.traits.is_empty() => {
            Chart::missing(choice.kind, title, "no organism of it was alive at any tick shown")
        }
        Some(descent) => descent.traits.chart(source.colour(species), &time(source)),
    }
}

pub(super) fn clusters(choice: &ChartChoice, source: &ChartSource<'_>) -> Chart {
    let species = choice.subject(source.chronicle.species());
    let Some(descent) = source.descent(species) else {
        let title = format!("{}: clusters over time", source.chronicle.name(species));
        return Chart::missing(choice.kind, title, source.reason());
    };
    descent.clusters.clone().chart(time(source))
}

pub(super) fn tree(choice: &ChartChoice, source: &ChartSource<'_>) -> Chart {
    let species = choice.subject(source.chronicle.species());
    let Some(descent) = source.descent(species) else {
        let title = format!("{}: tree of clusters over time", source.chronicle.name(species));
        return Chart::missing(choice.kind, title, source.reason());
    };
    descent.tree.clone().chart(time(source))
}

fn time(source: &ChartSource<'_>) -> Axis {
    Axis::ticks(source.first_tick(), source.last_tick)
}
