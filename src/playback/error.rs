//! Why a run cannot be played, or not be meddled with.

use std::path::PathBuf;

use thiserror::Error;

use crate::record::{ReadError, RecordingError, SnapshotError};
use crate::run::StartError;
use crate::species::BehaviourRefusal;
use crate::tick::CommandRefusal;

/// Why a run cannot be played, or not be meddled with.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlaybackError {
    /// Its start gives no world.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A file of a run cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A snapshot of a run cannot be read.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// The recording cannot be read or written.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// A behaviour is not to be had.
    #[error(transparent)]
    Behaviour(#[from] BehaviourRefusal),
    /// A command was refused.
    #[error(transparent)]
    Refused(#[from] CommandRefusal),
    /// A command was given in the past.
    #[error(
        "tick {tick} is in the past of this future, which has been lived up to tick {frontier}; \
         branch here first, or go there"
    )]
    InThePast {
        /// The tick that is shown.
        tick: u64,
        /// The last tick that was lived.
        frontier: u64,
    },
    /// There is no such future.
    #[error("there is no future {which}; there are {count}, counted from 0")]
    NoSuchFuture {
        /// The one that was asked for.
        which: usize,
        /// How many there are.
        count: usize,
    },
    /// What was kept contradicts itself.
    #[error("{}: {problem}; use it as the run wrote it", path.display())]
    Contradiction {
        /// The file or directory.
        path: PathBuf,
        /// What does not fit together.
        problem: String,
    },
}
