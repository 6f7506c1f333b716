//! Goals: a measure, and the bound that its value must keep.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Measure;

/// A goal of a lesson. It is met if the value is within its bound with every seed.
#[derive(Debug, Clone, PartialEq)]
pub struct Goal {
    /// The goal, in a few words.
    pub title: String,
    /// What is measured.
    pub measure: Measure,
    /// The bound of its value.
    pub bound: Bound,
    /// What to do when the goal is not met.
    pub hint: String,
}

/// A bound of a value.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The value must be this or more.
    AtLeast(f64),
    /// The value must be this or less.
    AtMost(f64),
}

impl Bound {
    /// Whether a value is within the bound.
    #[must_use]
    pub fn holds(self, value: f64) -> bool {
        match self {
            Self::AtLeast(least) => value >= least,
            Self::AtMost(most) => value <= most,
        }
    }

    /// Returns the value that is worst for the goal.
    #[must_use]
    pub fn worst(self, values: &[f64]) -> Option<f64> {
        let values = values.iter().copied();
        match self {
            Self::AtLeast(_) => values.reduce(f64::min),
            Self::AtMost(_) => values.reduce(f64::max),
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(least) => write!(f, "at least {least}"),
            Self::AtMost(most) => write!(f, "at most {most}"),
        }
    }
}
