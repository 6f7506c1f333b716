//! The command `terrarium`, run as a process, and the manuals.

mod ancestry;
mod arena;
mod batch;
mod batch_evolution;
mod chart;
mod compare;
mod creature;
mod debug_output;
mod descent;
mod documentation;
#[path = "../../navigation/tests/navigation/support/environment.rs"]
mod environment;
mod evolve;
mod find;
mod lab;
mod lesson;
mod lineages;
mod long_sweeps;
mod mating;
mod path;
mod path_links;
mod path_sequence;
mod phylogeny;
mod pond;
mod profile;
mod records;
mod render;
mod replacement;
mod route;
mod run;
mod scenario;
mod serve;
mod share;
mod shipped_experiments;
mod tape;
mod turn;
mod why;
mod wording;
#[path = "../support/workdir.rs"]
mod workdir;
