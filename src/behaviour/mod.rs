//! The boundary at which creatures plug in: senses go in, an intent comes out.
//!
//! A behaviour never touches the world. It is handed the turns of some creatures of one species,
//! each with what that creature knows of itself, sees, and has just lived through, and fills in
//! what the creature wants to do. The world carries intents out in its own order and answers what
//! it could not do with an event that says why.

mod colony;
mod event;
mod intent;
mod memory;
pub mod native;
mod organism_id;
mod senses;

pub use colony::{Allegiance, BaseId, BaseSight, Colony, WallSight};
pub use event::{Blocker, Death, Event, Happening, Refusal, Slotted};
pub use intent::{Destination, Intent, Movement};
pub use memory::Memory;
pub use organism_id::OrganismId;
pub use senses::{EnergyState, Myself, Seen, Senses, Sighting, Turn};

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
/// ```
/// use terrarium::behaviour::{Behaviour, Seen, Turn};
///
/// /// Walks up to the nearest plant and eats of it.
/// struct Browser;
///
/// impl Behaviour for Browser {
///     fn decide(&self, turns: &mut [Turn<'_>]) {
///         for turn in turns {
///             let plant = turn.senses.sight.iter().find(|s| s.seen == Seen::Plant);
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
