//! A table as comma-separated values.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use csv::Writer;

use super::{Cell, Column};
use crate::atomic_file;
use crate::{NewFile, RecordError};

/// Writes a table as CSV: a line of column names, then a line for each row. Cells that do not apply
/// are empty. Numbers have as many digits as needed to read back the same value, and always a point
/// or an exponent, so that readers that infer types do not take them for integers.
pub struct CsvTable {
    writer: Writer<File>,
    path: PathBuf,
}

impl CsvTable {
    /// Creates a table with these columns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn new(file: NewFile, columns: &[Column]) -> Result<Self, RecordError> {
        let NewFile { file, path } = file;
        let mut table = Self { writer: Writer::from_writer(file), path };
        let named = table.writer.write_record(columns.iter().map(|column| &column.name));
        named.map_err(|error| table.failed(error.into()))?;
        Ok(table)
    }

    /// Writes a row.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn row(&mut self, cells: &[Cell<'_>]) -> Result<(), RecordError> {
        write_row(&mut self.writer, cells).map_err(|error| self.failed(error.into()))
    }

    /// Writes all rows so far to the disk, and returns the length of the file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn sync(&mut self) -> Result<u64, RecordError> {
        let flushed = self.writer.flush().and_then(|()| {
            let file = self.writer.get_ref();
            file.sync_data()?;
            Ok(file.metadata()?.len())
        });
        flushed.map_err(|error| self.failed(error))
    }

    /// Finishes the table and syncs it to the disk.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(self) -> Result<(), RecordError> {
        let Self { writer, path } = self;
        let file = writer.into_inner().map_err(|error| error.into_error());
        file.and_then(|file| file.sync_all()).map_err(RecordError::writing(&path))
    }

    fn failed(&self, problem: io::Error) -> RecordError {
        RecordError::Write { path: self.path.clone(), problem }
    }
}

/// Writes a table with these rows to `path` at once, replacing an existing file.
///
/// # Errors
/// When the file cannot be written; an existing one is unchanged then.
pub fn save_csv<'a>(
    path: &Path,
    columns: &[Column],
    rows: impl IntoIterator<Item = Vec<Cell<'a>>>,
) -> Result<(), RecordError> {
    let written = atomic_file::write(path, |file| {
        let mut writer = Writer::from_writer(file);
        writer.write_record(columns.iter().map(|column| &column.name))?;
        for cells in rows {
            write_row(&mut writer, &cells)?;
        }
        writer.flush()
    });
    written.map_err(RecordError::writing(path))
}

/// Writes rows without the names of the columns into a new file, and syncs it to the disk.
pub(super) fn save_rows(path: &Path, rows: &[Vec<Cell<'_>>]) -> Result<(), RecordError> {
    let file = File::create_new(path).map_err(RecordError::writing(path))?;
    let mut table = CsvTable { writer: Writer::from_writer(file), path: path.to_owned() };
    rows.iter().try_for_each(|cells| table.row(cells))?;
    table.finish()
}

fn write_row(writer: &mut Writer<impl Write>, cells: &[Cell<'_>]) -> csv::Result<()> {
    for cell in cells {
        match cell {
            Cell::Whole(number) => writer.write_field(number.to_string())?,
            Cell::Number(number) => writer.write_field(format!("{number:?}"))?,
            Cell::Word(word) => writer.write_field(word)?,
            Cell::Empty => writer.write_field("")?,
        }
    }
    writer.write_record(None::<&[u8]>)
}
