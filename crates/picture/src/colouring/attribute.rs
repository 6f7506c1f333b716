//! What organisms can be coloured by.

use std::borrow::Cow;
use std::sync::Arc;

use terrarium_creatures::genome::Genome;
use terrarium_creatures::species::{Kind, PlantTraits, Species, Traits};
use terrarium_input::spelling;
use terrarium_playback::chronicle::Trait;
use terrarium_sim::world::{Identity, World};
use thiserror::Error;

/// What organisms are coloured by, instead of by species.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColourBy {
    /// The founder from which they descend.
    Lineage,
    /// The cluster that they belong to.
    Cluster,
    /// The number of their ancestors.
    Generation,
    /// Their age.
    Age,
    /// An inherited trait.
    Trait(Trait),
    /// The hue among their neutral marks.
    Hue,
    /// A heritable parameter of their behaviour, by its name.
    Parameter(Arc<str>),
}

/// A name of nothing that the organisms of a world can be coloured by.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "nothing in this world can be coloured by `{name}`{}; the choices are {}",
    spelling::hint(nearest.as_deref()),
    choices.join(", ")
)]
pub struct UnknownColour {
    /// The name that was given.
    pub name: String,
    /// The most similar choice, if one is similar.
    pub nearest: Option<String>,
    /// All choices.
    pub choices: Vec<String>,
}

/// The parts of a living organism that have values.
pub(super) struct Bearer<'a> {
    pub who: &'a Identity,
    pub animal: Option<&'a Traits>,
    pub plant: Option<&'a PlantTraits>,
    pub genome: Option<&'a Genome>,
}

impl ColourBy {
    /// What organisms of these species can be coloured by.
    #[must_use]
    pub fn choices(species: &[Species]) -> Vec<Self> {
        let mut all = vec![Self::Lineage, Self::Cluster, Self::Generation, Self::Age];
        let kinds = [Kind::Herbivore, Kind::Carnivore, Kind::Plant];
        for kind in kinds.into_iter().filter(|&kind| species.iter().any(|it| it.kind == kind)) {
            for &what in Trait::of(kind) {
                if !all.contains(&Self::Trait(what)) {
                    all.push(Self::Trait(what));
                }
            }
        }
        if species.iter().any(Species::has_genome) {
            all.push(Self::Hue);
        }
        let parameters = species.iter().flat_map(Species::founder_parameters);
        let mut parameters: Vec<Self> =
            parameters.map(|(name, ..)| Self::Parameter(name.into())).collect();
        parameters.sort();
        parameters.dedup();
        all.extend(parameters);
        all
    }

    /// What has this name, among the [choices](Self::choices) for these species.
    ///
    /// # Errors
    /// When there is no such choice.
    pub fn named(name: &str, species: &[Species]) -> Result<Self, UnknownColour> {
        let choices = Self::choices(species);
        if let Some(by) = choices.iter().find(|by| by.name() == name) {
            return Ok(by.clone());
        }
        let choices: Vec<String> = choices.iter().map(|by| by.name().into_owned()).collect();
        let nearest = spelling::nearest(name, choices.iter().map(String::as_str));
        Err(UnknownColour { name: name.to_owned(), nearest: nearest.map(str::to_owned), choices })
    }

    /// Returns its name; for traits, that of the column in the table of individuals.
    #[must_use]
    pub fn name(&self) -> Cow<'static, str> {
        match self {
            Self::Lineage => "lineage".into(),
            Self::Cluster => "cluster".into(),
            Self::Generation => "generation".into(),
            Self::Age => "age".into(),
            Self::Trait(what) => what.column().into(),
            Self::Hue => "hue".into(),
            Self::Parameter(name) => format!("param_{name}").into(),
        }
    }

    /// Returns its unit; empty for counts.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        match self {
            Self::Age => "ticks",
            Self::Trait(Trait::MatureRadius | Trait::SeedSpread) => "units",
            Self::Trait(Trait::Points(_)) => "points",
            _ => "",
        }
    }

    /// Whether organisms of a species have it.
    pub fn applies_to(&self, species: &Species) -> bool {
        match self {
            Self::Lineage | Self::Cluster | Self::Generation | Self::Age => true,
            Self::Trait(what) => Trait::of(species.kind).contains(what),
            Self::Hue => species.has_genome(),
            Self::Parameter(name) => species.founder_parameters().any(|(own, ..)| own == &**name),
        }
    }

    /// The value in an organism; `None` if it has none. Lineages and clusters have no values.
    #[expect(clippy::cast_precision_loss, reason = "ages are small")]
    pub(super) fn value(&self, bearer: &Bearer<'_>, world: &World) -> Option<f64> {
        match self {
            Self::Lineage | Self::Cluster => None,
            Self::Generation => Some(bearer.who.generation.into()),
            Self::Age => Some(bearer.who.age(world.tick()) as f64),
            Self::Trait(what) => what.value(bearer.animal, bearer.plant),
            Self::Hue => Some(bearer.genome?.marks.hue.into()),
            Self::Parameter(name) => {
                let species = world.config().species(bearer.who.species);
                let index = species.founder_parameters().position(|(own, ..)| own == &**name)?;
                Some((*bearer.genome?.parameters.get(index)?).into())
            }
        }
    }
}
