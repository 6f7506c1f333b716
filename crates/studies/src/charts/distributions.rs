//! The distribution of each trait of a species: the exact ones of the shown tick, or else those that the
//! chronicle stored last.

use terrarium_creatures::species::Kind;
use terrarium_playback::chronicle::{BINS, Trait};

use super::{Axis, Bar, Bars, Chart, ChartChoice, ChartSource, Individuals, Plot, Property, Shape};
use super::{Part, float};

pub(super) fn chart(choice: &ChartChoice, source: &ChartSource<'_>) -> Chart {
    let id = choice.subject(source.chronicle.species());
    let name = source.chronicle.name(id);
    let Some(info) = source.chronicle.species().get(id.index()) else {
        return Chart::missing(choice.kind, "traits".to_owned(), "the world has no species");
    };
    let exact = source.individuals(id);
    let stored = source.chronicle.portraits(source.tick);
    let stored = stored.and_then(|(tick, of_all)| Some((tick, of_all.get(id.index())?)));
    let (tick, counted): (u64, Vec<Counted>) = match (exact, stored) {
        (Some(exact), _) => {
            let ranges = Trait::of(info.kind).iter().zip(&info.ranges);
            let count = |(&what, range): (&Trait, &(f32, f32))| {
                counted(exact, info.kind, Property::Trait(what), *range)
            };
            (exact.tick, ranges.map(count).collect())
        }
        (None, Some((tick, portrait))) => {
            let of_trait = portrait.traits.iter();
            let count = of_trait.map(|it| Counted { mean: it.mean.into(), bins: it.bins });
            (tick, count.collect())
        }
        (None, None) => {
            let title = format!("{name}: traits");
            return Chart::missing(choice.kind, title, source.reason());
        }
    };
    if counted.iter().all(|it| it.bins.iter().all(|&count| count == 0)) {
        let title = format!("{name}: traits at tick {tick}");
        return Chart::missing(choice.kind, title, "no organism of it is alive");
    }
    let colour = source.colour(id);
    let plots = Trait::of(info.kind).iter().zip(&info.ranges).zip(counted).map(
        |((&what, &(low, high)), counted)| {
            let (low, high) = (f64::from(low), f64::from(high));
            let at = |index: u32| low + (high - low) * f64::from(index) / BINS as f64;
            let bars = counted.bins.into_iter().zip(0..).map(|(count, index)| Bar {
                name: String::new(),
                range: (at(index), at(index + 1)),
                counts: vec![count.into()],
            });
            let part = Part { name: "organisms".to_owned(), colour, is_below: false };
            let is_empty = counted.bins.iter().all(|&count| count == 0);
            let bars = Bars {
                parts: vec![part],
                bars: bars.collect(),
                is_horizontal: false,
                shows_shares: false,
                mean: (!is_empty).then_some(counted.mean),
            };
            let property = Property::Trait(what);
            Plot {
                name: property.column(),
                x: Axis::new(property.name(), property.unit(), (low, high)),
                y: Axis::new("organisms", "", (0.0, float(bars.greatest().max(1)))),
                shape: Shape::Bars(bars),
            }
        },
    );
    let title = format!("{name}: traits at tick {tick}");
    Chart { kind: choice.kind, title, plots: plots.collect(), note: None }
}

/// The distribution of a trait.
struct Counted {
    mean: f64,
    bins: [u32; BINS],
}

/// Counts organisms as portraits do: values beyond the range count to the outermost bins.
fn counted(of: &Individuals, kind: Kind, property: Property, (low, high): (f32, f32)) -> Counted {
    let (low, high) = (f64::from(low), f64::from(high));
    let (mut bins, mut sum) = ([0_u32; BINS], 0.0);
    for individual in &of.all {
        let value = property.value(kind, individual);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "float-to-int casts saturate"
        )]
        let bin = ((value - low) / (high - low) * BINS as f64) as usize;
        bins[bin.min(BINS - 1)] += 1;
        sum += value;
    }
    Counted { mean: sum / float(of.all.len().max(1) as u64), bins }
}
