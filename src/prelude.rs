//! What one needs to write a behaviour and to run a world: `use terrarium::prelude::*`.
//!
//! [`Setting`] here is the `key=value` that changes a scenario, not [`world::Setting`], the frame
//! that a world is founded on.
//!
//! [`world::Setting`]: crate::world::Setting

// A behaviour: what it gets, and what it answers; `behaviour::make_all` makes those of a world.
pub use crate::behaviour;
pub use crate::behaviour::{
    Allegiance, BaseId, BaseSight, Behaviour, Blocker, Colony, CreatureRng, Death, Destination,
    EnergyState, Event, Fault, Happening, Intent, Memory, Movement, Myself, OrganismId, Refusal,
    Seen, Senses, Sighting, Slotted, Turn, WallSight,
};
pub use crate::geometry::{Aabb, DVec2};
/// Draws from a [`CreatureRng`]: `turn.rng.random::<f64>()`.
pub use rand::RngExt;

// A world: what it is founded on, and its life.
pub use crate::document::Setting;
pub use crate::rules::{Energy, Rules};
pub use crate::scenario::Scenario;
pub use crate::species::{Catalogue, Kind, Species, SpeciesId, Terms};
pub use crate::tick::Simulation;
pub use crate::world::{StateHash, World};

// A run: from its start to its record and back.
pub use crate::batch::{Finished, Ready, Replay, RunOptions, Start, replay, run};
pub use crate::record::{Ending, Manifest, Options, Outcome, Provenance, Recorder, Snapshot};
