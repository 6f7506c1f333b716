//! What an individual can do, and how a child comes to differ from its parent.

use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::rules::{Energy, Rules};

/// The characteristics on which an animal spends its points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Characteristic {
    /// How much energy it can hold.
    Energy,
    /// How much it bites off at once.
    Eating,
    /// How hard it strikes.
    Attack,
    /// How much of a blow it wards off.
    Defence,
    /// How fast it can move.
    Speed,
    /// How easily it is overlooked.
    Camouflage,
    /// How far it sees.
    Sight,
}

impl Characteristic {
    /// All of them, in the order in which [`Traits::points`] holds them.
    pub const ALL: [Self; 7] = [
        Self::Energy,
        Self::Eating,
        Self::Attack,
        Self::Defence,
        Self::Speed,
        Self::Camouflage,
        Self::Sight,
    ];

    /// Its name in files and tables.
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

/// The inherited nature of one animal.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Traits {
    /// The radius at which it is grown up, in units.
    pub mature_radius: f32,
    /// The points spent on each [`Characteristic`], in their order.
    pub points: [f32; 7],
}

/// The inherited nature of one plant.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PlantTraits {
    /// The radius at which it is grown up, in units.
    pub mature_radius: f32,
    /// Its height for each unit of radius: who is taller shades who is not.
    pub height: f32,
    /// The share of full light, 0 to 1, at which it thrives best.
    pub preferred_light: f32,
    /// How far it sends its seeds, in units.
    pub seed_spread: f32,
}

/// The range in which mature radii may lie, in units.
pub const MATURE_RADIUS: std::ops::RangeInclusive<f32> = 12.0..=24.0;

impl Traits {
    /// The share of all possible points spent on `what`, 0 to 1.
    #[must_use]
    pub fn share(&self, what: Characteristic, rules: &Rules) -> f64 {
        f64::from(self.points[what as usize]) / rules.points
    }

    /// The most energy a body of this `radius` can hold.
    #[must_use]
    pub fn max_energy(&self, radius: f64, rules: &Rules) -> Energy {
        let share = self.share(Characteristic::Energy, rules);
        Energy::from_units((rules.energy_base + rules.energy_points * share) * radius)
    }

    /// The most energy bitten off at once.
    #[must_use]
    pub fn bite(&self, radius: f64, rules: &Rules) -> Energy {
        let share = self.share(Characteristic::Eating, rules);
        Energy::from_units((rules.bite_base + rules.bite_points * share) * radius)
    }

    /// The most damage one attack does.
    #[must_use]
    pub fn attack(&self, radius: f64, rules: &Rules) -> f64 {
        let share = self.share(Characteristic::Attack, rules);
        (rules.fight_base + rules.fight_points * share) * radius
    }

    /// The most damage one defence wards off.
    #[must_use]
    pub fn defence(&self, radius: f64, rules: &Rules) -> f64 {
        let share = self.share(Characteristic::Defence, rules);
        (rules.fight_base + rules.fight_points * share) * radius
    }

    /// The greatest speed, in units a tick.
    #[must_use]
    pub fn speed(&self, rules: &Rules) -> f64 {
        rules.speed_base + rules.speed_points * self.share(Characteristic::Speed, rules)
    }

    /// How far it sees, in units.
    #[must_use]
    pub fn sight(&self, rules: &Rules) -> f64 {
        rules.sight_base + rules.sight_points * self.share(Characteristic::Sight, rules)
    }

    /// The chance, 0 to 1, that a look does not notice it.
    #[must_use]
    pub fn camouflage(&self, rules: &Rules) -> f64 {
        rules.camouflage_points * self.share(Characteristic::Camouflage, rules)
    }

    /// A child's traits: each characteristic a little off its parent's, all within the points.
    #[must_use]
    pub fn mutated(&self, rules: &Rules, rng: &mut impl rand::Rng) -> Self {
        let mut points = self.points.map(|p| (p + drift(rules.mutation, rng)).max(0.0));
        let (spent, allowed) = (points.iter().sum::<f32>(), narrow(rules.points));
        if spent > allowed {
            points = points.map(|p| p * (allowed / spent));
        }
        Self { mature_radius: mutated_radius(self.mature_radius, rules, rng), points }
    }
}

impl PlantTraits {
    /// The most energy that leaves and roots of this `radius` hold.
    #[must_use]
    pub fn max_energy(&self, radius: f64, rules: &Rules) -> Energy {
        Energy::from_units(rules.leaves * radius)
    }

    /// A seedling's traits: each a little off its parent's.
    #[must_use]
    pub fn mutated(&self, rules: &Rules, rng: &mut impl rand::Rng) -> Self {
        let percent = |rng: &mut _| 1.0 + drift(rules.mutation, rng) / 100.0;
        Self {
            mature_radius: mutated_radius(self.mature_radius, rules, rng),
            height: self.height * percent(rng),
            preferred_light: (self.preferred_light * percent(rng)).clamp(0.0, 1.0),
            seed_spread: (self.seed_spread * percent(rng)).min(narrow(rules.seed_spread)),
        }
    }
}

/// A change of at most `mutation` either way, evenly spread.
fn drift(mutation: f64, rng: &mut impl rand::Rng) -> f32 {
    narrow(mutation * (rng.random::<f64>() * 2.0 - 1.0))
}

/// A radius changes by the same hundredths of its range as a characteristic of its points.
fn mutated_radius(radius: f32, rules: &Rules, rng: &mut impl rand::Rng) -> f32 {
    let range = MATURE_RADIUS.end() - MATURE_RADIUS.start();
    let changed = radius + drift(rules.mutation, rng) / 100.0 * range;
    changed.clamp(*MATURE_RADIUS.start(), *MATURE_RADIUS.end())
}

#[expect(clippy::cast_possible_truncation, reason = "traits are kept in single precision")]
fn narrow(value: f64) -> f32 {
    value as f32
}
