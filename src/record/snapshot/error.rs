//! What can be wrong with a snapshot, told so that it is clear what to do.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::head::{FORMAT, PROGRAM};
use crate::world::{RestoreError, StateHash};

/// A snapshot that cannot be used: which one, and why. Its message is whole: it has no further
/// `source`.
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
    /// There is nothing in the file.
    #[error("the file is empty; use another snapshot")]
    Empty,
    /// The file is something else.
    #[error(
        "this is not a snapshot; give a file that a run has written, such as its `final.snapshot`"
    )]
    NotASnapshot,
    /// The end of the file is missing.
    #[error("the file is cut short (bytes missing at its end: {missing}); use another copy")]
    Truncated {
        /// How many bytes are missing, at least.
        missing: u64,
    },
    /// There is more in the file than was written.
    #[error("something follows after its end (bytes too many: {extra}); use another copy")]
    Trailing {
        /// How many bytes were added.
        extra: u64,
    },
    /// A checksum does not agree.
    #[error("the file is damaged: the checksum of its {part} does not agree; use another copy")]
    Damaged {
        /// `head` or `body`.
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
    /// The content is sound to the last bit but cannot be read as a world.
    #[error("its content is no world: {0}; let terrarium write it anew")]
    Senseless(&'static str),
    /// The content is a world that cannot be.
    #[error("its content contradicts itself: {0}; let terrarium write it anew")]
    Contradiction(RestoreError),
    /// The content is another world than it says.
    #[error(
        "its content has the state hash {found}, but its head says {expected}; let terrarium write \
         it anew"
    )]
    AnotherState {
        /// What the head says.
        expected: StateHash,
        /// What the content has.
        found: StateHash,
    },
}

impl SnapshotProblem {
    /// The problem as one of the file at `path`.
    pub(super) fn of(self, path: &Path) -> SnapshotError {
        SnapshotError { path: path.to_owned(), problem: self }
    }
}

impl From<RestoreError> for SnapshotProblem {
    fn from(error: RestoreError) -> Self {
        Self::Contradiction(error)
    }
}
