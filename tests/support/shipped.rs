//! Shipped scenarios as simulations for tests, founded as the command founds them.

use terrarium::prelude::*;

/// Overrides for a small meadow: all six species on a tenth of the area.
pub const SMALL_MEADOW: &[&str] = &[
    "world.size=[1150, 860]",
    "population.clover=90",
    "population.oak=6",
    "population.hare=40",
    "population.deer=16",
    "population.lynx=4",
    "population.wolf=4",
];

/// Creates the simulation of a shipped scenario with overrides.
pub fn simulation(name: &str, overrides: &[&str], seed: u64) -> Simulation {
    let simulation = SimulationBuilder::new(name).overrides(overrides).seed(seed).build();
    simulation.unwrap_or_else(|error| panic!("{error}"))
}
