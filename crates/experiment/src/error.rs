//! Errors of experiments.

use std::io;
use std::path::PathBuf;

use terrarium_input::Diagnostic;
use terrarium_input::document::DocumentError;
use terrarium_run::StartError;
use terrarium_run::record::{ReadError, RecordError};
use thiserror::Error;

/// An error of reading an experiment, of running a sweep, or of merging shards.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// The experiment's file is invalid or cannot be read.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The base scenario is invalid.
    #[error(transparent)]
    Base(#[from] StartError),
    /// The request is invalid; what is wrong, and what to do.
    #[error("{0}")]
    InvalidRequest(String),
    /// The directory has other content, or is in use.
    #[error("{}: {problem}; {remedy}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// What is wrong.
        problem: String,
        /// What to do about it.
        remedy: String,
    },
    /// A file of a sweep is damaged.
    #[error("{}:{line}: {problem}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// The results cannot be written any more. The message is complete.
    #[error("{problem}")]
    Stuck {
        /// What is wrong, and what to do.
        problem: String,
    },
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] RecordError),
}

impl From<Diagnostic> for ExperimentError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Document(diagnostic.into())
    }
}

impl ExperimentError {
    /// What is wrong, where, and what to do about it.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Document(error) => error.diagnostic(),
            Self::Base(error) => error.diagnostic(),
            other => Diagnostic::new(other.to_string()),
        }
    }

    /// Whether the user's input is wrong; otherwise an operation failed.
    #[must_use]
    pub fn is_input(&self) -> bool {
        !matches!(
            self,
            Self::Write(RecordError::Write { .. }) | Self::Damaged { .. } | Self::Stuck { .. }
        )
    }

    pub(crate) fn directory(
        path: impl Into<PathBuf>,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::Directory { path: path.into(), problem: problem.into(), remedy: remedy.into() }
    }

    pub(crate) fn writing(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        |problem| Self::Write(RecordError::Write { path, problem })
    }

    pub(crate) fn reading(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        |problem| match problem.kind() {
            io::ErrorKind::NotFound => Self::Read(ReadError::NoFile { path }),
            _ => Self::Read(ReadError::Unreadable { path, problem }),
        }
    }
}
