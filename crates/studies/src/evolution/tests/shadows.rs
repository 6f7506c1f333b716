//! Neutral shadows have the births, deaths and parents of the run, and mutations of their own.

use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::Kind;

use super::{Row, tree};
use crate::evolution::{NeutralModel, Record};
use crate::phylogeny::{GenomeValues, Phylogeny, Taxon};

const SEED: u64 = 5;

/// ```text
/// tick 0    1 †20     2 †9   3 †50
/// tick 4    |- 4 †12
/// tick 6    |- 5 †50
/// tick 12      |- 6
/// tick 30                         7, without a parent
/// tick 33      |- 9        |- 8
/// ```
fn oaks() -> Vec<Row> {
    vec![
        (1, None, 0, Some(20), 1.0),
        (2, None, 0, Some(9), 2.0),
        (3, None, 0, Some(50), 3.0),
        (4, Some(1), 4, Some(12), 1.0),
        (5, Some(1), 6, Some(50), 1.0),
        (6, Some(5), 12, None, 1.0),
        (7, None, 30, None, 9.0),
        (8, Some(3), 33, None, 3.0),
        (9, Some(5), 33, None, 1.0),
    ]
}

fn shadows(organisms: &Phylogeny, first_tick: u64, count: u64) -> Vec<Phylogeny> {
    let record = Record { organisms, first_tick, rules: &Rules::default(), species: &[] };
    let model = NeutralModel::new(record, SEED);
    (1..=count).map(|number| model.shadow(number)).collect()
}

#[test]
fn births_deaths_and_parents_are_those_of_the_run() {
    let organisms = tree(Kind::Plant, &oaks());
    let life = |it: &Taxon| Taxon { traits: None, ..*it };
    let lives = |tree: &Phylogeny| tree.taxa().iter().map(life).collect::<Vec<_>>();
    for shadow in shadows(&organisms, 0, 20) {
        assert_eq!(lives(&shadow), lives(&organisms));
    }
}

fn height(it: &Taxon) -> f64 {
    it.traits.unwrap().at(Kind::Plant, 8).unwrap()
}

#[test]
fn traits_are_those_of_the_parent_with_new_mutations() {
    let organisms = tree(Kind::Plant, &oaks());
    let mut changed = 0;
    for shadow in shadows(&organisms, 0, 50) {
        for (index, it) in shadow.taxa().iter().enumerate() {
            let Some(parent) = it.parent else {
                assert_eq!(it.traits, organisms.taxa()[index].traits);
                continue;
            };
            // The rule `mutation` is 1, in per cent for plants.
            let ratio = height(it) / height(&shadow.taxa()[parent]);
            assert!((0.9899..=1.0101).contains(&ratio), "{ratio}");
            changed += u32::from(ratio != 1.0);
        }
    }
    assert!(changed > 240, "{changed}");
}

#[test]
fn a_child_of_two_has_each_trait_of_either() {
    let mut taxa = tree(Kind::Plant, &oaks()).taxa().to_vec();
    taxa[3].second_parent = Some(3);
    let organisms = Phylogeny::new(tree(Kind::Plant, &oaks()).species().to_vec(), taxa);
    let of_first = shadows(&organisms, 0, 200)
        .iter()
        .filter(|shadow| (height(&shadow.taxa()[3]) - 1.0).abs() < 0.02)
        .count();
    let of_second = shadows(&organisms, 0, 200)
        .iter()
        .filter(|shadow| (height(&shadow.taxa()[3]) - 3.0).abs() < 0.06)
        .count();
    assert_eq!(of_first + of_second, 200);
    assert!((70..=130).contains(&of_first), "{of_first}");
}

#[test]
fn without_mutation_a_shadow_is_the_run() {
    for kind in Kind::ALL {
        let rows =
            oaks().into_iter().map(|(id, parent, born, died, _)| (id, parent, born, died, 2.5));
        let organisms = tree(kind, &rows.collect::<Vec<_>>());
        let rules = Rules { mutation: 0.0, ..Rules::default() };
        let record = Record { organisms: &organisms, first_tick: 0, rules: &rules, species: &[] };
        assert_eq!(NeutralModel::new(record, SEED).shadow(1), organisms);
    }
}

/// Who was born before the record begins, or has a parent without a row or without traits, is as in the run.
#[test]
fn what_nothing_is_known_of_is_kept() {
    let mut taxa = tree(Kind::Plant, &oaks()).taxa().to_vec();
    taxa[2].traits = None;
    // Organism 7 is not there.
    taxa[8].second_parent = Some(70);
    let organisms = Phylogeny::new(tree(Kind::Plant, &oaks()).species().to_vec(), taxa);
    for shadow in shadows(&organisms, 4, 20) {
        let same: Vec<u64> = (shadow.taxa().iter().zip(organisms.taxa()))
            .filter(|(drawn, of_run)| drawn.traits == of_run.traits)
            .map(|(drawn, _)| drawn.id)
            .collect();
        assert_eq!(same, [1, 2, 3, 4, 7, 8, 9]);
    }
}

#[test]
fn a_shadow_follows_from_seed_and_number_alone() {
    let organisms = tree(Kind::Plant, &oaks());
    let drawn = |seed, number| {
        let record =
            Record { organisms: &organisms, first_tick: 0, rules: &Rules::default(), species: &[] };
        NeutralModel::new(record, seed).shadow(number)
    };
    assert_eq!(drawn(1, 2), drawn(1, 2));
    assert_ne!(drawn(1, 2), drawn(1, 3));
    assert_ne!(drawn(1, 2), drawn(2, 2));
}

/// The changes of counts are those of the run, each of another birth: here all of one block.
#[test]
fn changes_of_brains_are_exchanged() {
    let organisms = tree(Kind::Plant, &oaks());
    let mut genomes = GenomeValues::new(vec!["neurons".to_owned()]);
    for (index, taxon) in organisms.taxa().iter().enumerate() {
        genomes.insert(taxon.id, [Some(f64::from(1_u32 << index))].into());
    }
    let organisms = organisms.with_genomes(genomes);
    let changes = |tree: &Phylogeny| -> Vec<f64> {
        let value = |index: usize| tree.genomes().at(tree.taxa()[index].id, 0).unwrap();
        let born =
            tree.taxa().iter().enumerate().filter_map(|(index, it)| Some((index, it.parent?)));
        born.map(|(index, parent)| value(index) - value(parent)).collect()
    };
    let sorted = |mut changes: Vec<f64>| {
        changes.sort_by(f64::total_cmp);
        changes
    };
    let mut moved = 0;
    for shadow in shadows(&organisms, 0, 20) {
        moved += u32::from(changes(&shadow) != changes(&organisms));
        assert_eq!(sorted(changes(&shadow)), sorted(changes(&organisms)));
    }
    assert!(moved > 15, "{moved}");
}
