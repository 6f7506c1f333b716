//! A table as Parquet.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use super::{Cell, Column, Holds};
use crate::record::{NewFile, RecordError};

/// The number of rows in a row group, which is buffered in memory.
const GROUP: usize = 32_768;

/// Writes a table as Parquet. The metadata of the file has the meaning of each column under the key
/// `meaning:` and its name. Memory use does not grow with the number of rows.
pub struct ParquetTable {
    writer: SerializedFileWriter<File>,
    columns: Vec<Buffer>,
    rows: usize,
    path: PathBuf,
}

impl ParquetTable {
    /// Creates a table with these columns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn new(file: NewFile, columns: &[Column]) -> Result<Self, RecordError> {
        let NewFile { file, path } = file;
        let meanings = columns.iter().map(|column| {
            KeyValue::new(format!("meaning:{}", column.name), column.meaning.clone())
        });
        let properties = WriterProperties::builder()
            .set_compression(Compression::GZIP(Default::default()))
            .set_key_value_metadata(Some(meanings.collect()))
            .set_created_by(concat!("terrarium ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let writer = schema_of(columns)
            .and_then(|schema| SerializedFileWriter::new(file, schema, Arc::new(properties)))
            .map_err(|error| failed(&path, error))?;
        let columns = columns.iter().map(|column| Buffer::of(column)).collect();
        Ok(Self { writer, columns, rows: 0, path })
    }

    /// Writes a row.
    ///
    /// # Errors
    /// When the file cannot be written, or a whole number is above 2⁶³ − 1.
    ///
    /// # Panics
    /// When the cells do not match the columns.
    pub fn row(&mut self, cells: &[Cell<'_>]) -> Result<(), RecordError> {
        assert_eq!(cells.len(), self.columns.len(), "a cell for each column");
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(*cell).map_err(RecordError::writing(&self.path))?;
        }
        self.rows += 1;
        if self.rows < GROUP { Ok(()) } else { self.write_group() }
    }

    /// Finishes the table and syncs it to the disk.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(mut self) -> Result<(), RecordError> {
        self.write_group()?;
        self.writer.finish().map_err(|error| failed(&self.path, error))?;
        self.writer.inner().sync_all().map_err(RecordError::writing(&self.path))
    }

    fn write_group(&mut self) -> Result<(), RecordError> {
        if std::mem::take(&mut self.rows) == 0 {
            return Ok(());
        }
        let Self { writer, columns, .. } = self;
        let written = writer.next_row_group().and_then(|mut group| {
            for buffer in columns {
                let mut column = group.next_column()?.expect("a buffer for each column");
                buffer.write(&mut column)?;
                column.close()?;
            }
            group.close()
        });
        written.map(drop).map_err(|error| failed(&self.path, error))
    }
}

fn schema_of(columns: &[Column]) -> Result<Arc<Type>, ParquetError> {
    let field = |column: &Column| {
        let (physical, converted, logical) = match column.holds {
            Holds::Whole => (Physical::INT64, ConvertedType::NONE, None),
            Holds::Number => (Physical::DOUBLE, ConvertedType::NONE, None),
            Holds::Word => (Physical::BYTE_ARRAY, ConvertedType::UTF8, Some(LogicalType::String)),
        };
        let field = Type::primitive_type_builder(&column.name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_converted_type(converted)
            .with_logical_type(logical);
        field.build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<_, _>>()?;
    Type::group_type_builder("table").with_fields(fields).build().map(Arc::new)
}

/// The rows of a column that are not written yet.
struct Buffer {
    name: String,
    /// The definition level of each row: 1, or 0 if its cell is empty.
    present: Vec<i16>,
    values: Values,
}

/// The cells of a column that are not empty.
enum Values {
    Whole(Vec<i64>),
    Number(Vec<f64>),
    Word {
        words: Vec<ByteArray>,
        /// One copy of each word, shared by its cells.
        known: BTreeMap<String, ByteArray>,
    },
}

impl Buffer {
    fn of(column: &Column) -> Self {
        let values = match column.holds {
            Holds::Whole => Values::Whole(Vec::new()),
            Holds::Number => Values::Number(Vec::new()),
            Holds::Word => Values::Word { words: Vec::new(), known: BTreeMap::new() },
        };
        Self { name: column.name.clone(), present: Vec::new(), values }
    }

    fn push(&mut self, cell: Cell<'_>) -> io::Result<()> {
        match (&mut self.values, cell) {
            (_, Cell::Empty) => {}
            (Values::Whole(values), Cell::Whole(number)) => {
                values.push(signed(number).map_err(|problem| {
                    io::Error::other(format!("column `{}`: {problem}", self.name))
                })?);
            }
            (Values::Number(values), Cell::Number(number)) => values.push(number),
            (Values::Word { words, known }, Cell::Word(word)) => {
                if !known.contains_key(word) {
                    known.insert(word.to_owned(), ByteArray::from(word));
                }
                words.push(known[word].clone());
            }
            (_, cell) => panic!("{cell:?} is in a column of another type"),
        }
        self.present.push(i16::from(cell != Cell::Empty));
        Ok(())
    }

    /// Writes all rows and clears the buffer.
    fn write(&mut self, column: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let present = Some(self.present.as_slice());
        match &mut self.values {
            Values::Whole(values) => {
                column.typed::<Int64Type>().write_batch(values, present, None)?;
                values.clear();
            }
            Values::Number(values) => {
                column.typed::<DoubleType>().write_batch(values, present, None)?;
                values.clear();
            }
            Values::Word { words, known } => {
                column.typed::<ByteArrayType>().write_batch(words, present, None)?;
                words.clear();
                known.clear();
            }
        }
        self.present.clear();
        Ok(())
    }
}

/// A whole number as tables hold it.
fn signed(number: u64) -> Result<i64, String> {
    let refusal = |_| format!("{number} is above {}, the most that a table holds", i64::MAX);
    i64::try_from(number).map_err(refusal)
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
