//! What is wrong with something that somebody wrote: the problem, its place, and the remedy.

use miette::{LabeledSpan, MietteDiagnostic, Report};
use thiserror::Error;

use super::Place;

/// A mistake in a file or a setting.
///
/// Its `Display` says everything in one line; [`Mistake::report`] shows the place as well.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{place}: {problem}; {remedy}")]
pub struct Mistake {
    /// What is wrong, quoting what was given.
    pub problem: String,
    /// What to do about it.
    pub remedy: String,
    /// Where it is.
    pub place: Place,
}

impl Mistake {
    /// The mistake as a picture for a terminal: the lines around the place, with the place marked.
    #[must_use]
    pub fn report(self) -> Report {
        let mark = LabeledSpan::underline(self.place.span());
        let diagnostic =
            MietteDiagnostic::new(self.problem).with_help(self.remedy).with_label(mark);
        Report::new(diagnostic).with_source_code(self.place.named_source())
    }
}
