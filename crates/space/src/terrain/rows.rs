//! Parsing rows of characters into rows of tiles, for all formats.

use super::error::quoted;
use super::grid::check_count;
use super::{Alphabet, Place, Terrain, TerrainError, TerrainProblem, Unit};

/// How a format writes its rows, for parsing and for error messages.
pub(super) struct RowFormat<'a> {
    /// The map, as the user named it.
    pub name: &'a str,
    /// The characters of the format.
    pub alphabet: &'static Alphabet,
    /// Whether its rows are counted as lines of a file or separately.
    pub unit: Unit,
    /// The number of the first row, counted from 1.
    pub first: usize,
}

impl RowFormat<'_> {
    /// Parses all rows, which must have the declared width and height. Without a declaration, all
    /// rows must be as wide as the first.
    pub fn read<R>(&self, rows: R, declared: Option<(u32, u32)>) -> Result<Terrain, TerrainError>
    where
        R: IntoIterator<Item: AsRef<str>>,
    {
        let mut width = declared.map(|(width, _)| width);
        let (mut codes, mut count) = (Vec::new(), 0);
        for row in rows {
            width = Some(self.read_row(row.as_ref(), count, width, &mut codes)?);
            count += 1;
        }
        if let Some((_, expected)) = declared
            && count != expected as usize
        {
            return Err(TerrainProblem::RowCount { found: count, expected }.of(self.name));
        }
        // No row is empty, so there are at most as many rows as tiles, which are limited.
        let height = count as u32;
        Terrain::from_codes(width.unwrap_or(0), height, codes).map_err(|p| p.of(self.name))
    }

    /// Appends a row to the tiles so far, and returns the common width of all rows.
    fn read_row(
        &self,
        row: &str,
        index: usize,
        width: Option<u32>,
        codes: &mut Vec<u8>,
    ) -> Result<u32, TerrainError> {
        let found = row.chars().count();
        let total = check_count(codes.len() as u64 + found as u64);
        total.map_err(|problem| self.wrong(problem, index, None))?;
        if found == 0 && width.is_none() {
            return Err(self.wrong(TerrainProblem::Empty, index, None));
        }
        let expected = width.unwrap_or(found as u32);
        if found != expected as usize {
            let problem = TerrainProblem::RowWidth { found, expected };
            return Err(self.wrong(problem, index, None));
        }
        for (column, character) in row.chars().enumerate() {
            let tile = self.alphabet.tile(character).ok_or_else(|| {
                let alphabet = self.alphabet;
                let problem = TerrainProblem::UnknownCharacter { character, alphabet };
                self.wrong(problem, index, Some(column + 1))
            })?;
            codes.push(tile.code());
        }
        Ok(expected)
    }

    fn wrong(&self, problem: TerrainProblem, row: usize, column: Option<usize>) -> TerrainError {
        let place = Place { unit: self.unit, number: self.first + row, column };
        TerrainError { name: self.name.to_owned(), place: Some(place), problem }
    }
}

/// Parses a width or height.
pub(super) fn read_size(which: &'static str, text: &str) -> Result<u32, TerrainProblem> {
    match text.parse::<u32>() {
        Ok(size) if size > 0 => Ok(size),
        _ => Err(TerrainProblem::Size { which, found: quoted(text) }),
    }
}
