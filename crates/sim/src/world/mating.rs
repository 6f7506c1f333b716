//! What organisms of species with sexual reproduction have from their second parent, and from their mate.

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{OrganismId, as_bytes};
use terrarium_creatures::genome::Genome;
use terrarium_creatures::species::{Nature, SpeciesId};

use super::{Life, World};

/// The component of a living organism whose species reproduces sexually.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Mating {
    /// Its second parent, which did not bear it; [`OrganismId::NONE`] if it has none.
    pub second_parent: OrganismId,
    /// The DNA that it inherited from its second parent.
    #[serde(serialize_with = "as_bytes")]
    pub second_dna: Box<[u8]>,
    /// The gamete of its mate, from which the child or seed that it expects inherits.
    pub gamete: Option<Box<Gamete>>,
}

/// What an organism passes on to the child that its mate bears.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gamete {
    /// The organism.
    pub of: OrganismId,
    /// Its traits.
    pub traits: Nature,
    /// Its genome, if its species has one.
    pub genome: Option<Genome>,
    /// The DNA that its behaviour passes on.
    #[serde(serialize_with = "as_bytes")]
    pub dna: Box<[u8]>,
}

impl Mating {
    /// Whether an organism of a species, with this life, can have it.
    pub(super) fn is_possible(&self, life: &Life, species: SpeciesId, world: &World) -> bool {
        let is_known = |id: OrganismId| id < world.next_id;
        let of = world.config.species(species);
        let gamete = self.gamete.as_deref();
        is_known(self.second_parent)
            && gamete.is_none_or(|gamete| {
                life.is_expecting()
                    && is_known(gamete.of)
                    && gamete.traits.is_of(of.kind)
                    && gamete.traits.is_possible(&world.config.rules)
                    && of.admits(gamete.genome.as_ref(), true)
            })
    }
}
