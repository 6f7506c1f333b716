//! The formats of leagues.

use serde::{Deserialize, Serialize};

/// The format of a league: who meets whom, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two entrants of one kind, in the field of their kind.
    Duel,
    /// A duel of every two entrants of one kind.
    RoundRobin,
    /// All entrants at once on one meadow.
    Meadow,
    /// Every two entrants as the colonies of a conquest.
    Conquest,
    /// King of the hill: the entrants of a kind challenge its holder, one after the other.
    King,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] =
        [Self::Duel, Self::RoundRobin, Self::Meadow, Self::Conquest, Self::King];

    /// Its name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Duel => "duel",
            Self::RoundRobin => "round-robin",
            Self::Meadow => "meadow",
            Self::Conquest => "conquest",
            Self::King => "king",
        }
    }

    /// The number of ticks of a game unless another is chosen. A game ends earlier when it is
    /// decided.
    #[must_use]
    pub fn default_ticks(self) -> u64 {
        match self {
            Self::Duel | Self::RoundRobin | Self::King => 1200,
            Self::Meadow => 2000,
            Self::Conquest => 3000,
        }
    }

    /// Whether entrants only meet others of their kind.
    #[must_use]
    pub fn separates_kinds(self) -> bool {
        self != Self::Conquest
    }
}
