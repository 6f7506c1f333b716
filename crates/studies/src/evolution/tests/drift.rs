//! Drift is not taken for selection, and selection not for drift.

use rand::RngExt;
use terrarium_creatures::behaviour::CreatureRng;
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{Kind, PlantTraits, TraitMutation};

use super::shadows::OPTIONS;
use super::{Row, tree};
use crate::evolution::{
    Comparison, EvolutionReport, Record, ReportOptions, ShadowOptions, SpeciesReport, TraitChange,
    Windows,
};
use crate::phylogeny::{GenomeValues, Phylogeny};

const TICKS: u64 = 400;
const PLANTS: usize = 40;

/// A run of plants, of which one is born and one dies in every tick. Of two candidates for a parent, the taller one wins
/// with the probability `bias`; with 1/2, height does not matter.
fn run(seed: u128, bias: f64, ticks: u64) -> Phylogeny {
    let mut rng = CreatureRng::new(seed);
    let founder =
        PlantTraits { mature_radius: 18.0, height: 2.0, preferred_light: 0.5, seed_spread: 300.0 };
    let mut traits = vec![founder; PLANTS];
    let mut rows: Vec<Row> = (1..=PLANTS as u64).map(|id| (id, None, 0, None, 2.0)).collect();
    let mut living: Vec<usize> = (0..PLANTS).collect();
    for tick in 1..=ticks {
        let dying = living.swap_remove(rng.random_range(0..living.len()));
        rows[dying].3 = Some(tick);
        let mut candidate = || living[rng.random_range(0..living.len())];
        let pair = [candidate(), candidate()];
        let [low, high] = if traits[pair[0]].height <= traits[pair[1]].height {
            pair
        } else {
            [pair[1], pair[0]]
        };
        let parent = if rng.random::<f64>() < bias { high } else { low };
        traits.push(traits[parent].mutated(
            &TraitMutation::new(None, None, &Rules::default()),
            &Rules::default(),
            &mut rng,
        ));
        living.push(rows.len());
        let height = f64::from(traits[rows.len()].height);
        rows.push((rows.len() as u64 + 1, Some(rows[parent].0), tick, None, height));
    }
    with_hues(tree(Kind::Plant, &rows), seed)
}

/// The same organisms with hues, which mutate by random numbers of their own.
fn with_hues(organisms: Phylogeny, seed: u128) -> Phylogeny {
    let mut rng = CreatureRng::new(seed + 1000);
    let mut genomes = GenomeValues::new(vec!["hue".to_owned()]);
    for taxon in organisms.taxa() {
        let from = taxon.parent.and_then(|it| genomes.at(organisms.taxa()[it].id, 0));
        let hue = from.map_or(0.0, |from| from + 0.04 * (rng.random::<f64>() - 0.5));
        genomes.insert(taxon.id, [Some(hue)].into());
    }
    organisms.with_genomes(genomes)
}

fn report(organisms: &Phylogeny, shadows: u64, drawn: ShadowOptions) -> EvolutionReport {
    let record = Record { organisms, first_tick: 0, rules: &Rules::default(), species: &[] };
    let windows = Windows { first: 0, every: 100, persistence: 200, last: TICKS };
    EvolutionReport::new(record, &ReportOptions { shadows, drawn, windows, grid: 5.0 })
}

fn of(report: &EvolutionReport, column: &str) -> (TraitChange, Comparison) {
    report.species[0].traits.iter().find(|(it, _)| it.column == column).unwrap().clone()
}

/// How many of 200 runs without selection on this column have a p of at most 1/5.
fn extreme_runs(column: &str, candidates: u32) -> u32 {
    let is_extreme = |seed: u128| {
        let drawn = ShadowOptions { candidates, ..OPTIONS };
        of(&report(&run(seed, 0.5, TICKS), 9, drawn), column).1.p.unwrap() <= 0.2
    };
    (0..200).map(|seed| u32::from(is_extreme(1 + 2 * seed))).sum()
}

#[test]
fn drift_is_called_extreme_as_often_as_its_probability_says() {
    for candidates in [1, 8] {
        for column in ["height", "hue"] {
            let count = extreme_runs(column, candidates);
            // 40 are expected, with a standard deviation of 5.7; never calling anything extreme would be wrong, too.
            assert!(
                (23..=57).contains(&count),
                "{column}: {count} of 200 with {candidates} candidates"
            );
        }
    }
}

#[test]
fn strong_selection_is_more_than_drift() {
    let organisms = run(1, 0.9, 4 * TICKS);
    let report = report(&organisms, 99, OPTIONS);
    let (change, compared) = of(&report, "height");
    let hue = of(&report, "hue").1;
    assert!(hue.z.unwrap().abs() < 4.0, "{hue:?}");
    assert!(change.change().unwrap() > 0.05, "{change:?}");
    assert!(compared.p.unwrap() <= 0.01 && compared.z.unwrap() > 5.0, "{compared:?}");
    let SpeciesReport { generations, .. } = &report.species[0];
    assert!(generations.z.unwrap().abs() < 4.0, "{generations:?}");
}

#[test]
fn the_same_seed_gives_the_same_report() {
    let organisms = run(1, 0.7, TICKS);
    let drawn = ShadowOptions { seed: OPTIONS.seed + 1, ..OPTIONS };
    assert_eq!(report(&organisms, 3, OPTIONS), report(&organisms, 3, OPTIONS));
    assert_ne!(report(&organisms, 3, OPTIONS), report(&organisms, 3, drawn));
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
