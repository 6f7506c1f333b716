//! The kinds of tile, and their passability.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Cell;

/// The owner of a turret, spawn point or capture point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Team {
    /// The first team (OpenFire's `s`, `1` and `c`).
    Blue,
    /// The second team (OpenFire's `S`, `2` and `C`).
    Red,
    /// No team yet (OpenFire's `$`, `0` and `o`).
    Neutral,
}

/// The kind of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum MarkKind {
    /// A turret, standing on a wall.
    Turret,
    /// A spawn point of a team's vehicles.
    Spawn,
    /// The tile at which a base is captured.
    Capture,
}

/// A marked tile of a terrain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Its position.
    pub cell: Cell,
    /// Its kind.
    pub kind: MarkKind,
    /// Its owner.
    pub team: Team,
}

/// The kind of one tile of the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Tile {
    /// Plain ground: passable.
    Ground,
    /// A road: passable.
    Road,
    /// Swamp: passable. MovingAI calls it "passable from regular terrain".
    Swamp,
    /// Water: impassable. In MovingAI's maps it is traversable from water, but "not passable from
    /// terrain", and all agents here start on land.
    Water,
    /// Trees: impassable.
    Trees,
    /// Rock and out-of-bounds areas: impassable.
    Rock,
    /// A wall: impassable until it is destroyed.
    Wall,
    /// A turret on a wall: impassable until it is destroyed.
    Turret(Team),
    /// A spawn point on plain ground: passable.
    Spawn(Team),
    /// A capture point on plain ground: passable.
    Capture(Team),
}

impl Tile {
    /// All tiles. Terrains and snapshots store a tile as its index in this list, so add new ones at
    /// the end only.
    pub const ALL: [Self; 16] = [
        Self::Ground,
        Self::Road,
        Self::Swamp,
        Self::Water,
        Self::Trees,
        Self::Rock,
        Self::Wall,
        Self::Turret(Team::Blue),
        Self::Turret(Team::Red),
        Self::Turret(Team::Neutral),
        Self::Spawn(Team::Blue),
        Self::Spawn(Team::Red),
        Self::Spawn(Team::Neutral),
        Self::Capture(Team::Blue),
        Self::Capture(Team::Red),
        Self::Capture(Team::Neutral),
    ];

    /// Whether a creature may enter the tile.
    #[must_use]
    pub fn is_passable(self) -> bool {
        match self {
            Self::Ground | Self::Road | Self::Swamp | Self::Spawn(_) | Self::Capture(_) => true,
            Self::Water | Self::Trees | Self::Rock | Self::Wall | Self::Turret(_) => false,
        }
    }

    /// Whether the tile is impassable only until it is destroyed.
    #[must_use]
    pub fn is_destructible(self) -> bool {
        matches!(self, Self::Wall | Self::Turret(_))
    }

    /// The kind and the owner of the tile's mark, if it has one.
    #[must_use]
    pub fn mark(self) -> Option<(MarkKind, Team)> {
        match self {
            Self::Turret(team) => Some((MarkKind::Turret, team)),
            Self::Spawn(team) => Some((MarkKind::Spawn, team)),
            Self::Capture(team) => Some((MarkKind::Capture, team)),
            _ => None,
        }
    }

    /// The index of the tile in [`Tile::ALL`].
    pub(super) fn code(self) -> u8 {
        match self {
            Self::Ground => 0,
            Self::Road => 1,
            Self::Swamp => 2,
            Self::Water => 3,
            Self::Trees => 4,
            Self::Rock => 5,
            Self::Wall => 6,
            Self::Turret(team) => 7 + team as u8,
            Self::Spawn(team) => 10 + team as u8,
            Self::Capture(team) => 13 + team as u8,
        }
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Neutral => "neutral",
        })
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ground => f.write_str("ground"),
            Self::Road => f.write_str("road"),
            Self::Swamp => f.write_str("swamp"),
            Self::Water => f.write_str("water"),
            Self::Trees => f.write_str("trees"),
            Self::Rock => f.write_str("rock"),
            Self::Wall => f.write_str("wall"),
            Self::Turret(team) => write!(f, "{team} turret"),
            Self::Spawn(team) => write!(f, "{team} spawn point"),
            Self::Capture(team) => write!(f, "{team} capture point"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_is_stored_as_its_index_in_the_list() {
        for (index, tile) in Tile::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(tile.code()), index, "{tile}");
        }
    }

    #[test]
    fn destructible_tiles_are_impassable() {
        assert!(Tile::ALL.into_iter().filter(|t| t.is_destructible()).all(|t| !t.is_passable()));
        assert_eq!(Tile::ALL.into_iter().filter(|t| t.is_destructible()).count(), 4);
    }
}
