//! The properties of an organism that charts compare.

use terrarium_creatures::species::Kind;
use terrarium_playback::chronicle::Trait;

use super::Individual;

/// A property of an organism.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Property {
    /// An inherited trait.
    Trait(Trait),
    /// Its age.
    Age,
    /// Its radius.
    Radius,
    /// The energy that it can spend.
    Energy,
    /// The number of its ancestors.
    Generation,
}

impl Property {
    /// The properties of a kind: its traits first.
    pub fn of(kind: Kind) -> impl Iterator<Item = Self> {
        let traits = Trait::of(kind).iter().copied().map(Self::Trait);
        traits.chain([Self::Age, Self::Radius, Self::Energy, Self::Generation])
    }

    /// The property of a kind with this name.
    #[must_use]
    pub fn named(kind: Kind, name: &str) -> Option<Self> {
        Self::of(kind).find(|property| property.name() == name || property.column() == name)
    }

    /// Returns its name in charts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            // A trait has the same name as the current energy of an organism.
            Self::Trait(what) if what.name() == "energy" => "energy points",
            Self::Trait(what) => what.name(),
            Self::Age => "age",
            Self::Radius => "radius",
            Self::Energy => "energy",
            Self::Generation => "generation",
        }
    }

    /// Returns its name in files and commands.
    #[must_use]
    pub fn column(self) -> String {
        self.name().replace(' ', "_")
    }

    /// Returns its unit; empty for counts.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Trait(Trait::MatureRadius | Trait::SeedSpread) | Self::Radius => "units",
            Self::Trait(Trait::Points(_)) => "points",
            Self::Age => "ticks",
            Self::Trait(Trait::Height | Trait::PreferredLight)
            | Self::Energy
            | Self::Generation => "",
        }
    }

    /// Returns its value in an organism of this kind.
    #[must_use]
    pub fn value(self, kind: Kind, individual: &Individual) -> f64 {
        match self {
            Self::Trait(what) => {
                let index = Trait::of(kind).iter().position(|&it| it == what);
                index.map_or(0.0, |index| individual.traits[index].into())
            }
            Self::Age => super::float(individual.age),
            Self::Radius => individual.radius,
            Self::Energy => individual.energy,
            Self::Generation => individual.generation.into(),
        }
    }
}
