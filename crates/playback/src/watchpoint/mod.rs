//! Watchpoints: when a condition about one organism of a recorded run held first, or last.
//!
//! A condition is an expression in Rhai, the language of behaviours, such as
//! `me.energy < 5 && !moving` or `changed(memory.state)`. It is evaluated after each tick in which
//! the organism is alive, and in the tick of its death. [`NAMES`] lists what it can read.
//!
//! ```
//! use terrarium_playback::Playback;
//! use terrarium_creatures::behaviour::OrganismId;
//! use terrarium_run::SimulationBuilder;
//! use terrarium_run::record::recording::Place;
//! use terrarium_playback::watchpoint::{Direction, Watchpoint};
//!
//! let ready = SimulationBuilder::new("meadow").world_size(800.0, 600.0);
//! # let counts = [("clover", 30), ("oak", 0), ("hare", 8), ("deer", 0), ("lynx", 0), ("wolf", 0)];
//! # let ready = counts.into_iter().fold(ready, |it, (species, count)| {
//! #     it.population(species, count)
//! # });
//! let mut playback = Playback::live(ready.ready()?, &Place::Temporary)?;
//! for _ in 0..30 {
//!     playback.step()?;
//! }
//! let mut ate = Watchpoint::parse("ate && me.energy > 0").map_err(|error| error.problem)?;
//! let hare = OrganismId(31);
//! let search = ate.search(&mut playback, hare, Direction::Backward, None, &mut |_| {})?;
//! if let Some(hit) = search.hit {
//!     assert!(hit.tick <= 30);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod condition;
mod search;
mod summary;
mod values;

pub use condition::{Watchpoint, WatchpointError};
pub use search::{Direction, Hit, Search, SearchError, ValueChange};
pub use values::NAMES;
