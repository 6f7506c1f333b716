//! Why there is no scenario.

use thiserror::Error;

use super::Scenario;
use crate::document::DocumentError;
use crate::input::Diagnostic;
use crate::input::spelling;

/// Why a scenario cannot be used.
#[derive(Debug, Error)]
pub enum ScenarioError {
    /// Its file is wrong or cannot be read.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// There is neither a shipped scenario nor a file of this name.
    #[error("there is no scenario `{given}`, neither shipped nor as a file; {}", remedy_for(given))]
    Unknown {
        /// What was asked for.
        given: String,
    },
}

impl From<Diagnostic> for ScenarioError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Document(diagnostic.into())
    }
}

impl ScenarioError {
    /// What is wrong, where, and what to do about it.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Document(error) => error.diagnostic(),
            other => Diagnostic::new(other.to_string()),
        }
    }
}

fn remedy_for(given: &str) -> String {
    let shipped = Scenario::shipped();
    let list = spelling::listed(shipped.iter().copied());
    let hint = spelling::hint(spelling::nearest(given, shipped.iter().copied()));
    format!("give the path of a file, or one of {list}{hint}")
}
