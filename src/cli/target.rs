//! The target of `watch` and `render`: a scenario, a run, a snapshot or a recording.

use std::path::{Path, PathBuf};

use super::Failure;
use crate::record::recording::{self, is_recording};
use crate::record::{MANIFEST, snapshot};
use crate::run_link::{EXTENSION as LINK, RunLink};

/// What a command shows.
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
    /// Determines what kind of target `given` names.
    pub fn find(given: &str) -> Result<Self, Failure> {
        let path = PathBuf::from(given);
        let is_link_file =
            path.extension().is_some_and(|extension| extension == LINK) && path.is_file();
        if is_link_file || RunLink::is_link(given) {
            let name = if is_link_file { format!("{given}: ") } else { String::new() };
            return Err(Failure::input(format!(
                "{name}this is the link of a run; give it to `terrarium run`, `watch` or `share`, or write a recording \
                 of it first: `terrarium run LINK --record FILE`"
            )));
        }
        if path.join(MANIFEST).exists() {
            return Ok(Self::RunDir(path));
        }
        if path.is_dir() {
            return Err(Failure::input(format!(
                "{given}: this directory holds no run; give one that `terrarium run --out` wrote, a \
                 recording, a snapshot or a scenario"
            )));
        }
        // A damaged file is reported as what its extension names, not as an unknown scenario.
        let has_extension =
            |name: &str| path.extension().is_some_and(|extension| extension == name);
        if is_recording(&path) || has_extension(recording::EXTENSION) {
            return Ok(Self::Recording(path));
        }
        if snapshot::is_snapshot(&path) || has_extension("snapshot") {
            return Ok(Self::Snapshot(path));
        }
        Ok(Self::Scenario(given.to_owned()))
    }

    /// Returns the name used in titles, captions and file names.
    pub fn name(&self) -> String {
        let path = match self {
            Self::Scenario(name) => Path::new(name),
            Self::RunDir(path) | Self::Snapshot(path) | Self::Recording(path) => path,
        };
        let stem = path.file_stem().map_or("world".into(), |stem| stem.to_string_lossy());
        stem.into_owned()
    }
}
