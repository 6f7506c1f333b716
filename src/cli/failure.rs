//! Failures of a command: a message on standard error and an exit code.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use super::diagnostic;
use crate::input::Diagnostic;
use crate::playback::PlaybackError;
use crate::record::recording::RecordingProblem;
use crate::run::{ReplayError, RunError, StartError};

/// Why a command did not succeed.
#[derive(Debug)]
pub enum Failure {
    /// The input is invalid: exit code 2.
    Input(Diagnostic),
    /// A run or a check failed: exit code 1.
    Failed(Diagnostic),
    /// The user interrupted the command, which has already reported it: exit code 130.
    Interrupted,
}

impl Failure {
    /// Invalid input, as a message of one line.
    pub(super) fn input(message: impl std::fmt::Display) -> Self {
        Self::Input(Diagnostic::new(message.to_string()))
    }

    /// A file that cannot be written.
    pub(super) fn unwritable(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        move |error| Self::input(format!("{}: cannot be written: {error}", path.display()))
    }

    /// A failed run or check, as a message of one line.
    pub(super) fn failed(message: impl std::fmt::Display) -> Self {
        Self::Failed(Diagnostic::new(message.to_string()))
    }

    /// The message on one line; `None` if there is none.
    pub(super) fn text(&self) -> Option<String> {
        match self {
            Self::Input(error) | Self::Failed(error) => Some(error.to_string()),
            Self::Interrupted => None,
        }
    }

    /// Prints the message and returns the exit code.
    pub(super) fn report(self) -> ExitCode {
        match self {
            Self::Input(error) => {
                diagnostic::print(&error);
                ExitCode::from(2)
            }
            Self::Failed(error) => {
                diagnostic::print(&error);
                ExitCode::from(1)
            }
            Self::Interrupted => ExitCode::from(130),
        }
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        Self::Input(error.diagnostic())
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        Self::failed(error)
    }
}

/// A file that cannot be written is a failure; any other error is invalid input.
impl From<PlaybackError> for Failure {
    fn from(error: PlaybackError) -> Self {
        match error {
            PlaybackError::Start(error) => error.into(),
            PlaybackError::Recording(error)
                if matches!(
                    error.problem,
                    RecordingProblem::Unwritable(_) | RecordingProblem::UnwritableTemporary(_)
                ) =>
            {
                Self::failed(error)
            }
            other => Self::input(other),
        }
    }
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Self {
        match error {
            ReplayError::Start(error) => error.into(),
            other => Self::input(other),
        }
    }
}
