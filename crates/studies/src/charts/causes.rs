//! Deaths by cause, from the beginning to the shown tick: a bar for each species, or for each cause in one
//! species.

use terrarium_creatures::behaviour::Death;
use terrarium_output::colour::Rgb;

use super::float;
use super::{Axis, Bar, Bars, Chart, ChartChoice, ChartSource, Part, Shape};

/// The colours of the causes of death, in the order of [`Death::ALL`].
const CAUSES: [Rgb; Death::ALL.len()] = [
    [236, 188, 88],
    [140, 151, 167],
    [238, 110, 100],
    [110, 170, 110],
    [176, 140, 220],
    [240, 140, 60],
    [100, 170, 220],
];

/// The colour of births.
pub(super) const BIRTHS: Rgb = [126, 200, 132];

/// The parts of bars that show deaths by cause.
pub(super) fn parts_of_deaths(is_below: bool) -> impl Iterator<Item = Part> {
    Death::ALL.into_iter().zip(CAUSES).map(move |(cause, colour)| Part {
        name: cause.title(),
        colour,
        is_below,
    })
}

pub(super) fn chart(choice: &ChartChoice, source: &ChartSource<'_>) -> Chart {
    let totals = source.chronicle.totals(source.tick);
    let deaths = |index: usize| totals.get(index).map(|total| total.deaths).unwrap_or_default();
    let parts: Vec<Part> = parts_of_deaths(false).collect();
    let mut named: Vec<(String, Vec<u64>)> = match choice.species {
        Some(only) => {
            let causes = deaths(only.index()).into_iter().zip(0..).map(|(count, index)| {
                let mut counts = vec![0; parts.len()];
                counts[index] = u64::from(count);
                (parts[index].name.clone(), counts)
            });
            causes.filter(|(_, counts)| counts.iter().any(|&count| count > 0)).collect()
        }
        None => {
            let species = source
                .species()
                .map(|(id, info)| (info.name.clone(), deaths(id.index()).map(u64::from).to_vec()));
            species.collect()
        }
    };
    if choice.species.is_none() {
        named.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.iter().sum::<u64>()));
    }
    let bars = named.into_iter().zip(0_u32..).map(|((name, counts), index)| Bar {
        name,
        range: (f64::from(index), f64::from(index + 1)),
        counts,
    });
    let bars = Bars {
        parts,
        bars: bars.collect(),
        is_horizontal: true,
        shows_shares: choice.species.is_none(),
        mean: None,
    };
    let title = match choice.species {
        Some(only) => {
            let total = totals.get(only.index()).copied().unwrap_or_default();
            let name = source.chronicle.name(only);
            format!("{name}: {} deaths, {} births", total.all_deaths(), total.births)
        }
        None => "deaths by cause".to_owned(),
    };
    let title = format!("{title}, to tick {}", source.tick);
    let x = match choice.species {
        Some(_) => Axis::new("deaths", "", (0.0, float(bars.greatest().max(1)))),
        None => Axis::new("share of deaths", "percent", (0.0, 100.0)),
    };
    let name = if choice.species.is_some() { "cause" } else { "species" };
    let count = u32::try_from(bars.bars.len()).unwrap_or(u32::MAX);
    let y = Axis::new(name, "", (0.0, f64::from(count.max(1))));
    Chart::single(choice.kind, title, x, y, Shape::Bars(bars))
}
