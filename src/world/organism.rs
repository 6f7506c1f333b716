//! The components an organism is made of.
//!
//! | organism | components |
//! |---|---|
//! | plant | [`Identity`], [`Body`], [`Life`], [`PlantTraits`], [`Crown`] |
//! | animal | [`Identity`], [`Body`], [`Life`], [`Traits`], [`Mind`], [`Motion`] |
//! | carcass | [`Identity`], [`Body`], [`Carcass`] |
//!
//! [`PlantTraits`]: crate::species::PlantTraits
//! [`Traits`]: crate::species::Traits

use glam::DVec2;
use serde::{Deserialize, Serialize};

use super::Journey;
use crate::behaviour::{Memory, OrganismId};
use crate::geometry::Aabb;
use crate::rules::Energy;
use crate::species::SpeciesId;

/// Who an organism is: never changes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// Its own identity.
    pub id: OrganismId,
    /// Its parent's.
    pub parent: OrganismId,
    /// The tick in which it was born; negative for founders, who are older than the world.
    pub born: i64,
    /// How many ancestors it has.
    pub generation: u32,
    /// Its species.
    pub species: SpeciesId,
}

impl Identity {
    /// How old it is in a tick of the world, in ticks.
    #[must_use]
    pub fn age(&self, tick: u64) -> u64 {
        u64::try_from(i64::try_from(tick).unwrap_or(i64::MAX) - self.born).unwrap_or(0)
    }
}

/// Where an organism stands, and how large it is. Lies on the lattice.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// The middle.
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
    /// Ticks of incubation to come; 0 when it is not expecting.
    pub incubation: u32,
    /// The radius at which it is grown up, in units.
    pub mature_radius: f32,
    /// How its growth stands.
    pub growth: Growth,
}

/// Why an organism does not grow, if it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Growth {
    /// It grew last time it could, and waits for the next.
    Growing,
    /// It has reached its mature size.
    Grown,
    /// It has not the energy.
    Hungry,
    /// Something stands too near.
    NoRoom,
}

/// The light a plant gets among its neighbours. Follows from where everybody stands, so no file
/// holds it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crown {
    /// The share of full light, 0 to 1; `None` when a neighbour has changed since it was reckoned.
    pub light: Option<f64>,
}

/// What an animal knows and shows.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Mind {
    /// What it remembers.
    pub memory: Memory,
    /// What its parent handed to it.
    pub dna: Box<[u8]>,
    /// What it will hand to the child it expects.
    pub legacy: Box<[u8]>,
    /// What it signals.
    pub signal: u64,
}

/// How an animal moves.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Motion {
    /// How far it moved in the last tick.
    pub velocity: DVec2,
    /// Where it is going.
    pub journey: Option<Journey>,
}

/// A dead animal.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Carcass {
    /// The energy left on it.
    pub energy: Energy,
    /// The tick in which it will have rotted away.
    pub rots_at: u64,
}
