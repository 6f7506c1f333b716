//! The signs of all but species, for terminals without colours.

use terrarium_space::terrain::Tile;

/// What a cell of the world shows besides the letters of species.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sign {
    /// The selected organism.
    Selected,
    /// A sick organism.
    Sick,
    /// A carcass.
    Carcass,
    /// The front of a fire.
    Fire,
    /// Ground that has burned.
    Scorched,
    /// What the tool will do.
    Preview,
    /// A wall.
    Wall,
    /// A turret.
    Turret,
    /// Rock.
    Rock,
    /// Water.
    Water,
    /// Trees.
    Trees,
    /// Swamp.
    Swamp,
    /// A road.
    Road,
    /// A nest.
    Nest,
    /// A base.
    Base,
    /// An end of a ferry or a tunnel.
    Link,
}

impl Sign {
    /// All signs, in the order of the help.
    pub const ALL: [Self; 16] = [
        Self::Selected,
        Self::Sick,
        Self::Carcass,
        Self::Fire,
        Self::Scorched,
        Self::Preview,
        Self::Wall,
        Self::Turret,
        Self::Rock,
        Self::Water,
        Self::Trees,
        Self::Swamp,
        Self::Road,
        Self::Nest,
        Self::Base,
        Self::Link,
    ];

    /// The sign of a tile; none of plain ground, which is left empty.
    pub fn from_tile(tile: Tile) -> Option<Self> {
        Some(match tile {
            Tile::Ground => return None,
            Tile::Road => Self::Road,
            Tile::Swamp => Self::Swamp,
            Tile::Water => Self::Water,
            Tile::Trees => Self::Trees,
            Tile::Rock => Self::Rock,
            Tile::Wall => Self::Wall,
            Tile::Turret(_) => Self::Turret,
            Tile::Spawn(_) => Self::Nest,
            Tile::Capture(_) => Self::Base,
        })
    }

    /// Whether it is shown wherever it occurs in a cell. Others are shown where most of the cell has it.
    pub fn is_small(self) -> bool {
        matches!(self, Self::Wall | Self::Turret | Self::Nest | Self::Base | Self::Link)
    }

    /// Its character.
    pub fn letter(self) -> char {
        match self {
            Self::Selected => '@',
            Self::Sick => '!',
            Self::Carcass => '%',
            Self::Fire => '*',
            Self::Scorched => ',',
            Self::Preview => '+',
            Self::Wall => '#',
            Self::Turret => '&',
            Self::Rock => ':',
            Self::Water => '~',
            Self::Trees => '^',
            Self::Swamp => ';',
            Self::Road => '.',
            Self::Nest => '=',
            Self::Base => '$',
            Self::Link => '>',
        }
    }

    /// What it means, for the help.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Selected => "The selected organism",
            Self::Sick => "A sick organism",
            Self::Carcass => "A carcass",
            Self::Fire => "The front of a fire",
            Self::Scorched => "Scorched ground",
            Self::Preview => "What the tool will do",
            Self::Wall => "A wall",
            Self::Turret => "A sentry",
            Self::Rock => "Rock",
            Self::Water => "Water",
            Self::Trees => "Trees",
            Self::Swamp => "Swamp",
            Self::Road => "A road",
            Self::Nest => "A nest",
            Self::Base => "A base",
            Self::Link => "An end of a ferry or a tunnel",
        }
    }

    /// Its name in the legend.
    pub fn name(self) -> &'static str {
        match self {
            Self::Selected => "selected",
            Self::Sick => "sick",
            Self::Carcass => "carcass",
            Self::Fire => "fire",
            Self::Scorched => "scorched",
            Self::Preview => "tool",
            Self::Wall => "wall",
            Self::Turret => "sentry",
            Self::Rock => "rock",
            Self::Water => "water",
            Self::Trees => "trees",
            Self::Swamp => "swamp",
            Self::Road => "road",
            Self::Nest => "nest",
            Self::Base => "base",
            Self::Link => "link",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn signs_differ_from_each_other_and_from_letters() {
        let signs: BTreeSet<char> = Sign::ALL.into_iter().map(Sign::letter).collect();
        assert_eq!(signs.len(), Sign::ALL.len());
        assert!(signs.iter().all(|sign| sign.is_ascii_punctuation() && *sign != '?'));
    }
}
