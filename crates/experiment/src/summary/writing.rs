//! Writing of the summary of a sweep.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::{ANOVA, INCIDENCE, LOG_RANK, SUMMARY, SURVIVAL, Summary};
use crate::{ExperimentError, Results};

impl Results {
    /// Summarises the runs that have ended.
    ///
    /// # Errors
    /// When the journal cannot be read or is damaged.
    pub fn summary(&self) -> Result<Summary, ExperimentError> {
        let failed = |problem| ExperimentError::writing(SUMMARY)(problem);
        Summary::from_rows(&self.experiment(), self.rows()?, io::sink(), failed)
    }
}

/// Writes the statistics of a sweep and their charts into the directory `folder`, with
/// `vector_charts` also as SVG and PDF.
pub(crate) fn write(
    results: &Results,
    folder: &Path,
    vector_charts: bool,
) -> Result<(), ExperimentError> {
    let experiment = &results.experiment();
    let summary = fill(&folder.join(SUMMARY), |table| {
        let failed = |problem| ExperimentError::writing(folder.join(SUMMARY))(problem);
        Summary::from_rows(experiment, results.rows()?, table, failed)
    })?;
    let path = folder.join(SURVIVAL);
    fill(&path, |table| summary.write_survival(table).map_err(ExperimentError::writing(&path)))?;
    let path = folder.join(INCIDENCE);
    fill(&path, |table| summary.write_incidence(table).map_err(ExperimentError::writing(&path)))?;
    let path = folder.join(LOG_RANK);
    fill(&path, |table| summary.write_log_rank(table).map_err(ExperimentError::writing(&path)))?;
    let path = folder.join(ANOVA);
    fill(&path, |table| summary.write_variance(table).map_err(ExperimentError::writing(&path)))?;
    let title = Some(experiment.description.as_str()).filter(|title| !title.is_empty());
    let title = title.unwrap_or(&experiment.name);
    crate::charts::save(&summary, title, folder, vector_charts)
        .map_err(ExperimentError::writing(folder))?;
    Ok(())
}

/// Calls `write` with a new file, and syncs it to the disk.
fn fill<T>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<T, ExperimentError>,
) -> Result<T, ExperimentError> {
    let failed = || ExperimentError::writing(path);
    let mut file = BufWriter::new(File::create(path).map_err(failed())?);
    let result = write(&mut file)?;
    file.flush().map_err(failed())?;
    file.get_ref().sync_all().map_err(failed())?;
    Ok(result)
}
