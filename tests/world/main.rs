//! Worlds over time: rules, reproducibility, commands, navigators, and files of earlier versions.

mod arena;
mod calamities;
mod changes;
mod commands;
mod conquest;
mod conquest_input;
mod conquest_routes;
mod default_world;
mod digest;
mod driven;
mod edits;
mod effort;
mod every_tick;
mod far_paths;
mod formations;
mod genomes;
mod golden;
mod ground;
mod invariants;
mod knowing;
mod layout;
mod links;
mod mating;
mod navigators_in_worlds;
mod pairs;
mod playback;
mod polygons;
mod repeatability;
#[path = "../support/restored.rs"]
mod restored;
mod saved_scenarios;
mod shared_fields;
#[path = "../support/shipped.rs"]
mod shipped;
mod steering;
mod timetable;
mod travel;
mod walkers;
mod walls;
mod waves;

use terrarium_testing::Workdir;

/// An empty folder in which `terrarium` runs.
fn workdir() -> Workdir {
    Workdir::for_command(&[env!("CARGO_BIN_EXE_terrarium")])
}
