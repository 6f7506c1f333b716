//! Why there is no scenario.

use miette::Report;
use thiserror::Error;

use super::Scenario;
use crate::document::{DocumentError, Mistake};
use crate::spelling;

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

impl From<Mistake> for ScenarioError {
    fn from(mistake: Mistake) -> Self {
        Self::Document(mistake.into())
    }
}

impl ScenarioError {
    /// The error as a picture for a terminal, with the place marked if it has one.
    #[must_use]
    pub fn report(self) -> Report {
        match self {
            Self::Document(error) => error.report(),
            other => Report::msg(other),
        }
    }
}

fn remedy_for(given: &str) -> String {
    let shipped = Scenario::shipped();
    let list = spelling::listed(shipped.iter().copied());
    let hint = spelling::hint(spelling::nearest(given, shipped.iter().copied()));
    format!("give the path of a file, or one of {list}{hint}")
}
