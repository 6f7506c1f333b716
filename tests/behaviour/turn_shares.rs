//! The operations of a species per tick: shared fairly, repeatably, and never exceeded.

use std::collections::BTreeMap;

use terrarium::behaviour::{EventKind, OrganismId};
use terrarium::species::SpeciesId;
use terrarium::tick::Simulation;
use terrarium::world::{SavedNature, SavedOrganism, World};
use terrarium_testing::with_threads;

use crate::restored::restored;
use crate::script_worlds::{hashes, meadow_with, with_script};

/// Each turn takes about half of its budget.
const SLOW: &str =
    "fn on_tick() { roam(); let i = 0; while i < 1200 { i += 1; } signal(world.tick); }
    fn on_no_time() { memory.missed = 1; }";

/// 40 slow grazers, with enough operations for some fifteen of them.
fn slow_meadow() -> Simulation {
    let workdir = with_script(SLOW);
    meadow_with(workdir.folder(), &["rules.species_budget=120", "rules.strikes=1000000"])
}

fn grazers(world: &World) -> SpeciesId {
    (0..).map(SpeciesId).find(|&id| world.config().species(id).name == "grazer").unwrap()
}

/// The grazers that got no turn in the last tick.
fn missed(world: &World) -> Vec<OrganismId> {
    let events = world.events().iter();
    events.filter(|event| event.what == EventKind::NoTime).map(|event| event.to).collect()
}

fn alive(world: &World) -> Vec<OrganismId> {
    let species = grazers(world);
    let is_grazer = |organism: &SavedOrganism| {
        organism.who.species == species && matches!(organism.nature, SavedNature::Animal(..))
    };
    world.organisms().filter(is_grazer).map(|organism| organism.who.id).collect()
}

#[test]
fn all_have_turns_before_one_has_two_more_than_another() {
    let mut simulation = slow_meadow();
    // The first tick without enough operations is not yet a part of the rounds.
    simulation.tick();
    let mut turns: BTreeMap<OrganismId, u64> = BTreeMap::new();
    let founders = alive(simulation.world());
    for _ in 0..30 {
        let before = alive(simulation.world());
        simulation.tick();
        simulation.check().unwrap();
        let missed = missed(simulation.world());
        assert!(!missed.is_empty() && missed.len() < before.len(), "{missed:?}");
        for id in before.into_iter().filter(|id| !missed.contains(id)) {
            *turns.entry(id).or_default() += 1;
        }
    }
    let living = alive(simulation.world());
    let counts: Vec<u64> =
        founders.iter().filter(|id| living.contains(id)).map(|id| turns[id]).collect();
    let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
    assert!(counts.len() > 20 && *least >= 5 && most - least <= 2, "{counts:?}");
}

#[test]
fn shares_are_the_same_on_any_number_of_threads_and_after_a_snapshot() {
    let on = |threads: usize| with_threads(threads, || hashes(&mut slow_meadow(), 30));
    let expected = on(1);
    assert_eq!(on(7), expected);
    let mut first = slow_meadow();
    assert_eq!(hashes(&mut first, 11), expected[..11]);
    assert!(!missed(first.world()).is_empty());
    assert_eq!(hashes(&mut restored(first.world()), 19), expected[11..]);
}

#[test]
fn enough_operations_change_nothing() {
    let workdir = with_script("fn on_tick() { roam(); }");
    let with = |budget| {
        let mut simulation = meadow_with(workdir.folder(), &[budget]);
        hashes(&mut simulation, 20);
        assert!(missed(simulation.world()).is_empty());
        simulation.world().organisms().collect::<Vec<_>>()
    };
    assert_eq!(with("rules.species_budget=0"), with("rules.species_budget=1000"));
}
