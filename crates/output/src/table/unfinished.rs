//! A Parquet table that was not finished.
//!
//! A Parquet file is readable only once its end is written, which has the metadata of the row groups.
//! So a checkpoint of a table has two files: `NAME.groups` with the metadata of the row groups that are
//! in the table, and `NAME`, a table of its own with the rows after them. Joining them copies the
//! encoded columns as they are.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{
    FileMetaData, ParquetMetaData, ParquetMetaDataReader, ParquetMetaDataWriter, RowGroupMetaData,
};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::SchemaDescriptor;

use super::parquet::failed;
use crate::{NewFile, ReadError, RecordError};

/// A table up to its last checkpoint.
pub struct UnfinishedTable {
    /// The table, without its end.
    table: Part,
    /// The rows after its row groups.
    rest: Part,
}

/// A file with row groups, and their metadata.
struct Part {
    file: File,
    metadata: ParquetMetaData,
}

impl UnfinishedTable {
    /// Opens the table at `path`, with a checkpoint in the folder `folder`.
    ///
    /// # Errors
    /// When a file cannot be read, or is not what the checkpoint wrote.
    pub fn open(path: &Path, folder: &Path) -> Result<Self, ReadError> {
        let metadata = metadata(&groups_path(folder, path))?.1;
        let file = open(path)?;
        let length = file.metadata().map_err(ReadError::opening(path))?.len();
        if length < end_of(&metadata) {
            let problem = "it is shorter than at the last checkpoint".to_owned();
            return Err(ReadError::Malformed { path: path.to_owned(), problem });
        }
        let table = Part { file, metadata };
        let (file, metadata) = self::metadata(&rest_path(folder, path))?;
        Ok(Self { table, rest: Part { file, metadata } })
    }

    /// Writes the whole table into a new file, and syncs it to the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn join(&self, file: NewFile) -> Result<(), RecordError> {
        let NewFile { file, path } = file;
        let mut writer = self.writer(file).map_err(|error| failed(&path, error))?;
        for part in [&self.table, &self.rest] {
            part.append_to(&mut writer).map_err(|error| failed(&path, error))?;
        }
        writer.finish().map_err(|error| failed(&path, error))?;
        writer.inner().sync_all().map_err(RecordError::writing(&path))
    }

    /// A writer of a table with the same columns, which has no indices of pages: those of the unfinished
    /// table were at its end.
    fn writer(&self, file: File) -> Result<SerializedFileWriter<File>, ParquetError> {
        let metadata = self.rest.metadata.file_metadata();
        let properties = WriterProperties::builder()
            .set_key_value_metadata(metadata.key_value_metadata().cloned())
            .set_created_by(metadata.created_by().unwrap_or_default().to_owned())
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .build();
        let schema = metadata.schema_descr().root_schema_ptr();
        SerializedFileWriter::new(file, schema, Arc::new(properties))
    }
}

impl Part {
    /// Copies all row groups to the end of another table with the same columns.
    fn append_to(&self, writer: &mut SerializedFileWriter<File>) -> Result<(), ParquetError> {
        for group in self.metadata.row_groups() {
            let mut copy = writer.next_row_group()?;
            for column in group.columns() {
                let close = ColumnCloseResult {
                    bytes_written: column.compressed_size().unsigned_abs(),
                    rows_written: group.num_rows().unsigned_abs(),
                    metadata: column.clone(),
                    bloom_filter: None,
                    column_index: None,
                    offset_index: None,
                };
                copy.append_column(&self.file, close)?;
            }
            copy.close()?;
        }
        Ok(())
    }
}

/// The file in the folder of a checkpoint with the metadata of the row groups of the table at `path`.
pub(super) fn groups_path(folder: &Path, path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".groups");
    folder.join(name)
}

/// The file in the folder of a checkpoint with the rows that are in no row group of the table at `path`.
pub(super) fn rest_path(folder: &Path, path: &Path) -> PathBuf {
    folder.join(path.file_name().unwrap_or_default())
}

/// Writes the metadata of the row groups that a writer has written.
pub(super) fn write_groups(
    out: impl Write,
    writer: &SerializedFileWriter<File>,
) -> Result<(), ParquetError> {
    let groups = writer.flushed_row_groups().to_vec();
    let rows = groups.iter().map(RowGroupMetaData::num_rows).sum();
    let schema = SchemaDescriptor::new(writer.schema_descr().root_schema_ptr());
    let version = writer.properties().writer_version().as_num();
    let metadata = FileMetaData::new(version, rows, None, None, Arc::new(schema), None);
    ParquetMetaDataWriter::new(out, &ParquetMetaData::new(metadata, groups)).finish()
}

/// Opens a file and reads the metadata at its end.
fn metadata(path: &Path) -> Result<(File, ParquetMetaData), ReadError> {
    let file = open(path)?;
    let metadata = ParquetMetaDataReader::new().parse_and_finish(&file).map_err(|error| {
        ReadError::Malformed { path: path.to_owned(), problem: error.to_string() }
    })?;
    Ok((file, metadata))
}

fn open(path: &Path) -> Result<File, ReadError> {
    File::open(path).map_err(ReadError::opening(path))
}

/// Where the row groups of a file end.
fn end_of(metadata: &ParquetMetaData) -> u64 {
    let columns = metadata.row_groups().iter().flat_map(RowGroupMetaData::columns);
    let ends = columns.map(|column| {
        let (start, length) = column.byte_range();
        start + length
    });
    ends.max().unwrap_or(0)
}
