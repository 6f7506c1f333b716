//! Writes the tables and the chart of a benchmark.

use terrarium_output::table::ParquetTable;
use terrarium_output::table::{Cell, CsvTable};
use terrarium_run::record::{RecordError, RunDir};

use super::table::{measurement_columns, measurement_row, summary_columns, summary_row};
use super::{Measurement, ProblemSet, Summary};

/// The file name of the CSV table with a row per measurement.
pub const MEASUREMENTS: &str = "lab.csv";
/// The file name of the Parquet table with a row per measurement.
pub const MEASUREMENTS_PARQUET: &str = "lab.parquet";
/// The file name of the CSV table with a row per set and method.
pub const SUMMARY: &str = "summary.csv";

/// Writes the CSV tables, and the Parquet table and the chart if their features are enabled. `names`
/// are the names of the methods.
///
/// # Errors
/// When a file cannot be written.
pub fn write(
    dir: &RunDir,
    sets: &[ProblemSet],
    names: &[String],
    measurements: &[Measurement],
    summaries: &[Summary],
) -> Result<(), RecordError> {
    let columns = measurement_columns();
    let mut csv = CsvTable::new(dir.create_file(MEASUREMENTS)?, &columns)?;
    let mut parquet = ParquetTable::new(dir.create_file(MEASUREMENTS_PARQUET)?, &columns)?;
    for measurement in measurements {
        let row: Vec<Cell<'_>> = measurement_row(measurement, sets, names);
        csv.row(&row)?;
        parquet.row(&row)?;
    }
    csv.finish()?;
    parquet.finish()?;
    let mut csv = CsvTable::new(dir.create_file(SUMMARY)?, &summary_columns())?;
    for summary in summaries {
        csv.row(&summary_row(summary, sets, names))?;
    }
    csv.finish()?;
    super::draw(&dir.staged_path(super::CHART), sets, names, summaries)
        .map_err(RecordError::writing(&dir.final_path(super::CHART)))?;
    Ok(())
}
