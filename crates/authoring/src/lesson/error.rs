//! Errors of lessons.

use std::io;
use std::path::PathBuf;

use terrarium_creatures::species::{Kind, SpeciesError};
use terrarium_input::{Diagnostic, quoted};
use terrarium_run::StartError;
use thiserror::Error;

/// Why a lesson cannot be started or scored.
#[derive(Debug, Error)]
pub enum LessonError {
    /// There is no lesson of that number.
    #[error("there is no lesson {number}; give a number from 1 to {last}")]
    Unknown {
        /// The number as given.
        number: u32,
        /// The number of the last lesson.
        last: usize,
    },
    /// The creature has another name than that of the lesson.
    #[error(
        "{} is the folder of {}, and this lesson is about `{needed}`; give a folder called \
         {needed}, with a creature of that name", folder.display(), quoted(name)
    )]
    OtherCreature {
        /// The creature's folder.
        folder: PathBuf,
        /// Its name.
        name: String,
        /// The name that the scenario of the lesson has.
        needed: String,
    },
    /// The creature is of another kind than that of the lesson.
    #[error(
        "{} is a {}, and this lesson is about a {}; write kind = \"{}\" in its creature.toml",
        folder.display(), kind.name(), needed.name(), needed.name()
    )]
    OtherKind {
        /// The creature's folder.
        folder: PathBuf,
        /// Its kind.
        kind: Kind,
        /// The kind that the lesson is about.
        needed: Kind,
    },
    /// The creature's files are invalid.
    #[error(transparent)]
    Species(#[from] SpeciesError),
    /// The world of the lesson cannot be founded.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A file or folder cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
}

impl LessonError {
    pub(super) fn unwritable(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Unwritable { path, source }
    }

    /// What is wrong, where, and what to do about it.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Species(error) => error.diagnostic(),
            Self::Start(error) => error.diagnostic(),
            other => Diagnostic::new(other.to_string()),
        }
    }
}
