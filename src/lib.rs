//! A deterministic ecosystem simulation with axis-aligned, box-shaped creatures.
//!
//! Plants, herbivores and carnivores see, decide, find paths around each other, eat, fight, grow,
//! breed and die in a continuous world. Priorities, in order: correct and repeatable; clear; fast;
//! rich.
//!
//! # Example
//!
//! Simulate ten ticks of a small meadow:
//!
//! ```
//! use terrarium::prelude::*;
//!
//! let mut simulation = SimulationBuilder::new("meadow")
//!     .seed(7)
//!     .set("world.size", "[1800, 1300]")
//!     .set("population.clover", 300)
//!     .set("population.hare", 100)
//!     .build()?;
//! for _ in 0..10 {
//!     simulation.tick();
//!     simulation.check()?; // No overlaps, all bodies within bounds, energy conserved.
//! }
//! assert_eq!(simulation.world().tick(), 10);
//! assert_eq!(simulation.world().populations().len(), 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folder `examples/` has a program for each task.
//!
//! # Modules
//!
//! This library is the one door to the packages in `crates/`, and has nothing of its own but the command.
//! The [`prelude`] has what most programs need.
//!
//! | module | contents |
//! |---|---|
//! | [`input`], [`document`] | user input with diagnostics that point at it; TOML with the location of every value |
//! | [`geometry`], [`space`] | boxes and segments on a lattice, and exact predicates; terrain and the spatial index |
//! | [`navigation`] | path finding among boxes: one contract, one file per method; routes across maps |
//! | [`rules`], [`genome`], [`species`], [`clustering`] | what creatures are, and what they inherit |
//! | [`behaviour`] | the interface of behaviours: senses in, intent out; native behaviours, scripts and modules |
//! | [`world`], [`tick`] | the state of one world, and one tick of it: [`tick::PHASES`] |
//! | [`scenario`], [`run`] | a TOML file turned into a populated world; runs: started, simulated, replayed and compared |
//! | [`record`], [`palette`] | the files of a run: census, events, ledger, snapshots, recordings; the colours of species |
//! | [`playback`], [`tour`] | seeking in a run, its chronicle, and the inspection of one organism |
//! | [`life_history`], [`watchpoint`] | why organisms died, and when a condition held |
//! | [`run_link`] | a run as a link: made, read with its limits, and repeated |
//! | [`phylogeny`], [`selection`], [`evolution`] | trees of descent, selection on traits, and how open-ended a run was |
//! | [`charts`], [`comparison`], [`statistics`] | charts of a run as numbers and files; two branches compared |
//! | [`experiment`], [`arena`] | many runs from one file, resumed and merged; leagues of creatures |
//! | [`navigation_benchmark`] | navigators compared on sets of problems |
//! | [`creature_check`], [`lesson`], [`scaffold`] | for authors of creatures: a check with a report; lessons; templates |
//! | [`drawing`], [`view`] | shapes and text on pixels, SVG and PDF pages, and the parts of charts; pictures of worlds, paths and maps |
//! | [`session`] | a watched run without clocks, threads and displays: what a display of your own is made of |
//! | `cli` | the command `terrarium`, and with it the window and the terminal; only with the feature `cli` |
//!
//! # Features
//!
//! `cli`, on by default: the command. Without it, only the library remains.
//!
//! # Repeatability
//!
//! The same scenario, seed and set of creatures give the same [`StateHash`](world::StateHash) after
//! every tick, on any number of threads, and across a snapshot and resume. This holds for one version
//! of the library, and if every behaviour follows the contract of [`Behaviour`](behaviour::Behaviour).

#![forbid(unsafe_code)]

#[cfg(feature = "cli")]
pub mod cli;
pub mod prelude;

/// The interface of behaviours: senses in, intent out; native behaviours, scripts and modules.
pub mod behaviour {
    pub use terrarium_authoring::{editor, manual};
    pub use terrarium_creatures::behaviour::*;
    pub use terrarium_script as script;
    pub use terrarium_sim::behaviours::{check, describe_dna, describe_memory, make, make_all};
    pub use terrarium_wasm as wasm;
}

pub use terrarium_authoring::{creature_check, lesson, scaffold};
pub use terrarium_creatures::{clustering, genome, rules, species};
pub use terrarium_drawing as drawing;
pub use terrarium_experiment::{self as experiment, arena, navigation_benchmark};
pub use terrarium_input::{self as input, document};
// What the command is made of besides.
#[cfg(feature = "cli")]
use terrarium_input::{clock, shell, wording};
pub use terrarium_navigation as navigation;
#[cfg(feature = "cli")]
use terrarium_output::atomic_file;
pub use terrarium_picture as view;
pub use terrarium_playback::{self as playback, life_history, run_link, tour, watchpoint};
pub use terrarium_run::{self as run, palette, record, scenario};
pub use terrarium_session as session;
pub use terrarium_sim::{tick, world};
pub use terrarium_space::{self as space, geometry};
pub use terrarium_studies::{charts, comparison, evolution, phylogeny, selection, statistics};
#[cfg(feature = "cli")]
use terrarium_watch as watching;

/// The examples of the manual are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct Manual;
