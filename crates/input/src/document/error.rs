//! Errors of reading documents.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use super::MAX_BYTES;
use crate::{Diagnostic, Location};

/// Why a TOML file or its content cannot be used.
#[derive(Debug)]
pub enum DocumentError {
    /// Its content is invalid.
    Content(Diagnostic),
    /// It cannot be opened or read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// It is not a regular file, but for example a directory or a device.
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// It is larger than [`MAX_BYTES`].
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// It is not UTF-8.
    NotText {
        /// The file.
        path: PathBuf,
        /// The line of the first byte that is not UTF-8, counted from 1.
        line: usize,
    },
    /// It is empty.
    Empty {
        /// The file.
        name: String,
    },
}

impl DocumentError {
    /// Returns what is wrong, where, and what to do about it.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let (path, what, remedy) = match self {
            Self::Content(diagnostic) => return diagnostic.clone(),
            Self::Unreadable { path, source } if source.kind() == io::ErrorKind::NotFound => {
                (path, "there is no such file".to_owned(), "check the path")
            }
            Self::Unreadable { path, source } => {
                (path, format!("cannot be read: {source}"), "give the path of a readable file")
            }
            Self::NotAFile { path } => {
                (path, "this is not a file".to_owned(), "give the path of a TOML file")
            }
            Self::TooLarge { path } => (
                path,
                format!("the file is larger than the maximum of {MAX_BYTES} bytes"),
                "shorten it",
            ),
            Self::NotText { path, line } => {
                (path, format!("line {line} is not UTF-8 text"), "save the file as UTF-8")
            }
            Self::Empty { name } => {
                return Diagnostic::new("the file is empty")
                    .at(Location::file(name))
                    .remedy("start from a copy of one that ships with the program");
            }
        };
        let location = Location::file(path.display().to_string());
        Diagnostic::new(what).at(location).remedy(remedy)
    }
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostic().fmt(f)
    }
}

impl Error for DocumentError {}

impl From<Diagnostic> for DocumentError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Content(diagnostic)
    }
}
