//! The components of organisms.
//!
//! | organism | components |
//! |---|---|
//! | plant | [`Identity`], [`Body`], [`Life`], [`PlantTraits`], [`Crown`] |
//! | animal | [`Identity`], [`Body`], [`Life`], [`Traits`], [`Mind`], [`Motion`] |
//! | carcass | [`Identity`], [`Body`], [`Carcass`] |
//!
//! A living organism of a species with genomes also has a [`Genome`], and one of a species with sexual reproduction
//! [`Mating`].

use glam::DVec2;
use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{Memory, OrganismId, as_bytes};
use terrarium_creatures::genome::Genome;
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::{PlantTraits, SpeciesId, Traits};
use terrarium_space::geometry::{Aabb, Heading};

use super::{Journey, Lineage, Mating};

/// The components of a living plant that its state consists of.
pub type PlantParts<'a> =
    (&'a Identity, &'a Body, &'a Life, &'a PlantTraits, Option<&'a Genome>, Option<&'a Mating>);

/// The components of a living animal.
pub type AnimalParts<'a> = (
    &'a Identity,
    &'a Body,
    &'a Life,
    &'a Traits,
    &'a Mind,
    &'a Motion,
    Option<&'a Genome>,
    Option<&'a Mating>,
);

/// The same components, by name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Animal<'a> {
    pub who: &'a Identity,
    pub body: &'a Body,
    pub life: &'a Life,
    pub traits: &'a Traits,
    pub mind: &'a Mind,
    pub motion: &'a Motion,
    pub genome: Option<&'a Genome>,
    pub mating: Option<&'a Mating>,
}

impl<'a> From<AnimalParts<'a>> for Animal<'a> {
    fn from((who, body, life, traits, mind, motion, genome, mating): AnimalParts<'a>) -> Self {
        Self { who, body, life, traits, mind, motion, genome, mating }
    }
}

/// The identity and descent of an organism, which never change.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// Its unique identity.
    pub id: OrganismId,
    /// The identity of its parent; [`OrganismId::NONE`] if it has none.
    pub parent: OrganismId,
    /// The tick in which it was born; negative for founders, which are older than the world.
    pub born: i64,
    /// The number of its ancestors.
    pub generation: u32,
    /// Its species.
    pub species: SpeciesId,
    /// Its descent, which names its random streams.
    pub lineage: Lineage,
}

impl Identity {
    /// The identity of an organism without a parent.
    pub fn without_parent(id: OrganismId, lineage: Lineage, species: SpeciesId, born: i64) -> Self {
        Self { id, parent: OrganismId::NONE, born, generation: 0, species, lineage }
    }

    /// The tick whose events report its birth; 0 for founders, which are older.
    #[must_use]
    pub fn birth_tick(&self) -> u64 {
        let is_founder = self.parent == OrganismId::NONE && self.born <= 0;
        if is_founder { 0 } else { u64::try_from(self.born).unwrap_or(0) + 1 }
    }

    /// Its age in a tick of the world, in ticks.
    #[must_use]
    pub fn age(&self, tick: u64) -> u64 {
        u64::try_from(i64::try_from(tick).unwrap_or(i64::MAX) - self.born).unwrap_or(0)
    }
}

/// The position and size of an organism, on the lattice.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// The centre.
    pub centre: DVec2,
    /// Half the side, in units.
    pub radius: f64,
}

impl Body {
    /// The box it fills.
    #[must_use]
    pub fn area(&self) -> Aabb {
        Aabb::square(self.centre, self.radius)
    }
}

/// The state of a living body.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Life {
    /// The energy it can spend.
    pub energy: Energy,
    /// The energy it has put into a child or seed not yet born.
    pub embryo: Energy,
    /// The damage it has suffered and not healed.
    pub damage: f64,
    /// The tick from which it may grow again.
    pub grows_at: u64,
    /// The tick from which it may conceive again.
    pub breeds_at: u64,
    /// The number of ticks of incubation left; 0 when it carries no child or seed.
    pub incubation: u32,
    /// The radius at which it is mature, in units.
    pub mature_radius: f32,
    /// The state of its growth.
    pub growth: Growth,
}

impl Life {
    /// Whether it carries a child or seed, due or not.
    #[must_use]
    pub fn is_expecting(&self) -> bool {
        self.incubation > 0 || self.embryo.is_positive()
    }
}

/// The state of growth, with the reason why an organism does not grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Growth {
    /// It grew when the last step was due, and waits for the next.
    Growing,
    /// It has reached its mature size.
    Grown,
    /// It did not have the energy.
    Hungry,
    /// An obstacle was too near.
    NoRoom,
}

/// The light that a plant receives among its neighbours. It is derived from the positions of all
/// plants, so it is not stored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crown {
    /// The share of full light, 0 to 1; `None` when a neighbour has changed since it was computed.
    pub light: Option<f64>,
}

/// The memory, DNA and signal of an animal.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Mind {
    /// Its memory.
    pub memory: Memory,
    /// The DNA that it inherited from its parent.
    #[serde(serialize_with = "as_bytes")]
    pub dna: Box<[u8]>,
    /// The DNA for the child that it expects.
    #[serde(serialize_with = "as_bytes")]
    pub dna_for_child: Box<[u8]>,
    /// The signal that it shows.
    pub signal: u64,
}

/// The movement of an animal.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Motion {
    /// Its displacement in the last tick, in units.
    pub velocity: DVec2,
    /// Its journey, if it is travelling.
    pub journey: Option<Box<Journey>>,
    /// Its heading and pace, if it does not turn or speed up at once and has travelled.
    pub course: Option<Course>,
}

/// The heading and pace of an animal that does not turn or speed up at once.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// The direction it faces.
    pub heading: Heading,
    /// Its pace in the last tick, in units per tick.
    pub pace: f64,
}

/// A dead animal.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Carcass {
    /// The energy left in it.
    pub energy: Energy,
    /// The tick in which it has rotted away.
    pub rots_at: u64,
}

/// Adds a living plant.
pub(super) fn spawn_plant(
    organisms: &mut hecs::World,
    (who, body, life): (Identity, Body, Life),
    traits: PlantTraits,
    genome: Option<Genome>,
) -> hecs::Entity {
    let crown = Crown { light: None };
    match genome {
        Some(genome) => organisms.spawn((who, body, life, traits, crown, genome)),
        None => organisms.spawn((who, body, life, traits, crown)),
    }
}

/// Adds a living animal.
pub(super) fn spawn_animal(
    organisms: &mut hecs::World,
    (who, body, life): (Identity, Body, Life),
    (traits, genome): (Traits, Option<Genome>),
    mind: Mind,
    motion: Motion,
) -> hecs::Entity {
    match genome {
        Some(genome) => organisms.spawn((who, body, life, traits, mind, motion, genome)),
        None => organisms.spawn((who, body, life, traits, mind, motion)),
    }
}
