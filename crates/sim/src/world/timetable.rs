//! The timetable of a world: interventions at stated ticks.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use terrarium_creatures::species::SpeciesId;
use terrarium_space::geometry::{Aabb, Polygon};
use terrarium_space::terrain::{Cell, Tile};

use super::{Disc, WorldConfig};

/// The maximum number of tiles that one command paints.
pub const MAX_PAINTED: usize = 65_536;

/// The maximum number of commands in a timetable.
pub const MAX_TIMED: usize = 1000;

/// A command of the timetable of a world.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TimedCommand {
    /// Its name, unique in the timetable.
    pub name: String,
    /// The tick after which it is applied first: the next tick is the first with its effects.
    pub tick: u64,
    /// The interval at which it is repeated, in ticks.
    pub every: Option<u64>,
    /// The last tick after which it may be applied.
    pub until: Option<u64>,
    /// What it does.
    pub intervention: Intervention,
}

/// What a command of a timetable does. Unlike a [`Command`](crate::tick::Command), it does not depend on a world: it names
/// rectangles of tiles and the whole world.
///
/// Snapshots hold it by the order of its variants and fields, so that new ones come last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Intervention {
    /// Plants receive less light for a while.
    Drought {
        /// Where; `None` in the whole world.
        area: Option<Disc>,
        /// The share of their light that plants receive, 0 to 1.
        light: f64,
        /// The duration, in ticks.
        ticks: u64,
    },
    /// The organisms of a species are sick for a while, and then die or recover.
    Plague {
        /// The species.
        species: SpeciesId,
        /// Where; `None` in the whole world.
        area: Option<Disc>,
        /// The probability that a sick organism dies, 0 to 1.
        mortality: f64,
        /// The longest duration of a sickness, in ticks.
        ticks: u64,
    },
    /// A fire spreads over an area.
    Fire {
        /// Where.
        area: Disc,
        /// The probability that an organism dies when the fire reaches it, 0 to 1.
        mortality: f64,
        /// The time in which it spreads, in ticks.
        ticks: u64,
    },
    /// Mature organisms of a species are added at random free places.
    Add {
        /// The species.
        species: SpeciesId,
        /// Where; `None` in the whole world.
        area: Option<Disc>,
        /// The number of organisms.
        count: u32,
    },
    /// Organisms of a species are removed.
    Remove(Share),
    /// Organisms of a species get all the energy that they can hold.
    Feed(Share),
    /// Rules are set, in this order.
    Rules(Vec<(String, f64)>),
    /// A link is opened.
    OpenLink(String),
    /// A link is closed.
    CloseLink(String),
    /// A wall is built in this area, in units.
    Wall(Aabb),
    /// Walls are removed from this area, in units.
    RemoveWalls(Aabb),
    /// The tiles of a rectangle are painted.
    Paint {
        /// The kind of the tiles.
        tile: Tile,
        /// The corner tile with the smallest column and row.
        from: Cell,
        /// The opposite corner tile.
        to: Cell,
    },
    /// The random streams become those of this seed.
    Reseed(u64),
    /// A polygon is built.
    Polygon(Polygon),
}

/// A share of the living organisms of a species.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// The species.
    pub species: SpeciesId,
    /// Where; `None` in the whole world.
    pub area: Option<Disc>,
    /// The share of the organisms there, 0 to 1, drawn at random.
    pub share: f64,
}

impl TimedCommand {
    /// Whether it is applied after a tick.
    #[must_use]
    pub fn is_due(&self, tick: u64) -> bool {
        let Some(since) = tick.checked_sub(self.tick) else { return false };
        let is_turn = match self.every {
            Some(every) => since.is_multiple_of(every),
            None => since == 0,
        };
        is_turn && self.until.is_none_or(|until| tick <= until)
    }

    /// The first tick from `tick` on after which it is applied; `None` if there is none.
    #[must_use]
    pub fn next(&self, tick: u64) -> Option<u64> {
        let next = match (tick.checked_sub(self.tick), self.every) {
            (None | Some(0), _) => self.tick,
            (Some(since), Some(every)) => {
                self.tick.checked_add(since.div_ceil(every).checked_mul(every)?)?
            }
            (Some(_), None) => return None,
        };
        self.is_due(next).then_some(next)
    }
}

/// The number of tiles in the rectangle of two corner tiles.
pub fn tiles_between(from: Cell, to: Cell) -> u64 {
    let side = |from: u32, to: u32| u64::from(to.saturating_sub(from)) + 1;
    side(from.x, to.x).saturating_mul(side(from.y, to.y))
}

impl Intervention {
    /// Whether it is small enough to be carried out.
    fn is_bounded(&self) -> bool {
        let Self::Paint { from, to, .. } = self else { return true };
        tiles_between(*from, *to) <= MAX_PAINTED as u64
    }

    /// The key that names it in scenarios.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match self {
            Self::Drought { .. } => "drought",
            Self::Plague { .. } => "plague",
            Self::Fire { .. } => "fire",
            Self::Add { .. } => "add",
            Self::Remove(_) => "remove",
            Self::Feed(_) => "feed",
            Self::Rules(_) => "rules",
            Self::OpenLink(_) => "open_link",
            Self::CloseLink(_) => "close_link",
            Self::Wall(_) => "wall",
            Self::RemoveWalls(_) => "remove_walls",
            Self::Paint { .. } => "paint",
            Self::Reseed(_) => "reseed",
            Self::Polygon(_) => "polygon",
        }
    }

    /// The species that it is about, if any.
    #[must_use]
    pub fn species(&self) -> Option<SpeciesId> {
        match *self {
            Self::Plague { species, .. }
            | Self::Add { species, .. }
            | Self::Remove(Share { species, .. })
            | Self::Feed(Share { species, .. }) => Some(species),
            _ => None,
        }
    }

    /// The disc that it is limited to, if any.
    #[must_use]
    pub fn area(&self) -> Option<Disc> {
        match *self {
            Self::Drought { area, .. }
            | Self::Plague { area, .. }
            | Self::Add { area, .. }
            | Self::Remove(Share { area, .. })
            | Self::Feed(Share { area, .. }) => area,
            Self::Fire { area, .. } => Some(area),
            _ => None,
        }
    }
}

impl WorldConfig {
    /// Whether a timetable is possible in this world. Whether a command can be carried out shows at its tick.
    #[must_use]
    pub fn is_timetable_sound(&self, timetable: &[TimedCommand]) -> bool {
        let names: BTreeSet<&str> = timetable.iter().map(|timed| timed.name.as_str()).collect();
        let is_sound = |timed: &TimedCommand| {
            let species = timed.intervention.species();
            timed.intervention.is_bounded()
                && timed.every.is_none_or(|every| every > 0)
                && species.is_none_or(|species| species.index() < self.species.len())
        };
        names.len() == timetable.len()
            && timetable.len() <= MAX_TIMED
            && timetable.iter().all(is_sound)
    }
}
