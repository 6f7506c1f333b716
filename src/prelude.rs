//! The names that are promised: what most programs need to write behaviours, to run, record and watch worlds, and to
//! plan experiments. `use terrarium::prelude::*;`

// Behaviours: their input and output.
pub use crate::behaviour;
pub use crate::behaviour::{
    ActionKind, Activity, Allegiance, BaseId, BaseSighting, Behaviour, Blocker, Colony, Condition,
    Conditions, CreatureRng, Death, Destination, EnergyState, Event, EventKind, Fault, GroundKind,
    GroundMap, Intent, Memory, Message, Movement, OrganismId, OwnState, Refusal, Senses, Sighting,
    SightingKind, Turn, WallSighting,
};
pub use crate::geometry::{Aabb, DVec2};
pub use crate::species::{Catalogue, Kind, Species, SpeciesContext, SpeciesId};
/// Draws from a [`CreatureRng`]: `turn.rng.random::<f64>()`.
pub use rand::RngExt;

// Worlds: what they are created from, their simulation, and what changes them from outside.
pub use crate::document::Override;
pub use crate::rules::{Energy, Rules};
pub use crate::run::SimulationBuilder;
pub use crate::scenario::Scenario;
pub use crate::tick::{Calamity, Change, Command, Simulation};
pub use crate::world::{StateHash, World};

// Runs: their start, record, replay and recording.
pub use crate::playback::{FrameSource, Inspection, Opened, Playback, RecordingObserver};
pub use crate::record::{
    Ending, Manifest, Options, Outcome, Provenance, Recorder, Recording, Scene, Snapshot,
};
pub use crate::run::{
    FinishedRun, Observer, Ready, Replay, RunOptions, Start, replay, run, run_ticks,
};

// Pictures, and many runs.
pub use crate::experiment::{Experiment, Plan};
pub use crate::view::{Camera, Framebuffer, Painter, Picture, View};
