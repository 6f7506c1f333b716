//! Errors as data: what is wrong, where, and what to do about it.

use std::error::Error;
use std::fmt;

use super::Location;

/// What is wrong, where, and what to do about it.
///
/// Every user error converts to one (`error.diagnostic()`), so that callers need not parse
/// messages. `Display` prints it on one line: `hare.toml:3:1: there is no key `sped`; did you mean
/// `speed`?`
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// What is wrong, quoting the input.
    pub what: String,
    /// Where it is wrong, if there is a location.
    pub location: Option<Location>,
    /// What to do about it, where that is not obvious.
    pub remedy: Option<String>,
}

impl Diagnostic {
    /// An error without a location or a remedy.
    #[must_use]
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), location: None, remedy: None }
    }

    /// The same error at a location.
    #[must_use]
    pub fn at(self, location: Location) -> Self {
        Self { location: Some(location), ..self }
    }

    /// The same error with a remedy.
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
