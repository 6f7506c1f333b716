//! A species changes while it lives: between two ticks, for all its creatures at once.

use serde::{Deserialize, Serialize};

use super::Simulation;
use crate::behaviour;
use crate::species::{BehaviourRefusal, Species, SpeciesId};

/// A species as it is from the next tick on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Which changes.
    pub species: SpeciesId,
    /// What it changes into, as far as [`WorldConfig::allows`](crate::world::Setting::allows) it.
    pub into: Box<Species>,
}

impl Simulation {
    /// Has a species change. The living keep their traits and memories, and the strikes of the old code
    /// are forgiven.
    ///
    /// # Errors
    /// When its new behaviour is not to be had, or it is not allowed to become that; nothing has changed then.
    pub fn change(&mut self, Change { species, into }: Change) -> Result<(), BehaviourRefusal> {
        let config = &self.world.config;
        config.allows(species, &into)?;
        let made = into.behaviour.as_ref();
        let made = made.map(|choice| behaviour::make(into.kind, choice, &config.rules));
        self.behaviours[species.index()] =
            made.transpose().map_err(|refusal| refusal.of(&into.name))?;
        self.world.change_species(species, *into);
        Ok(())
    }
}
