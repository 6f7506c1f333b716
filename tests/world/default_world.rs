//! The default meadow: all kinds of organisms survive for a thousand of ticks without a population
//! cap.

use terrarium::species::Kind;
use terrarium::tick::Simulation;

use crate::shipped::simulation;

fn count(simulation: &Simulation, kind: Kind) -> u64 {
    let world = simulation.world();
    let species = world.config().species.iter().zip(world.populations());
    species.filter(|(species, _)| species.kind == kind).map(|(_, count)| count).sum()
}

fn assert_all_kinds_survive(seed: u64, ticks: u64) {
    let mut meadow = simulation("meadow", &[], seed);
    assert_eq!(meadow.world().config().rules.population_cap, 0);
    (0..ticks).for_each(|_| meadow.tick());
    meadow.check().unwrap();
    let counts = Kind::ALL.map(|kind| count(&meadow, kind));
    assert!(counts.iter().all(|&count| count >= 5), "seed {seed}: {counts:?}");
}

#[test]
fn plants_herbivores_and_carnivores_survive_a_thousand_ticks() {
    assert_all_kinds_survive(1, 1_000);
}

#[test]
#[ignore = "takes minutes; `.ci/fuzz` runs it"]
fn plants_herbivores_and_carnivores_survive_with_many_seeds() {
    (1..8).for_each(|seed| assert_all_kinds_survive(seed, 2_000));
}
