//! Neutral shadows have the births and deaths of the run, and nothing else of its descent.

use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::Kind;

use super::{Row, tree};
use crate::evolution::{NeutralModel, Record, ShadowOptions};
use crate::phylogeny::{GenomeValues, Phylogeny, Taxon};

pub(super) const OPTIONS: ShadowOptions = ShadowOptions { seed: 5, candidates: 1 };

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
    let model = NeutralModel::new(record, OPTIONS);
    (1..=count).map(|number| model.shadow(number)).collect()
}

/// The identities of the parents that an organism has in some shadows.
fn parents(shadows: &[Phylogeny], id: u64) -> Vec<Option<u64>> {
    let parent = |tree: &Phylogeny| {
        let own = tree.taxa().iter().find(|it| it.id == id).unwrap();
        own.parent.map(|parent| tree.taxa()[parent].id)
    };
    let mut found: Vec<Option<u64>> = shadows.iter().map(parent).collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn births_and_deaths_are_those_of_the_run() {
    let organisms = tree(Kind::Plant, &oaks());
    let life = |it: &Taxon| (it.id, it.species, it.origin, it.destruction);
    let lives = |tree: &Phylogeny| tree.taxa().iter().map(life).collect::<Vec<_>>();
    for shadow in shadows(&organisms, 0, 20) {
        assert_eq!(lives(&shadow), lives(&organisms));
        assert!((0..).zip(shadow.taxa()).all(|(index, it)| it.parent.is_none_or(|up| up < index)));
    }
}

#[test]
fn parents_are_those_alive_and_old_enough() {
    let organisms = tree(Kind::Plant, &oaks());
    let shadows = shadows(&organisms, 0, 200);
    // Founders may be parents from the beginning.
    assert_eq!(parents(&shadows, 4), [Some(1), Some(2), Some(3)]);
    assert_eq!(parents(&shadows, 5), [Some(1), Some(2), Some(3)]);
    // 2 died in tick 9; 4 dies in tick 12, before its births; 5 is 6 ticks old, as the youngest parent of the run.
    assert_eq!(parents(&shadows, 6), [Some(1), Some(3), Some(5)]);
    // Who is without a parent stays so. It is 3 ticks old in tick 33, and so too young.
    assert_eq!(parents(&shadows, 7), [None]);
    assert_eq!(parents(&shadows, 8), [Some(3), Some(5), Some(6)]);
}

#[test]
fn each_of_the_possible_parents_is_drawn_equally_often() {
    let organisms = tree(Kind::Plant, &oaks());
    let counts = shadows(&organisms, 0, 3000).iter().fold([0.0; 3], |mut counts, shadow| {
        counts[shadow.taxa()[3].parent.unwrap()] += 1.0;
        counts
    });
    // Four standard deviations of 3000 draws with a chance of 1/3.
    let most = 4.0 * (3000.0 * 2.0 / 9.0_f64).sqrt();
    assert!(counts.iter().all(|count: &f64| (count - 1000.0).abs() < most), "{counts:?}");
}

#[test]
fn of_many_candidates_the_one_of_the_most_similar_age_is_the_parent() {
    let organisms = tree(Kind::Plant, &oaks());
    let record =
        Record { organisms: &organisms, first_tick: 0, rules: &Rules::default(), species: &[] };
    let model = NeutralModel::new(record, ShadowOptions { candidates: 100, ..OPTIONS });
    let shadows: Vec<Phylogeny> = (1..50).map(|number| model.shadow(number)).collect();
    // The parent in the run is 5, born in tick 6; the others are born in ticks 0 and 12.
    assert_eq!(parents(&shadows, 9), [Some(5)]);
    assert_eq!(parents(&shadows, 5), [Some(1), Some(2), Some(3)]);
}

#[test]
fn traits_are_inherited_from_the_drawn_parent_with_mutations() {
    let organisms = tree(Kind::Plant, &oaks());
    let height = |it: &Taxon| it.traits.unwrap().at(Kind::Plant, 8).unwrap();
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
fn without_mutation_a_species_of_equals_stays_as_it_is() {
    for kind in Kind::ALL {
        let rows =
            oaks().into_iter().map(|(id, parent, born, died, _)| (id, parent, born, died, 2.5));
        let organisms = tree(kind, &rows.collect::<Vec<_>>());
        let rules = Rules { mutation: 0.0, ..Rules::default() };
        let record = Record { organisms: &organisms, first_tick: 0, rules: &rules, species: &[] };
        let shadow = NeutralModel::new(record, OPTIONS).shadow(1);
        assert!(shadow.taxa().iter().zip(organisms.taxa()).all(|(a, b)| a.traits == b.traits));
    }
}

/// A record that begins in tick 10 has no row for the ancestors that died before; who was born before keeps its parent.
#[test]
fn of_a_continued_run_only_later_births_are_drawn() {
    let rows: Vec<Row> = oaks().into_iter().filter(|row| row.0 != 2 && row.0 != 1).collect();
    let organisms = tree(Kind::Plant, &rows);
    let shadows = shadows(&organisms, 10, 100);
    assert_eq!((parents(&shadows, 4), parents(&shadows, 5)), (vec![None], vec![None]));
    // 4 is mature, but dies in the tick.
    assert_eq!(parents(&shadows, 6), [Some(3), Some(5)]);
}

#[test]
fn a_shadow_follows_from_seed_and_number_alone() {
    let organisms = tree(Kind::Plant, &oaks());
    let drawn = |seed, number| {
        let record =
            Record { organisms: &organisms, first_tick: 0, rules: &Rules::default(), species: &[] };
        NeutralModel::new(record, ShadowOptions { seed, ..OPTIONS }).shadow(number)
    };
    assert_eq!(drawn(1, 2), drawn(1, 2));
    assert_ne!(drawn(1, 2), drawn(1, 3));
    assert_ne!(drawn(1, 2), drawn(2, 2));
}

/// Replayed by hand for every organism: of hues and counts the difference, of rates the ratio.
#[test]
fn changes_of_genomes_are_those_of_the_run() {
    let organisms = tree(Kind::Plant, &oaks());
    let names = ["hue", "mutation_rate", "param_nerve", "neurons"].map(str::to_owned);
    let mut genomes = GenomeValues::new(names.to_vec());
    for (index, taxon) in organisms.taxa().iter().enumerate() {
        let it = f64::from(u32::try_from(index).unwrap());
        let values = [0.375 * it, 0.5 / (1.0 + it), 50.0 - it * it, 3.0 + it];
        genomes.insert(taxon.id, values.map(Some).into());
    }
    let organisms = organisms.with_genomes(genomes);
    let (mut clamped, mut moved) = (0, 0);
    for shadow in shadows(&organisms, 0, 50) {
        for (index, it) in shadow.taxa().iter().enumerate() {
            let value = |tree: &Phylogeny, index: usize, column| {
                tree.genomes().at(tree.taxa()[index].id, column).unwrap()
            };
            for column in 0..4 {
                let (own, of_run) =
                    (value(&shadow, index, column), value(&organisms, index, column));
                let (Some(parent), Some(in_run)) = (it.parent, organisms.taxa()[index].parent)
                else {
                    assert_eq!(own, of_run);
                    continue;
                };
                let (from, in_run) =
                    (value(&shadow, parent, column), value(&organisms, in_run, column));
                let all =
                    || (0..organisms.taxa().len()).map(|index| value(&organisms, index, column));
                let (least, most) =
                    (all().reduce(f64::min).unwrap(), all().reduce(f64::max).unwrap());
                let free =
                    if column == 1 { from * (of_run / in_run) } else { from + (of_run - in_run) };
                let expected = if column == 0 { free } else { free.clamp(least, most) };
                assert_eq!(own, expected, "column {column}");
                clamped += u32::from(expected != free);
                moved += u32::from(own != of_run);
            }
        }
    }
    assert!(clamped > 0 && moved > 100, "{clamped} {moved}");
}
