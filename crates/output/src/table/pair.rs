//! A table as two files: CSV and Parquet.

use std::collections::BTreeMap;
use std::path::Path;

#[cfg(not(target_family = "wasm"))]
use super::ParquetTable;
use super::csv::save_rows;
use super::{Cell, Column, CsvTable};
use crate::{RecordError, RunDir};

/// The files of a table of a run. Parquet files are only written with the feature `tables`; without
/// it, the table is always CSV.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TableFiles {
    /// Both `NAME.csv` and `NAME.parquet`.
    #[default]
    Both,
    /// Only `NAME.csv`.
    Csv,
    /// Only `NAME.parquet`.
    Parquet,
}

/// Writes a table as these files.
pub struct TablePair {
    name: &'static str,
    csv: Option<CsvTable>,
    #[cfg(not(target_family = "wasm"))]
    parquet: Option<ParquetTable>,
}

impl TablePair {
    /// Creates the files of the table `name` in the directory of a run.
    pub fn new(
        dir: &RunDir,
        name: &'static str,
        columns: &[Column],
        files: TableFiles,
    ) -> Result<Self, RecordError> {
        let has_parquet = cfg!(not(target_family = "wasm")) && files != TableFiles::Csv;
        let has_csv = !has_parquet || files != TableFiles::Parquet;
        let csv = has_csv.then(|| CsvTable::new(dir.create_file(&format!("{name}.csv"))?, columns));
        #[cfg(not(target_family = "wasm"))]
        let parquet = has_parquet
            .then(|| ParquetTable::new(dir.create_file(&format!("{name}.parquet"))?, columns));
        Ok(Self {
            name,
            csv: csv.transpose()?,
            #[cfg(not(target_family = "wasm"))]
            parquet: parquet.transpose()?,
        })
    }

    /// Writes a row.
    pub fn row(&mut self, cells: &[Cell<'_>]) -> Result<(), RecordError> {
        #[cfg(not(target_family = "wasm"))]
        self.parquet.as_mut().map_or(Ok(()), |parquet| parquet.row(cells))?;
        self.csv.as_mut().map_or(Ok(()), |csv| csv.row(cells))
    }

    /// Writes all rows of the CSV file to the disk, and adds its length.
    pub fn sync_csv(&mut self, lengths: &mut BTreeMap<String, u64>) -> Result<(), RecordError> {
        if let Some(csv) = &mut self.csv {
            lengths.insert(format!("{}.csv", self.name), csv.sync()?);
        }
        Ok(())
    }

    /// Writes into the folder of a checkpoint what is not in the files yet: the last rows of the Parquet file, whose
    /// name is added to `tables`, and `rows`, with which both files would end now.
    pub fn checkpoint(
        &mut self,
        folder: &Path,
        rows: &[Vec<Cell<'_>>],
        tables: &mut Vec<String>,
    ) -> Result<(), RecordError> {
        if self.csv.is_some() && !rows.is_empty() {
            save_rows(&folder.join(format!("{}.csv", self.name)), rows)?;
        }
        #[cfg(not(target_family = "wasm"))]
        if let Some(parquet) = &mut self.parquet {
            parquet.checkpoint(folder, rows)?;
            tables.push(format!("{}.parquet", self.name));
        }
        #[cfg(target_family = "wasm")]
        let _ = tables;
        Ok(())
    }

    /// Finishes the Parquet file and syncs it to the disk.
    #[cfg(not(target_family = "wasm"))]
    pub fn finish_parquet(&mut self) -> Result<(), RecordError> {
        self.parquet.take().map_or(Ok(()), ParquetTable::finish)
    }
}
