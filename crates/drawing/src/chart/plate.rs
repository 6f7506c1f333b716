//! What a chart says of what is at the pointer.

use super::{Ink, grouped};
use crate::Colour;

/// Lines of text about what is at the pointer, painted beside it above everything else.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Plate {
    /// The lines with their colours.
    pub lines: Vec<(String, Colour)>,
}

impl Plate {
    /// A plate with a first line.
    #[must_use]
    pub fn new(ink: &Ink, first: impl Into<String>) -> Self {
        Self { lines: vec![(first.into(), ink.accent)] }
    }

    /// Adds a line.
    pub fn line(&mut self, text: impl Into<String>, colour: Colour) {
        self.lines.push((text.into(), colour));
    }
}

/// Formats a value: counts in full, others with few digits.
#[must_use]
pub fn exact(value: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is whole")]
    match value {
        value if (0.0..1e15).contains(&value) && value == value.trunc() => grouped(value as u64),
        value if value.abs() >= 100.0 => format!("{value:.1}"),
        value => format!("{value:.3}").trim_end_matches('0').trim_end_matches('.').to_owned(),
    }
}
