//! Calamities that last: droughts and plagues, and fires with the scorched ground that they leave.

use glam::DVec2;
use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;
use terrarium_input::wording::counted;
use terrarium_space::geometry::lattice;

use super::WorldConfig;

/// A circular part of the world.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Disc {
    /// Its centre, in units.
    pub at: DVec2,
    /// Its radius, in units.
    pub radius: f64,
}

/// A calamity, from its command until nothing is left of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OngoingCalamity {
    /// What it is.
    pub kind: CalamityKind,
    /// The tick after which it began.
    pub began: u64,
    /// The number of commands that were carried out before it between the same two ticks.
    pub order: u32,
    /// Its duration, in ticks.
    pub ticks: u64,
    /// The animals that it has killed so far.
    pub animals_died: u32,
    /// The plants that it has killed so far.
    pub plants_died: u32,
    /// The organisms that have recovered from a plague so far.
    pub recovered: u32,
}

/// The kinds of calamities that last, each with its strength.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum CalamityKind {
    /// Plants receive only a share of their light.
    Drought {
        /// Where; `None` in the whole world.
        area: Option<Disc>,
        /// The share of light, 0 to 1.
        light: f64,
    },
    /// Organisms of a species are sick.
    Plague {
        /// The species.
        species: SpeciesId,
        /// Where it broke out; `None` in the whole world.
        area: Option<Disc>,
        /// The probability that a sick organism dies.
        mortality: f64,
        /// The organisms that are still sick, by identity.
        sick: Vec<Sickness>,
    },
    /// A fire spreads from the centre of its area to the border.
    Fire {
        /// Where.
        area: Disc,
        /// The probability that an organism dies when the fire reaches it.
        mortality: f64,
    },
}

/// The sickness of one organism.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sickness {
    /// The organism.
    pub organism: OrganismId,
    /// The number of completed ticks after which it has died or recovered.
    pub until: u64,
}

/// The number of ticks in which scorched ground recovers.
pub const SCORCHED_TICKS: u64 = 600;

/// The share of their light that plants receive on ground that has just burned. It returns to 1 while
/// the ground recovers.
pub const SCORCHED_LIGHT: f64 = 0.6;

/// The maximum number of calamities at the same time.
pub const MAX_CALAMITIES: usize = 256;

impl Disc {
    /// Whether it contains a point.
    #[must_use]
    pub fn contains(&self, point: DVec2) -> bool {
        point.distance_squared(self.at) <= self.radius * self.radius
    }

    /// Whether its numbers are finite, and its radius is positive.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.at.is_finite() && self.radius > 0.0 && self.radius <= lattice::LIMIT
    }
}

impl OngoingCalamity {
    /// The number of completed ticks after which it is over. Ground that burned recovers later.
    #[must_use]
    pub fn ends(&self) -> u64 {
        self.began.saturating_add(self.ticks)
    }

    /// Whether it goes on in the tick after `tick`.
    #[must_use]
    pub fn is_active(&self, tick: u64) -> bool {
        tick < self.ends()
    }

    /// Whether nothing is left of it in the tick after `tick`.
    #[must_use]
    pub fn is_gone(&self, tick: u64) -> bool {
        let recovery = match self.kind {
            CalamityKind::Fire { .. } => SCORCHED_TICKS,
            CalamityKind::Drought { .. } | CalamityKind::Plague { .. } => 0,
        };
        tick >= self.ends().saturating_add(recovery)
    }

    /// Its area; `None` if it is the whole world.
    #[must_use]
    pub fn area(&self) -> Option<Disc> {
        match self.kind {
            CalamityKind::Drought { area, .. } | CalamityKind::Plague { area, .. } => area,
            CalamityKind::Fire { area, .. } => Some(area),
        }
    }

    /// Whether it is a drought that goes on in the tick after `tick`.
    #[must_use]
    pub fn is_drought(&self, tick: u64) -> bool {
        matches!(self.kind, CalamityKind::Drought { .. }) && self.is_active(tick)
    }

    /// How far a fire has spread after so many completed ticks, in units; 0 for other calamities.
    #[must_use]
    pub fn front(&self, tick: u64) -> f64 {
        let CalamityKind::Fire { area, .. } = self.kind else { return 0.0 };
        area.radius * share(tick.saturating_sub(self.began), self.ticks)
    }

    /// How much of the damage of a fire the ground at a point still shows after so many completed ticks:
    /// 1 where it has just burned, 0 where it has not burned or has recovered.
    #[must_use]
    pub fn scorch(&self, point: DVec2, tick: u64) -> f64 {
        let CalamityKind::Fire { area, .. } = self.kind else { return 0.0 };
        let distance = point.distance(area.at);
        let front = self.front(tick);
        if distance > front || front <= 0.0 {
            return 0.0;
        }
        // When the front passed, as ticks from the beginning.
        let passed = count(self.ticks) * distance / area.radius;
        let since = count(tick.saturating_sub(self.began)) - passed;
        (1.0 - since / count(SCORCHED_TICKS)).clamp(0.0, 1.0)
    }

    /// The share of its light that a plant at a point receives in the tick after `tick`.
    #[must_use]
    pub fn light(&self, point: DVec2, tick: u64) -> f64 {
        match self.kind {
            CalamityKind::Drought { area, light } if self.is_active(tick) => {
                if area.is_none_or(|area| area.contains(point)) { light } else { 1.0 }
            }
            CalamityKind::Fire { .. } => 1.0 - (1.0 - SCORCHED_LIGHT) * self.scorch(point, tick),
            CalamityKind::Drought { .. } | CalamityKind::Plague { .. } => 1.0,
        }
    }

    /// The name of its kind: `drought`, `plague` or `fire`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.kind {
            CalamityKind::Drought { .. } => "drought",
            CalamityKind::Plague { .. } => "plague",
            CalamityKind::Fire { .. } => "fire",
        }
    }

    /// What it has done so far, in a few words: `fire: 12 animals and 30 plants died`.
    #[must_use]
    pub fn account(&self, config: &WorldConfig) -> String {
        let (animals, plants) = (self.animals_died, self.plants_died);
        let victims = match (animals, plants) {
            (0, 0) => "nothing".to_owned(),
            (animals, 0) => counted(animals, "animal"),
            (0, plants) => counted(plants, "plant"),
            (..) => format!("{} and {}", counted(animals, "animal"), counted(plants, "plant")),
        };
        match self.kind {
            CalamityKind::Fire { .. } => format!("fire: {victims} died"),
            CalamityKind::Drought { .. } => format!("drought: {victims} starved"),
            CalamityKind::Plague { species, .. } => {
                let name = config.species.get(species.index()).map_or("?", |it| it.name.as_str());
                let died = animals.saturating_add(plants);
                format!("plague among {name}: {died} died, {} recovered", self.recovered)
            }
        }
    }

    /// Returns why these calamities are impossible in a world with this configuration, if they are.
    pub(super) fn problem(all: &[Self], config: &WorldConfig) -> Option<&'static str> {
        if all.len() > MAX_CALAMITIES {
            return Some("there are too many");
        }
        let is_sound = all.iter().all(|calamity| calamity.is_sound(config));
        (!is_sound).then_some("a value of one is out of range")
    }

    /// Whether it is possible in a world with this configuration.
    fn is_sound(&self, config: &WorldConfig) -> bool {
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        let is_known = match &self.kind {
            CalamityKind::Drought { light, .. } => is_share(*light),
            CalamityKind::Fire { mortality, .. } => is_share(*mortality),
            CalamityKind::Plague { species, mortality, sick, .. } => {
                let is_sorted = sick.windows(2).all(|pair| pair[0].organism < pair[1].organism);
                is_share(*mortality) && species.index() < config.species.len() && is_sorted
            }
        };
        const LONGEST: u64 = 1 << 40;
        is_known
            && (1..=LONGEST).contains(&self.ticks)
            && self.area().is_none_or(|area| area.is_sound())
    }
}

fn share(part: u64, whole: u64) -> f64 {
    (count(part) / count(whole.max(1))).min(1.0)
}

#[expect(clippy::cast_precision_loss, reason = "durations are below 2⁵³ ticks")]
fn count(ticks: u64) -> f64 {
    ticks as f64
}
