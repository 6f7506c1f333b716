//! Locations in files and overrides.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::Diagnostic;

/// A range of bytes in a file or in an override such as `seed=7`.
#[derive(Clone, PartialEq)]
pub struct Location {
    source: Arc<Source>,
    span: Range<usize>,
}

#[derive(PartialEq)]
enum Source {
    File {
        name: String,
        /// Empty for a location that is the file as a whole.
        text: String,
    },
    Setting(String),
}

/// A value and the location at which it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// The location of the value.
    pub place: Location,
}

impl Location {
    /// Returns the start of the file `name` with the content `text`.
    #[must_use]
    pub fn in_file(name: impl Into<String>, text: impl Into<String>) -> Self {
        let source = Source::File { name: name.into(), text: text.into() };
        Self { source: Arc::new(source), span: 0..0 }
    }

    /// Returns a file or directory as a whole.
    #[must_use]
    pub fn file(name: impl Into<String>) -> Self {
        Self::in_file(name, "")
    }

    /// Returns an override as a whole.
    #[must_use]
    pub fn setting(text: &str) -> Self {
        Self { source: Arc::new(Source::Setting(text.to_owned())), span: 0..text.len() }
    }

    /// Returns another byte range of the same text, clamped to its end.
    #[must_use]
    pub fn at(&self, span: Range<usize>) -> Self {
        let end = span.end.min(self.source().len());
        Self { source: Arc::clone(&self.source), span: span.start.min(end)..end }
    }

    /// Returns the word, or else the character, at a line and column, both counted from 1 in characters.
    #[must_use]
    pub fn word_at(&self, line: usize, column: usize) -> Self {
        self.at(word_at(self.source(), line, column))
    }

    /// Whether this is a location in an override rather than in a file.
    #[must_use]
    pub fn is_setting(&self) -> bool {
        matches!(*self.source, Source::Setting(_))
    }

    /// Returns the text at this location.
    #[must_use]
    pub fn text(&self) -> &str {
        self.source().get(self.span.clone()).unwrap_or_default()
    }

    /// Returns the whole text that contains this location.
    #[must_use]
    pub fn source(&self) -> &str {
        match &*self.source {
            Source::File { text, .. } => text,
            Source::Setting(text) => text,
        }
    }

    /// Returns the byte range within the whole text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns the line and column of the start, both counted from 1 in characters.
    #[must_use]
    pub fn line_and_column(&self) -> (usize, usize) {
        let before = self.source().get(..self.span.start).unwrap_or_default();
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        (line, column)
    }

    /// Returns the name of the file; `None` for an override.
    #[must_use]
    pub fn file_name(&self) -> Option<&str> {
        match &*self.source {
            Source::File { name, .. } => Some(name),
            Source::Setting(_) => None,
        }
    }

    /// Creates a diagnostic at this location.
    #[must_use]
    pub fn error(&self, what: impl Into<String>, remedy: impl Into<String>) -> Diagnostic {
        Diagnostic::new(what).at(self.clone()).remedy(remedy)
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MAX_CHARS: usize = 200;
        match &*self.source {
            Source::File { name, text } if text.is_empty() => f.write_str(name),
            Source::File { name, .. } => {
                let (line, column) = self.line_and_column();
                write!(f, "{name}:{line}:{column}")
            }
            Source::Setting(text) => write!(f, "setting {}", shortened(text, MAX_CHARS)),
        }
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Location({self})")
    }
}

/// Returns the byte range of the word, or else of the character, at a line and column of a text, both
/// counted from 1 in characters.
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

/// Quotes user input for a message: in backquotes, on one line and truncated if it is long.
#[must_use]
pub fn quoted(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    shortened(text, MAX_CHARS)
}

/// Quotes `text` on one line, truncated to `max_chars`.
fn shortened(text: &str, max_chars: usize) -> String {
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    let end = if text.chars().nth(max_chars).is_some() { "…" } else { "" };
    format!("`{}{end}`", text.chars().take(max_chars).map(visible).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let file = Location::in_file("a.toml", "é = 1\nü = 2\n");
        assert_eq!(file.to_string(), "a.toml:1:1");
        let second = file.source().find('2').unwrap();
        assert_eq!(file.at(second..second + 1).line_and_column(), (2, 5));
        assert_eq!(file.at(second..second + 1).text(), "2");
    }

    #[test]
    fn a_word_is_found_by_line_and_column() {
        let file = Location::in_file("a.rhai", "é = 1;\n  flée(x);");
        assert_eq!(file.word_at(2, 3).text(), "flée");
        assert_eq!(file.word_at(2, 7).text(), "(");
        assert_eq!(file.word_at(1, 1).text(), "é");
        assert_eq!((file.word_at(2, 99).text(), file.word_at(9, 1).text()), ("", ""));
    }

    #[test]
    fn a_location_beyond_the_end_is_the_end() {
        let location = Location::in_file("a.toml", "a\n").at(90..99);
        assert_eq!((location.line_and_column(), location.text()), ((2, 1), ""));
    }

    #[test]
    fn an_override_is_quoted_whole() {
        let location = Location::setting("seed=x").at(5..6);
        assert_eq!((location.to_string().as_str(), location.text()), ("setting `seed=x`", "x"));
    }

    #[test]
    fn quoted_input_is_short_and_on_one_line() {
        assert_eq!(quoted("a\nb"), "`a b`");
        assert_eq!(quoted(&"ü".repeat(41)), format!("`{}…`", "ü".repeat(40)));
        assert_eq!(quoted(&"ü".repeat(40)), format!("`{}`", "ü".repeat(40)));
    }
}
