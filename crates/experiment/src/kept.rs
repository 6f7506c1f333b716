//! The records and recordings of selected runs of a sweep, in the format of `terrarium run`.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use terrarium_playback::RecordingObserver;
use terrarium_run::record::recording::{Place, RecordingError};
use terrarium_run::record::{Ending, MANIFEST, Options, Provenance, Recorder, TableFiles};
use terrarium_run::{Observer, RecordObserver};
use terrarium_sim::tick::{Command, CommandRefusal, Simulation};

use super::{CaseEnding, Experiment, ExperimentError, JOURNAL, Keep, Row, RunSelection};

/// The folder of kept runs in the directory of a sweep.
pub const KEPT: &str = "kept";

/// The record and the recording of a run.
pub(super) struct Records {
    record: RecordObserver,
    recording: Option<RecordingObserver>,
}

/// The directory of the record of a run, below the directory of its sweep.
#[must_use]
pub fn record_of(case: u64) -> PathBuf {
    Path::new(KEPT).join(format!("run-{case:06}"))
}

/// The recording of a run, below the directory of its sweep.
#[must_use]
pub fn recording_of(case: u64) -> PathBuf {
    Path::new(KEPT).join(format!("run-{case:06}.recording"))
}

impl Records {
    /// Creates the files of a run in the directory of its sweep. Removes those of an earlier
    /// attempt that was killed before its row was written.
    pub fn begin(
        folder: &Path,
        case: u64,
        simulation: &Simulation,
        provenance: Provenance,
        keep: &Keep,
    ) -> Result<Self, ExperimentError> {
        let (dir, file) = (folder.join(record_of(case)), folder.join(recording_of(case)));
        for path in [&dir, &file] {
            remove(path).map_err(ExperimentError::writing(path))?;
        }
        fs::create_dir_all(folder.join(KEPT))
            .map_err(ExperimentError::writing(folder.join(KEPT)))?;
        let provenance = Provenance { threads: 1, ..provenance };
        let options = Options {
            snapshot_every: keep.snapshot_every,
            events: keep.events,
            individuals: keep.individuals.then(TableFiles::default),
            ancestry: keep.ancestry.then(TableFiles::default),
            ..Options::default()
        };
        let recorder = Recorder::new(&dir, simulation.world(), provenance.clone(), options)?;
        let recording = keep
            .recordings
            .then(|| RecordingObserver::begin(&Place::File(file), simulation, provenance));
        let recording = recording.transpose().map_err(recording_error)?;
        Ok(Self { record: RecordObserver::new(recorder), recording })
    }

    /// Completes the files.
    pub fn finish(self, simulation: &Simulation, row: &Row) -> Result<(), ExperimentError> {
        let ending = match row.ending {
            CaseEnding::Decided { .. } => Ending::Decided,
            CaseEnding::Stopped { .. } => Ending::Interrupted,
            CaseEnding::Complete | CaseEnding::Failed { .. } => Ending::Complete,
        };
        if let Some(recording) = self.recording {
            recording.finish().map_err(recording_error)?;
        }
        self.record.finish(simulation.world(), ending)?;
        Ok(())
    }
}

impl Observer for Records {
    fn after_command(
        &mut self,
        simulation: &Simulation,
        command: &Command,
        result: Result<(), &CommandRefusal>,
    ) -> ControlFlow<()> {
        let in_record = self.record.after_command(simulation, command, result);
        let in_recording = self.recording.after_command(simulation, command, result);
        if in_record.is_break() { in_record } else { in_recording }
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        let in_record = self.record.after_tick(simulation);
        let in_recording = self.recording.after_tick(simulation);
        if in_record.is_break() { in_record } else { in_recording }
    }
}

fn recording_error(error: RecordingError) -> ExperimentError {
    ExperimentError::Stuck { problem: error.to_string() }
}

/// Checks that the record and the recording of a run that has ended are there, as far as the
/// experiment keeps them.
pub(super) fn check(dir: &Path, experiment: &Experiment, row: &Row) -> Result<(), ExperimentError> {
    if experiment.keep.runs == RunSelection::Nothing || row.is_failed() {
        return Ok(());
    }
    let is_kept = experiment.case(row.case).is_some_and(|case| experiment.keep.includes(&case));
    if !is_kept {
        return Ok(());
    }
    let (record, recording) = (record_of(row.case), recording_of(row.case));
    let (what, path) = if !dir.join(&record).join(MANIFEST).exists() {
        ("record", record)
    } else if experiment.keep.recordings && !dir.join(&recording).exists() {
        ("recording", recording)
    } else {
        return Ok(());
    };
    let problem = format!("the {what} of run {}, {}, is missing", row.case, path.display());
    let remedy = format!(
        "restore it, or remove the line of this run from {JOURNAL} to repeat the run with `--resume`"
    );
    Err(ExperimentError::directory(dir, problem, remedy))
}

/// Removes the incomplete records that killed processes have left. The journal must be locked.
pub(super) fn remove_leftovers(dir: &Path) -> Result<(), ExperimentError> {
    let kept = dir.join(KEPT);
    let Ok(entries) = fs::read_dir(&kept) else { return Ok(()) };
    for entry in entries.flatten().filter(|entry| is_leftover(&entry.file_name())) {
        remove(&entry.path()).map_err(ExperimentError::writing(entry.path()))?;
    }
    Ok(())
}

/// Whether a file name is that of a record that is not complete.
pub(super) fn is_leftover(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.contains(".partial-") || (name.starts_with(".terrarium-") && name.ends_with(".partial"))
}

/// The number of the run whose record or recording has this file name.
pub(super) fn number_in(name: &OsStr) -> Option<u64> {
    let name = name.to_str()?.strip_prefix("run-")?;
    let name = name.strip_suffix(".recording").unwrap_or(name);
    name.parse().ok()
}

/// The file name of a record or recording, with the number of its run replaced.
pub(super) fn renumbered(name: &OsStr, number: u64) -> PathBuf {
    let path = if Path::new(name).extension().is_some() {
        recording_of(number)
    } else {
        record_of(number)
    };
    path.file_name().map(PathBuf::from).unwrap_or_default()
}

/// Removes a file or a directory, if it exists.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
