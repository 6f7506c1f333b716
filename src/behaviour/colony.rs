//! The two colonies of a conquest, the bases they fight for, and what their creatures know of both.

use std::fmt;

use glam::DVec2;
use serde::{Deserialize, Serialize};

use crate::geometry::Aabb;
use crate::space::terrain::{Cell, Team};

/// A side in a conquest: a team of species.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colony {
    /// The first: the `s`, `1` and `c` of maps.
    Blue,
    /// The second: the `S`, `2` and `C` of maps.
    Red,
}

impl Colony {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Blue, Self::Red];

    /// Its name in files and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Red => "red",
        }
    }

    /// The one it fights.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Blue => Self::Red,
            Self::Red => Self::Blue,
        }
    }

    /// The colony that a mark of a map belongs to; none for what is neutral.
    #[must_use]
    pub fn of(team: Team) -> Option<Self> {
        match team {
            Team::Blue => Some(Self::Blue),
            Team::Red => Some(Self::Red),
            Team::Neutral => None,
        }
    }

    /// The mark on a map of what a colony owns, or nobody.
    #[must_use]
    pub fn team(owner: Option<Self>) -> Team {
        match owner {
            Some(Self::Blue) => Team::Blue,
            Some(Self::Red) => Team::Red,
            None => Team::Neutral,
        }
    }

    /// Its place in lists that hold something for each colony.
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

/// A base: its place in the list of the map, counted from 0.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct BaseId(pub u32);

impl BaseId {
    /// The place as an index into the list.
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

/// Whose something is, as seen by a creature of a colony.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Allegiance {
    /// Its own colony's.
    Own,
    /// Nobody's.
    Neutral,
    /// The other colony's.
    Hostile,
}

impl Allegiance {
    /// Whose something of `owner` is for a creature of `colony`.
    #[must_use]
    pub fn of(owner: Option<Colony>, colony: Colony) -> Self {
        match owner {
            None => Self::Neutral,
            Some(owner) if owner == colony => Self::Own,
            Some(_) => Self::Hostile,
        }
    }
}

/// A base as a creature of a colony knows it, however far away.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BaseSight<'a> {
    /// Which it is.
    pub id: BaseId,
    /// What the map calls it.
    pub name: &'a str,
    /// The middle of the tile from which it is taken.
    pub place: DVec2,
    /// Whose it is.
    pub allegiance: Allegiance,
    /// How far it leans to one's own colony: 1 when it is wholly held by it, 0 when it is neutral,
    /// −1 when the other colony holds it wholly.
    pub hold: f64,
    /// How far away its place is, in units.
    pub distance: f64,
    /// Whether one is near enough to count for it.
    pub within: bool,
}

/// A wall within sight of a creature of a colony that still stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WallSight {
    /// Its tile.
    pub cell: Cell,
    /// The box that it fills.
    pub area: Aabb,
    /// The gap between it and one's own side, along the wider axis, in units; 0 when touching.
    pub gap: f64,
    /// What is left of it, 0 to 1.
    pub health: f64,
    /// Whose sentry stands on it, if one does.
    pub sentry: Option<Allegiance>,
}
