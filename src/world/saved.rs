//! A world as plain data: what files hold, checked when it comes back.
//!
//! A world is saved as its [`Frame`] and then its organisms one after the other, by identity, so
//! that a large one never has to exist twice.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Body, Carcass, Identity, Ledger, Life, Mind, Motion, Setting, World};
use crate::behaviour::{Event, OrganismId};
use crate::geometry::lattice;
use crate::species::{PlantTraits, Traits};

/// All of a world but its organisms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// What it is founded on.
    pub setting: Setting,
    /// How many ticks it has lived.
    pub tick: u64,
    /// The identity the next organism will get.
    pub next_id: OrganismId,
    /// What befell whom in the last tick.
    pub events: Vec<Event>,
    /// The books of energy.
    pub ledger: Ledger,
}

/// An organism as plain data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SavedOrganism {
    /// Who it is.
    pub who: Identity,
    /// Where it stands.
    pub body: Body,
    /// What it is.
    pub nature: SavedNature,
}

/// What distinguishes plants, animals and carcasses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum SavedNature {
    /// A living plant.
    Plant(Life, PlantTraits),
    /// A living animal.
    Animal(Life, Traits, Mind, Motion),
    /// A dead animal.
    Carcass(Carcass),
}

/// Why plain data is no world.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RestoreError {
    /// An organism is of a species that the world does not list.
    #[error("organism {0} is of a species the world does not have")]
    UnknownSpecies(OrganismId),
    /// Identities repeat, or are not below the next to be handed out, or stand out of order.
    #[error("the identity {0} is out of order")]
    Disorder(OrganismId),
    /// A body is not on the lattice, or reaches out of the world.
    #[error("the body of organism {0} does not lie in the world")]
    OutOfPlace(OrganismId),
}

impl World {
    /// All of this world but its organisms, as plain data.
    #[must_use]
    pub fn frame(&self) -> Frame {
        Frame {
            setting: Setting::clone(&self.setting),
            tick: self.tick,
            next_id: self.next_id,
            events: self.events.clone(),
            ledger: self.ledger,
        }
    }

    /// Every organism by identity, with the name under which `hecs` knows it for now.
    #[must_use]
    pub fn roster(&self) -> Vec<(OrganismId, hecs::Entity)> {
        let mut roster: Vec<_> = self
            .organisms
            .query::<(&Identity, hecs::Entity)>()
            .iter()
            .map(|(who, entity)| (who.id, entity))
            .collect();
        roster.sort_unstable();
        roster
    }

    /// One organism as plain data.
    ///
    /// # Panics
    /// When the entity is none of this world's.
    #[must_use]
    pub fn saved(&self, entity: hecs::Entity) -> SavedOrganism {
        let organism = self.organisms.entity(entity).expect("an entity of this world");
        fn part<T: hecs::Component + Clone>(organism: hecs::EntityRef<'_>) -> T {
            T::clone(&organism.get::<&T>().expect("a component its kind has"))
        }
        let nature = if organism.has::<Carcass>() {
            SavedNature::Carcass(part(organism))
        } else if organism.has::<PlantTraits>() {
            SavedNature::Plant(part(organism), part(organism))
        } else {
            SavedNature::Animal(part(organism), part(organism), part(organism), part(organism))
        };
        SavedOrganism { who: part(organism), body: part(organism), nature }
    }

    /// A world of which only the organisms are missing.
    #[must_use]
    pub fn from_frame(frame: Frame) -> Self {
        let Frame { setting, tick, next_id, events, ledger } = frame;
        Self { tick, next_id, events, ledger, ..Self::new(setting) }
    }

    /// Takes in a saved organism; `after` is the identity of the one before, or nobody's.
    ///
    /// # Errors
    /// When it contradicts the world: files are guarded by a checksum, but anybody can write one.
    pub fn admit(
        &mut self,
        organism: SavedOrganism,
        after: OrganismId,
    ) -> Result<(), RestoreError> {
        let SavedOrganism { who, body, nature } = organism;
        if who.species.index() >= self.setting.species.len() {
            return Err(RestoreError::UnknownSpecies(who.id));
        }
        if who.id <= after || who.id >= self.next_id {
            return Err(RestoreError::Disorder(who.id));
        }
        let on_lattice = lattice::holds(body.centre) && lattice::snap(body.radius) == body.radius;
        if !(on_lattice && body.radius > 0.0 && self.setting.bounds.contains_box(&body.area())) {
            return Err(RestoreError::OutOfPlace(who.id));
        }
        match nature {
            SavedNature::Plant(life, traits) => self.spawn_plant((who, body, life), traits),
            SavedNature::Animal(life, traits, mind, motion) => {
                self.spawn_animal((who, body, life), traits, mind, motion)
            }
            SavedNature::Carcass(carcass) => self.organisms.spawn((who, body, carcass)),
        };
        Ok(())
    }
}
