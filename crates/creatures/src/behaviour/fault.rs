//! Faults: why the turn of a script or module failed.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The maximum length of the reason of a fault, in characters.
pub const MAX_REASON_LENGTH: usize = 200;

/// Why a turn failed. The handler or function that failed has no effect, except that the rule
/// `keep_decisions` keeps what a turn had requested before it exceeded its budget.
///
/// A fault is passed to the creature and is part of the events of a world, and so of the state
/// hash. It is therefore the same on every machine: it depends on nothing but the turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The kind of failure.
    pub kind: FaultKind,
    /// The error message: one line of at most [`MAX_REASON_LENGTH`] characters.
    pub reason: Box<str>,
}

/// The kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FaultKind {
    /// The turn exceeded the rule `turn_budget`.
    OverBudget,
    /// The turn exceeded the limits on memory, or on the size of strings, lists and maps.
    OutOfMemory,
    /// The turn exceeded the maximum call depth.
    TooDeep,
    /// The code raised an error or trapped.
    Trapped,
    /// The intent holds a number that is not finite or has no meaning.
    BadIntent,
    /// The memory is not plain data, or exceeds the rule `memory_limit`.
    BadMemory,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::OverBudget,
        Self::OutOfMemory,
        Self::TooDeep,
        Self::Trapped,
        Self::BadIntent,
        Self::BadMemory,
    ];

    /// Its name in files and tables, and how to avoid it.
    #[must_use]
    pub fn explanation(self) -> (&'static str, &'static str) {
        match self {
            Self::OverBudget => {
                ("over_budget", "do less in a turn: use the search functions of the host")
            }
            Self::OutOfMemory => ("out_of_memory", "use fewer and shorter strings and lists"),
            Self::TooDeep => ("too_deep", "reduce the depth of function calls"),
            Self::Trapped => ("trapped", "correct the error"),
            Self::BadIntent => (
                "bad_intent",
                "give finite numbers, and only values and lengths that the interface allows",
            ),
            Self::BadMemory => ("bad_memory", "remember less, and plain data only"),
        }
    }
}

impl Fault {
    /// Creates a fault. Control characters in the reason become spaces, and the reason is cut at
    /// [`MAX_REASON_LENGTH`] characters.
    #[must_use]
    pub fn new(kind: FaultKind, reason: &str) -> Self {
        Self { kind, reason: one_line(reason, MAX_REASON_LENGTH).into() }
    }

    /// Creates a fault whose reason ends with a place, which is kept when the rest is cut.
    #[must_use]
    pub fn located(kind: FaultKind, reason: &str, place: &str) -> Self {
        let length = MAX_REASON_LENGTH.saturating_sub(place.chars().count());
        Self::new(kind, &format!("{}{place}", one_line(reason, length)))
    }

    /// The line and column in the creature's code, counted from 1, if the reason ends with them as
    /// in `(line 3, column 9)`.
    #[must_use]
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        let (_, place) = self.reason.strip_suffix(')')?.rsplit_once(" (line ")?;
        let (line, column) = place.split_once(", column ").unwrap_or((place, "1"));
        Some((line.parse().ok()?, column.parse().ok()?))
    }

    /// The source file that a module names before its line, as in `in behaviour.c (line 3)`.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        let (message, _) = self.reason.rsplit_once(" (line ")?;
        message.rsplit_once(" in ").map(|(_, file)| file)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.explanation().0, self.reason)
    }
}

/// The first `max_length` characters of `text`, with a space for each control character.
pub(super) fn one_line(text: &str, max_length: usize) -> String {
    text.chars().take(max_length).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
