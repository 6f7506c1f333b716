//! The species of all organisms of a replay, living or dead.

use std::collections::BTreeMap;

use serde::Serialize;
use terrarium_creatures::behaviour::{EventKind, OrganismId};
use terrarium_creatures::species::SpeciesId;
use terrarium_sim::world::{Identity, World};

/// An organism and its species.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Individual {
    /// Its identity.
    pub id: OrganismId,
    /// The name of its species; `None` if it was gone before the replay began.
    pub species: Option<String>,
}

impl std::fmt::Display for Individual {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.species {
            Some(species) => write!(f, "{species} {}", self.id),
            None => write!(f, "{}", self.id),
        }
    }
}

/// The species of the organisms seen so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    species: BTreeMap<OrganismId, SpeciesId>,
}

impl Names {
    /// The organisms of a world.
    pub fn new(world: &World) -> Self {
        let mut query = world.query::<&Identity>();
        let species = query.iter().map(|who| (who.id, who.species)).collect();
        Self { species }
    }

    /// Adds the organisms born in the last tick.
    pub fn record(&mut self, world: &World) {
        for event in world.events() {
            if matches!(event.what, EventKind::Born { .. }) {
                self.species.insert(event.to, event.species);
            }
        }
    }

    pub fn species_of(&self, id: OrganismId) -> Option<SpeciesId> {
        self.species.get(&id).copied()
    }

    pub fn individual(&self, world: &World, id: OrganismId) -> Individual {
        let species = self.species_of(id).map(|it| world.config().species(it).name.clone());
        Individual { id, species }
    }
}
