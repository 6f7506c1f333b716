//! What a kind of creature is: a creature folder read into a checked species.
//!
//! A [`Catalogue`] holds those that ship with the program and those in the folders a user names.
//! What may stand in a creature's file is told in [`manifest`].

mod catalogue;
mod code;
mod code_file;
mod error;
mod folder;
mod keys;
pub mod manifest;
#[cfg(test)]
mod tests;
mod traits;

use serde::{Deserialize, Serialize};

use crate::navigation::Method;

pub use catalogue::{BehaviourCheck, BehaviourRefusal, Catalogue, Terms};
pub use code::{BehaviourChoice, Code, MODULE_ENGINE, SCRIPT_ENGINE};
pub use code_file::{CODE_FILES, MODULE_BYTES, SCRIPT_BYTES};
pub use error::SpeciesError;
pub use folder::{MANIFEST, Origin, creature_folders};
pub(crate) use keys::{KeyValue, PARAMETERS};
pub use traits::{Characteristic, MATURE_RADIUS, PlantTraits, Traits};

/// What an organism lives on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Lives on light.
    Plant,
    /// Lives on plants.
    Herbivore,
    /// Lives on carcasses, and kills to have them.
    Carnivore,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Plant, Self::Herbivore, Self::Carnivore];

    /// Its name in files and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Plant => "plant",
            Self::Herbivore => "herbivore",
            Self::Carnivore => "carnivore",
        }
    }
}

/// The place of a species in a world's list of species.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct SpeciesId(pub u16);

impl SpeciesId {
    /// The place as an index into the list.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A checked species: what all its founders are like, and who decides for them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Species {
    /// Its name, unique in a world.
    pub name: String,
    /// One line for people, from its creature file.
    pub description: String,
    /// What it lives on.
    pub kind: Kind,
    /// What its founders are like.
    pub nature: Nature,
    /// How it is drawn.
    pub appearance: Appearance,
    /// How much dearer than its length a way near what it fears is to it, for each unit; 0 for the
    /// fearless.
    pub wariness: f64,
    /// How it finds its way; plants stay where they are.
    #[serde(default)]
    pub navigation: Method,
    /// Who decides for it; plants need nobody.
    pub behaviour: Option<BehaviourChoice>,
    /// The BLAKE3 hash, in hexadecimal, of all that its folder contributed.
    pub content_hash: String,
}

/// What the founders of a species are like; their descendants vary.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Nature {
    /// A plant's traits.
    Plant(PlantTraits),
    /// An animal's traits.
    Animal(Traits),
}

impl Nature {
    /// The radius at which a founder is mature, in units.
    #[must_use]
    pub fn mature_radius(&self) -> f32 {
        match self {
            Self::Plant(traits) => traits.mature_radius,
            Self::Animal(traits) => traits.mature_radius,
        }
    }
}

/// How a species is drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Appearance {
    /// Red, green and blue.
    pub colour: [u8; 3],
}
