//! The MODES metrics of worked examples.

use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::Kind;

use super::{Row, tree};
use crate::evolution::genotype::Grid;
use crate::evolution::modes::persistent_share;
use crate::evolution::persistence::PersistenceFilter;
use crate::evolution::{Metric, Modes, ModesSeries, Record, Windows};
use crate::phylogeny::{Phylogeny, SpeciesInTree, TRAIT_COLUMNS, Taxon, TraitValues};

/// Heights in brackets; the mean of the founders is 2, so the grid of 50 % has the step 1.
///
/// ```text
/// tick  0    1 [1] †15       2 [2] †25      3 [3] †8
/// tick 10    |- 4 [1]        |- 5 [4] †30   |
/// tick 12    |- 6 [2] †14    |              |
/// tick 20    |               |- 7 [2]       -
/// tick 28       4 - 8 [4]
/// ```
const OAKS: [Row; 8] = [
    (1, None, 0, Some(15), 1.0),
    (2, None, 0, Some(25), 2.0),
    (3, None, 0, Some(8), 3.0),
    (4, Some(1), 10, None, 1.0),
    (5, Some(2), 10, Some(30), 4.0),
    (6, Some(1), 12, Some(14), 2.0),
    (7, Some(2), 20, None, 2.0),
    (8, Some(4), 28, None, 4.0),
];

fn series(organisms: &Phylogeny, windows: Windows, grid: f64) -> ModesSeries {
    let record = Record { organisms, first_tick: 0, rules: &Rules::default(), species: &[] };
    ModesSeries::new(&record, organisms, windows, &Grid::new(&record, grid))
}

#[test]
fn an_organism_persists_if_it_or_a_descendant_is_alive_later() {
    let organisms = tree(Kind::Plant, &OAKS);
    let ids = |indices: Vec<usize>| -> Vec<u64> {
        indices.into_iter().map(|index| organisms.taxa()[index].id).collect()
    };
    let mut filter = PersistenceFilter::new(&organisms);
    // 1 by 4; 2 itself; 3 is dead in tick 10.
    let living = filter.at(0, 10);
    assert_eq!((ids(living.all), ids(living.persistent)), (vec![1, 2, 3], vec![1, 2]));
    // 6 dies in tick 14 and counts as living in 13. The line of 8 is counted for 4, not for 1, who is alive beside 4.
    let living = filter.at(13, 30);
    assert_eq!((ids(living.all), ids(living.persistent)), (vec![1, 2, 4, 5, 6], vec![2, 4]));
    let living = filter.at(28, 28);
    assert_eq!((ids(living.all), ids(living.persistent)), (vec![4, 5, 7, 8], vec![4, 5, 7, 8]));
}

/// Windows of 10 ticks, persistence of 10 ticks, last tick 30.
///
/// | tick | living | persistent | genotypes |
/// |---|---|---|---|
/// | 0 | 1 2 3 | 1 2 | 1: one, 2: one |
/// | 10 | 1 2 4 5 | 2, 4, 5 | 1, 2 and 4: one each |
/// | 20 | 2 4 5 7 | 4, 7 | 1: one, 2: one |
///
/// Organism 5 dies in tick 30, so it does not persist from tick 20.
#[test]
fn metrics_of_plants_are_those_computed_by_hand() {
    let organisms = tree(Kind::Plant, &OAKS);
    let windows = Windows { first: 0, every: 10, persistence: 10, last: 30 };
    let found = series(&organisms, windows, 50.0);
    let numbers = |it: &Modes| (it.tick, it.living, it.persistent, it.change, it.novelty);
    let expected =
        [(0, 3, 2, None, None), (10, 4, 3, Some(1), Some(1)), (20, 4, 2, Some(0), Some(0))];
    assert_eq!(found.all.iter().map(numbers).collect::<Vec<_>>(), expected);
    assert_eq!((found.species.len(), &found.species[0]), (1, &found.all));
    let entropies = [1.0, libm::log2(3.0), 1.0];
    for (it, expected) in found.all.iter().zip(entropies) {
        assert!((it.ecology - expected).abs() < 1e-12, "{it:?}");
        assert_eq!(it.complexity, None);
    }
    let mean = persistent_share(&found.all).unwrap();
    assert!((mean - (2.0 / 3.0 + 3.0 / 4.0 + 2.0 / 4.0) / 3.0).abs() < 1e-12, "{mean}");
    assert_eq!(Metric::Novelty.mean(&found.all), Some(0.5));
    // A grid of 300 % has the step 6: heights of 1 and 2 are in one class, those from 3 on in another.
    let coarse = series(&organisms, windows, 300.0);
    assert_eq!(coarse.all.iter().map(|it| it.change).collect::<Vec<_>>(), [None, Some(1), Some(0)]);
}

/// A genotype that was there, vanishes and returns is a change, but no novelty.
#[test]
fn what_returns_is_not_novel() {
    let organisms = tree(
        Kind::Plant,
        &[
            (1, None, 0, Some(15), 1.0),
            (2, None, 0, Some(5), 3.0),
            (3, Some(1), 8, Some(25), 2.0),
            (4, Some(3), 18, None, 1.0),
        ],
    );
    let windows = Windows { first: 0, every: 8, persistence: 4, last: 28 };
    let found = series(&organisms, windows, 50.0);
    let numbers: Vec<_> = found.all.iter().map(|it| (it.change, it.novelty)).collect();
    // Tick 0: heights 1 and 3; tick 8: 1 and 2; tick 16: 2; tick 24: 1.
    let expected = [(None, None), (Some(1), Some(1)), (Some(0), Some(0)), (Some(1), Some(0))];
    assert_eq!(numbers, expected);
}

/// Points of 10 on each of four characteristics are 4 effective ones; 30 and 10 are 40² / (900 + 100) = 1.6.
#[test]
fn complexity_is_the_effective_number_of_characteristics() {
    let animal = |points: [f64; 7]| {
        let traits = TraitValues::from_fn(Kind::Herbivore, |column| match column {
            0 => 18.0,
            _ => points[column - 1],
        });
        let taxon = Taxon {
            id: 1,
            parent: None,
            second_parent: None,
            species: 0,
            origin: 0,
            destruction: None,
            members: 1,
            living_members: 1,
            traits: Some(traits),
        };
        let species = SpeciesInTree { name: "hare".to_owned(), kind: Kind::Herbivore };
        let organisms = Phylogeny::new(vec![species], vec![taxon]);
        let windows = Windows { first: 0, every: 10, persistence: 5, last: 5 };
        series(&organisms, windows, 5.0).all[0].complexity
    };
    assert_eq!(animal([10.0, 10.0, 10.0, 10.0, 0.0, 0.0, 0.0]), Some(4.0));
    // Less than half a step is rounded to nothing.
    assert_eq!(animal([0.0, 30.0, 2.4, 0.0, 0.0, 11.0, 1.0]), Some(1.6));
    assert_eq!(animal([20.0; 7]), Some(7.0));
    assert_eq!(animal([0.0; 7]), None);
    assert_eq!(TRAIT_COLUMNS[1], "points_energy");
}

/// Three plants of height 1, one of height 2: −(3/4 log2 3/4 + 1/4 log2 1/4) = 2 − 3/4 log2 3 bits.
#[test]
fn ecology_is_the_entropy_of_genotypes() {
    let row = |id, height| (id, None, 0, None, height);
    let organisms = tree(Kind::Plant, &[row(1, 1.0), row(2, 1.0), row(3, 1.0), row(4, 2.0)]);
    let windows = Windows { first: 0, every: 10, persistence: 5, last: 5 };
    let found = series(&organisms, windows, 50.0).all[0].ecology;
    assert!((found - (2.0 - 0.75 * libm::log2(3.0))).abs() < 1e-12, "{found}");
}

#[test]
fn windows_end_where_the_future_is_not_known() {
    let ticks = |first, every, persistence, last| -> Vec<u64> {
        Windows { first, every, persistence, last }.ticks().collect()
    };
    assert_eq!(ticks(5, 10, 10, 35), [5, 15, 25]);
    assert_eq!(ticks(5, 10, 11, 35), [5, 15]);
    assert_eq!(ticks(5, 10, 40, 35), [0; 0]);
}

#[test]
fn the_number_of_windows_is_that_of_their_ticks() {
    for (first, last, every, persistence) in
        [(0, 300, 50, 100), (0, 300, 7, 100), (5, 300, 1, 295), (0, 10, 3, 11), (7, 7, 1, 1)]
    {
        let windows = Windows { first, every, persistence, last };
        assert_eq!(windows.count(), windows.ticks().count() as u64, "{windows:?}");
    }
}
