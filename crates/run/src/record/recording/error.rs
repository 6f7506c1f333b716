//! Errors of recordings.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// An error of reading or writing a recording. The message is complete: there is no `source`.
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
    /// A new recording would overwrite a file.
    #[error("this file exists already; choose another name for the recording, or remove it first")]
    Occupied,
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(io::Error),
    /// The file cannot be written.
    #[error(
        "cannot be written: {0}; check the free space and the permissions, or choose another path"
    )]
    Unwritable(io::Error),
    /// A recording in the folder of temporary files cannot be written.
    #[error(
        "the temporary recording cannot be written: {0}; free space there, name another folder in the variable \
         TMPDIR, or record to a file with --record"
    )]
    UnwritableTemporary(io::Error),
    /// The file is empty.
    #[error("the file is empty; use another recording")]
    Empty,
    /// The file is not a recording.
    #[error("this is not a recording; give a file written by `terrarium run --record`")]
    NotARecording,
    /// The file has no keyframe.
    #[error("it ends before its first keyframe ({why}); use another recording")]
    TooShort {
        /// Why the rest of the file is unusable.
        why: String,
    },
    /// A checksum does not match.
    #[error(
        "it is damaged: the checksum of its chunk at byte {at} does not match; use another copy"
    )]
    Damaged {
        /// The offset of the chunk.
        at: u64,
    },
    /// The checksum of a chunk matches, but its content is invalid.
    #[error("its chunk at byte {at} is invalid: {why}; record the run again")]
    Invalid {
        /// The offset of the chunk.
        at: u64,
        /// What is wrong with it.
        why: String,
    },
    /// This version cannot simulate its worlds.
    #[error("this version cannot simulate it: {0}; its scenes can still be viewed")]
    Incompatible(String),
}

impl RecordingProblem {
    /// The error for the file at `path`.
    pub(super) fn of(self, path: &Path) -> RecordingError {
        RecordingError { path: path.to_owned(), problem: self }
    }
}
