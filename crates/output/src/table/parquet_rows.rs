//! The rows of a Parquet table, as texts.

use std::fs::File;
use std::io;

use csv::{Position, StringRecord};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use parquet::record::reader::RowIter;

/// Reads the rows of a Parquet table in order, some at a time.
pub(super) struct ParquetRows {
    columns: StringRecord,
    rows: RowIter<'static>,
    /// The number of rows that were read.
    count: u64,
}

impl ParquetRows {
    pub fn new(file: File) -> csv::Result<Self> {
        let reader = SerializedFileReader::new(file).map_err(unreadable)?;
        let schema = reader.metadata().file_metadata().schema_descr_ptr();
        let columns = schema.root_schema().get_fields().iter().map(|column| column.name());
        let columns = columns.collect();
        Ok(Self { columns, rows: RowIter::from_file_into(Box::new(reader)), count: 0 })
    }

    pub fn columns(&self) -> StringRecord {
        self.columns.clone()
    }

    pub fn read(&mut self, row: &mut StringRecord) -> csv::Result<bool> {
        row.clear();
        let Some(next) = self.rows.next() else { return Ok(false) };
        self.count += 1;
        for (name, field) in next.map_err(unreadable)?.get_column_iter() {
            row.push_field(&text_of(name, field)?);
        }
        let mut position = Position::new();
        position.set_byte(self.count);
        row.set_position(Some(position));
        Ok(true)
    }
}

/// The text of a cell, as `CsvTable` writes it.
fn text_of(column: &str, field: &Field) -> io::Result<String> {
    Ok(match field {
        Field::Null => String::new(),
        Field::Long(number) => number.to_string(),
        Field::Double(number) => format!("{number:?}"),
        Field::Str(word) => word.clone(),
        other => {
            return Err(io::Error::other(format!(
                "`{column}` holds {other}, neither a number nor a word"
            )));
        }
    })
}

fn unreadable(error: ParquetError) -> io::Error {
    io::Error::other(error.to_string())
}
