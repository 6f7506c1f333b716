//! Why a turn failed: what a plugged-in creature did that ended its turn without any action.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The longest reason of a fault, in characters.
pub const REASON_LENGTH: usize = 200;

/// A turn that came to nothing: of what kind, and why.
///
/// Everything in it follows from the turn alone, so that it is the same on every machine: it is
/// told to the creature and stands among the events of a world.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What kind of failure it was.
    pub kind: FaultKind,
    /// What happened, for the author: one line of at most [`REASON_LENGTH`] characters.
    pub reason: Box<str>,
}

/// The kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FaultKind {
    /// The turn took more than the rule `turn_budget` allows.
    OverBudget,
    /// It wanted more memory, or longer strings and lists, than a turn gets.
    OutOfMemory,
    /// Its functions called each other too deep.
    TooDeep,
    /// It broke off with an error.
    Trapped,
    /// It asked for something with a number that is none.
    BadIntent,
    /// What it wanted to remember is no plain data, or is larger than the rule `memory_limit`.
    BadMemory,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::OverBudget,
        Self::OutOfMemory,
        Self::TooDeep,
        Self::Trapped,
        Self::BadIntent,
        Self::BadMemory,
    ];

    /// Its name in files and tables, and what to do about it.
    #[must_use]
    pub fn explanation(self) -> (&'static str, &'static str) {
        match self {
            Self::OverBudget => ("over_budget", "do less in a turn: let the host search for you"),
            Self::OutOfMemory => ("out_of_memory", "keep fewer and shorter strings and lists"),
            Self::TooDeep => ("too_deep", "let functions call each other less deep"),
            Self::Trapped => ("trapped", "mend the error"),
            Self::BadIntent => ("bad_intent", "give finite coordinates and speeds"),
            Self::BadMemory => ("bad_memory", "remember little, and plain data only"),
        }
    }
}

impl Fault {
    /// A fault of this kind; the reason is put on one line and cut when it is long.
    #[must_use]
    pub fn new(kind: FaultKind, reason: &str) -> Self {
        Self { kind, reason: one_line(reason, REASON_LENGTH).into() }
    }

    /// Line and column in the code of the creature, counted from 1, where the reason ends with them
    /// as in `(line 3, column 9)`.
    #[must_use]
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        let (_, place) = self.reason.strip_suffix(')')?.rsplit_once(" (line ")?;
        let (line, column) = place.split_once(", column ").unwrap_or((place, "1"));
        Some((line.parse().ok()?, column.parse().ok()?))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.explanation().0, self.reason)
    }
}

/// `text` without line breaks and the like, and cut at `longest` characters.
pub(super) fn one_line(text: &str, longest: usize) -> String {
    text.chars().take(longest).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_short_line() {
        let fault = Fault::new(FaultKind::Trapped, &"é\n".repeat(REASON_LENGTH));
        assert_eq!(fault.reason.chars().count(), REASON_LENGTH);
        assert_eq!(&*fault.reason, "é ".repeat(REASON_LENGTH / 2));
    }

    #[test]
    fn a_place_is_read_off_the_end_of_a_reason() {
        let place = |reason| Fault::new(FaultKind::Trapped, reason).line_and_column();
        assert_eq!(place("no (line 1, column 2) here (line 30, column 9)"), Some((30, 9)));
        assert_eq!(place("no (line 4)"), Some((4, 1)));
        for without in ["no", "", "(line 1, column 2) no", " (line x, column 2)", " (line 1, 2)"] {
            assert_eq!(place(without), None, "{without}");
        }
    }

    #[test]
    fn every_kind_has_a_name_of_its_own() {
        let mut names: Vec<_> = FaultKind::ALL.map(|kind| kind.explanation().0).into();
        names.dedup();
        assert_eq!(names.len(), FaultKind::ALL.len());
    }
}
