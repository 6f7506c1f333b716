//! Calamities as commands: what they are, their usual strength, and what they will strike.

use glam::DVec2;
use serde::{Deserialize, Serialize};
use terrarium_creatures::species::{Kind, SpeciesId};
use terrarium_input::wording::counted;

use crate::world::{Body, Disc, Identity, Life, World};

/// A calamity.
///
/// The first three strike at once or in the whole world, with a fixed strength. Viewers use the others.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Calamity {
    /// Plants receive only [`DROUGHT_LIGHT`](super::DROUGHT_LIGHT) of their light.
    Drought {
        /// The duration, in ticks.
        ticks: u64,
    },
    /// Each organism of a species dies with the probability [`PLAGUE_DEATH_PROBABILITY`](super::PLAGUE_DEATH_PROBABILITY).
    Plague {
        /// The species.
        species: SpeciesId,
    },
    /// Around a point, all plants and carcasses burn, and each animal with the probability
    /// [`FIRE_DEATH_PROBABILITY`](super::FIRE_DEATH_PROBABILITY).
    Fire {
        /// The point, in units.
        at: DVec2,
        /// The distance from there to the centres of the organisms that burn, in units.
        radius: f64,
    },
    /// A drought with an area, a strength and a duration.
    DrySpell {
        /// Where; `None` in the whole world.
        area: Option<Disc>,
        /// The share of their light that plants receive, 0 to 1.
        light: f64,
        /// The duration, in ticks.
        ticks: u64,
    },
    /// A plague with an area, a strength and a duration: the organisms of a species are sick for a while and then die or
    /// recover.
    Epidemic {
        /// The species.
        species: SpeciesId,
        /// Where; `None` in the whole world.
        area: Option<Disc>,
        /// The probability that a sick organism dies, 0 to 1.
        mortality: f64,
        /// The longest duration of a sickness, in ticks.
        ticks: u64,
    },
    /// A fire that spreads from the centre of its area to its border, and leaves scorched ground that
    /// recovers.
    Wildfire {
        /// Where.
        area: Disc,
        /// The probability that an animal or a plant dies when the fire reaches it, 0 to 1.
        mortality: f64,
        /// The time in which it spreads, in ticks.
        ticks: u64,
    },
}

impl Calamity {
    /// A drought around a point, of the usual strength.
    #[must_use]
    pub fn usual_drought(at: DVec2) -> Self {
        Self::DrySpell { area: Some(Disc { at, radius: 600.0 }), light: 0.5, ticks: 300 }
    }

    /// A plague around a point, of the usual strength.
    #[must_use]
    pub fn usual_plague(species: SpeciesId, at: DVec2) -> Self {
        let area = Some(Disc { at, radius: 600.0 });
        Self::Epidemic { species, area, mortality: 0.3, ticks: 200 }
    }

    /// A fire around a point, of the usual strength.
    #[must_use]
    pub fn usual_fire(at: DVec2) -> Self {
        Self::Wildfire { area: Disc { at, radius: 150.0 }, mortality: 0.5, ticks: 60 }
    }

    /// Describes the calamity with its strength and the number of organisms in its area:
    /// `fire, radius 150, 40 % die: 14 animals, 30 plants in it`.
    #[must_use]
    pub fn describe(&self, world: &World) -> String {
        let species = self.species();
        let mut counts = [0; 2];
        let mut query = world.organisms.query::<(&Identity, &Body)>().with::<&Life>();
        for (who, body) in query.iter() {
            let is_hit = species.is_none_or(|species| species == who.species)
                && self.area().is_none_or(|area| area.contains(body.centre));
            let is_plant = world.config.species(who.species).kind == Kind::Plant;
            counts[usize::from(is_plant)] += u32::from(is_hit);
        }
        let name = species.map_or_else(String::new, |id| world.config.species(id).name.clone());
        self.sentence(&name, counts)
    }

    /// Describes the calamity, given the name of the species that it strikes, if it strikes only one, and
    /// the numbers of animals and plants in its area.
    #[must_use]
    pub fn sentence(&self, species: &str, [animals, plants]: [u32; 2]) -> String {
        let place = match self.area() {
            Some(Disc { radius, .. }) => format!("radius {radius:.0}"),
            None => "everywhere".to_owned(),
        };
        let there =
            format!("{} and {} in it", counted(animals, "animal"), counted(plants, "plant"));
        match *self {
            Self::Drought { ticks } => format!("drought for {ticks} ticks"),
            Self::Plague { .. } => format!("plague among {species}"),
            Self::Fire { .. } => "fire".to_owned(),
            Self::DrySpell { light, ticks, .. } => format!(
                "drought, {place}, {:.0} % of the light for {ticks} ticks: {}",
                light * 100.0,
                counted(plants, "plant"),
            ),
            Self::Epidemic { mortality, ticks, .. } => format!(
                "plague among {species}, {place}, {:.0} % die within {ticks} ticks: {} sick",
                mortality * 100.0,
                animals + plants,
            ),
            Self::Wildfire { mortality, ticks, .. } => format!(
                "fire, {place}, {:.0} % die within {ticks} ticks: {there}",
                mortality * 100.0
            ),
        }
    }

    /// Its area; `None` if it is the whole world.
    #[must_use]
    pub fn area(&self) -> Option<Disc> {
        match *self {
            Self::Drought { .. } | Self::Plague { .. } => None,
            Self::Fire { at, radius } => Some(Disc { at, radius }),
            Self::DrySpell { area, .. } | Self::Epidemic { area, .. } => area,
            Self::Wildfire { area, .. } => Some(area),
        }
    }

    /// The species that it strikes, if it strikes only one.
    #[must_use]
    pub fn species(&self) -> Option<SpeciesId> {
        match *self {
            Self::Plague { species } | Self::Epidemic { species, .. } => Some(species),
            _ => None,
        }
    }
}
