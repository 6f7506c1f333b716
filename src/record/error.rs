//! What can go wrong while a run is written down, or read back.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why something could not be recorded. Its message is whole: it has no further `source`.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The directory of a run is not empty.
    #[error(
        "{}: there is something in this directory already; choose another with `--out`, or remove \
         it first",
        path.display()
    )]
    Occupied {
        /// The directory.
        path: PathBuf,
    },
    /// The directory of a run is being filled by another.
    #[error(
        "{}: another run is about to fill this directory; wait for it, or choose another with \
         `--out`",
        path.display()
    )]
    Busy {
        /// The directory.
        path: PathBuf,
    },
    /// A file stands where the directory of a run should be.
    #[error("{}: this is a file; give the path of a new directory with `--out`", path.display())]
    NotADirectory {
        /// The file.
        path: PathBuf,
    },
    /// A file or directory cannot be written: a full disk, a missing right.
    #[error(
        "{}: cannot be written: {problem}; make room or see to the rights there, or choose another \
         place",
        path.display()
    )]
    Write {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        problem: io::Error,
    },
}

impl RecordError {
    /// Says of a failure that it happened while `path` was written.
    pub(crate) fn writing(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |problem| Self::Write { path: path.to_owned(), problem }
    }
}

/// Why something that a run wrote could not be read. Its message is whole: it has no further
/// `source`.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// There is no such file.
    #[error("{}: there is no such file; give the directory of a finished run", path.display())]
    NoFile {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be read.
    #[error("{}: the file cannot be read: {problem}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        problem: io::Error,
    },
    /// The content is not what a run writes.
    #[error("{}: {problem}; use the file as the run wrote it", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        problem: String,
    },
}

impl ReadError {
    /// Says of a failure that it happened when `path` was opened.
    pub(super) fn opening(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |problem| match problem.kind() {
            io::ErrorKind::NotFound => Self::NoFile { path: path.to_owned() },
            _ => Self::Unreadable { path: path.to_owned(), problem },
        }
    }
}
