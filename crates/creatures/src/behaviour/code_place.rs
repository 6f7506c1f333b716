//! Where in the code of a module a turn failed.

use std::fmt;

use serde::Serialize;

use super::Fault;

/// The place in the code of a module where a turn failed: the function, and those that called it.
///
/// It is found only where the notes of a turn are wanted, and affects nothing else: it is no part of
/// the fault. The faults of scripts have their line and column in their reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CodePlace {
    /// The function. Functions of the standard library of a language and of a kit are left out,
    /// unless there are no others.
    pub function: CodeFrame,
    /// The functions that called it, the innermost first, at most [`MAX_CALLERS`].
    pub callers: Vec<CodeFrame>,
}

/// A function of a module that was running, and the place in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CodeFrame {
    /// Its name, as in the source; `None` if the module has no names.
    pub name: Option<String>,
    /// Its index in the module. A function that was inlined has that of the one it is part of.
    pub index: u32,
    /// The line of the source, if the module has debug information.
    pub line: Option<SourceLine>,
}

/// A line of the source of a module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SourceLine {
    /// The file, relative to the directory in which the module was built.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1, if known.
    pub column: Option<u32>,
}

/// The maximum number of callers in a [`CodePlace`].
pub const MAX_CALLERS: usize = 8;

/// The number of different callers in the text of a place.
const CALLERS_IN_TEXT: usize = 3;

impl fmt::Display for CodeFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "`{name}`")?,
            None => write!(f, "function {}", self.index)?,
        }
        match &self.line {
            Some(SourceLine { file, line, .. }) => write!(f, " ({file}:{line})"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for CodePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "in {}", self.function)?;
        let mut callers: Vec<String> = self.callers.iter().map(ToString::to_string).collect();
        callers.dedup();
        callers.truncate(CALLERS_IN_TEXT);
        if callers.is_empty() { Ok(()) } else { write!(f, ", called by {}", callers.join(", ")) }
    }
}

impl Fault {
    /// The fault as text, with the place in the code of a module if it is known.
    ///
    /// ```
    /// use terrarium_creatures::behaviour::{CodeFrame, CodePlace, Fault, FaultKind};
    ///
    /// let fault = Fault::new(FaultKind::TooDeep, "its functions called each other too deep");
    /// let function = CodeFrame { name: Some("hunt".to_owned()), index: 7, line: None };
    /// let place = CodePlace { function, callers: Vec::new() };
    /// let text = fault.text(Some(&place));
    /// assert_eq!(text, "too_deep: its functions called each other too deep, in `hunt`");
    /// ```
    #[must_use]
    pub fn text(&self, place: Option<&CodePlace>) -> String {
        match place {
            Some(place) => format!("{self}, {place}"),
            None => self.to_string(),
        }
    }
}
