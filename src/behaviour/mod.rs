//! The boundary at which creatures plug in: senses go in, an intent comes out.
//!
//! A behaviour never touches the world. It is handed the turns of some creatures of one species,
//! each with what that creature knows of itself, sees, and has just lived through, and fills in
//! what the creature wants to do. The world carries intents out in its own order and answers what
//! it could not do with an event that says why.

mod colony;
mod event;
mod fault;
mod in_words;
mod intent;
mod making;
#[cfg(feature = "scripts")]
pub mod manual;
mod memory;
pub mod native;
mod notes;
mod organism_id;
#[cfg(any(feature = "scripts", feature = "wasm"))]
mod pool;
#[cfg(feature = "scripts")]
pub mod script;
mod senses;
#[cfg(feature = "wasm")]
pub mod wasm;

use std::sync::Arc;

pub use colony::{Allegiance, BaseId, BaseSight, Colony, WallSight};
pub use event::{ActionKind, Blocker, Death, Event, EventKind, Refusal};
pub use fault::{Fault, FaultKind, REASON_LENGTH};
pub use in_words::{dna_in_words, memory_in_words};
pub use intent::{Destination, Intent, Movement};
pub use making::{check, make, make_all};
pub use memory::Memory;
pub use notes::{MOST_NOTES, NOTE_LENGTH, Note, Notes};
pub use organism_id::OrganismId;
pub use senses::{EnergyState, OwnState, Senses, Sighting, SightingKind, Turn};

/// The generator a creature draws from: a stream of its own for each tick.
pub type CreatureRng = rand_pcg::Pcg64Mcg;

/// Decides for the creatures of one species.
///
/// # Contract
/// The same turn must get the same intent, whatever other turns stand beside it, in whatever
/// order, and on whatever thread: it is a logic error to keep anything between calls but in
/// [`Turn::memory`], or to draw on chance but from [`Turn::rng`]. A run whose behaviour breaks this
/// does not repeat, and `terrarium verify` says so.
///
/// A turn that cannot be brought to an end is reported in [`Turn::fault`]. The world then drops its
/// intent, tells the creature with [`EventKind::Failed`], and counts a strike against the species;
/// after as many as the rule `strikes` allows, the species is suspended and its creatures do
/// nothing from then on.
///
/// ```
/// use terrarium::behaviour::{Behaviour, SightingKind, Turn};
///
/// /// Walks up to the nearest plant and eats of it.
/// struct Browser;
///
/// impl Behaviour for Browser {
///     fn decide(&self, turns: &mut [Turn<'_>]) {
///         for turn in turns {
///             let plant = turn.senses.sight.iter().find(|s| s.seen == SightingKind::Plant);
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
