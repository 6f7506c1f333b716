//! Errors in terrains, and how to fix them.

use std::{fmt, io};

use thiserror::Error;

use super::{Alphabet, Cell, MAX_BYTES, MAX_TILES, Tile};
use crate::geometry::lattice;

/// An error in a map, or in a scenario file for one: which file, where in it, and why. The message
/// is complete: there is no further `source`.
#[derive(Debug, Error)]
#[error("{name}{}: {problem}", place.map(|p| format!(", {p}")).unwrap_or_default())]
pub struct TerrainError {
    /// The file, as the user named it.
    pub name: String,
    /// Where in the map; `None` when the error concerns the whole map.
    pub place: Option<Place>,
    /// What is wrong, and what to do about it.
    pub problem: TerrainProblem,
}

/// A position in a map file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// What `number` counts.
    pub unit: Unit,
    /// The line or row, counted from 1.
    pub number: usize,
    /// The character in it, counted from 1.
    pub column: Option<usize>,
}

/// The unit of a position in a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Lines of a file.
    Line,
    /// Rows of tiles, where they are part of a larger file.
    Row,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            Unit::Line => "line",
            Unit::Row => "tile row",
        };
        write!(f, "{unit} {}", self.number)?;
        self.column.map_or(Ok(()), |column| write!(f, ", column {column}"))
    }
}

/// An error in a terrain.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TerrainProblem {
    /// The file does not exist.
    #[error("there is no such file; check the path")]
    NoFile,
    /// The path is a directory.
    #[error("this is a directory; give the path of one map file")]
    Directory,
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(io::Error),
    /// The file is longer than any map.
    #[error(
        "the file is longer than {MAX_BYTES} bytes, which is more than a map of {MAX_TILES} tiles \
         (the maximum) needs; check that it is a map, and crop or shrink it"
    )]
    TooLong,
    /// The text is not UTF-8.
    #[error("this is not UTF-8 text; save the map as plain text")]
    NotUtf8,
    /// The map has no tiles.
    #[error("the map is empty; give at least one tile")]
    Empty,
    /// The format of the text is unknown.
    #[error(
        "neither a MovingAI map (which begins with `type octile`) nor an OpenFire map (a JSON \
         object, which begins with `{{`)"
    )]
    Unrecognised,
    /// A header line is wrong.
    #[error("{found} where {expected} is expected")]
    Header {
        /// The text found.
        found: String,
        /// The text expected.
        expected: &'static str,
    },
    /// A width or height is not a number, or is out of range.
    #[error("{which} is {found}; it must be a whole number from 1 to {MAX_TILES}")]
    Size {
        /// `width` or `height`.
        which: &'static str,
        /// The value found.
        found: String,
    },
    /// The map has too many tiles.
    #[error(
        "the map has {0} tiles or more, but at most {MAX_TILES} are possible; crop or shrink it"
    )]
    TooManyTiles(u64),
    /// A character represents no tile.
    #[error("unknown character {character:?}; {} has {alphabet}", alphabet.format)]
    UnknownCharacter {
        /// The character.
        character: char,
        /// The characters of the format.
        alphabet: &'static Alphabet,
    },
    /// A row is not as wide as the map.
    #[error("this row has {found} tiles, but the map is {expected} wide; make them equal")]
    RowWidth {
        /// The number of tiles in the row.
        found: usize,
        /// The number of tiles expected.
        expected: u32,
    },
    /// The number of rows differs from the stated height.
    #[error("the map states a height of {expected} rows, but has {found}; make them equal")]
    RowCount {
        /// The number of rows found.
        found: usize,
        /// The number of rows stated.
        expected: u32,
    },
    /// The JSON is invalid, or is not an OpenFire map.
    #[error(
        "{0}; an OpenFire map is a JSON object with `width`, `height`, `tiles` (rows of characters) \
         and `controlPoints` (each with `name`, `capture` and `polygon`)"
    )]
    Json(String),
    /// A part of a control point is outside the map.
    #[error(
        "the {part} {cell} of control point {name} is outside the map; it has columns 0 to {} and \
         rows 0 to {}", width - 1, height - 1
    )]
    ControlPointOutside {
        /// The name of the control point, quoted.
        name: String,
        /// Which part of it.
        part: &'static str,
        /// The position of that part.
        cell: Cell,
        /// The number of columns of the map.
        width: u32,
        /// The number of rows of the map.
        height: u32,
    },
    /// A control point lacks a part.
    #[error("control point {number} (counted from 1) has no {lacks}; give it one")]
    ControlPointIncomplete {
        /// The number of the control point, counted from 1.
        number: usize,
        /// The missing part.
        lacks: &'static str,
    },
    /// A scenario file is empty.
    #[error("the scenario file is empty; begin it with the line `version 1`")]
    NoExperiments,
    /// A row of a scenario file has the wrong number of columns.
    #[error(
        "this row has {found} columns; it must have 9: bucket, map, width, height, column and row \
         of start and goal, length"
    )]
    ExperimentColumns {
        /// The number of columns found.
        found: usize,
    },
    /// A column or row in a scenario file is not a number.
    #[error("{which} is {found}; it must be a whole number, counted from 0")]
    ExperimentPlace {
        /// Which column or row.
        which: &'static str,
        /// The value found.
        found: String,
    },
    /// A length in a scenario file is not a valid number.
    #[error("the length of the shortest path is {0}; it must be a number that is not negative")]
    ExperimentLength(String),
    /// The start or goal of a row of a scenario file is outside its map.
    #[error(
        "the {part} {cell} is outside the map; it has columns 0 to {} and rows 0 to {}",
        width - 1, height - 1
    )]
    ExperimentOutside {
        /// Start or goal.
        part: &'static str,
        /// The position of that part.
        cell: Cell,
        /// The number of columns of the map.
        width: u32,
        /// The number of rows of the map.
        height: u32,
    },
    /// The start or goal of a row of a scenario file is impassable.
    #[error(
        "the {part} {cell} is on {tile}, which cannot be entered; give the map that the file was made \
         for, or remove the row"
    )]
    ExperimentBlocked {
        /// Start or goal.
        part: &'static str,
        /// The position of that part.
        cell: Cell,
        /// The kind of tile there.
        tile: Tile,
    },
    /// A row of a scenario file is for a map of another size.
    #[error(
        "this row is for {map} with {} × {} tiles, but the given map has {} × {}; give the map \
         that the file was made for",
        stated.0, stated.1, is.0, is.1
    )]
    OtherMap {
        /// The map that the row names, quoted.
        map: String,
        /// Width and height stated in the row.
        stated: (u32, u32),
        /// Width and height of the given map.
        is: (u32, u32),
    },
    /// The side of a tile is invalid.
    #[error(
        "tiles cannot be {0} units wide; give a positive multiple of 1/1048576 of a unit, such as 32"
    )]
    TileSide(f64),
    /// The world would be too large.
    #[error(
        "{tiles} tiles of {tile_side} units make the world too large: the limit is {} units; use \
         fewer or smaller tiles",
        lattice::LIMIT
    )]
    TooFar {
        /// The number of tiles along the longer side of the map.
        tiles: u32,
        /// The side of a tile, in units.
        tile_side: f64,
    },
    /// A stored terrain is inconsistent.
    #[error("the stored terrain is damaged: {0}; use another copy")]
    Damaged(&'static str),
}

impl TerrainProblem {
    /// The error for the map `name` as a whole.
    pub(super) fn of(self, name: &str) -> TerrainError {
        TerrainError { name: name.to_owned(), place: None, problem: self }
    }

    /// The error for a line of the map `name`, and a character in it, counted from 1.
    pub(super) fn at_line(self, name: &str, line: usize, column: Option<usize>) -> TerrainError {
        let place = Place { unit: Unit::Line, number: line, column };
        TerrainError { name: name.to_owned(), place: Some(place), problem: self }
    }
}

/// Quotes user input for a message, truncated when it is long.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let cut = text.chars().nth(LONGEST).is_some();
    let shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if cut { format!("`{shown}…`") } else { format!("`{shown}`") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_map_the_place_and_the_remedy() {
        let error = TerrainProblem::RowWidth { found: 3, expected: 4 }.at_line("a.map", 7, None);
        assert_eq!(
            error.to_string(),
            "a.map, line 7: this row has 3 tiles, but the map is 4 wide; make them equal"
        );
        let error = TerrainProblem::NoFile.of("b.map");
        assert_eq!(error.to_string(), "b.map: there is no such file; check the path");
    }

    #[test]
    fn a_long_text_is_quoted_in_part() {
        assert_eq!(quoted("a\tb"), "`a\\tb`");
        assert_eq!(quoted(&"x".repeat(1000)), format!("`{}…`", "x".repeat(40)));
    }
}
