//! Errors of reading scenarios.

use terrarium_input::Diagnostic;
use terrarium_input::document::DocumentError;
use terrarium_input::spelling;
use thiserror::Error;

use super::Scenario;

/// Why a scenario cannot be used.
#[derive(Debug, Error)]
pub enum ScenarioError {
    /// The file is invalid or cannot be read.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// Neither a shipped scenario nor a file has this name.
    #[error(
        "there is no scenario `{given}`, neither shipped nor as a file; {}",
        suggestion_for(given)
    )]
    Unknown {
        /// The name or path as given.
        given: String,
    },
}

impl From<Diagnostic> for ScenarioError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Document(diagnostic.into())
    }
}

impl ScenarioError {
    /// Returns what is wrong, where, and what to do about it.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Document(error) => error.diagnostic(),
            other => Diagnostic::new(other.to_string()),
        }
    }
}

fn suggestion_for(given: &str) -> String {
    let shipped = Scenario::shipped();
    let list = spelling::listed(shipped.iter().copied());
    let hint = spelling::hint(spelling::nearest(given, shipped.iter().copied()));
    format!("give the path of a file, or one of {list}{hint}")
}
