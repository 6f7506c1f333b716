//! Why a file gave no document.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use super::MAX_BYTES;
use crate::input::{Diagnostic, Location};

/// Why a TOML file, or what it says, cannot be used.
#[derive(Debug)]
pub enum DocumentError {
    /// Its content is wrong.
    Content(Diagnostic),
    /// It cannot be opened or read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// It is a directory, a device or the like.
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// It is larger than any such file needs to be.
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
    /// What is wrong, where, and what to do about it.
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
                format!("this file is larger than {MAX_BYTES} bytes, the most that is read"),
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
