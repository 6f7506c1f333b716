//! Species, read from creature folders and validated.
//!
//! A [`Catalogue`] holds the species that ship with the program and those in the folders that a user
//! names. [`manifest`] documents the format of creature files.

mod catalogue;
mod code;
mod code_file;
mod creature_files;
mod error;
mod folder;
mod genetic_distance;
mod genome_tables;
mod ground;
mod heredity;
mod keys;
pub mod manifest;
mod outdated_module;
mod reproduction;
mod schema;
mod silhouette;
mod steering;
mod trait_values;
mod traits;
mod writing;

use serde::{Deserialize, Serialize};
use terrarium_navigation::Method;

pub use catalogue::{BehaviourCheck, BehaviourRefusal, Catalogue, SpeciesContext};
pub use code::{BehaviourChoice, Code, DRIVEN, MODULE_ENGINE, NEURAL, SCRIPT_ENGINE};
pub use code_file::{CODE_FILES, CodeFile, MODULE_BYTES, SCRIPT_BYTES};
pub use creature_files::CreatureFiles;
pub use error::SpeciesError;
pub use folder::{MANIFEST, Origin, creature_folders, read_creature_files};
pub use genetic_distance::Heritage;
pub use ground::{GroundFactor, GroundFactors, GroundOverrides};
pub use keys::{KeyValue, PARAMETERS};
pub use outdated_module::OutdatedModule;
pub use reproduction::{MATING_DISTANCE, MATING_REACH, SexualReproduction};
pub use schema::schema;
pub use silhouette::{BodyPlan, Ears, Horns, Silhouette, Tail};
pub use steering::{ACCELERATION, Steering, TURN_RATE};
pub use trait_values::{TRAIT_COLUMNS, TraitValues};
pub use traits::{Characteristic, MATURE_RADIUS, PlantTraits, TraitMutation, Traits};

use crate::genome::{Brain, Mutation};
use crate::rules::Rules;

/// The kind of an organism: what it lives on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Grows by light.
    Plant,
    /// Eats plants.
    Herbivore,
    /// Eats carcasses, and kills for them.
    Carnivore,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Plant, Self::Herbivore, Self::Carnivore];

    /// Returns its name in files and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Plant => "plant",
            Self::Herbivore => "herbivore",
            Self::Carnivore => "carnivore",
        }
    }

    /// Returns the factor on its attack, defence and bite.
    #[must_use]
    pub fn strength(self, rules: &Rules) -> f64 {
        if self == Self::Carnivore { rules.carnivore_strength } else { 1.0 }
    }
}

/// The index of a species in a world's list of species.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct SpeciesId(pub u16);

impl SpeciesId {
    /// Returns the index as a `usize`.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A validated species: the traits of its founders, and their behaviour.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Species {
    /// Its name, unique in a world.
    pub name: String,
    /// A description in one line, from its creature file.
    pub description: String,
    /// Its kind.
    pub kind: Kind,
    /// The traits of its founders.
    pub nature: Nature,
    /// How it is drawn.
    pub appearance: Appearance,
    /// The additional cost of each unit of path near a feared animal; 0 for a fearless species.
    pub wariness: f64,
    /// How it goes on roads and in swamps, where it differs from the rules; unused for plants.
    #[serde(default)]
    pub ground: GroundOverrides,
    /// How it plans paths; unused for plants.
    #[serde(default)]
    pub navigation: Method,
    /// How fast it turns and changes its pace; unused for plants.
    #[serde(default)]
    pub steering: Steering,
    /// Its behaviour; `None` for plants.
    pub behaviour: Option<BehaviourChoice>,
    /// How its genome mutates; `None` if it has no table `[mutation]`.
    pub mutation: Option<Mutation>,
    /// The brain of its founders; `None` if it has no table `[brain]`.
    pub brain: Option<Brain>,
    /// How its organisms mate; `None` if they reproduce asexually.
    pub reproduction: Option<SexualReproduction>,
    /// The BLAKE3 hash, in hexadecimal, of the files in its folder that define it.
    pub content_hash: String,
}

/// The traits of the founders of a species. Their descendants vary.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Nature {
    /// The traits of a plant.
    Plant(PlantTraits),
    /// The traits of an animal.
    Animal(Traits),
}

impl Nature {
    /// Returns the radius at which a founder is mature, in units.
    #[must_use]
    pub fn mature_radius(&self) -> f32 {
        match self {
            Self::Plant(traits) => traits.mature_radius,
            Self::Animal(traits) => traits.mature_radius,
        }
    }

    /// Whether an organism of this kind can have these traits.
    pub fn is_of(&self, kind: Kind) -> bool {
        matches!(self, Self::Plant(_)) == (kind == Kind::Plant)
    }

    /// Whether all traits are in the ranges that a simulation can produce.
    pub fn is_possible(&self, rules: &Rules) -> bool {
        let of_kind = match self {
            Self::Plant(PlantTraits { height, preferred_light, seed_spread, .. }) => {
                let sizes = [height, seed_spread];
                let sizes = sizes.into_iter().all(|size| size.is_finite() && *size >= 0.0);
                sizes && (0.0..=1.0).contains(preferred_light)
            }
            Self::Animal(traits) => {
                let affordable = traits.price() <= (rules.points * ROUNDED).powi(2);
                affordable && traits.points.iter().all(|&points| points >= 0.0)
            }
        };
        of_kind && MATURE_RADIUS.contains(&self.mature_radius())
    }
}

/// The tolerance on the points of an animal, for rounding in single precision.
const ROUNDED: f64 = 1.000_01;

/// How a species is drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Appearance {
    /// Red, green and blue.
    pub colour: [u8; 3],
    /// Its outline.
    pub silhouette: Silhouette,
}
