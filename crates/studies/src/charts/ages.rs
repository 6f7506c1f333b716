//! The ages of a species: the number of organisms in each class of age, mature or not.

use terrarium_output::colour::Rgb;

use super::{Axis, Bar, Bars, Chart, ChartChoice, ChartSource, Part, Shape};

/// The number of classes at most.
const CLASSES: u64 = 16;

/// How much lighter organisms that are not mature are shown, in percent of the way to white.
const LIGHTER: u16 = 55;

pub(super) fn chart(choice: &ChartChoice, source: &ChartSource<'_>) -> Chart {
    let species = choice.subject(source.chronicle.species());
    let name = source.chronicle.name(species);
    let title = |tick: u64| format!("{name}: ages at tick {tick}");
    let Some(individuals) = source.individuals(species) else {
        return Chart::missing(choice.kind, title(source.tick), source.reason());
    };
    if individuals.all.is_empty() {
        return Chart::missing(choice.kind, title(individuals.tick), "no organism of it is alive");
    }
    let oldest = individuals.all.iter().map(|it| it.age).max().unwrap_or(0);
    let width = class_width(oldest);
    let classes = usize::try_from(oldest / width + 1).unwrap_or(1);
    let mut counts = vec![vec![0_u64; 2]; classes];
    for individual in &individuals.all {
        let class = usize::try_from(individual.age / width).unwrap_or(usize::MAX);
        counts[class.min(classes - 1)][usize::from(individual.is_mature)] += 1;
    }
    let float = super::float;
    let bars = counts.into_iter().zip(0_u64..).map(|(counts, index)| Bar {
        name: String::new(),
        range: (float(index * width), float((index + 1) * width)),
        counts,
    });
    let colour = source.colour(species);
    let part = |name: &str, colour| Part { name: name.to_owned(), colour, is_below: false };
    let bars = Bars {
        parts: vec![part("not mature", lighter(colour)), part("mature", colour)],
        bars: bars.collect(),
        is_horizontal: true,
        shows_shares: false,
        mean: None,
    };
    let x = Axis::new("organisms", "", (0.0, float(bars.greatest().max(1))));
    let y = Axis::new("age", "ticks", (0.0, float(width * classes as u64)));
    let noun = if individuals.all.len() == 1 { "organism" } else { "organisms" };
    let title = format!("{}: {} {noun}", title(individuals.tick), individuals.all.len());
    Chart::single(choice.kind, title, x, y, Shape::Bars(bars))
}

/// The width of the classes in ticks: a round number that gives at most [`CLASSES`] of them.
fn class_width(oldest: u64) -> u64 {
    let decades = std::iter::successors(Some(1_u64), |decade| decade.checked_mul(10));
    let mut widths = decades.flat_map(|decade| [1, 2, 5].map(|times| decade.saturating_mul(times)));
    widths.find(|width| oldest / width < CLASSES).unwrap_or(u64::MAX)
}

fn lighter(colour: Rgb) -> Rgb {
    colour.map(|part| {
        let lighter = u16::from(part) + (255 - u16::from(part)) * LIGHTER / 100;
        u8::try_from(lighter).unwrap_or(u8::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_round_and_few() {
        assert_eq!([0, 15, 16, 31, 32, 79, 80, 1599].map(class_width), [1, 1, 2, 2, 5, 5, 10, 100]);
        for oldest in [0, 1, 17, 999, 123_456, u64::MAX] {
            assert!(oldest / class_width(oldest) < CLASSES);
        }
    }
}
