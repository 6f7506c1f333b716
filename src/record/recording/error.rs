//! What can be wrong with a recording, told so that it is clear what to do.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A recording that cannot be read or written: which one, and why. Its message is whole: it has no
/// further `source`.
#[derive(Debug, Error)]
#[error("{}: {problem}", path.display())]
pub struct RecordingError {
    /// The file, as the user named it.
    pub path: PathBuf,
    /// What is wrong, and what to do about it.
    pub problem: RecordingProblem,
}

/// What is wrong with a recording.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordingProblem {
    /// There is no such file.
    #[error("there is no such file; check the path")]
    NoFile,
    /// The path leads to a directory.
    #[error("this is a directory; give the path of a recording")]
    Directory,
    /// There is something where a recording was to be written.
    #[error("there is a file already; choose another name for the recording, or remove it first")]
    Occupied,
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(io::Error),
    /// The file cannot be written.
    #[error(
        "cannot be written: {0}; make room or see to the rights there, or choose another place"
    )]
    Unwritable(io::Error),
    /// There is nothing in the file.
    #[error("the file is empty; use another recording")]
    Empty,
    /// The file is something else.
    #[error("this is not a recording; give a file that `terrarium run --record` has written")]
    NotARecording,
    /// There is not even a first keyframe.
    #[error("it ends before its first keyframe ({why}); use another recording")]
    TooShort {
        /// Why nothing more of it can be used.
        why: String,
    },
    /// A checksum does not agree.
    #[error(
        "it is damaged: the checksum of its part at byte {at} does not agree; use another copy"
    )]
    Damaged {
        /// Where that part begins.
        at: u64,
    },
    /// A part is sound to the last bit but cannot be read.
    #[error("its part at byte {at} cannot be read: {why}; let terrarium write it anew")]
    Senseless {
        /// Where that part begins.
        at: u64,
        /// What is wrong with it.
        why: String,
    },
    /// Its worlds cannot be had in this version.
    #[error("its worlds cannot live here: {0}; its pictures can still be seen")]
    Foreign(String),
}

impl RecordingProblem {
    /// The problem as one of the file at `path`.
    pub(super) fn of(self, path: &Path) -> RecordingError {
        RecordingError { path: path.to_owned(), problem: self }
    }
}
