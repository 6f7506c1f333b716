//! Changes to a species between two ticks.

use serde::{Deserialize, Serialize};
use terrarium_creatures::species::{BehaviourRefusal, Species, SpeciesId};

use super::Simulation;
use super::footing::Footings;
use crate::behaviours;

/// A new definition of a species, in force from the next tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// The species to change.
    pub species: SpeciesId,
    /// The new definition; [`WorldConfig::allows`](crate::world::WorldConfig::allows) must accept
    /// it.
    pub into: Box<Species>,
}

impl Simulation {
    /// Replaces the definition of a species. Living creatures keep their traits and memories; the
    /// species' fault count is reset.
    ///
    /// # Errors
    /// When the new behaviour cannot be created or the change is not allowed. The simulation is
    /// then unchanged.
    pub fn change(&mut self, Change { species, into }: Change) -> Result<(), BehaviourRefusal> {
        let config = &self.world.config;
        config.allows(species, &into)?;
        let made = into.behaviour.as_ref();
        let made = made.map(|choice| behaviours::make(into.kind, choice, &config.rules));
        self.behaviours[species.index()] =
            made.transpose().map_err(|refusal| refusal.of(&into.name))?;
        self.world.change_species(species, *into);
        self.scratch.derived.footings = Footings::new(&self.world.config);
        Ok(())
    }
}
