//! Reading a table row by row, from CSV or Parquet.

use std::fs::File;
#[cfg(target_family = "wasm")]
use std::io;
use std::path::Path;

use csv::StringRecord;

/// Reads a table row by row. Cells are texts, the same for a table in CSV and in Parquet.
///
/// Memory use does not grow with the number of rows.
pub struct TableReader {
    columns: StringRecord,
    rows: Rows,
}

enum Rows {
    Csv(csv::Reader<File>),
    #[cfg(not(target_family = "wasm"))]
    Parquet(super::parquet_rows::ParquetRows),
}

/// Whether the ending of a path is that of Parquet.
#[must_use]
pub fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "parquet")
}

impl TableReader {
    /// Reads the names of the columns. The ending of the path is the format: `parquet`, or otherwise CSV.
    ///
    /// # Errors
    /// When the file cannot be read, or is no table in this format.
    pub fn new(file: File, path: &Path) -> csv::Result<Self> {
        if is_parquet(path) {
            return Self::of_parquet(file);
        }
        let mut reader = csv::Reader::from_reader(file);
        Ok(Self { columns: reader.headers()?.clone(), rows: Rows::Csv(reader) })
    }

    #[cfg(not(target_family = "wasm"))]
    fn of_parquet(file: File) -> csv::Result<Self> {
        let rows = super::parquet_rows::ParquetRows::new(file)?;
        Ok(Self { columns: rows.columns(), rows: Rows::Parquet(rows) })
    }

    #[cfg(target_family = "wasm")]
    fn of_parquet(_: File) -> csv::Result<Self> {
        Err(io::Error::other("Parquet is not read in a browser").into())
    }

    /// The names of the columns.
    #[must_use]
    pub fn columns(&self) -> &StringRecord {
        &self.columns
    }

    /// Reads the next row; `false` if there is none. The byte of its position is where its line begins in CSV, and the
    /// number of the row in Parquet, from 1.
    ///
    /// # Errors
    /// When the row cannot be read.
    pub fn read(&mut self, row: &mut StringRecord) -> csv::Result<bool> {
        match &mut self.rows {
            Rows::Csv(reader) => reader.read_record(row),
            #[cfg(not(target_family = "wasm"))]
            Rows::Parquet(rows) => rows.read(row),
        }
    }
}
