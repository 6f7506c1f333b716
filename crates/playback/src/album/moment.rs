//! A moment of a run that is worth watching.

use glam::DVec2;
use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::OrganismId;

/// A moment that is worth watching.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// The tick of the event.
    pub tick: u64,
    /// Its position, if it has one.
    pub at: Option<DVec2>,
    /// The organism that it is about, if any.
    pub organism: Option<OrganismId>,
    /// What happens, as the list of events says it.
    pub caption: String,
}

impl Moment {
    /// The ticks before an event from which it is watched.
    pub const LEAD: u64 = 45;

    /// The tick from which it is watched, in a run that begins with the tick `first`.
    #[must_use]
    pub fn begins(&self, first: u64) -> u64 {
        self.tick.saturating_sub(Self::LEAD).max(first)
    }
}
