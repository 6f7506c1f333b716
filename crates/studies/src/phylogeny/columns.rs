//! The columns of a table of individuals that a phylogeny needs, and the values in them.

use std::str::FromStr;

use csv::StringRecord;
use terrarium_input::quoted;

use super::{GenomeValues, TRAIT_COLUMNS};

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
    pub traits: Vec<Column>,
    /// The numbers of genomes.
    pub genome: Vec<Column>,
}

/// A column: its name and its index in every line.
pub(super) struct Column {
    name: String,
    index: usize,
}

impl Columns {
    /// Finds the columns by their names in the first line; the error says which one is missing.
    pub fn find(header: &StringRecord) -> Result<Self, String> {
        let column = |name: &str| match header.iter().position(|it| it == name) {
            Some(index) => Ok(Column { name: name.to_owned(), index }),
            None => Err(format!("there is no column `{name}`")),
        };
        let of_genomes = header.iter().enumerate().filter(|(_, name)| GenomeValues::has(name));
        Ok(Self {
            organism: column("organism")?,
            parent: column("parent")?,
            second_parent: column("second_parent").ok(),
            species: column("species")?,
            kind: column("kind")?,
            born: column("born")?,
            died: column("died")?,
            traits: TRAIT_COLUMNS.into_iter().map(column).collect::<Result<_, _>>()?,
            genome: of_genomes
                .map(|(index, name)| Column { name: name.to_owned(), index })
                .collect(),
        })
    }
}

impl Column {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text of its cell.
    pub fn of<'a>(&self, record: &'a StringRecord) -> &'a str {
        record.get(self.index).unwrap_or_default()
    }

    /// The whole number in its cell.
    pub fn whole(&self, record: &StringRecord) -> Result<u64, String> {
        self.parsed(record, "a whole number")
    }

    /// The whole number in its cell; `None` if it is empty.
    pub fn optional(&self, record: &StringRecord) -> Result<Option<u64>, String> {
        if self.of(record).is_empty() { Ok(None) } else { self.whole(record).map(Some) }
    }

    /// The finite number in its cell.
    pub fn number(&self, record: &StringRecord) -> Result<f64, String> {
        let number: f64 = self.parsed(record, "a number")?;
        if number.is_finite() { Ok(number) } else { Err(self.wrong(record, "a finite number")) }
    }

    /// The finite number in its cell; `None` if it is empty.
    pub fn optional_number(&self, record: &StringRecord) -> Result<Option<f64>, String> {
        if self.of(record).is_empty() { Ok(None) } else { self.number(record).map(Some) }
    }

    fn parsed<T: FromStr>(&self, record: &StringRecord, what: &str) -> Result<T, String> {
        self.of(record).parse().map_err(|_| self.wrong(record, what))
    }

    fn wrong(&self, record: &StringRecord, what: &str) -> String {
        match self.of(record) {
            "" => format!("`{}` is empty, and must be {what}", self.name),
            text => format!("`{}` is {}, not {what}", self.name, quoted(text)),
        }
    }
}
