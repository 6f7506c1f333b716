//! What happened to a species over some ticks.

use std::ops::AddAssign;

use crate::behaviour::{ActionKind, Death, EventKind};
use crate::rules::Energy;
use crate::world::PlanningEffort;

/// How often what happened to the organisms of one species.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flow {
    /// Births; founders are not born.
    pub births: u64,
    /// Deaths of each cause, in the order of [`Death::ALL`].
    pub deaths: [u64; Death::ALL.len()],
    /// Blows that ended a life.
    pub kills: u64,
    /// Bites taken.
    pub meals: u64,
    /// The energy they brought.
    pub eaten: Energy,
    /// Children and seeds that found no room.
    pub without_room: u64,
    /// Ticks in which something stopped a traveller.
    pub blocked: u64,
    /// What finding their ways took.
    pub planning_effort: PlanningEffort,
    /// Turns that failed.
    pub faults: u64,
    /// Wishes refused of each slot, in the order of [`ActionKind::ALL`].
    pub refused: [u64; ActionKind::ALL.len()],
}

impl Flow {
    /// How many died.
    #[must_use]
    pub fn all_deaths(&self) -> u64 {
        self.deaths.iter().sum()
    }

    pub(super) fn note(&mut self, what: &EventKind) {
        match *what {
            // Who has no parent comes out of a nest: founders were there before any tick.
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
        self.planning_effort += other.planning_effort;
        self.deaths.iter_mut().zip(other.deaths).for_each(|(sum, more)| *sum += more);
        self.refused.iter_mut().zip(other.refused).for_each(|(sum, more)| *sum += more);
    }
}
