//! What a comparison leaves behind: its tables, and its chart.

use super::table::{summary_columns, summary_row, walk_columns, walk_row};
use super::{Measurement, ProblemSet, Summary};
#[cfg(feature = "tables")]
use crate::record::table::ParquetTable;
use crate::record::table::{Cell, CsvTable};
use crate::record::{RecordError, RunDir};

/// The names of the tables: a row a walk, the same for machines, and what many come to.
pub const WALKS: &str = "lab.csv";
/// See [`WALKS`].
pub const WALKS_PARQUET: &str = "lab.parquet";
/// See [`WALKS`].
pub const SUMMARY: &str = "summary.csv";

/// Writes the tables, and the chart where the features for them are on. `names` is what the methods
/// are called.
///
/// # Errors
/// When a file cannot be written.
pub fn write(
    dir: &RunDir,
    sets: &[ProblemSet],
    names: &[String],
    findings: &[Measurement],
    summaries: &[Summary],
) -> Result<(), RecordError> {
    let columns = walk_columns();
    let mut csv = CsvTable::new(dir.create_file(WALKS)?, &columns)?;
    #[cfg(feature = "tables")]
    let mut parquet = ParquetTable::new(dir.create_file(WALKS_PARQUET)?, &columns)?;
    for finding in findings {
        let row: Vec<Cell<'_>> = walk_row(finding, sets, names);
        csv.row(&row)?;
        #[cfg(feature = "tables")]
        parquet.row(&row)?;
    }
    csv.finish()?;
    #[cfg(feature = "tables")]
    parquet.finish()?;
    let mut csv = CsvTable::new(dir.create_file(SUMMARY)?, &summary_columns())?;
    for summary in summaries {
        csv.row(&summary_row(summary, sets, names))?;
    }
    csv.finish()?;
    #[cfg(feature = "charts")]
    super::draw(&dir.present_path(super::CHART), sets, names, summaries)
        .map_err(RecordError::writing(&dir.final_path(super::CHART)))?;
    Ok(())
}
