//! Every tick of worlds of many shapes can be saved, read and continued.

use terrarium::tick::Simulation;

use crate::restored::restored;
use crate::shipped::{SMALL_MEADOW, simulation};

/// Saves and reads the world after each of so many ticks, and compares its next tick with that of a world
/// that is never saved.
fn continue_from_every_tick(mut simulation: Simulation, ticks: u64, what: &str) {
    for _ in 0..ticks {
        let mut resumed = restored(simulation.world());
        let tick = simulation.world().tick();
        assert_eq!(resumed.world().state_hash(), simulation.world().state_hash(), "{what}: {tick}");
        resumed.tick();
        simulation.tick();
        assert_eq!(resumed.world().state_hash(), simulation.world().state_hash(), "{what}: {tick}");
    }
}

/// A crowd in which bodies cover the goals of wary animals.
const CROWD: &[&str] = &[
    "world.size=[1150, 860]",
    "population.clover=90",
    "population.oak=6",
    "population.hare=120",
    "population.deer=50",
    "population.lynx=6",
    "population.wolf=6",
];

#[test]
fn every_tick_is_saved_read_and_continued() {
    let hurried = [CROWD, &["rules.planning_steps=20", "rules.patience=2"]].concat();
    let brains = [SMALL_MEADOW, &["population.lemming=60", "population.stoat=6"]].concat();
    let mates = [
        SMALL_MEADOW,
        &["species.hare.reproduction.sexual=true", "species.clover.reproduction.sexual=true"],
    ]
    .concat();
    let worlds: [(&str, &[&str], u64, u64); 8] = [
        ("meadow", SMALL_MEADOW, 1, 40),
        ("meadow", CROWD, 6, 210),
        // Paths are found to where goals were some ticks ago.
        ("meadow", &hurried, 3, 150),
        ("archipelago", &["rules.field_travellers=2"], 1, 30),
        ("archipelago", &["species.deer.navigator=scan"], 1, 30),
        ("conquest", &["rules.planning_steps=2"], 1, 60),
        // Brains that mutate.
        ("meadow", &brains, 1, 40),
        // Children of two parents, some of them unborn.
        ("meadow", &mates, 2, 80),
    ];
    for (name, overrides, seed, ticks) in worlds {
        let what = format!("{name} {overrides:?} {seed}");
        continue_from_every_tick(simulation(name, overrides, seed), ticks, &what);
    }
}
