//! What authors used to other languages write, and what stands for it here.
//!
//! The tables hold words of JavaScript, Python, Lua, Rust, C and of Rhai with its standard library. An error about one
//! of them has the remedy that its table gives.

mod functions;
mod properties;
mod syntax;
mod tokens;
mod words;

pub(super) use functions::remedy as of_function;
pub(super) use properties::remedy as of_property;
pub(super) use syntax::{Foreign, first as in_syntax};
pub(super) use words::of_name;

/// Words with the same remedy.
type Row = (&'static [&'static str], &'static str);

/// The remedy for a word in a table.
fn lookup(table: &'static [Row], word: &str) -> Option<&'static str> {
    table.iter().find(|(words, _)| words.contains(&word)).map(|&(_, remedy)| remedy)
}
