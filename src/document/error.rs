//! Why a file gave no document.

use std::io;
use std::path::PathBuf;

use miette::Report;
use thiserror::Error;

use super::{MAX_BYTES, Mistake};

/// Why a TOML file, or what it says, cannot be used.
#[derive(Debug, Error)]
pub enum DocumentError {
    /// It says something wrong.
    #[error(transparent)]
    Mistake(#[from] Mistake),
    /// It cannot be opened or read.
    #[error("cannot read {}: {source}; check that the path leads to a readable file", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// It is a directory, a device or the like.
    #[error("{} is not a file; give the path of a TOML file", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// It is larger than any such file needs to be.
    #[error("{} is larger than {MAX_BYTES} bytes, the most that is read; shorten it", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// It is not UTF-8.
    #[error("{}:{line}: this is not text in UTF-8; save the file as UTF-8", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// The line of the first byte that is no text, counted from 1.
        line: usize,
    },
    /// There is nothing in it.
    #[error("{name}: the file is empty; start from a copy of one that ships with the program")]
    Empty {
        /// The file.
        name: String,
    },
}

impl DocumentError {
    /// The error as a picture for a terminal, with the place marked if it has one.
    #[must_use]
    pub fn report(self) -> Report {
        match self {
            Self::Mistake(mistake) => mistake.report(),
            other => Report::msg(other),
        }
    }
}
