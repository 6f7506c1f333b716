//! How a command fails: a message on standard error, and an exit code.

use std::process::ExitCode;

use super::diagnostic;
use crate::input::Diagnostic;
use crate::playback::PlaybackError;
use crate::record::recording::RecordingProblem;
use crate::run::{ReplayError, RunError, StartError};

/// Why a command did not succeed.
#[derive(Debug)]
pub enum Failure {
    /// What the user gave is wrong: exit code 2.
    Input(Diagnostic),
    /// A run or a check failed: exit code 1.
    Failed(Diagnostic),
    /// The user interrupted it; what there is to say has been said: exit code 130.
    Interrupted,
}

impl Failure {
    /// Wrong input, told in a line.
    pub(super) fn input(message: impl std::fmt::Display) -> Self {
        Self::Input(Diagnostic::new(message.to_string()))
    }

    /// A failed run or check, told in a line.
    pub(super) fn failed(message: impl std::fmt::Display) -> Self {
        Self::Failed(Diagnostic::new(message.to_string()))
    }

    /// Tells the user, and answers the exit code.
    pub(super) fn tell(self) -> ExitCode {
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

/// What cannot be written is a failure; everything else is about what the user gave.
impl From<PlaybackError> for Failure {
    fn from(error: PlaybackError) -> Self {
        match error {
            PlaybackError::Start(error) => error.into(),
            PlaybackError::Recording(error)
                if matches!(error.problem, RecordingProblem::Unwritable(_)) =>
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
