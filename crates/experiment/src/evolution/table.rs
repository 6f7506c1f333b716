//! The table of evolution: a row for each run, species and figure.

use std::path::Path;

use terrarium_output::table::{Cell, Column};

use crate::run_table::RunTable;
use crate::tables::{factor_columns, head_columns};
use crate::{Experiment, ExperimentError, Row};

/// The file with the evolution of each run, as CSV.
pub const EVOLUTION_CSV: &str = "evolution.csv";
/// The file with the evolution of each run, as Parquet.
pub const EVOLUTION_PARQUET: &str = "evolution.parquet";

/// The columns of the table for an experiment.
#[must_use]
pub fn columns(experiment: &Experiment) -> Vec<Column> {
    let mut columns = head_columns(&factor_columns(experiment));
    columns.extend([
        Column::word("species", "name of the species, or all"),
        Column::word(
            "figure",
            "what was compared: the change of the mean of a trait, generations, or a metric",
        ),
        Column::number("value", "value in the run"),
        Column::number("shadow_mean", "mean of the shadows"),
        Column::number("shadow_sd", "standard deviation of the shadows"),
        Column::number("z", "distance of the run from the shadows, in standard deviations"),
        Column::number("p", "share of run and shadows that are as extreme"),
    ]);
    columns
}

/// Writes the table.
pub(crate) struct EvolutionTable {
    table: RunTable,
}

impl EvolutionTable {
    /// Creates its files in a folder.
    pub fn new(folder: &Path, experiment: &Experiment) -> Result<Self, ExperimentError> {
        let table =
            RunTable::new(folder, [EVOLUTION_CSV, EVOLUTION_PARQUET], &columns(experiment))?;
        Ok(Self { table })
    }

    /// Adds the rows of a run, which begin with these cells.
    pub fn add(&mut self, row: &Row, head: &[Cell<'_>]) -> Result<(), ExperimentError> {
        for it in &row.evolution {
            let own = [
                Cell::Word(&it.species),
                Cell::Word(&it.figure),
                it.value.into(),
                it.shadow_mean.into(),
                it.shadow_sd.into(),
                it.z.into(),
                it.p.into(),
            ];
            self.table.row(&[head, &own].concat())?;
        }
        Ok(())
    }

    /// Completes its files.
    pub fn finish(self) -> Result<(), ExperimentError> {
        self.table.finish()
    }
}
