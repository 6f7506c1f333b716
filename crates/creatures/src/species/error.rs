//! Errors of reading creature folders.

use std::io;
use std::path::PathBuf;

use terrarium_input::Diagnostic;
use terrarium_input::document::DocumentError;
use thiserror::Error;

use super::Origin;

/// Why a creature folder, or a folder of them, cannot be used.
#[derive(Debug, Error)]
pub enum SpeciesError {
    /// The creature file is invalid or cannot be read.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The folder cannot be read.
    #[error(
        "cannot read the folder {}: {source}; give a creature's folder, or a folder of them",
        path.display()
    )]
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The folder has no creature file.
    #[error("{} has no creature.toml; add one, or move the folder elsewhere", folder.display())]
    NoManifest {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder has neither a creature file nor subfolders.
    #[error(
        "{} holds no creatures: neither a creature.toml nor folders that have one; give another folder",
        folder.display()
    )]
    NoCreatures {
        /// The folder.
        folder: PathBuf,
    },
    /// A link points out of the folder that the user gave.
    #[error(
        "{} is a link that points out of {}; replace it with a copy of its target",
        path.display(), folder.display()
    )]
    Outside {
        /// The link.
        path: PathBuf,
        /// The folder that it points out of.
        folder: PathBuf,
    },
    /// A code file is too large.
    #[error("{} is larger than the maximum of {limit} bytes; shorten it", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The maximum size, in bytes.
        limit: u64,
    },
    /// A folder has two code files.
    #[error(
        "{} has both {first} and {second}, but a creature has only one behaviour; remove one of them",
        folder.display()
    )]
    TwoBehaviours {
        /// The folder.
        folder: PathBuf,
        /// The name of the first file.
        first: &'static str,
        /// The name of the second file.
        second: &'static str,
    },
    /// Two creatures have the same name.
    #[error("there are two creatures called `{name}`: {first} and {second}; rename one of them")]
    Duplicate {
        /// The name.
        name: String,
        /// The origin of the first.
        first: Origin,
        /// The origin of the second.
        second: Origin,
    },
}

impl From<Diagnostic> for SpeciesError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Document(diagnostic.into())
    }
}

impl SpeciesError {
    /// Returns what is wrong, where, and what to do about it.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Document(error) => error.diagnostic(),
            other => Diagnostic::new(other.to_string()),
        }
    }
}
