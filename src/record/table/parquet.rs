//! A table as Parquet.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, Float64Builder, StringDictionaryBuilder, UInt64Builder};
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Metadata, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;

use super::{Cell, Column, Holds};
use crate::record::{NewFile, RecordError};

/// How many rows are gathered before they are encoded.
const BATCH: usize = 4096;

/// How many rows make a group, which is what is kept in memory, encoded.
const GROUP: usize = 131_072;

/// A table that is being written as Parquet. The meaning of each column stands in its metadata.
/// However long it gets, what is kept in memory stays the same.
pub struct ParquetTable {
    writer: ArrowWriter<File>,
    schema: SchemaRef,
    columns: Vec<Filling>,
    rows: usize,
    path: PathBuf,
}

impl ParquetTable {
    /// Begins a table of these columns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn new(file: NewFile, columns: &[Column]) -> Result<Self, RecordError> {
        let NewFile { file, path } = file;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(Default::default()))
            .set_max_row_group_row_count(Some(GROUP))
            .set_created_by(concat!("terrarium ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let schema = schema_of(columns);
        let writer = ArrowWriter::try_new(file, schema.clone(), Some(properties));
        let writer = writer.map_err(|error| failed(&path, error))?;
        let columns = columns.iter().map(|column| Filling::of(column.holds)).collect();
        Ok(Self { writer, schema, columns, rows: 0, path })
    }

    /// Writes a row.
    ///
    /// # Errors
    /// When the file cannot be written.
    ///
    /// # Panics
    /// When the cells are not of the table's columns.
    pub fn row(&mut self, cells: &[Cell<'_>]) -> Result<(), RecordError> {
        assert_eq!(cells.len(), self.columns.len(), "a cell for each column");
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(*cell);
        }
        self.rows += 1;
        if self.rows < BATCH { Ok(()) } else { self.encode() }
    }

    /// Ends the table and brings it to the disk.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(mut self) -> Result<(), RecordError> {
        self.encode()?;
        self.writer.finish().map_err(|error| failed(&self.path, error))?;
        let flushed = self.writer.sync().and_then(|()| self.writer.inner().sync_all());
        flushed.map_err(RecordError::writing(&self.path))
    }

    fn encode(&mut self) -> Result<(), RecordError> {
        self.rows = 0;
        let arrays = self.columns.iter_mut().map(Filling::take).collect();
        RecordBatch::try_new(self.schema.clone(), arrays)
            .map_err(ParquetError::from)
            .and_then(|batch| self.writer.write(&batch))
            .map_err(|error| failed(&self.path, error))
    }
}

fn schema_of(columns: &[Column]) -> SchemaRef {
    let field = |column: &Column| {
        let holds = match column.holds {
            Holds::Whole => DataType::UInt64,
            Holds::Number => DataType::Float64,
            Holds::Word => {
                DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
            }
        };
        let meaning = Metadata::from_iter([("meaning".to_owned(), column.meaning.clone())]);
        Field::new(&column.name, holds, true).with_metadata(meaning)
    };
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}

/// The rows of a column that are not encoded yet.
enum Filling {
    Whole(UInt64Builder),
    Number(Float64Builder),
    Word(StringDictionaryBuilder<Int32Type>),
}

impl Filling {
    fn of(holds: Holds) -> Self {
        match holds {
            Holds::Whole => Self::Whole(UInt64Builder::new()),
            Holds::Number => Self::Number(Float64Builder::new()),
            Holds::Word => Self::Word(StringDictionaryBuilder::new()),
        }
    }

    fn push(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Self::Whole(column), Cell::Whole(number)) => column.append_value(number),
            (Self::Number(column), Cell::Number(number)) => column.append_value(number),
            (Self::Word(column), Cell::Word(word)) => column.append_value(word),
            (Self::Whole(column), Cell::Empty) => column.append_null(),
            (Self::Number(column), Cell::Empty) => column.append_null(),
            (Self::Word(column), Cell::Empty) => column.append_null(),
            (_, cell) => panic!("{cell:?} stands in a column of something else"),
        }
    }

    fn take(&mut self) -> ArrayRef {
        match self {
            Self::Whole(column) => ArrayBuilder::finish(column),
            Self::Number(column) => ArrayBuilder::finish(column),
            Self::Word(column) => ArrayBuilder::finish(column),
        }
    }
}

fn failed(path: &Path, error: ParquetError) -> RecordError {
    let problem = match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    };
    RecordError::Write { path: path.to_owned(), problem }
}
