//! What users give to the program: files, names and numbers, and what is wrong with them.

mod diagnostic;
mod location;
pub mod parameter;
pub mod regular_file;
pub mod spelling;

pub use diagnostic::Diagnostic;
pub use location::{Located, Location, quoted, word_at};
