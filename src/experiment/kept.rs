//! The records of chosen runs, which are those of `terrarium run --out` and `--record`.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::{CaseEnding, ExperimentError, Keep, Row};
use crate::playback::RecordingObserver;
use crate::record::recording::{Place, RecordingError};
use crate::record::{Ending, Options, Provenance, Recorder};
use crate::run::Observer;
use crate::tick::Simulation;

/// The folder of a sweep in which they are.
pub const KEPT: &str = "kept";

/// A run that is written down while it is lived.
pub(super) struct Records {
    recorder: Recorder,
    taping: Option<RecordingObserver<'static>>,
}

/// Where the record of a run is, in the directory of its sweep.
#[must_use]
pub fn record_of(case: u64) -> PathBuf {
    Path::new(KEPT).join(format!("run-{case:06}"))
}

/// Where the recording of a run is, in the directory of its sweep.
#[must_use]
pub fn recording_of(case: u64) -> PathBuf {
    Path::new(KEPT).join(format!("run-{case:06}.recording"))
}

impl Records {
    /// Begins to write a run down into the directory of its sweep. What a run of the same number has
    /// left that was killed before its row was written is cleared away.
    pub fn begin(
        folder: &Path,
        case: u64,
        simulation: &Simulation,
        provenance: Provenance,
        keep: &Keep,
    ) -> Result<Self, ExperimentError> {
        let (dir, file) = (folder.join(record_of(case)), folder.join(recording_of(case)));
        for left in [&dir, &file] {
            clear(left).map_err(ExperimentError::writing(left))?;
        }
        fs::create_dir_all(folder.join(KEPT))
            .map_err(ExperimentError::writing(folder.join(KEPT)))?;
        let provenance = Provenance { threads: 1, ..provenance };
        let options = Options {
            snapshot_every: keep.snapshot_every,
            events: keep.events,
            ..Options::default()
        };
        let recorder = Recorder::new(&dir, simulation.world(), provenance.clone(), options)?;
        let taping = keep.recordings.then(|| {
            // The recording has nobody to share the run with; a box of nothing takes no memory.
            let nobody = Box::leak(Box::new(Nobody));
            RecordingObserver::begin(&Place::File(file), simulation, provenance, nobody)
        });
        Ok(Self { recorder, taping: taping.transpose().map_err(of_recording)? })
    }

    /// Writes down the tick that was just lived.
    pub fn note(&mut self, simulation: &Simulation) -> Result<(), ExperimentError> {
        self.recorder.record(simulation.world())?;
        if let Some(taping) = &mut self.taping {
            // What goes wrong is told by the end.
            let _ = taping.observe(simulation);
        }
        Ok(())
    }

    /// Ends the record.
    pub fn finish(self, simulation: &Simulation, row: &Row) -> Result<(), ExperimentError> {
        let ending = match row.ending {
            CaseEnding::Decided { .. } => Ending::Decided,
            CaseEnding::Stopped { .. } => Ending::Interrupted,
            CaseEnding::Complete | CaseEnding::Failed { .. } => Ending::Complete,
        };
        if let Some(taping) = self.taping {
            taping.finish().map_err(of_recording)?;
        }
        self.recorder.finish(simulation.world(), ending)?;
        Ok(())
    }
}

struct Nobody;

impl Observer for Nobody {
    fn observe(&mut self, _: &Simulation) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fn of_recording(error: RecordingError) -> ExperimentError {
    ExperimentError::Stuck { problem: error.to_string() }
}

fn clear(path: &Path) -> io::Result<()> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
