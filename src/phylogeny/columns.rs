//! The columns of a table of individuals that a phylogeny needs, and the values in them.

use std::str::FromStr;

use csv::StringRecord;

use super::TRAIT_COLUMNS;
use crate::input::quoted;

/// The columns that a phylogeny needs, which may be in any order and among others.
pub(super) struct Columns {
    pub organism: Column,
    pub parent: Column,
    /// Of runs in which organisms mate.
    pub second_parent: Option<Column>,
    pub species: Column,
    pub kind: Column,
    pub born: Column,
    pub died: Column,
    /// In the order of [`TRAIT_COLUMNS`].
    pub traits: [Column; TRAIT_COLUMNS.len()],
}

/// A column: its name and its place in every line.
#[derive(Clone, Copy)]
pub(super) struct Column {
    name: &'static str,
    place: usize,
}

impl Columns {
    /// Finds the columns by their names in the first line; the error says which one is missing.
    pub fn find(header: &StringRecord) -> Result<Self, String> {
        let column = |name| match header.iter().position(|it| it == name) {
            Some(place) => Ok(Column { name, place }),
            None => Err(format!("there is no column `{name}`")),
        };
        let organism = column("organism")?;
        let mut traits = [Column { name: "", place: 0 }; TRAIT_COLUMNS.len()];
        for (slot, name) in traits.iter_mut().zip(TRAIT_COLUMNS) {
            *slot = column(name)?;
        }
        Ok(Self {
            organism,
            parent: column("parent")?,
            second_parent: column("second_parent").ok(),
            species: column("species")?,
            kind: column("kind")?,
            born: column("born")?,
            died: column("died")?,
            traits,
        })
    }
}

impl Column {
    /// The text of its cell.
    pub fn of(self, record: &StringRecord) -> &str {
        record.get(self.place).unwrap_or_default()
    }

    /// The whole number in its cell.
    pub fn whole(self, record: &StringRecord) -> Result<u64, String> {
        self.parsed(record, "a whole number")
    }

    /// The whole number in its cell; `None` if it is empty.
    pub fn optional(self, record: &StringRecord) -> Result<Option<u64>, String> {
        if self.of(record).is_empty() { Ok(None) } else { self.whole(record).map(Some) }
    }

    /// The finite number in its cell.
    pub fn number(self, record: &StringRecord) -> Result<f64, String> {
        let number: f64 = self.parsed(record, "a number")?;
        if number.is_finite() { Ok(number) } else { Err(self.wrong(record, "a finite number")) }
    }

    fn parsed<T: FromStr>(self, record: &StringRecord, what: &str) -> Result<T, String> {
        self.of(record).parse().map_err(|_| self.wrong(record, what))
    }

    fn wrong(self, record: &StringRecord, what: &str) -> String {
        match self.of(record) {
            "" => format!("`{}` is empty, and must be {what}", self.name),
            text => format!("`{}` is {}, not {what}", self.name, quoted(text)),
        }
    }
}
