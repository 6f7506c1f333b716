//! Errors of snapshots.

use std::io;
use std::path::{Path, PathBuf};

use terrarium_sim::world::{RestoreError, StateHash};
use thiserror::Error;

use super::head::{FORMAT, PROGRAM};

/// An error of reading a snapshot. The message is complete: there is no `source`.
#[derive(Debug, Error)]
#[error("{}: {problem}", path.display())]
pub struct SnapshotError {
    /// The file, as the user named it.
    pub path: PathBuf,
    /// What is wrong, and what to do about it.
    pub problem: SnapshotProblem,
}

/// What is wrong with a snapshot.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SnapshotProblem {
    /// There is no such file.
    #[error("there is no such file; check the path")]
    NoFile,
    /// The path leads to a directory.
    #[error("this is a directory; give one of its files, such as `final.snapshot`")]
    Directory,
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(io::Error),
    /// The file is empty.
    #[error("the file is empty; use another snapshot")]
    Empty,
    /// The file is not a snapshot.
    #[error("this is not a snapshot; give a file written by a run, such as its `final.snapshot`")]
    NotASnapshot,
    /// The end of the file is missing.
    #[error("the file is cut short (bytes missing at its end: {missing}); use another copy")]
    Truncated {
        /// The number of missing bytes, at least.
        missing: u64,
    },
    /// The file has additional bytes.
    #[error("there is data after its end (extra bytes: {extra}); use another copy")]
    Trailing {
        /// The number of additional bytes.
        extra: u64,
    },
    /// A checksum does not match.
    #[error("the file is damaged: the checksum of its {part} does not match; use another copy")]
    Damaged {
        /// `header` or `body`.
        part: &'static str,
    },
    /// The file is in the format of another version of the program.
    #[error(
        "it is in format {format}, of terrarium {program}, but this is terrarium {PROGRAM}, which \
         reads format {FORMAT}; use it with terrarium {program}"
    )]
    OtherFormat {
        /// The format it is in.
        format: u32,
        /// The version of the program that wrote it.
        program: String,
    },
    /// The checksums match, but the content cannot be read as a world.
    #[error("its content is not a valid world: {0}; create the snapshot again")]
    Invalid(&'static str),
    /// The content is an inconsistent world.
    #[error("its content is inconsistent: {0}; create the snapshot again")]
    Contradiction(RestoreError),
    /// The content is another world than the header says.
    #[error(
        "its content has the state hash {found}, but its header says {expected}; create the \
         snapshot again"
    )]
    AnotherState {
        /// The state hash in the header.
        expected: StateHash,
        /// The state hash of the content.
        found: StateHash,
    },
}

impl SnapshotProblem {
    /// The error for the file at `path`.
    pub(super) fn of(self, path: &Path) -> SnapshotError {
        SnapshotError { path: path.to_owned(), problem: self }
    }
}

impl From<RestoreError> for SnapshotProblem {
    fn from(error: RestoreError) -> Self {
        Self::Contradiction(error)
    }
}
