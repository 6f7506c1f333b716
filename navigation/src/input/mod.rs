//! User input: files, names and numbers, and diagnostics that point at the wrong part.

mod diagnostic;
mod location;
pub mod parameter;
pub mod regular_file;
pub mod spelling;

pub use diagnostic::Diagnostic;
pub use location::{Located, Location, quoted, word_at};
