//! What is to be watched, by what the user named.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::{Failure, Watch};
use crate::batch::Start;
use crate::cli::output;
use crate::playback::{Playback, PlaybackError};
use crate::record::MANIFEST;
use crate::record::recording::{Place, RecordingProblem, is_recording};
use crate::watching::Reel;

/// What is to be watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// A scenario's name or path.
    Scenario(String),
    /// The directory of a run.
    RunDir(PathBuf),
    /// A snapshot.
    Snapshot(PathBuf),
    /// A recording.
    Recording(PathBuf),
}

/// What a snapshot begins with.
const SNAPSHOT: &[u8] = b"terrarium world\n";

impl What {
    /// Finds out what was named.
    pub fn find(watch: &Watch) -> Result<Self, Failure> {
        let Some(given) = &watch.what else { return Ok(Self::Scenario("meadow".to_owned())) };
        let path = PathBuf::from(given);
        if path.join(MANIFEST).exists() {
            return Ok(Self::RunDir(path));
        }
        if path.is_dir() {
            return Err(Failure::input(format!(
                "{given}: there is no run in this directory; give one that `terrarium run --out` \
                 filled, a recording, a snapshot or a scenario"
            )));
        }
        if is_recording(&path) {
            return Ok(Self::Recording(path));
        }
        if begins_with(&path, SNAPSHOT) {
            return Ok(Self::Snapshot(path));
        }
        Ok(Self::Scenario(given.clone()))
    }

    /// What it is called in titles and names of files.
    pub fn name(&self) -> String {
        let path = match self {
            Self::Scenario(name) => Path::new(name),
            Self::RunDir(path) | Self::Snapshot(path) | Self::Recording(path) => path,
        };
        let stem = path.file_stem().map_or("world".into(), |stem| stem.to_string_lossy());
        stem.into_owned()
    }

    /// Opens it.
    pub fn open(&self, watch: &Watch) -> Result<Reel, Failure> {
        if !matches!(self, Self::Scenario(_)) {
            refuse_settings(watch)?;
        }
        let place = watch.record.clone().map_or(Place::Passing, Place::File);
        match self {
            Self::Scenario(name) => {
                let creature_folders = watch.creatures.clone();
                let settings = watch.settings()?;
                let start = Start::Scenario { name: name.clone(), settings, creature_folders };
                let mut ready = start.ready()?;
                ready.provenance.arguments = std::env::args().skip(1).collect();
                Playback::live(ready, &place).map(Reel::from).map_err(failure)
            }
            Self::Snapshot(path) => {
                Playback::of_snapshot(path, &place).map(Reel::from).map_err(failure)
            }
            Self::RunDir(_) | Self::Recording(_) if watch.record.is_some() => Err(Failure::input(
                "--record: this run is recorded already; the key for that keeps it and all that \
                 is added in another file",
            )),
            Self::RunDir(path) => Playback::of_run_dir(path).map(Reel::from).map_err(failure),
            Self::Recording(path) => {
                let reel = Playback::of_recording(path).map(Reel::from).map_err(failure)?;
                tell_shortfall(&reel, path);
                Ok(reel)
            }
        }
    }
}

/// Tells what is missing at the end of a recording.
fn tell_shortfall(reel: &Reel, path: &Path) {
    let recording = match reel {
        Reel::Run(playback) => playback.future().recording(),
        Reel::Pictures { recording, .. } => recording,
    };
    if let Some(shortfall) = recording.shortfall() {
        output::note(format_args!("note: {}: {shortfall}", path.display()));
    }
}

fn refuse_settings(watch: &Watch) -> Result<(), Failure> {
    let has_none = watch.set.is_empty()
        && watch.seed.is_none()
        && watch.map.is_none()
        && watch.creatures.is_empty();
    if has_none {
        return Ok(());
    }
    let what = watch.what.as_deref().unwrap_or_default();
    Err(Failure::input(format!(
        "{what}: what was lived is as it was; --seed, --set, --map and --creatures are for scenarios"
    )))
}

/// Whether the file at a path begins like this.
fn begins_with(path: &Path, magic: &[u8]) -> bool {
    let is_file = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    let mut first = vec![0; magic.len()];
    let read = |mut file: fs::File| file.read_exact(&mut first);
    is_file && fs::File::open(path).and_then(read).is_ok() && first == magic
}

/// What cannot be written is a failure; everything else is about what the user gave.
fn failure(error: PlaybackError) -> Failure {
    match error {
        PlaybackError::Start(error) => error.into(),
        PlaybackError::Recording(error)
            if matches!(error.problem, RecordingProblem::Unwritable(_)) =>
        {
            Failure::failed(error)
        }
        other => Failure::input(other),
    }
}
