//! Checkpoints of a record: from the last one, the record of a killed run is recovered.
//!
//! A checkpoint is a folder with a snapshot of the world and with what is not yet in the Parquet tables.
//! The file [`CHECKPOINT`] names the last complete one, and up to where the other files belong to
//! it. It is replaced atomically, and earlier folders are removed only then. So there is a complete
//! checkpoint at any moment after the first.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use terrarium_output::atomic_file;
use terrarium_output::run_dir::CHECKPOINT;

use super::json_file::bytes_of;
use super::{Manifest, ReadError, RunDir};

/// The snapshot in the folder of a checkpoint.
pub(super) const WORLD: &str = "world.snapshot";

/// The least time between two checkpoints, in seconds.
const SECONDS: f64 = 10.0;

/// The greatest share of the time that checkpoints take.
const SHARE: f64 = 0.05;

/// What a record had after a tick.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    /// The manifest, as if the run had ended with this tick.
    pub manifest: Manifest,
    /// The folder of the checkpoint, in the directory of this file.
    pub folder: PathBuf,
    /// The length of each CSV table.
    pub lengths: BTreeMap<String, u64>,
    /// The names of the Parquet tables.
    pub tables: Vec<String>,
}

impl Checkpoint {
    /// Reads the last checkpoint in a staging directory; `None` if there is none yet.
    pub fn read(staging: &Path) -> Result<Option<Self>, ReadError> {
        let path = staging.join(CHECKPOINT);
        let json = match bytes_of(&path) {
            Err(ReadError::NoFile { .. }) => return Ok(None),
            json => json?,
        };
        serde_json::from_slice(&json).map(Some).map_err(|error| {
            let problem = format!("this is no checkpoint that this version wrote: {error}");
            ReadError::Malformed { path, problem }
        })
    }

    /// Makes this the last checkpoint of a run.
    pub fn write(&self, dir: &RunDir) -> io::Result<()> {
        let json = serde_json::to_vec(self).map_err(io::Error::from)?;
        atomic_file::write(&dir.working_path(CHECKPOINT), |file| file.write_all(&json))?;
        atomic_file::sync_folder(dir.staging())
    }
}

/// Decides when checkpoints are written.
pub(super) struct CheckpointPace {
    clock: Box<dyn Fn() -> f64 + Send>,
    /// When the last checkpoint was written, and how long that took.
    seconds: f64,
    cost: f64,
    /// The tick and the folder of the last checkpoint.
    last: Option<(u64, PathBuf)>,
}

impl CheckpointPace {
    /// A pace from now on; `clock` returns the time in seconds since an arbitrary moment.
    pub fn new(clock: Box<dyn Fn() -> f64 + Send>) -> Self {
        Self { seconds: clock(), clock, cost: 0.0, last: None }
    }

    /// Whether to write a checkpoint now, at the latest after [`SECONDS`], with a snapshot sooner.
    pub fn is_due(&self, has_snapshot: bool) -> bool {
        let passed = self.now() - self.seconds;
        passed >= self.cost / SHARE && (has_snapshot || passed >= SECONDS)
    }

    /// The tick of the last checkpoint.
    pub fn last_tick(&self) -> Option<u64> {
        self.last.as_ref().map(|&(tick, _)| tick)
    }

    /// The current time.
    pub fn now(&self) -> f64 {
        (self.clock)()
    }

    /// Notes a checkpoint that was begun at a time, and removes the one before it.
    pub fn done(&mut self, tick: u64, begun: f64, folder: PathBuf) -> io::Result<()> {
        self.seconds = self.now();
        self.cost = self.seconds - begun;
        match self.last.replace((tick, folder)) {
            Some((_, earlier)) => fs::remove_dir_all(earlier),
            None => Ok(()),
        }
    }
}
