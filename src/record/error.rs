//! What can go wrong while a run is written down.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why something could not be recorded. Its message is whole: it has no further `source`.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A file or directory cannot be written: a full disk, a missing right.
    #[error(
        "{}: cannot be written: {problem}; make room or see to the rights there, or choose another place",
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
    pub(super) fn writing(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |problem| Self::Write { path: path.to_owned(), problem }
    }
}
