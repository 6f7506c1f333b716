//! The characters of each map format and their tiles.

use std::fmt;

use super::{Team, Tile};

/// The characters of one map format and the tiles they represent.
///
/// `Display` lists them all, for messages and manuals.
#[derive(Debug, PartialEq, Eq)]
pub struct Alphabet {
    /// The name of the format.
    pub format: &'static str,
    /// Each character with its tile; characters of the same tile are adjacent.
    pub letters: &'static [(char, Tile)],
}

impl Alphabet {
    /// MovingAI's grid maps, after <https://movingai.com/benchmarks/formats.html>.
    pub const OCTILE: Self = Self {
        format: "a MovingAI map",
        letters: &[
            ('.', Tile::Ground),
            ('G', Tile::Ground),
            ('S', Tile::Swamp),
            ('@', Tile::Rock),
            ('O', Tile::Rock),
            ('T', Tile::Trees),
            ('W', Tile::Water),
        ],
    };

    /// The maps of the game OpenFire. Note that `.` is water there, and ground in MovingAI's maps.
    pub const OPENFIRE: Self = Self {
        format: "an OpenFire map",
        letters: &[
            (' ', Tile::Ground),
            ('#', Tile::Road),
            ('.', Tile::Water),
            ('-', Tile::Wall),
            ('|', Tile::Wall),
            ('s', Tile::Turret(Team::Blue)),
            ('S', Tile::Turret(Team::Red)),
            ('$', Tile::Turret(Team::Neutral)),
            ('1', Tile::Spawn(Team::Blue)),
            ('2', Tile::Spawn(Team::Red)),
            ('0', Tile::Spawn(Team::Neutral)),
            ('c', Tile::Capture(Team::Blue)),
            ('C', Tile::Capture(Team::Red)),
            ('o', Tile::Capture(Team::Neutral)),
        ],
    };

    /// Rows in a scenario, and text maps that the program prints: OpenFire's characters, plus
    /// others for the tiles that OpenFire does not have. Where a tile has several, output uses the
    /// first.
    pub const PICTURE: Self = Self {
        format: "a picture of tiles",
        letters: &[
            (' ', Tile::Ground),
            ('#', Tile::Road),
            (',', Tile::Swamp),
            ('.', Tile::Water),
            ('~', Tile::Water),
            ('T', Tile::Trees),
            ('@', Tile::Rock),
            ('-', Tile::Wall),
            ('|', Tile::Wall),
            ('s', Tile::Turret(Team::Blue)),
            ('S', Tile::Turret(Team::Red)),
            ('$', Tile::Turret(Team::Neutral)),
            ('1', Tile::Spawn(Team::Blue)),
            ('2', Tile::Spawn(Team::Red)),
            ('0', Tile::Spawn(Team::Neutral)),
            ('c', Tile::Capture(Team::Blue)),
            ('C', Tile::Capture(Team::Red)),
            ('o', Tile::Capture(Team::Neutral)),
        ],
    };

    /// The tile that `character` represents, if any.
    #[must_use]
    pub fn tile(&self, character: char) -> Option<Tile> {
        self.letters.iter().find(|(letter, _)| *letter == character).map(|&(_, tile)| tile)
    }

    /// The first character that represents `tile`, if any.
    #[must_use]
    pub fn letter(&self, tile: Tile) -> Option<char> {
        self.letters.iter().find(|(_, meaning)| *meaning == tile).map(|&(letter, _)| letter)
    }
}

impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, letters) in self.letters.chunk_by(|a, b| a.1 == b.1).enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            for (letter, _) in letters {
                match letter {
                    ' ' => f.write_str("space ")?,
                    _ => write!(f, "`{letter}` ")?,
                }
            }
            write!(f, "{}", letters[0].1)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_means_two_things() {
        for alphabet in [Alphabet::OCTILE, Alphabet::OPENFIRE, Alphabet::PICTURE] {
            for &(letter, tile) in alphabet.letters {
                assert_eq!(alphabet.tile(letter), Some(tile), "`{letter}` in {}", alphabet.format);
            }
        }
    }

    #[test]
    fn a_picture_can_show_every_tile_and_reads_every_openfire_character() {
        for tile in Tile::ALL {
            assert!(Alphabet::PICTURE.letter(tile).is_some(), "no character for {tile}");
        }
        for &(letter, tile) in Alphabet::OPENFIRE.letters {
            assert_eq!(Alphabet::PICTURE.tile(letter), Some(tile));
        }
    }

    #[test]
    fn an_alphabet_lists_its_characters_by_tile() {
        assert_eq!(
            Alphabet::OCTILE.to_string(),
            "`.` `G` ground, `S` swamp, `@` `O` rock, `T` trees, `W` water"
        );
        assert!(Alphabet::OPENFIRE.to_string().starts_with("space ground, `#` road, "));
    }
}
