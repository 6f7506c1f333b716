//! Command lines that can be pasted into a shell.

use std::fmt::Display;
use std::iter;

/// The command line of the program with these words, quoted where they need it.
///
/// Every command that is printed is made by this function, so that it can be pasted.
pub fn terrarium(words: &[&dyn Display]) -> String {
    let words = words.iter().map(|word| quoted(&word.to_string()));
    iter::once("terrarium".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// Joins words into a command line, quoting those that need it.
pub fn command(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// Quotes a word for the shell if it needs it.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
