//! A table of a sweep as two files: CSV and, with the feature `tables`, Parquet.

use std::fs::{self, File};
use std::path::Path;

use terrarium_output::NewFile;
use terrarium_output::table::ParquetTable;
use terrarium_output::table::{Cell, Column, CsvTable};

use super::ExperimentError;

/// Writes a table as both files.
pub(super) struct RunTable {
    csv: CsvTable,
    parquet: ParquetTable,
}

impl RunTable {
    /// Creates the files with these names in a folder.
    pub fn new(
        folder: &Path,
        [csv, parquet]: [&str; 2],
        columns: &[Column],
    ) -> Result<Self, ExperimentError> {
        #[cfg(target_family = "wasm")]
        let _ = parquet;
        Ok(Self {
            csv: CsvTable::new(new_file(folder, csv)?, columns)?,
            parquet: ParquetTable::new(new_file(folder, parquet)?, columns)?,
        })
    }

    /// Adds a row.
    pub fn row(&mut self, cells: &[Cell<'_>]) -> Result<(), ExperimentError> {
        self.csv.row(cells)?;
        self.parquet.row(cells)?;
        Ok(())
    }

    /// Completes both files.
    pub fn finish(self) -> Result<(), ExperimentError> {
        self.csv.finish()?;
        self.parquet.finish()?;
        Ok(())
    }
}

/// Creates a file in a folder that may not exist yet.
pub(super) fn new_file(folder: &Path, name: &str) -> Result<NewFile, ExperimentError> {
    let path = folder.join(name);
    let create = || {
        fs::create_dir_all(path.parent().expect("it is in the folder"))?;
        File::create(&path)
    };
    let file = create().map_err(ExperimentError::writing(&path))?;
    Ok(NewFile { file, path })
}
