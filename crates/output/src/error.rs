//! Errors of writing and reading the files of a run.

use std::io;
use std::path::{Path, PathBuf};

use terrarium_input::shell::terrarium;
use thiserror::Error;

/// An error of recording a run. The message is complete: there is no `source`.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The directory of a run is not empty.
    #[error(
        "{}: this directory is not empty; choose another with `--out`, or remove it first",
        path.display()
    )]
    Occupied {
        /// The directory.
        path: PathBuf,
    },
    /// Another run writes to the directory at the same time.
    #[error(
        "{}: another run is writing to this directory; wait for it, or choose another with `--out`",
        path.display()
    )]
    Busy {
        /// The directory.
        path: PathBuf,
    },
    /// The path of the directory is that of a file.
    #[error(
        "{}: this is a file; give the path of a new directory with `--out`",
        path.display()
    )]
    NotADirectory {
        /// The file.
        path: PathBuf,
    },
    /// A file or directory cannot be written: the disk is full, or permissions are missing.
    #[error(
        "{}: cannot be written: {problem}; check the free space and the permissions, or choose \
         another path",
        path.display()
    )]
    Write {
        /// The file or directory.
        path: PathBuf,
        /// The error of the operating system.
        problem: io::Error,
    },
    /// The record of an earlier run into the directory is unfinished, and can be recovered.
    #[error(
        "{dir}: a run into this directory did not end, and left its record in {left}; recover it with \
         `{recover}`, or remove it, or choose another directory with `--out`",
        dir = path.display(),
        left = left.display(),
        recover = terrarium(&[&"recover", &left.display()])
    )]
    Unfinished {
        /// The directory.
        path: PathBuf,
        /// Where the record is.
        left: PathBuf,
    },
    /// A file of a run cannot be written any more. Its record up to a checkpoint is kept.
    #[error(
        "{problem}; the run stopped after tick {tick}, and its record up to tick {kept} is kept: free some \
         space, then recover it with `{}`",
        terrarium(&[&"recover", &path.display()])
    )]
    Kept {
        /// The file, and why it cannot be written.
        problem: String,
        /// The last tick of the run.
        tick: u64,
        /// The last tick of the record.
        kept: u64,
        /// Where the record is.
        path: PathBuf,
    },
}

impl RecordError {
    /// Turns an I/O error into the error of writing `path`.
    pub fn writing(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |problem| Self::Write { path: path.to_owned(), problem }
    }
}

/// An error of reading a file that a run wrote. The message is complete: there is no `source`.
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
        /// The error of the operating system.
        problem: io::Error,
    },
    /// The content is not what a run writes.
    #[error("{}: {problem}; use the unmodified file of the run", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        problem: String,
    },
}

impl ReadError {
    /// Turns an I/O error into the error of opening `path`.
    pub fn opening(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |problem| match problem.kind() {
            io::ErrorKind::NotFound => Self::NoFile { path: path.to_owned() },
            _ => Self::Unreadable { path: path.to_owned(), problem },
        }
    }
}
