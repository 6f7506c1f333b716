//! Tables, written as CSV and as Parquet, and read row by row.

mod csv;
mod pair;
#[cfg(not(target_family = "wasm"))]
mod parquet;
#[cfg(not(target_family = "wasm"))]
mod parquet_rows;
mod reader;
#[cfg(not(target_family = "wasm"))]
mod unfinished;

pub use csv::{CsvTable, save_csv};

pub use pair::TableFiles;
pub use pair::TablePair;
#[cfg(not(target_family = "wasm"))]
pub use parquet::ParquetTable;

pub use reader::{TableReader, is_parquet};
#[cfg(not(target_family = "wasm"))]
pub use unfinished::UnfinishedTable;

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// The type of its cells, unless they are empty.
    pub holds: Holds,
    /// Its meaning and unit.
    pub meaning: String,
}

/// The type of the cells of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Whole numbers from 0. In Parquet they are signed integers of 64 bits, up to 2⁶³ − 1, so that
    /// differences of two columns can be negative.
    Whole,
    /// Numbers of double precision.
    Number,
    /// Words, with few different values.
    Word,
    /// Texts, which are nearly all different.
    Text,
}

/// The value of one row in a column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell<'a> {
    /// A whole number.
    Whole(u64),
    /// A number.
    Number(f64),
    /// A word or a text.
    Word(&'a str),
    /// No value: the column does not apply.
    Empty,
}

impl Column {
    /// A column of whole numbers.
    pub fn whole(name: impl Into<String>, meaning: impl Into<String>) -> Self {
        Self { name: name.into(), holds: Holds::Whole, meaning: meaning.into() }
    }

    /// A column of numbers.
    pub fn number(name: impl Into<String>, meaning: impl Into<String>) -> Self {
        Self { name: name.into(), holds: Holds::Number, meaning: meaning.into() }
    }

    /// A column of words.
    pub fn word(name: impl Into<String>, meaning: impl Into<String>) -> Self {
        Self { name: name.into(), holds: Holds::Word, meaning: meaning.into() }
    }

    /// A column of texts.
    pub fn text(name: impl Into<String>, meaning: impl Into<String>) -> Self {
        Self { name: name.into(), holds: Holds::Text, meaning: meaning.into() }
    }
}

impl From<Option<f64>> for Cell<'_> {
    fn from(number: Option<f64>) -> Self {
        number.map_or(Self::Empty, Self::Number)
    }
}
