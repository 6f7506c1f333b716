//! Behaviours: the interface between creatures and the world. Senses go in, an intent comes out.
//!
//! A behaviour never accesses the world. It receives the turns of some creatures of one species,
//! each with what that creature senses, and fills in the actions that the creature requests. The
//! world validates the intents and carries them out in its own order. A refused action results in
//! an event with the reason.

mod code_cache;
mod code_place;
mod colony;
mod condition;
mod event;
mod fault;
mod free_space;
mod ground;
pub mod heredity;
mod individual;
mod intent;
mod link;
mod memory;
mod message;
pub mod native;
mod notes;
mod organism_id;
mod pool;
mod senses;
mod steps;

use std::sync::Arc;

pub use code_cache::CodeCache;
pub use code_place::{CodeFrame, CodePlace, MAX_CALLERS, SourceLine};
pub use colony::{Allegiance, BaseId, BaseSighting, Colony, WallSighting};
pub use condition::ConditionSource;
pub use condition::{Activity, Condition, Conditions};
pub use event::{ActionKind, Blocker, Death, Event, EventKind, Refusal};
pub use fault::{Fault, FaultKind, MAX_REASON_LENGTH};
pub use ground::{COVER_MARGIN, GroundKind, GroundMap};
pub use individual::Individual;
pub use intent::{Destination, Intent, Movement};
pub use link::LinkSighting;
pub use memory::Memory;
pub use memory::as_bytes;
pub use message::{MESSAGE_LENGTH, Message};
pub use native::{Drives, driven_inputs, neural_activations, neural_inputs};
pub use notes::{MAX_NOTE_LENGTH, MAX_NOTES, Note, Notes};
pub use organism_id::OrganismId;
pub use pool::Pool;
pub use senses::{EnergyState, OwnState, Senses, Sighting, SightingKind, Turn, no_species};
pub use steps::{
    Change, LineCost, LineCosts, MAX_STEPS, MAX_VALUE_LENGTH, ScriptLine, Step, StepKind, Steps,
};

/// The random number generator of a creature: a separate stream for each creature and tick.
pub type CreatureRng = rand_pcg::Pcg64Mcg;

/// Decides for the creatures of one species.
///
/// # Contract
/// The same turn must produce the same intent, regardless of the other turns in the call, their
/// order, and the thread. It is a logic error to keep state between calls anywhere but in
/// [`Turn::memory`], or to draw random numbers from anything but [`Turn::rng`]. A run with a
/// behaviour that breaks this contract is not reproducible, and `terrarium verify` reports it.
///
/// A behaviour reports a turn that fails in [`Turn::fault`], or by [`Turn::fail`], which drops its
/// intent, too. The world creates an [`EventKind::Failed`] for the creature, and counts the fault
/// against the species. A species with more faults than the rules `strikes` and `strike_share` allow is
/// suspended: its creatures do nothing until its code is changed.
///
/// ```
/// use terrarium_creatures::behaviour::{Behaviour, SightingKind, Turn};
///
/// /// Walks to the nearest plant and eats of it.
/// struct Browser;
///
/// impl Behaviour for Browser {
///     fn decide(&self, turns: &mut [Turn<'_>]) {
///         for turn in turns {
///             let plant = turn.senses.sight.iter().find(|s| s.kind == SightingKind::Plant);
///             if let Some(plant) = plant {
///                 turn.intent.go_beside(plant.id, turn.senses.me.max_speed);
///                 turn.intent.eat(plant.id);
///             }
///         }
///     }
/// }
/// ```
pub trait Behaviour: Send + Sync {
    /// Fills in the intent of every turn. The turns are of one species, in order of identity.
    fn decide(&self, turns: &mut [Turn<'_>]);
}

/// A behaviour that several simulations share: it keeps nothing between calls.
impl<B: Behaviour + ?Sized> Behaviour for Arc<B> {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        B::decide(self, turns);
    }
}
