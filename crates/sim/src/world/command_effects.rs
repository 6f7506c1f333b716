//! The lasting effects of commands on a world, and their pending events.

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{Event, EventKind, OrganismId};
use terrarium_space::geometry::{Aabb, Polygon, lattice};

use super::WorldConfig;

/// The effects of commands. Empty in a world without commands, where hashes leave it out.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CommandEffects {
    /// The walls added by commands, in that order. They are impassable.
    pub walls: Vec<Aabb>,
    /// The polygons added by commands, in that order. They are impassable.
    pub polygons: Vec<Polygon>,
    /// The tick at which the drought ends.
    pub drought_until: u64,
    /// The events of commands since the last tick. They are added to the events of the next.
    pub pending_events: Vec<Event>,
    /// The number of commands carried out since the last tick.
    pub applied: u32,
    /// The links that are open though they were closed in the beginning, or the other way round; sorted.
    pub switched_links: Vec<u16>,
}

/// The maximum number of walls that commands can add to a world.
pub const MAX_WALLS: usize = 4096;

/// The maximum number of polygons in a world.
pub const MAX_POLYGONS: usize = 4096;

/// The maximum number of corners of all polygons of a world.
pub const MAX_POLYGON_CORNERS: usize = 65_536;

impl CommandEffects {
    /// Whether there are no effects.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether there is a drought in a tick.
    #[must_use]
    pub fn is_drought(&self, tick: u64) -> bool {
        tick < self.drought_until
    }

    /// The first organism added since the last tick. Added organisms are inactive for one tick,
    /// like newborns.
    #[must_use]
    pub fn first_newcomer(&self) -> Option<OrganismId> {
        let born =
            self.pending_events.iter().filter(|event| matches!(event.what, EventKind::Born { .. }));
        born.map(|event| event.to).min()
    }

    /// Returns why these effects are impossible in a world with this configuration, if they are.
    pub(super) fn problem(&self, config: &WorldConfig) -> Option<&'static str> {
        let is_sound = |wall: &Aabb| {
            let on_lattice = lattice::holds(wall.min) && lattice::holds(wall.max);
            on_lattice && wall.min.cmplt(wall.max).all() && config.bounds.contains_box(wall)
        };
        let is_sound_polygon = |polygon: &Polygon| {
            polygon.corners().iter().copied().all(lattice::holds)
                && config.bounds.contains_box(&polygon.bounds())
        };
        let are_few = has_room_for(&self.polygons);
        let is_known = |event: &Event| event.species.index() < config.species.len();
        if self.walls.len() > MAX_WALLS || !self.walls.iter().all(is_sound) {
            Some("one of its walls is invalid, or there are too many")
        } else if !are_few || !self.polygons.iter().all(is_sound_polygon) {
            Some("one of its polygons is invalid, or there are too many")
        } else if !config.are_links_sound(&self.switched_links) {
            Some("one of its links is invalid, or switched though there is none")
        } else if !self.pending_events.iter().all(is_known) {
            Some("an event belongs to a species that it does not list")
        } else {
            None
        }
    }
}

/// Whether a world can have these polygons, by their number and that of their corners.
#[must_use]
pub fn has_room_for<'a>(polygons: impl IntoIterator<Item = &'a Polygon>) -> bool {
    let counted = polygons
        .into_iter()
        .fold((0, 0), |(count, corners), polygon| (count + 1, corners + polygon.corners().len()));
    counted.0 <= MAX_POLYGONS && counted.1 <= MAX_POLYGON_CORNERS
}
