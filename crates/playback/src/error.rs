//! Errors of playback.

use std::path::PathBuf;

use terrarium_creatures::species::BehaviourRefusal;
use terrarium_run::StartError;
use terrarium_run::record::{ReadError, RecordingError, SnapshotError};
use terrarium_sim::tick::CommandRefusal;
use thiserror::Error;

/// An error of opening, replaying or changing a run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlaybackError {
    /// The world at the start of the run cannot be created.
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
    /// A behaviour cannot be created.
    #[error(transparent)]
    Behaviour(#[from] BehaviourRefusal),
    /// A command was refused.
    #[error(transparent)]
    Refused(#[from] CommandRefusal),
    /// A command was given at a tick before the last one of the timeline.
    #[error(
        "commands are possible only at the last tick of a timeline: this is tick {tick}, and the \
         last is {frontier}; start a branch here first, or seek to the last tick"
    )]
    NotAtFrontier {
        /// The current tick.
        tick: u64,
        /// The last tick of the timeline.
        frontier: u64,
    },
    /// There is no timeline with this index.
    #[error("there is no timeline {which}; there are {count}, counted from 0")]
    NoSuchTimeline {
        /// The index that was given.
        which: usize,
        /// The number of timelines.
        count: usize,
    },
    /// The worlds of a recording cannot be simulated.
    #[error("{}: it cannot be simulated: {why}", path.display())]
    NotSimulated {
        /// The recording.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// A recording has no such tick.
    #[error("{}: it has no tick {tick}; choose one of its ticks, {first} to {last}", path.display())]
    NoSuchTick {
        /// The recording.
        path: PathBuf,
        /// The tick that was given.
        tick: u64,
        /// Its first tick.
        first: u64,
        /// Its last tick.
        last: u64,
    },
    /// The replay was cancelled.
    #[error("the replay was cancelled")]
    Cancelled,
    /// The files of a run contradict each other.
    #[error("{}: {problem}; use the unmodified files of the run", path.display())]
    Contradiction {
        /// The file or directory.
        path: PathBuf,
        /// The contradiction.
        problem: String,
    },
}
