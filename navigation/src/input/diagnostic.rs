//! An error as data: what is wrong, where, and what to do about it.

use std::error::Error;
use std::fmt;

use super::Location;

/// What is wrong, where, and what to do about it.
///
/// Every error that a user can cause gives one (`error.diagnostic()`), so that nobody needs to parse
/// messages. `Display` puts it on one line: `hare.toml:3:1: there is no key `sped`; did you mean
/// `speed`?`
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// What is wrong, quoting what was given.
    pub what: String,
    /// Where it is, if it is anywhere.
    pub location: Option<Location>,
    /// What to do about it, where that does not go without saying.
    pub remedy: Option<String>,
}

impl Diagnostic {
    /// An error at no place in particular, and without a remedy.
    #[must_use]
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), location: None, remedy: None }
    }

    /// The same error at a location.
    #[must_use]
    pub fn at(self, location: Location) -> Self {
        Self { location: Some(location), ..self }
    }

    /// The same error with what to do about it.
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
