//! What commands have left in a world, and what of it is still to be told.

use serde::{Deserialize, Serialize};

use crate::behaviour::{Event, EventKind, OrganismId};
use crate::geometry::{Aabb, lattice};

use super::WorldConfig;

/// What commands have left behind. Empty in a world that nobody meddled with; no hash holds it there.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CommandEffects {
    /// The walls that were dropped, in that order. They bar the way like impassable terrain.
    pub walls: Vec<Aabb>,
    /// Plants get little light until the world has lived so many ticks.
    pub drought_until: u64,
    /// What commands since the last tick did to organisms: told with the events of the next.
    pub untold: Vec<Event>,
    /// How many commands were obeyed since the last tick.
    pub obeyed: u32,
}

/// The most walls that can be dropped into a world.
pub const MOST_WALLS: usize = 4096;

impl CommandEffects {
    /// Whether there is nothing of it.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether there is a drought in a tick.
    #[must_use]
    pub fn is_drought(&self, tick: u64) -> bool {
        tick < self.drought_until
    }

    /// The first who came into the world since the last tick. Who did sleeps for one tick, like a
    /// newborn.
    #[must_use]
    pub fn first_newcomer(&self) -> Option<OrganismId> {
        let born = self.untold.iter().filter(|event| matches!(event.what, EventKind::Born { .. }));
        born.map(|event| event.to).min()
    }

    /// What of it cannot be in a world of this setting, if anything.
    pub(super) fn contradiction(&self, config: &WorldConfig) -> Option<&'static str> {
        let is_sound = |wall: &Aabb| {
            let on_lattice = lattice::holds(wall.min) && lattice::holds(wall.max);
            on_lattice && wall.min.cmplt(wall.max).all() && config.bounds.contains_box(wall)
        };
        let is_known = |event: &Event| event.species.index() < config.species.len();
        if self.walls.len() > MOST_WALLS || !self.walls.iter().all(is_sound) {
            Some("one of its walls is none")
        } else if !self.untold.iter().all(is_known) {
            Some("something befell a species that it does not list")
        } else {
            None
        }
    }
}
