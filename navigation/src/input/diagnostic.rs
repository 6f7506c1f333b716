//! Errors as data: what is wrong, where, and what to do about it.

use std::error::Error;
use std::fmt;

use super::Location;

/// An error caused by user input: what is wrong, where, and what to do about it.
///
/// Each error type of the library that describes user input converts to a diagnostic with
/// `error.diagnostic()`, so programs need not parse messages. `Display` formats it on one line:
/// `hare.toml:3:1: there is no key `sped`; did you mean `speed`?`
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// What is wrong, quoting the input.
    pub what: String,
    /// Where the input is wrong, if it has a location.
    pub location: Option<Location>,
    /// What to do about it, unless that is obvious.
    pub remedy: Option<String>,
}

impl Diagnostic {
    /// Creates a diagnostic without location and remedy.
    #[must_use]
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), location: None, remedy: None }
    }

    /// Sets the location.
    #[must_use]
    pub fn at(self, location: Location) -> Self {
        Self { location: Some(location), ..self }
    }

    /// Sets the remedy.
    #[must_use]
    pub fn remedy(self, remedy: impl Into<String>) -> Self {
        Self { remedy: Some(remedy.into()), ..self }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(location) = &self.location {
            write!(f, "{location}: ")?;
        }
        f.write_str(&self.what)?;
        match &self.remedy {
            Some(remedy) => write!(f, "; {remedy}"),
            None => Ok(()),
        }
    }
}

impl Error for Diagnostic {}
