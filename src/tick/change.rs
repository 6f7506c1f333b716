//! A species changes while it lives: between two ticks, for all its creatures at once.

use super::Simulation;
use crate::behaviour;
use crate::species::{BehaviourRefusal, Species, SpeciesId};

/// A species as it is from the next tick on.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Which changes.
    pub species: SpeciesId,
    /// What it changes into: of the same name and kind.
    pub into: Species,
}

impl Simulation {
    /// Has a species change. The living keep their traits and memories, and the strikes of the old code
    /// are forgiven.
    ///
    /// # Errors
    /// When its new behaviour is not to be had, or it would be another species; nothing has changed then.
    pub fn change(&mut self, Change { species, into }: Change) -> Result<(), BehaviourRefusal> {
        let setting = &self.world.setting;
        let old = setting.species(species);
        if (&old.name, old.kind) != (&into.name, into.kind) {
            return Err(BehaviourRefusal::new(
                format!("`{}` cannot become the {} `{}`", old.name, into.kind.name(), into.name),
                "keep name and kind while it lives",
            ));
        }
        let made = into.behaviour.as_ref();
        let made = made.map(|choice| behaviour::make(into.kind, choice, &setting.rules));
        self.behaviours[species.index()] =
            made.transpose().map_err(|refusal| refusal.of(&into.name))?;
        self.world.change_species(species, into);
        Ok(())
    }
}
