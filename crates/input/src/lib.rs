//! User input: files, names and numbers, and the errors in them.

#![forbid(unsafe_code)]

pub mod clock;
mod diagnostic;
pub mod document;
pub mod encoding;
mod location;
pub mod parameter;
pub mod regular_file;
pub mod shell;
pub mod spelling;
pub mod wording;

pub use diagnostic::Diagnostic;
pub use location::{Located, Location, quoted, word_at};
