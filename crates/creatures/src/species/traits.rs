//! The inherited traits of organisms, and their mutation.

use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::Kind;
use crate::genome::{Genome, Mutation, to_f32};
use crate::rules::{Energy, EnergyLimits, Rules};

/// The characteristics on which an animal spends its points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Characteristic {
    /// Energy capacity.
    Energy,
    /// Energy per bite.
    Eating,
    /// Damage of its attacks.
    Attack,
    /// Damage that its defence blocks.
    Defence,
    /// Maximum speed.
    Speed,
    /// Probability of not being noticed.
    Camouflage,
    /// Sensor range.
    Sight,
}

impl Characteristic {
    /// All characteristics, in the order of [`Traits::points`].
    pub const ALL: [Self; 7] = [
        Self::Energy,
        Self::Eating,
        Self::Attack,
        Self::Defence,
        Self::Speed,
        Self::Camouflage,
        Self::Sight,
    ];

    /// Returns its name in files and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Energy => "energy",
            Self::Eating => "eating",
            Self::Attack => "attack",
            Self::Defence => "defence",
            Self::Speed => "speed",
            Self::Camouflage => "camouflage",
            Self::Sight => "sight",
        }
    }
}

/// The inherited traits of an animal.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Traits {
    /// The radius at which it is mature, in units.
    pub mature_radius: f32,
    /// The points spent on each [`Characteristic`], in the order of [`Characteristic::ALL`].
    pub points: [f32; 7],
}

/// The inherited traits of a plant.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PlantTraits {
    /// The radius at which it is mature, in units.
    pub mature_radius: f32,
    /// Its height per unit of radius; taller plants shade lower ones.
    pub height: f32,
    /// The share of full light, 0 to 1, at which it grows best.
    pub preferred_light: f32,
    /// The maximum distance of its seeds, in units.
    pub seed_spread: f32,
}

/// The share of its capacity that a plant keeps for itself.
const PLANT_RESERVE: f64 = 0.4;

/// The range of mature radii, in units.
pub const MATURE_RADIUS: std::ops::RangeInclusive<f32> = 12.0..=24.0;

impl Traits {
    /// Returns the share of all available points that is spent on `characteristic`, 0 to 1.
    #[must_use]
    pub fn share(&self, characteristic: Characteristic, rules: &Rules) -> f64 {
        f64::from(self.points[characteristic as usize]) / rules.points
    }

    /// Returns the energy capacity of a body of this `radius`.
    #[must_use]
    pub fn max_energy(&self, radius: f64, rules: &Rules) -> Energy {
        let share = self.share(Characteristic::Energy, rules);
        Energy::from_units((rules.energy_base + rules.energy_points * share) * radius)
    }

    /// Returns the limits of the energy in a body of this `radius`.
    #[must_use]
    pub fn energy_limits(&self, radius: f64, rules: &Rules) -> EnergyLimits {
        let reserve = Energy::from_units(rules.reserve * radius);
        EnergyLimits { reserve, capacity: self.max_energy(radius, rules) }
    }

    /// Returns the maximum energy of one bite of an animal of this `kind`.
    #[must_use]
    pub fn bite(&self, kind: Kind, radius: f64, rules: &Rules) -> Energy {
        let share = self.share(Characteristic::Eating, rules);
        let a_unit = rules.bite_base + rules.bite_points * share;
        Energy::from_units(kind.strength(rules) * a_unit * radius)
    }

    /// Returns the maximum damage of one attack.
    #[must_use]
    pub fn attack(&self, radius: f64, rules: &Rules) -> f64 {
        let share = self.share(Characteristic::Attack, rules);
        (rules.fight_base + rules.fight_points * share) * radius
    }

    /// Returns the maximum damage that one defence blocks.
    #[must_use]
    pub fn defence(&self, radius: f64, rules: &Rules) -> f64 {
        let share = self.share(Characteristic::Defence, rules);
        (rules.fight_base + rules.fight_points * share) * radius
    }

    /// Returns the maximum speed, in units per tick.
    #[must_use]
    pub fn speed(&self, rules: &Rules) -> f64 {
        rules.speed_base + rules.speed_points * self.share(Characteristic::Speed, rules)
    }

    /// Returns the sensor range, in units.
    #[must_use]
    pub fn sight(&self, rules: &Rules) -> f64 {
        rules.sight_base + rules.sight_points * self.share(Characteristic::Sight, rules)
    }

    /// Returns the probability, 0 to 1, that an observer does not notice it.
    #[must_use]
    pub fn camouflage(&self, rules: &Rules) -> f64 {
        rules.camouflage_points * self.share(Characteristic::Camouflage, rules)
    }

    /// Returns what its points cost: the sum of their squares.
    #[must_use]
    pub fn price(&self) -> f64 {
        self.points.iter().map(|&points| f64::from(points) * f64::from(points)).sum()
    }

    /// Returns the traits of a child of two parents, before they mutate: each is that of either parent, with the same
    /// probability. The squares of its points add up to the mean of its parents'.
    #[must_use]
    pub fn crossed(&self, other: &Self, rng: &mut impl rand::Rng) -> Self {
        let mut points = self.points;
        for (own, others) in points.iter_mut().zip(other.points) {
            *own = either(*own, others, rng);
        }
        let price = Self { points, ..*self }.price();
        let mean = f64::midpoint(self.price(), other.price());
        let scale = if price > 0.0 { to_f32((mean / price).sqrt()) } else { 0.0 };
        Self {
            mature_radius: either(self.mature_radius, other.mature_radius, rng),
            points: points.map(|points| points * scale),
        }
    }

    /// Returns the traits of a child: each characteristic mutated, at the price of the others.
    ///
    /// The squares of its points add up to those of its parent's, or at most to the square of what the
    /// rules allow. So points that are lost in one characteristic are gained in others, and each further
    /// point costs more than the one before it.
    #[must_use]
    pub fn mutated(&self, by: &TraitMutation, rules: &Rules, rng: &mut impl rand::Rng) -> Self {
        let points = self.points.map(|points| (points + by.change(by.points, rng)).max(0.0));
        let allowed = self.price().min(rules.points * rules.points);
        let mutated = Self { points, ..*self }.price();
        // Without points there are no proportions to keep.
        let scale = if mutated > 0.0 { to_f32((allowed / mutated).sqrt()) } else { 0.0 };
        Self {
            mature_radius: by.radius(self.mature_radius, rng),
            points: points.map(|points| points * scale),
        }
    }
}

impl PlantTraits {
    /// Returns the energy capacity of leaves and roots at this `radius`.
    #[must_use]
    pub fn max_energy(&self, radius: f64, rules: &Rules) -> Energy {
        Energy::from_units(rules.leaves * radius)
    }

    /// Returns the limits of the energy in a plant of this `radius`.
    #[must_use]
    pub fn energy_limits(&self, radius: f64, rules: &Rules) -> EnergyLimits {
        let capacity = self.max_energy(radius, rules);
        EnergyLimits { reserve: Energy::from_units(PLANT_RESERVE * capacity.units()), capacity }
    }

    /// Returns the traits of a seed of two parents, before they mutate: each is that of either parent, with the same
    /// probability.
    #[must_use]
    pub fn crossed(&self, other: &Self, rng: &mut impl rand::Rng) -> Self {
        Self {
            mature_radius: either(self.mature_radius, other.mature_radius, rng),
            height: either(self.height, other.height, rng),
            preferred_light: either(self.preferred_light, other.preferred_light, rng),
            seed_spread: either(self.seed_spread, other.seed_spread, rng),
        }
    }

    /// Returns the traits of a seedling: each trait mutated.
    #[must_use]
    pub fn mutated(&self, by: &TraitMutation, rules: &Rules, rng: &mut impl rand::Rng) -> Self {
        let percent = |rng: &mut _| 1.0 + by.change(by.plant, rng) / 100.0;
        Self {
            mature_radius: by.radius(self.mature_radius, rng),
            height: self.height * percent(rng),
            preferred_light: (self.preferred_light * percent(rng)).clamp(0.0, 1.0),
            seed_spread: (self.seed_spread * percent(rng)).min(to_f32(rules.seed_spread)),
        }
    }
}

/// Returns one of two values, each with the same probability.
fn either(own: f32, others: f32, rng: &mut impl rand::Rng) -> f32 {
    if rng.random() { own } else { others }
}

/// How the traits of a species mutate.
#[derive(Debug, Clone, PartialEq)]
pub struct TraitMutation {
    /// The largest change of the points on a characteristic, in points.
    pub points: f64,
    /// The largest change of the mature radius, in percent of the range of all species.
    pub size: f64,
    /// The largest change of a trait of a plant, in percent.
    pub plant: f64,
    /// The bounds of the mature radius, in units.
    pub mature_radius: [f32; 2],
    /// The probability with which each trait mutates.
    pub rate: f64,
}

impl TraitMutation {
    /// How the traits of the child of an organism with this genome mutate. Without a table `[mutation]`, the rule of
    /// that name says it.
    #[must_use]
    pub fn new(mutation: Option<&Mutation>, genome: Option<&Genome>, rules: &Rules) -> Self {
        let size = |of_species: fn(&Mutation) -> Option<f64>| {
            mutation.and_then(of_species).unwrap_or(rules.mutation)
        };
        let bounds = mutation.map(|mutation| mutation.mature_radius);
        Self {
            points: size(|it| it.points),
            size: size(|it| it.size),
            plant: size(|it| it.plant),
            mature_radius: bounds.unwrap_or([*MATURE_RADIUS.start(), *MATURE_RADIUS.end()]),
            rate: genome.map_or(1.0, |genome| genome.rate.into()),
        }
    }

    /// Draws a change of at most `size`. A change that is certain takes no draw.
    fn change(&self, size: f64, rng: &mut impl rand::Rng) -> f32 {
        if self.rate < 1.0 && rng.random::<f64>() >= self.rate {
            return 0.0;
        }
        to_f32(size * (rng.random::<f64>() * 2.0 - 1.0))
    }

    fn radius(&self, radius: f32, rng: &mut impl rand::Rng) -> f32 {
        let range = MATURE_RADIUS.end() - MATURE_RADIUS.start();
        let [least, most] = self.mature_radius;
        (radius + self.change(self.size, rng) / 100.0 * range).clamp(least, most)
    }
}
