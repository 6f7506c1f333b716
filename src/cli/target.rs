//! What somebody named to be looked at: a scenario, or something that was lived.

use std::path::{Path, PathBuf};

use super::Failure;
use crate::record::recording::is_recording;
use crate::record::{MANIFEST, snapshot};

/// What is to be looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// A scenario's name or path.
    Scenario(String),
    /// The directory of a run.
    RunDir(PathBuf),
    /// A snapshot.
    Snapshot(PathBuf),
    /// A recording.
    Recording(PathBuf),
}

impl Target {
    /// Finds out what was named.
    pub fn find(given: &str) -> Result<Self, Failure> {
        let path = PathBuf::from(given);
        if path.join(MANIFEST).exists() {
            return Ok(Self::RunDir(path));
        }
        if path.is_dir() {
            return Err(Failure::input(format!(
                "{given}: this directory holds no run; give one that `terrarium run --out` filled, a \
                 recording, a snapshot or a scenario"
            )));
        }
        if is_recording(&path) {
            return Ok(Self::Recording(path));
        }
        // Of what is called a snapshot and is none, that is to be told.
        let is_called_so = path.extension().is_some_and(|extension| extension == "snapshot");
        if is_called_so || snapshot::is_snapshot(&path) {
            return Ok(Self::Snapshot(path));
        }
        Ok(Self::Scenario(given.to_owned()))
    }

    /// What it is called in titles, on pictures and in names of files.
    pub fn name(&self) -> String {
        let path = match self {
            Self::Scenario(name) => Path::new(name),
            Self::RunDir(path) | Self::Snapshot(path) | Self::Recording(path) => path,
        };
        let stem = path.file_stem().map_or("world".into(), |stem| stem.to_string_lossy());
        stem.into_owned()
    }
}
