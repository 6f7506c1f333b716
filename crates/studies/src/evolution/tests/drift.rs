//! Drift is not taken for selection, however unequal families fare; and selection is not taken for drift.

use rand::RngExt;
use terrarium_creatures::behaviour::CreatureRng;
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{Kind, PlantTraits, TraitMutation};

use super::{Row, tree};
use crate::evolution::{
    Comparison, EvolutionReport, Metric, Record, ReportOptions, TraitChange, Windows,
};
use crate::phylogeny::{GenomeValues, Phylogeny, TRAIT_COLUMNS, TraitValues};

const TICKS: u64 = 400;
const PLANTS: usize = 40;
const SEED: u64 = 5;

/// How the plants of a run have children.
#[derive(Debug, Clone, Copy)]
struct World {
    /// Of two candidates for a parent, the taller one wins with this probability; with 1/2, height does not matter.
    bias: f64,
    /// The number of places, of which the first has this many children for one in the others. Children grow where their parent
    /// does.
    places: usize,
    luck: f64,
    /// Whether they mate.
    mates: bool,
}

const NEUTRAL: World = World { bias: 0.5, places: 1, luck: 1.0, mates: false };

/// A run of plants, of which one is born and one dies in every tick.
fn run(seed: u128, world: World, ticks: u64) -> Phylogeny {
    let mut rng = CreatureRng::new(seed);
    let founder =
        PlantTraits { mature_radius: 18.0, height: 2.0, preferred_light: 0.5, seed_spread: 300.0 };
    let mut traits = vec![founder; PLANTS];
    let mut places: Vec<usize> = (0..PLANTS).map(|plant| plant % world.places).collect();
    let mut rows: Vec<Row> = (1..=PLANTS as u64).map(|id| (id, None, 0, None, 2.0)).collect();
    let mut seconds = vec![None; PLANTS];
    let mut living: Vec<usize> = (0..PLANTS).collect();
    for tick in 1..=ticks {
        let dying = living.swap_remove(rng.random_range(0..living.len()));
        rows[dying].3 = Some(tick);
        let mut candidate = || loop {
            let drawn = living[rng.random_range(0..living.len())];
            if places[drawn] == 0 || rng.random::<f64>() * world.luck < 1.0 {
                break drawn;
            }
        };
        let pair = [candidate(), candidate()];
        let second = world.mates.then(candidate);
        let [low, high] = if traits[pair[0]].height <= traits[pair[1]].height {
            pair
        } else {
            [pair[1], pair[0]]
        };
        let parent = if rng.random::<f64>() < world.bias { high } else { low };
        let own = traits[parent];
        let crossed = second.map_or(own, |it| own.crossed(&traits[it], &mut rng));
        let mutation = TraitMutation::new(None, None, &Rules::default());
        traits.push(crossed.mutated(&mutation, &Rules::default(), &mut rng));
        places.push(places[parent]);
        living.push(rows.len());
        seconds.push(second.map(|it| rows[it].0));
        rows.push((rows.len() as u64 + 1, Some(rows[parent].0), tick, None, 0.0));
    }
    let organisms = tree(Kind::Plant, &rows);
    let mut taxa = organisms.taxa().to_vec();
    for taxon in &mut taxa {
        let index = usize::try_from(taxon.id).unwrap() - 1;
        taxon.second_parent = seconds[index];
        taxon.traits = Some(values(&traits[index]));
    }
    with_hues(Phylogeny::new(organisms.species().to_vec(), taxa), seed)
}

fn values(traits: &PlantTraits) -> TraitValues {
    TraitValues::from_fn(Kind::Plant, |column| match TRAIT_COLUMNS[column] {
        "mature_radius" => traits.mature_radius.into(),
        "height" => traits.height.into(),
        "preferred_light" => traits.preferred_light.into(),
        _ => traits.seed_spread.into(),
    })
}

/// The same organisms with hues, which mutate by random numbers of their own.
fn with_hues(organisms: Phylogeny, seed: u128) -> Phylogeny {
    let mut rng = CreatureRng::new(seed + 1000);
    let mut genomes = GenomeValues::new(vec!["hue".to_owned()]);
    for taxon in organisms.taxa() {
        let of_first = taxon.parent.map(|it| organisms.taxa()[it].id);
        let either = taxon.second_parent.filter(|_| rng.random()).or(of_first);
        let from = either.and_then(|it| genomes.at(it, 0));
        let hue = from.map_or(0.0, |from| from + 0.04 * (rng.random::<f64>() - 0.5));
        genomes.insert(taxon.id, [Some(hue)].into());
    }
    organisms.with_genomes(genomes)
}

fn report(organisms: &Phylogeny, shadows: u64, seed: u64) -> EvolutionReport {
    let record = Record { organisms, first_tick: 0, rules: &Rules::default(), species: &[] };
    let windows = Windows { first: 0, every: 25, persistence: 50, last: TICKS };
    EvolutionReport::new(record, &ReportOptions { shadows, seed, windows, grid: 2.0 })
}

fn of(report: &EvolutionReport, column: &str) -> (TraitChange, Comparison) {
    report.species[0].traits.iter().find(|(it, _)| it.column == column).unwrap().clone()
}

/// The p of all that can be compared in 200 runs.
fn all_p(world: World) -> Vec<(String, Vec<f64>)> {
    let mut all: Vec<(String, Vec<f64>)> = Vec::new();
    for seed in 0..200 {
        let report = report(&run(1 + 2 * seed, world, TICKS), 19, SEED);
        let traits = report.species[0].traits.iter();
        let traits = traits.map(|(it, compared)| (it.column.clone(), compared));
        let metrics = report.all.metrics.iter().filter(|(it, _)| *it != Metric::Complexity);
        let metrics = metrics.map(|(metric, compared)| (metric.name().to_owned(), compared));
        for (place, (name, compared)) in traits.chain(metrics).enumerate() {
            if all.len() <= place {
                all.push((name, Vec::new()));
            }
            all[place].1.extend(compared.p);
        }
    }
    all
}

/// The largest distances of the share of values up to x from x, above and below (Kolmogorov and Smirnov), where values are
/// multiples of 1 / `steps`.
fn distances(values: &[f64], steps: u32) -> (f64, f64) {
    let share =
        |x: f64| values.iter().filter(|&&it| it < x + 1e-9).count() as f64 / values.len() as f64;
    let shares = (1..=steps).map(|step| f64::from(step) / f64::from(steps));
    shares.fold((0.0, 0.0), |(above, below), x| {
        (f64::max(above, share(x) - x), f64::max(below, x - share(x)))
    })
}

/// Whatever has no effect is called extreme as often as its probability says: among families that fare as differently as these,
/// too, where few plants are the ancestors of all.
#[test]
fn p_is_uniform_where_nothing_that_is_inherited_has_an_effect() {
    let unequal = World { places: 4, luck: 8.0, ..NEUTRAL };
    for world in [unequal, World { mates: true, ..unequal }] {
        for (name, values) in all_p(world) {
            assert_eq!(values.len(), 200, "{name}");
            let (above, below) = distances(&values, 20);
            // The distance that one of a thousand samples of 200 exceeds. Equal counts of genotypes make p larger.
            let most = 1.95 / 200.0_f64.sqrt();
            assert!(above < most && below < most, "{name}: {above} {below} in {world:?}");
        }
    }
}

#[test]
fn strong_selection_is_more_than_drift() {
    let organisms = run(1, World { bias: 0.9, ..NEUTRAL }, 4 * TICKS);
    let report = report(&organisms, 99, SEED);
    let (change, compared) = of(&report, "height");
    let hue = of(&report, "hue").1;
    assert!(hue.z.unwrap().abs() < 3.0, "{hue:?}");
    assert!(change.change().unwrap() > 0.05, "{change:?}");
    assert!(compared.p.unwrap() <= 0.01 && compared.z.unwrap() > 3.0, "{compared:?}");
}

/// How often selection is found in 40 runs: of two candidates for a parent, the taller one wins in 7 or 8 of ten births.
#[test]
fn weak_selection_is_found_more_often_than_chance_would() {
    let found = |bias: f64| {
        let world = World { bias, ..NEUTRAL };
        let p = (0..40).map(|seed| of(&report(&run(seed, world, TICKS), 19, SEED), "height").1.p);
        p.flatten().filter(|&p| p <= 0.05).count()
    };
    let (neutral, weak, strong) = (found(0.5), found(0.7), found(0.8));
    assert!(neutral <= 6, "{neutral}");
    assert!(weak >= 10 && strong >= 20, "{weak} {strong}");
}

#[test]
fn the_same_seed_gives_the_same_report() {
    let organisms = run(1, World { bias: 0.7, ..NEUTRAL }, TICKS);
    assert_eq!(report(&organisms, 3, SEED), report(&organisms, 3, SEED));
    assert_ne!(report(&organisms, 3, SEED), report(&organisms, 3, SEED + 1));
}

/// Changes of 2 in the run, and of 0, 1 and 5 in its shadows: their mean is 2, their standard deviation √7. The mean of
/// all four is 2, too, so all are at least as far from it as the run.
#[test]
fn figures_of_a_comparison_are_those_computed_by_hand() {
    let shadows = [Some(0.0), Some(1.0), None, Some(5.0)];
    let compared = Comparison::new(Some(2.0), &shadows);
    assert_eq!((compared.mean, compared.sd), (Some(2.0), Some(7.0_f64.sqrt())));
    assert_eq!((compared.z, compared.p, compared.shadows), (Some(0.0), Some(1.0), 3));
    // Mean of all 3.5: the run is 4.5 away, the shadows 3.5, 2.5 and 1.5.
    let compared = Comparison::new(Some(8.0), &shadows);
    assert_eq!((compared.z, compared.p), (Some(6.0 / 7.0_f64.sqrt()), Some(0.25)));
    let alike = Comparison::new(Some(1.0), &[Some(1.0); 3]);
    assert_eq!((alike.sd, alike.z, alike.p), (Some(0.0), None, Some(1.0)));
    let none = Comparison::new(None, &shadows);
    assert_eq!((none.mean, none.z, none.p), (Some(2.0), None, None));
    let alone = Comparison::new(Some(1.0), &[]);
    assert_eq!((alone.mean, alone.sd, alone.z, alone.p), (None, None, None, None));
}
