//! The events of a species over several ticks.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{ActionKind, Death, EventKind};
use terrarium_creatures::rules::Energy;
use terrarium_sim::world::PlanningEffort;

/// The number of events of each kind for the organisms of one species.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flow {
    /// Births. Founders do not count.
    pub births: u64,
    /// Deaths of each cause, in the order of [`Death::ALL`].
    pub deaths: [u64; Death::ALL.len()],
    /// Lethal attacks.
    pub kills: u64,
    /// Bites.
    pub meals: u64,
    /// The energy gained by bites.
    pub eaten: Energy,
    /// Births and seeds without free space.
    pub without_room: u64,
    /// Ticks in which a moving animal was blocked.
    pub blocked: u64,
    /// The effort of path planning.
    pub planning_effort: PlanningEffort,
    /// Failed turns.
    pub faults: u64,
    /// Turns that were not had, because the operations of the species were used up.
    pub no_time: u64,
    /// Refused actions of each slot, in the order of [`ActionKind::ALL`].
    pub refused: [u64; ActionKind::ALL.len()],
}

impl Flow {
    /// The number of deaths of all causes.
    #[must_use]
    pub fn all_deaths(&self) -> u64 {
        self.deaths.iter().sum()
    }

    /// Counts an event.
    pub fn record(&mut self, what: &EventKind) {
        match *what {
            // Organisms without a parent come from nests: founders precede the first tick.
            EventKind::Born { .. } => self.births += 1,
            EventKind::Died { of, .. } => self.deaths[of as usize] += 1,
            EventKind::Struck { killed: true, .. } => self.kills += 1,
            EventKind::Ate { energy, .. } => {
                self.meals += 1;
                self.eaten += energy;
            }
            EventKind::Blocked { .. } => self.blocked += 1,
            EventKind::NoRoomForBirth => self.without_room += 1,
            EventKind::Refused { slot, .. } => self.refused[slot as usize] += 1,
            EventKind::Failed { .. } => self.faults += 1,
            EventKind::NoTime => self.no_time += 1,
            _ => {}
        }
    }
}

impl AddAssign<&Self> for Flow {
    fn add_assign(&mut self, other: &Self) {
        self.births += other.births;
        self.kills += other.kills;
        self.meals += other.meals;
        self.eaten += other.eaten;
        self.without_room += other.without_room;
        self.blocked += other.blocked;
        self.faults += other.faults;
        self.no_time += other.no_time;
        self.planning_effort += other.planning_effort;
        self.deaths.iter_mut().zip(other.deaths).for_each(|(sum, more)| *sum += more);
        self.refused.iter_mut().zip(other.refused).for_each(|(sum, more)| *sum += more);
    }
}
