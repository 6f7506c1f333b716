//! The command `terrarium`, run as a process, and the manuals.

mod ancestry;
mod arena;
mod arena_manual;
mod batch;
mod batch_evolution;
mod chart;
mod compare;
mod creature;
mod creature_manual;
mod debug_output;
mod descent;
mod documentation;
mod evolution_manual;
mod evolve;
mod find;
mod first_steps_manual;
mod lab;
mod lesson;
mod lessons_manual;
mod lineages;
mod long_sweeps;
mod manual;
mod mating;
mod navigation_manual;
mod paired_futures_manual;
mod path;
mod path_links;
mod path_sequence;
mod phylogeny;
mod pond;
mod printed_commands;
mod profile;
mod records;
mod reel;
mod render;
mod replacement;
mod results_manual;
mod route;
mod run;
mod scenario;
mod scenarios_manual;
mod serve;
mod share;
mod sharing_manual;
mod shipped_experiments;
mod tables;
mod tape;
mod turn;
mod why;
mod wording;

use terrarium_testing::Workdir;

/// An empty folder in which `terrarium` runs.
fn workdir() -> Workdir {
    Workdir::for_command(&[env!("CARGO_BIN_EXE_terrarium")])
}
