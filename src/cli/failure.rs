//! How a command fails: a message on standard error, and an exit code.

use std::process::ExitCode;

use miette::Report;

use super::output;
use crate::batch::{ReplayError, RunError, StartError};

/// Why a command did not succeed.
#[derive(Debug)]
pub enum Failure {
    /// What the user gave is wrong: exit code 2.
    Input(Report),
    /// A run or a check failed: exit code 1.
    Failed(Report),
    /// The user interrupted it; what there is to say has been said: exit code 130.
    Interrupted,
}

impl Failure {
    /// Wrong input, told in a line.
    pub(super) fn input(message: impl std::fmt::Display) -> Self {
        Self::Input(Report::msg(message.to_string()))
    }

    /// A failed run or check, told in a line.
    pub(super) fn failed(message: impl std::fmt::Display) -> Self {
        Self::Failed(Report::msg(message.to_string()))
    }

    /// Tells the user, and answers the exit code.
    pub(super) fn tell(self) -> ExitCode {
        match self {
            Self::Input(report) => {
                output::note(format_args!("{report:?}"));
                ExitCode::from(2)
            }
            Self::Failed(report) => {
                output::note(format_args!("{report:?}"));
                ExitCode::from(1)
            }
            Self::Interrupted => ExitCode::from(130),
        }
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        Self::Input(error.report())
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        Self::failed(error)
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
