//! The two colonies of a conquest, and the bases and walls as their creatures see them.

use std::fmt;

use glam::DVec2;
use serde::{Deserialize, Serialize};
use terrarium_space::geometry::Aabb;
use terrarium_space::terrain::{Cell, Team};

/// A side in a conquest: one or more species that fight together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colony {
    /// The first colony: `s`, `1` and `c` on maps.
    Blue,
    /// The second colony: `S`, `2` and `C` on maps.
    Red,
}

impl Colony {
    /// Both colonies.
    pub const ALL: [Self; 2] = [Self::Blue, Self::Red];

    /// Its name in files and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Red => "red",
        }
    }

    /// The opposing colony.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Blue => Self::Red,
            Self::Red => Self::Blue,
        }
    }

    /// The colony of a team of a map; `None` for the neutral team.
    #[must_use]
    pub fn from_team(team: Team) -> Option<Self> {
        match team {
            Team::Blue => Some(Self::Blue),
            Team::Red => Some(Self::Red),
            Team::Neutral => None,
        }
    }

    /// The team of an owner; neutral without an owner.
    #[must_use]
    pub fn team(owner: Option<Self>) -> Team {
        match owner {
            Some(Self::Blue) => Team::Blue,
            Some(Self::Red) => Team::Red,
            None => Team::Neutral,
        }
    }

    /// Its index in lists with one item for each colony.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Colony {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The identity of a base: its position in the list of the map, counted from 0.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct BaseId(pub u32);

impl BaseId {
    /// The position as an index into the list.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for BaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "base {}", self.0)
    }
}

/// The owner of something relative to a creature's colony.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Allegiance {
    /// The creature's own colony owns it.
    Own,
    /// Neither colony owns it.
    Neutral,
    /// The other colony owns it.
    Hostile,
}

impl Allegiance {
    /// The allegiance of something that belongs to `owner`, relative to `colony`.
    #[must_use]
    pub fn new(owner: Option<Colony>, colony: Colony) -> Self {
        match owner {
            None => Self::Neutral,
            Some(owner) if owner == colony => Self::Own,
            Some(_) => Self::Hostile,
        }
    }
}

/// A base, relative to the creature that senses it. Creatures of a colony sense all bases, at any
/// distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BaseSighting<'a> {
    /// Its identity.
    pub id: BaseId,
    /// Its name on the map.
    pub name: &'a str,
    /// The centre of its capture tile.
    pub place: DVec2,
    /// Its owner.
    pub allegiance: Allegiance,
    /// The degree to which the creature's own colony holds it: 1 when fully held, 0 when neutral,
    /// −1 when the other colony fully holds it.
    pub hold: f64,
    /// The distance to its capture tile, in units.
    pub distance: f64,
    /// Whether the creature is near enough to count toward its capture.
    pub within: bool,
}

/// A standing wall within the sensor range of a creature of a colony.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WallSighting {
    /// Its tile.
    pub cell: Cell,
    /// Its bounding box.
    pub area: Aabb,
    /// The gap between the wall and the creature's body, along the wider axis, in units; 0 when
    /// they touch.
    pub gap: f64,
    /// Its remaining health, 0 to 1.
    pub health: f64,
    /// The owner of the sentry on it, if there is one.
    pub sentry: Option<Allegiance>,
}
