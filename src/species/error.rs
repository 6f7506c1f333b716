//! Why a creature cannot live here.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::Origin;
use crate::document::DocumentError;
use crate::input::Diagnostic;

/// Why a creature folder, or a folder of them, cannot be used.
#[derive(Debug, Error)]
pub enum SpeciesError {
    /// The creature file is wrong or cannot be read.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The folder cannot be looked into.
    #[error(
        "cannot read the folder {}: {source}; give a creature's folder, or a folder of them",
        path.display()
    )]
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// The folder has no creature file.
    #[error("{} has no creature.toml; write one, or move the folder elsewhere", folder.display())]
    NoManifest {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder has neither a creature file nor any folder in it.
    #[error(
        "{} holds no creatures: neither a creature.toml nor folders with one; give another folder",
        folder.display()
    )]
    NoCreatures {
        /// The folder.
        folder: PathBuf,
    },
    /// A link leads out of the folder that the user has given.
    #[error(
        "{} is a link that leads out of {}; put a copy of what it leads to in its place",
        path.display(), folder.display()
    )]
    Outside {
        /// The link.
        path: PathBuf,
        /// The folder it leads out of.
        folder: PathBuf,
    },
    /// A file of code is larger than any needs to be.
    #[error("{} is larger than {limit} bytes, the most that is read; shorten it", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most that is read, in bytes.
        limit: u64,
    },
    /// A folder has two files of code.
    #[error(
        "{} has both {first} and {second}, but only one can decide for a creature; take one out",
        folder.display()
    )]
    TwoBehaviours {
        /// The folder.
        folder: PathBuf,
        /// The name of one of the files.
        first: &'static str,
        /// The name of the other.
        second: &'static str,
    },
    /// Two creatures have one name.
    #[error("there are two creatures called `{name}`: {first} and {second}; rename one of them")]
    Duplicate {
        /// The name.
        name: String,
        /// Where the one came from.
        first: Origin,
        /// Where the other came from.
        second: Origin,
    },
}

impl From<Diagnostic> for SpeciesError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Document(diagnostic.into())
    }
}

impl SpeciesError {
    /// What is wrong, where, and what to do about it.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Document(error) => error.diagnostic(),
            other => Diagnostic::new(other.to_string()),
        }
    }
}
