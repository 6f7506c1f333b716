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
//! let mut simulation = Simulation::builder("meadow")
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
//! Each module uses only modules above it:
//!
//! | module | contents |
//! |---|---|
//! | [`input`], `atomic_file`, `compression`, `png_file`, [`document`] | user input with diagnostics that point at it; atomic file writes; TOML with the location of every value |
//! | [`statistics`] | statistics of samples: moments, quantiles, intervals, tests |
//! | [`geometry`] | boxes and segments on a lattice, and exact predicates |
//! | [`space`] | terrain tiles and the spatial index |
//! | [`navigation`] | path finding among boxes: one contract, one file per method; routes across maps |
//! | [`rules`] | every constant of the simulation; energy in integer quanta |
//! | [`genome`] | what is inherited beyond traits: neutral marks, heritable parameters, brains |
//! | [`species`] | creature folders, parsed and validated |
//! | [`palette`] | the colours of species, apart for all eyes |
//! | [`behaviour`] | the interface of behaviours: senses in, intent out; native behaviours, scripts and modules |
//! | [`world`] | the state of one world, and nothing but state |
//! | [`tick`] | one tick, one file per phase: [`tick::PHASES`] |
//! | [`scenario`] | a TOML file turned into a populated world |
//! | [`clustering`] | lineages of similar traits, recognised while organisms are born |
//! | [`record`] | the files of a run: census, events, ledger, snapshots, chart |
//! | [`run`] | runs: started, simulated, replayed and compared |
//! | [`playback`] | seeking in a run, its chronicle, and the inspection of one organism |
//! | [`run_link`] | a run as a link: made, read with its limits, and repeated |
//! | [`life_history`] | why organisms died: deaths by cause, and the life of one organism |
//! | [`phylogeny`] | the trees of descent of a run: figures, and files in standard formats |
//! | [`selection`] | which traits had more children in a run, cohort by cohort |
//! | [`evolution`] | how a run evolved beside neutral shadows of it, and how open-ended that was |
//! | [`charts`] | charts of a run as numbers, and their files |
//! | [`comparison`] | two branches of a world compared, organism by organism |
//! | `watchpoint` | when a condition about one organism held; only with the feature `scripts` |
//! | `wording` | parts of sentences |
//! | `shell` | command lines that can be pasted into a shell |
//! | [`experiment`] | experiments: many runs from one file, resumed and merged |
//! | [`arena`] | leagues of creatures: games, ratings, a matrix of wins |
//! | [`creature_check`], [`scaffold`], [`lesson`] | for authors of creatures: a test arena with a report; templates; lessons with a score |
//! | [`navigation_benchmark`] | navigators compared on sets of problems |
//! | [`tour`] | the stops of a tour: what is worth watching in a world now, and what to say about it |
//! | `clock` | the only clock, for viewers and measurements |
//! | `view` | images: painting on a canvas; only with the feature `pictures` |
//! | `watching` | a simulation shown while it runs, in a window or a terminal; only with the feature `watching` |
//! | `cli` | the command `terrarium`; only with the feature `cli` |
//!
//! # Features
//!
//! All features are on by default, and none changes the meaning of an item. `cli`: the command.
//! `tables`: Parquet in addition to CSV. `charts`: charts as PNG and SVG files. `pictures`: images of
//! worlds and paths. `scripts`: behaviours as scripts in Rhai. `wasm`: behaviours as WebAssembly
//! modules. `watching`: worlds shown while they are simulated. `window`: the window of `terrarium
//! watch`. Without features, only the library remains.
//!
//! # Repeatability
//!
//! The same scenario, seed and set of creatures give the same [`StateHash`](world::StateHash) after
//! every tick, on any number of threads, and across a snapshot and resume. This holds for one version
//! of the library, and if every behaviour follows the contract of [`Behaviour`](behaviour::Behaviour).

#![forbid(unsafe_code)]

// Support files of the tests in `tests/` are also used inside.
#[cfg(test)]
extern crate self as terrarium;

pub mod arena;
mod atomic_file;
pub mod behaviour;
pub mod charts;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "watching")]
mod clock;
pub mod clustering;
pub mod comparison;
mod compression;
pub mod creature_check;
pub mod document;
pub mod evolution;
pub mod experiment;
pub mod genome;
pub mod lesson;
pub mod life_history;
pub mod navigation_benchmark;
pub mod palette;
pub mod phylogeny;
pub mod playback;
#[cfg(any(feature = "charts", feature = "pictures"))]
mod png_file;
pub mod prelude;
pub mod record;
pub mod rules;
pub mod run;
pub mod run_link;
pub mod scaffold;
pub mod scenario;
pub mod selection;
mod shell;
pub mod species;
pub mod statistics;
pub mod tick;
pub mod tour;
#[cfg(feature = "pictures")]
pub mod view;
#[cfg(feature = "watching")]
pub mod watching;
#[cfg(feature = "scripts")]
pub mod watchpoint;
mod wording;
pub mod world;

pub use terrarium_navigation::{self as navigation, geometry, input, space};
