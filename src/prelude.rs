//! What one needs to write a behaviour and to run a world: `use terrarium::prelude::*`.

// A behaviour: what it gets, and what it answers; `behaviour::make_all` makes those of a world.
pub use crate::behaviour;
pub use crate::behaviour::{
    ActionKind, Allegiance, BaseId, BaseSighting, Behaviour, Blocker, Colony, CreatureRng, Death,
    Destination, EnergyState, Event, EventKind, Fault, Intent, Memory, Movement, OrganismId,
    OwnState, Refusal, Senses, Sighting, SightingKind, Turn, WallSighting,
};
pub use crate::geometry::{Aabb, DVec2};
/// Draws from a [`CreatureRng`]: `turn.rng.random::<f64>()`.
pub use rand::RngExt;

// A world: what it is founded on, and its life.
pub use crate::document::Override;
pub use crate::rules::{Energy, Rules};
pub use crate::scenario::Scenario;
pub use crate::species::{Catalogue, Kind, Species, SpeciesContext, SpeciesId};
pub use crate::tick::Simulation;
pub use crate::world::{StateHash, World};

// A run: from its start to its record and back.
pub use crate::record::{Ending, Manifest, Options, Outcome, Provenance, Recorder, Snapshot};
pub use crate::run::{FinishedRun, Ready, Replay, RunOptions, Start, replay, run};
