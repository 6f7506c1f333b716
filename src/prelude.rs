//! The types for writing behaviours and running simulations: `use terrarium::prelude::*`.

// Behaviours: their input and output; `behaviour::make_all` creates those of a world.
/// Draws from a [`CreatureRng`]: `turn.rng.random::<f64>()`.
pub use rand::RngExt;

pub use crate::behaviour;
pub use crate::behaviour::{
    ActionKind, Activity, Allegiance, BaseId, BaseSighting, Behaviour, Blocker, Colony, Condition,
    Conditions, CreatureRng, Death, Destination, EnergyState, Event, EventKind, Fault, GroundKind,
    GroundMap, Intent, Memory, Message, Movement, OrganismId, OwnState, Refusal, Senses, Sighting,
    SightingKind, Turn, WallSighting,
};
// Worlds: what they are founded from, and their simulation.
pub use crate::document::Override;
pub use crate::geometry::{Aabb, DVec2};
// Runs: their start, record and replay.
pub use crate::record::{Ending, Manifest, Options, Outcome, Provenance, Recorder, Snapshot};
pub use crate::rules::{Energy, Rules};
pub use crate::run::{
    FinishedRun, Ready, Replay, RunOptions, SimulationBuilder, Start, replay, run,
};
pub use crate::scenario::Scenario;
pub use crate::species::{Catalogue, Kind, Species, SpeciesContext, SpeciesId};
pub use crate::tick::Simulation;
pub use crate::world::{StateHash, World};
