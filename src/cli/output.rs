//! Standard output and standard error: results, text tables and notes.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;

use super::Failure;
pub(super) use crate::wording::columns;

/// Prints a result. A closed pipe is not a failure.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    print_part(text).map(drop)
}

/// Prints a part of a result. Returns `Break` when the reader has closed the pipe.
pub(super) fn print_part(text: &str) -> Result<ControlFlow<()>, Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(ControlFlow::Continue(())),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ControlFlow::Break(())),
        Err(error) => Err(Failure::failed(format!("standard output cannot be written: {error}"))),
    }
}

/// Prints a line on standard error; if that fails, the line is lost.
pub(super) fn note(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// The text of a figure, or a dash if it has no value.
pub(super) fn cell(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| fixed(value, digits))
}

/// A number with so many digits behind the point, without the sign of a negative one that is rounded to 0.
pub(super) fn fixed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let is_zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}
