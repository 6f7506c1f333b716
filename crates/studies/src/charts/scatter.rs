//! A property of the organisms of a species against another.

use terrarium_creatures::species::Kind;

use super::{Axis, Chart, ChartChoice, ChartSource, Points, Property, Shape};

pub(super) fn chart(choice: &ChartChoice, source: &ChartSource<'_>) -> Chart {
    let species = choice.subject(source.chronicle.species());
    let name = source.chronicle.name(species);
    let kind = source.chronicle.species().get(species.index()).map_or(Kind::Plant, |it| it.kind);
    let properties = choice.effective_properties(kind);
    let title = |tick: u64| {
        let [x, y] = properties.map(Property::name);
        format!("{name}: {y} against {x} at tick {tick}")
    };
    let Some(individuals) = source.individuals(species) else {
        return Chart::missing(choice.kind, title(source.tick), source.reason());
    };
    if individuals.all.is_empty() {
        return Chart::missing(choice.kind, title(individuals.tick), "no organism of it is alive");
    }
    let [x, y] = properties;
    let point = |it: &super::Individual| (it.id, x.value(kind, it), y.value(kind, it));
    let points: Vec<_> = individuals.all.iter().map(point).collect();
    let [across, up] =
        [axis(x, points.iter().map(|&(_, x, _)| x)), axis(y, points.iter().map(|&(.., y)| y))];
    let shape = Shape::Points(Points { colour: source.colour(species), points });
    Chart::single(choice.kind, title(individuals.tick), across, up, shape)
}

/// An axis from the least to the greatest value, with a margin.
fn axis(property: Property, values: impl Iterator<Item = f64>) -> Axis {
    let wide = |(low, high): (f64, f64), value: f64| (low.min(value), high.max(value));
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), wide);
    let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
    let margin = ((high - low) * 0.05).max(high.abs() * 1e-3).max(1e-3);
    let bottom = if low >= 0.0 { (low - margin).max(0.0) } else { low - margin };
    Axis::new(property.column(), property.unit(), (bottom, high + margin))
}
