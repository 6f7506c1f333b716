//! What a world is founded on and never changes afterwards.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use crate::behaviour::{Colony, CreatureRng, OrganismId};
use crate::geometry::Aabb;
use crate::rules::{Energy, Rule, Rules};
use crate::space::terrain::Terrain;
use crate::species::{Kind, Species, SpeciesId};

use super::chance::{self, Purpose};

/// The frame in which organisms live.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    /// What all chance follows from.
    pub seed: u64,
    /// Where bodies can be.
    pub bounds: Aabb,
    /// The constants.
    pub rules: Rules,
    /// The ground, where it is not all plain.
    pub terrain: Option<Terrain>,
    /// The species that can live here; a [`SpeciesId`] is a place in this list.
    pub species: Vec<Species>,
    /// The colony of each species, in the order of the list; empty where nobody fights for bases.
    pub colonies: Vec<Option<Colony>>,
}

impl Setting {
    /// The species in a place of the list.
    #[must_use]
    pub fn species(&self, id: SpeciesId) -> &Species {
        &self.species[id.index()]
    }

    /// Whether colonies fight for bases here.
    #[must_use]
    pub fn is_conquest(&self) -> bool {
        !self.colonies.is_empty()
    }

    /// The colony of a species, if it has one.
    #[must_use]
    pub fn colony(&self, id: SpeciesId) -> Option<Colony> {
        self.colonies.get(id.index()).copied().flatten()
    }

    /// The age at which an organism of this species and mature radius dies, in ticks.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
    pub fn lifespan(&self, species: SpeciesId, mature_radius: f32) -> u64 {
        let a_unit = match self.species(species).kind {
            Kind::Plant => self.rules.lifespan_plant,
            Kind::Herbivore => self.rules.lifespan_herbivore,
            Kind::Carnivore => self.rules.lifespan_carnivore,
        };
        (a_unit * f64::from(mature_radius)) as u64
    }

    /// The energy built into a living body of this radius.
    #[must_use]
    pub fn built_into(&self, radius: f64) -> Energy {
        Energy::from_units(self.rules.growing * radius)
    }

    /// The stream of chance for one organism, tick and purpose.
    #[must_use]
    pub fn chance(&self, tick: u64, id: OrganismId, purpose: Purpose) -> CreatureRng {
        chance::stream(self.seed, tick, id, purpose)
    }

    /// Rules of conquest have no bearing on a world without colonies, so its hash leaves them out.
    pub(super) fn hash(&self) -> u128 {
        let Self { seed, bounds, rules, terrain, species, colonies } = self;
        let mut bytes = plain(&(seed, bounds));
        let in_force = |rule: &&Rule| self.is_conquest() || !rule.of_conquest;
        for rule in Rules::ALL.iter().filter(in_force) {
            let value = rules.get(rule.name).expect("every listed rule has its field");
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend(plain(&(terrain, species)));
        if self.is_conquest() {
            bytes.extend(plain(colonies));
        }
        xxh3_128(&bytes)
    }
}

pub(super) fn plain(data: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(data).expect("plain data can be serialised")
}
