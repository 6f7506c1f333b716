//! What can be wrong with a terrain, told so that its author can mend it.

use std::{fmt, io};

use thiserror::Error;

use super::{Alphabet, Cell, MAX_BYTES, MAX_TILES, Tile};
use crate::geometry::lattice;

/// A map, or a scenario file for one, that cannot be used: which one, where in it, and why. Its
/// message is whole: it has no further `source`.
#[derive(Debug, Error)]
#[error("{name}{}: {problem}", place.map(|p| format!(", {p}")).unwrap_or_default())]
pub struct TerrainError {
    /// The file, as the user named it.
    pub name: String,
    /// Where in the map; `None` when it is about the whole of it.
    pub place: Option<Place>,
    /// What is wrong, and what to do about it.
    pub problem: TerrainProblem,
}

/// A place in a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// What `number` counts.
    pub unit: Unit,
    /// Which line or row, counted from 1.
    pub number: usize,
    /// Which character of it, counted from 1.
    pub column: Option<usize>,
}

/// What a map is counted in.
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

/// What is wrong with a terrain.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TerrainProblem {
    /// There is no such file.
    #[error("there is no such file; check the path")]
    NoFile,
    /// The path leads to a directory.
    #[error("this is a directory; give the path of one map file")]
    Directory,
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(io::Error),
    /// The file is longer than a map can be.
    #[error(
        "the file is longer than {MAX_BYTES} bytes, more than a map of {MAX_TILES} tiles, the most \
         there may be, needs; is it a map? If so, cut or shrink it"
    )]
    TooLong,
    /// The text is not UTF-8.
    #[error("this is not text in UTF-8; save the map as plain text")]
    NotUtf8,
    /// There is not one tile.
    #[error("the map is empty; give at least one tile")]
    Empty,
    /// The text is in none of the known formats.
    #[error(
        "neither a MovingAI map (which begins with `type octile`) nor an OpenFire map (a JSON \
         object, which begins with `{{`)"
    )]
    Unrecognised,
    /// A header line is not what it must be.
    #[error("{found} where {expected} is expected")]
    Header {
        /// What stands there.
        found: String,
        /// What must stand there.
        expected: &'static str,
    },
    /// A width or height is no number, or not a usable one.
    #[error("{which} is {found}; it must be a whole number from 1 to {MAX_TILES}")]
    Size {
        /// `width` or `height`.
        which: &'static str,
        /// What is given.
        found: String,
    },
    /// There are more tiles than a terrain may have.
    #[error(
        "the map has {0} tiles or more, but at most {MAX_TILES} are possible; cut or shrink it"
    )]
    TooManyTiles(u64),
    /// A character that stands for no tile.
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
        /// How many tiles the row has.
        found: usize,
        /// How many it must have.
        expected: u32,
    },
    /// There are not as many rows as the map says.
    #[error("the map says that it has {expected} rows, but there are {found}; make them equal")]
    RowCount {
        /// How many rows there are.
        found: usize,
        /// How many the map says.
        expected: u32,
    },
    /// The JSON is broken, or is not an OpenFire map.
    #[error(
        "{0}; an OpenFire map is a JSON object with `width`, `height`, `tiles` (rows of characters) \
         and `controlPoints` (each with `name`, `capture` and `polygon`)"
    )]
    Json(String),
    /// A control point reaches out of the map.
    #[error(
        "the {part} {cell} of control point {name} is outside the map; it has columns 0 to {} and \
         rows 0 to {}", width - 1, height - 1
    )]
    ControlPointOutside {
        /// The control point, quoted.
        name: String,
        /// Which part of it.
        part: &'static str,
        /// Where that is.
        cell: Cell,
        /// How many columns the map has.
        width: u32,
        /// How many rows the map has.
        height: u32,
    },
    /// A control point lacks something.
    #[error("control point {number} (counted from 1) has no {lacks}; give it one")]
    ControlPointIncomplete {
        /// Which control point of the map, counted from 1.
        number: usize,
        /// What it lacks.
        lacks: &'static str,
    },
    /// A scenario file without a line.
    #[error("the scenario file is empty; begin it with the line `version 1`")]
    NoExperiments,
    /// A row of a scenario file has too few columns, or too many.
    #[error(
        "this row has {found} columns; it must have 9: bucket, map, width, height, column and row \
         of start and goal, length"
    )]
    ExperimentColumns {
        /// How many it has.
        found: usize,
    },
    /// A column or row in a scenario file is no number.
    #[error("{which} is {found}; it must be a whole number, counted from 0")]
    ExperimentPlace {
        /// Which column or row.
        which: &'static str,
        /// What is given.
        found: String,
    },
    /// A length in a scenario file is none.
    #[error("the length of the shortest way is {0}; it must be a number from 0")]
    ExperimentLength(String),
    /// A row of a scenario file starts or ends outside its map.
    #[error(
        "the {part} {cell} is outside the map; it has columns 0 to {} and rows 0 to {}",
        width - 1, height - 1
    )]
    ExperimentOutside {
        /// Start or goal.
        part: &'static str,
        /// Where that is.
        cell: Cell,
        /// How many columns the map has.
        width: u32,
        /// How many rows the map has.
        height: u32,
    },
    /// A row of a scenario file starts or ends where nobody can be.
    #[error(
        "the {part} {cell} is on {tile}, which cannot be entered; give the map that the file was made \
         for, or take the row out"
    )]
    ExperimentBlocked {
        /// Start or goal.
        part: &'static str,
        /// Where that is.
        cell: Cell,
        /// What is there.
        tile: Tile,
    },
    /// A row of a scenario file is about a map of another size.
    #[error(
        "this row is about {map} with {} × {} tiles, but the given map has {} × {}; give the map \
         that the file was made for",
        said.0, said.1, is.0, is.1
    )]
    OtherMap {
        /// The map that the row names, quoted.
        map: String,
        /// Width and height by the row.
        said: (u32, u32),
        /// Width and height of the given map.
        is: (u32, u32),
    },
    /// Tiles cannot have this side.
    #[error(
        "tiles cannot be {0} units wide; give a positive multiple of 1/1048576 of a unit, such as 32"
    )]
    TileSide(f64),
    /// The world would be larger than a world can be.
    #[error(
        "{tiles} tiles of {tile_side} units in a line reach too far: a world ends at {} units; use \
         fewer or smaller tiles",
        lattice::LIMIT
    )]
    TooFar {
        /// How many tiles the longer side of the map has.
        tiles: u32,
        /// The side of a tile, in units.
        tile_side: f64,
    },
    /// A stored terrain contradicts itself.
    #[error("the stored terrain is damaged: {0}; use another copy")]
    Damaged(&'static str),
}

impl TerrainProblem {
    /// The problem as one of the map `name`.
    pub(super) fn of(self, name: &str) -> TerrainError {
        TerrainError { name: name.to_owned(), place: None, problem: self }
    }

    /// The problem as one of a line of the map `name`, and of a character of it; counted from 1.
    pub(super) fn at_line(self, name: &str, line: usize, column: Option<usize>) -> TerrainError {
        let place = Place { unit: Unit::Line, number: line, column };
        TerrainError { name: name.to_owned(), place: Some(place), problem: self }
    }
}

/// What somebody wrote, quoted for a message, cut when it is long.
pub(super) fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    let cut = text.chars().nth(MOST).is_some();
    let shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
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
