//! Locations in files and overrides, for error messages.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::Diagnostic;

/// A range of a file, or of an override such as `seed=7`.
#[derive(Clone, PartialEq)]
pub struct Location {
    source: Arc<Source>,
    span: Range<usize>,
}

#[derive(PartialEq)]
enum Source {
    File {
        name: String,
        /// Empty when the location is the file as a whole.
        text: String,
    },
    Override(String),
}

/// A value with its location.
#[derive(Debug, Clone, PartialEq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Where it was given.
    pub location: Location,
}

impl Location {
    /// The beginning of the file `name` with content `text`.
    #[must_use]
    pub fn in_file(name: impl Into<String>, text: impl Into<String>) -> Self {
        let source = Source::File { name: name.into(), text: text.into() };
        Self { source: Arc::new(source), span: 0..0 }
    }

    /// A file or directory as a whole.
    #[must_use]
    pub fn file(name: impl Into<String>) -> Self {
        Self::in_file(name, "")
    }

    /// A whole override.
    #[must_use]
    pub fn for_override(text: &str) -> Self {
        Self { source: Arc::new(Source::Override(text.to_owned())), span: 0..text.len() }
    }

    /// Another range of the same text, in bytes, clipped to its end.
    #[must_use]
    pub fn at(&self, span: Range<usize>) -> Self {
        let end = span.end.min(self.source().len());
        Self { source: Arc::clone(&self.source), span: span.start.min(end)..end }
    }

    /// The word, or else the character, at a line and column, counted in characters from 1.
    #[must_use]
    pub fn word_at(&self, line: usize, column: usize) -> Self {
        self.at(word_at(self.source(), line, column))
    }

    /// Whether this is part of an override rather than of a file.
    #[must_use]
    pub fn is_override(&self) -> bool {
        matches!(*self.source, Source::Override(_))
    }

    /// The key of the override whose whole value is here; `None` anywhere else.
    pub(crate) fn overridden_key(&self) -> Option<&str> {
        let (key, value) = self.source().split_once('=').filter(|_| self.is_override())?;
        (self.span == (key.len() + 1..key.len() + 1 + value.len())).then_some(key)
    }

    /// The text at this location.
    #[must_use]
    pub fn text(&self) -> &str {
        self.source().get(self.span.clone()).unwrap_or_default()
    }

    /// The whole text that contains this location.
    #[must_use]
    pub fn source(&self) -> &str {
        match &*self.source {
            Source::File { text, .. } => text,
            Source::Override(text) => text,
        }
    }

    /// The byte range within the whole text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Line and column of the beginning, in characters, counted from 1.
    #[must_use]
    pub fn line_and_column(&self) -> (usize, usize) {
        let before = self.source().get(..self.span.start).unwrap_or_default();
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        (line, column)
    }

    /// The name of the file; `None` for an override.
    #[must_use]
    pub fn file_name(&self) -> Option<&str> {
        match &*self.source {
            Source::File { name, .. } => Some(name),
            Source::Override(_) => None,
        }
    }

    /// An error at this location with a remedy.
    #[must_use]
    pub fn error(&self, what: impl Into<String>, remedy: impl Into<String>) -> Diagnostic {
        Diagnostic::new(what).at(self.clone()).remedy(remedy)
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST_OVERRIDE: usize = 200;
        match &*self.source {
            Source::File { name, text } if text.is_empty() => f.write_str(name),
            Source::File { name, .. } => {
                let (line, column) = self.line_and_column();
                write!(f, "{name}:{line}:{column}")
            }
            Source::Override(text) => write!(f, "override {}", shortened(text, LONGEST_OVERRIDE)),
        }
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Location({self})")
    }
}

/// The byte range of the word, or else the character, at a line and column of a text, counted in
/// characters from 1.
#[must_use]
pub fn word_at(text: &str, line: usize, column: usize) -> Range<usize> {
    let before = text.split_inclusive('\n').take(line.saturating_sub(1));
    let start: usize = before.map(str::len).sum();
    let rest = &text[start..];
    let offset = rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |c| c.0);
    let word = rest[offset..].find(|c: char| !c.is_alphanumeric() && c != '_');
    let first = rest[offset..].chars().next().map_or(0, char::len_utf8);
    let length = word.unwrap_or(rest.len() - offset).max(first);
    start + offset..start + offset + length
}

/// Quotes user input in backquotes for a message: on one line, and truncated when it is long.
#[must_use]
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    shortened(text, LONGEST)
}

fn shortened(text: &str, longest: usize) -> String {
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    let end = if text.chars().nth(longest).is_some() { "…" } else { "" };
    format!("`{}{end}`", text.chars().take(longest).map(visible).collect::<String>())
}
