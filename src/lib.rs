//! A terrarium: axis-aligned boxes that are alive.
//!
//! Plants, herbivores and carnivores see, decide, find their way around each other, eat, fight,
//! grow, breed and die in a continuous world. Priorities, in order: correct and repeatable; clear;
//! fast; rich.
//!
//! # A first world
//!
//! The shipped meadow, made smaller, lives for ten ticks:
//!
//! ```
//! use terrarium::prelude::*;
//!
//! let settings = [
//!     "seed=7",
//!     "world.size=[900, 600]",
//!     "population.clover=60",
//!     "population.oak=4",
//!     "population.hare=20",
//!     "population.deer=8",
//!     "population.lynx=2",
//!     "population.wolf=0",
//! ];
//! let settings = settings.into_iter().map(Override::parse).collect::<Result<Vec<_>, _>>()?;
//! let start =
//!     Start::Scenario { name: "meadow".to_owned(), settings, creature_folders: Vec::new() };
//! let mut simulation = start.ready()?.simulation;
//! for _ in 0..10 {
//!     simulation.tick();
//!     simulation.check()?; // Nobody overlaps, nobody is outside, the books of energy close.
//! }
//! assert_eq!(simulation.world().tick, 10);
//! assert_eq!(simulation.world().populations().len(), 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/custom_behaviour.rs` gives a species a behaviour of one's own, and
//! `examples/headless.rs` records a run and reads it back.
//!
//! # The rooms
//!
//! Each uses only rooms above it:
//!
//! | room | what lives there |
//! |---|---|
//! | [`input`], [`atomic_file`], `compression`, `png_file`, [`document`] | what users give, with diagnostics that point at it; files written whole or not at all; TOML that knows where each value was written |
//! | [`geometry`] | boxes and segments on a lattice, and exact questions about them |
//! | [`space`] | the ground's tiles, and the index of what stands where |
//! | [`navigation`] | how to get from here to there among boxes: one contract, a file for each method; routes across maps |
//! | [`rules`] | every constant of life, and energy in whole quanta |
//! | [`species`] | creature folders read into checked species |
//! | [`behaviour`] | where creatures plug in: senses in, intent out; native behaviours and scripts |
//! | [`world`] | the state of one terrarium, and nothing but state |
//! | [`tick`] | one tick, a file for each phase: [`tick::PHASES`] |
//! | [`scenario`] | a TOML file into a populated world |
//! | [`record`] | census, events, books, snapshots, chart: what a run leaves behind |
//! | [`run`] | runs: started, lived, lived again and compared |
//! | [`experiment`] | many runs for one question: asked for in a file, lived, resumed, put together |
//! | [`creature_check`], [`scaffold`] | for authors of creatures: a small arena and its report; folders to begin with |
//! | [`playback`] | a run with a past: its chronicle, and all there is to know of one creature |
//! | [`navigation_benchmark`] | navigators at work on sets of problems, measured and compared |
//! | `clock` | the only clock, for those who watch and measure |
//! | `view` | pictures: paint on a canvas; only with the feature `pictures` |
//! | `watching` | a world that lives while somebody looks on, in a window or a terminal; only with the feature `pictures` |
//! | `cli` | the command `terrarium`; only with the feature `cli` |
//!
//! # Features
//!
//! All are on by default, and none changes what an item means. `cli`: the command. `tables`: Parquet
//! beside CSV. `charts`: a picture of a run. `pictures`: of ways among boxes. `scripts`: creatures whose
//! behaviour is a script in Rhai. `wasm`: those whose behaviour is a WebAssembly module. Without any, the
//! library alone is left.
//!
//! # Repeatability
//!
//! One scenario, seed and set of creatures give the same [`StateHash`](world::StateHash) after every
//! tick, on any number of threads, and after a snapshot was restored on the way; as long as the
//! version of this library is the same, and every behaviour keeps to the contract of
//! [`Behaviour`](behaviour::Behaviour).

#![forbid(unsafe_code)]

// Support files of the tests in `tests/` are also used inside.
#[cfg(test)]
extern crate self as terrarium;

pub mod atomic_file;
pub mod behaviour;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(any(feature = "cli", feature = "pictures"))]
mod clock;
mod compression;
pub mod creature_check;
pub mod document;
pub mod experiment;
pub mod navigation_benchmark;
pub mod playback;
#[cfg(any(feature = "charts", feature = "pictures"))]
mod png_file;
pub mod prelude;
pub mod record;
pub mod rules;
pub mod run;
pub mod scaffold;
pub mod scenario;
pub mod species;
pub mod tick;
#[cfg(feature = "pictures")]
pub mod view;
#[cfg(feature = "pictures")]
pub mod watching;
pub mod world;

pub use terrarium_navigation::{self as navigation, geometry, input, space};
