//! A table as Parquet.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{
    Compression, ConvertedType, GzipLevel, LogicalType, Repetition, Type as Physical,
};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type};

use super::unfinished::{groups_path, rest_path, write_groups};
use super::{Cell, Column, Holds};
use crate::{NewFile, RecordError};

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
            .set_created_by(format!("terrarium {}", crate::VERSION));
        let properties = columns.iter().fold(properties, for_texts).build();
        let writer = schema_of(columns)
            .and_then(|schema| SerializedFileWriter::new(file, schema, Arc::new(properties)))
            .map_err(|error| failed(&path, error))?;
        let columns = columns.iter().map(Buffer::new).collect();
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
        self.push(cells)?;
        self.rows += 1;
        if self.rows < GROUP { Ok(()) } else { self.write_group() }
    }

    /// Adds a row to the buffers.
    fn push(&mut self, cells: &[Cell<'_>]) -> Result<(), RecordError> {
        assert_eq!(cells.len(), self.columns.len(), "a cell for each column");
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(*cell).map_err(RecordError::writing(&self.path))?;
        }
        Ok(())
    }

    /// Writes all rows so far to the disk, from where an `UnfinishedTable` joins them: the complete row
    /// groups into the file of the table, their metadata and the other rows into the folder `folder`, followed by
    /// `more`, which are no part of the table yet.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn checkpoint(&mut self, folder: &Path, more: &[Vec<Cell<'_>>]) -> Result<(), RecordError> {
        let flushed = self.writer.flush().and_then(|()| self.writer.inner().sync_data());
        flushed.map_err(RecordError::writing(&self.path))?;
        let groups = groups_path(folder, &self.path);
        write_synced(&groups, |file| write_groups(file, &self.writer))?;
        for cells in more {
            self.push(cells)?;
        }
        let written = write_synced(&rest_path(folder, &self.path), |file| {
            let schema = self.writer.schema_descr().root_schema_ptr();
            let properties = Arc::clone(self.writer.properties());
            let mut rest = SerializedFileWriter::new(file, schema, properties)?;
            if self.rows + more.len() > 0 {
                write_group(&mut rest, &self.columns)?;
            }
            rest.finish().map(drop)
        });
        self.columns.iter_mut().for_each(|column| column.truncate(self.rows));
        written
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
        let written = write_group(&mut self.writer, &self.columns);
        self.columns.iter_mut().for_each(Buffer::clear);
        written.map_err(|error| failed(&self.path, error))
    }
}

/// Texts need neither a dictionary, since none comes twice, nor thorough compression, which would take most of the time.
fn for_texts(properties: WriterPropertiesBuilder, column: &Column) -> WriterPropertiesBuilder {
    if column.holds != Holds::Text {
        return properties;
    }
    let path = ColumnPath::from(column.name.as_str());
    let fast = Compression::GZIP(GzipLevel::try_new(1).unwrap_or_default());
    properties
        .set_column_dictionary_enabled(path.clone(), false)
        .set_column_statistics_enabled(path.clone(), EnabledStatistics::None)
        .set_column_compression(path, fast)
}

/// Writes the rows of the buffers as a row group.
fn write_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    columns: &[Buffer],
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for buffer in columns {
        let mut column = group.next_column()?.expect("a buffer for each column");
        buffer.write(&mut column)?;
        column.close()?;
    }
    group.close().map(drop)
}

/// Writes a new file with `write`, and syncs it to the disk.
fn write_synced(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), ParquetError>,
) -> Result<(), RecordError> {
    let file = File::create_new(path).map_err(RecordError::writing(path))?;
    let mut out = BufWriter::new(file);
    write(&mut out).map_err(|error| failed(path, error))?;
    let synced = out.flush().and_then(|()| out.get_ref().sync_all());
    synced.map_err(RecordError::writing(path))
}

fn schema_of(columns: &[Column]) -> Result<Arc<Type>, ParquetError> {
    let field = |column: &Column| {
        let (physical, converted, logical) = match column.holds {
            Holds::Whole => (Physical::INT64, ConvertedType::NONE, None),
            Holds::Number => (Physical::DOUBLE, ConvertedType::NONE, None),
            Holds::Word | Holds::Text => {
                (Physical::BYTE_ARRAY, ConvertedType::UTF8, Some(LogicalType::String))
            }
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
    Text(Vec<ByteArray>),
}

impl Buffer {
    fn new(column: &Column) -> Self {
        let values = match column.holds {
            Holds::Whole => Values::Whole(Vec::new()),
            Holds::Number => Values::Number(Vec::new()),
            Holds::Word => Values::Word { words: Vec::new(), known: BTreeMap::new() },
            Holds::Text => Values::Text(Vec::new()),
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
            (Values::Text(texts), Cell::Word(text)) => texts.push(ByteArray::from(text)),
            (_, cell) => panic!("{cell:?} is in a column of another type"),
        }
        self.present.push(i16::from(cell != Cell::Empty));
        Ok(())
    }

    /// Writes all rows.
    fn write(&self, column: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let present = Some(self.present.as_slice());
        let written = match &self.values {
            Values::Whole(values) => column.typed::<Int64Type>().write_batch(values, present, None),
            Values::Number(values) => {
                column.typed::<DoubleType>().write_batch(values, present, None)
            }
            Values::Word { words, .. } | Values::Text(words) => {
                column.typed::<ByteArrayType>().write_batch(words, present, None)
            }
        };
        written.map(drop)
    }

    /// Removes all rows.
    fn clear(&mut self) {
        self.truncate(0);
        if let Values::Word { known, .. } = &mut self.values {
            known.clear();
        }
    }

    /// Removes all but the first rows.
    fn truncate(&mut self, rows: usize) {
        self.present.truncate(rows);
        let values = self.present.iter().filter(|&&level| level == 1).count();
        match &mut self.values {
            Values::Whole(numbers) => numbers.truncate(values),
            Values::Number(numbers) => numbers.truncate(values),
            Values::Word { words, .. } | Values::Text(words) => words.truncate(values),
        }
    }
}

/// A whole number as tables hold it.
fn signed(number: u64) -> Result<i64, String> {
    let refusal = |_| format!("{number} is above {}, the most that a table holds", i64::MAX);
    i64::try_from(number).map_err(refusal)
}

pub(super) fn failed(path: &Path, error: ParquetError) -> RecordError {
    let problem = match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    };
    RecordError::Write { path: path.to_owned(), problem }
}
