//! Reads the lines of a file or of standard input, with their numbers.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::cli::Failure;
use crate::input::regular_file;

/// The longest accepted line, in bytes; enough for ten million boxes.
const MAX_LINE: usize = 1 << 30;

/// A text read line by line; only one line is in memory.
pub(in crate::cli) struct Lines {
    name: String,
    reader: Box<dyn BufRead>,
    max_length: usize,
    number: usize,
    line: Vec<u8>,
}

impl Lines {
    /// Opens a file, or standard input if `path` is `-`.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return Ok(Self::new("standard input".to_owned(), Box::new(io::stdin().lock())));
        }
        let file = regular_file::open(path).map_err(|error| {
            let name = path.display();
            Failure::input(match error.kind() {
                io::ErrorKind::NotFound => {
                    format!("{name}: there is no such file; check the path")
                }
                _ => format!("{name}: the file cannot be read: {error} (`-` is standard input)"),
            })
        })?;
        Ok(Self::new(path.display().to_string(), Box::new(BufReader::with_capacity(1 << 16, file))))
    }

    fn new(name: String, reader: Box<dyn BufRead>) -> Self {
        Self { name, reader, max_length: MAX_LINE, number: 0, line: Vec::new() }
    }

    /// Advances to the next line; returns false at the end.
    pub fn advance(&mut self) -> Result<bool, Failure> {
        self.line.clear();
        let mut limited = (&mut self.reader).take(self.max_length as u64 + 1);
        let length = limited.read_until(b'\n', &mut self.line);
        self.number += 1;
        match length {
            Ok(length) if length > self.max_length => {
                let max = self.max_length;
                let problem = format!("this line is longer than {max} bytes; use fewer boxes");
                Err(self.diagnostic(None, problem))
            }
            Ok(length) => Ok(length > 0),
            Err(error) => Err(self.diagnostic(None, format_args!("cannot be read: {error}"))),
        }
    }

    /// Advances to the next line that is not empty; returns false at the end.
    pub fn advance_to_text(&mut self) -> Result<bool, Failure> {
        while self.advance()? {
            if !self.text().is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The number of the line, counted from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The line, without trailing white space.
    pub fn text(&self) -> &[u8] {
        let mark: &[u8] = if self.number == 1 { b"\xEF\xBB\xBF" } else { b"" };
        self.line.strip_prefix(mark).unwrap_or(&self.line).trim_ascii_end()
    }

    /// The name of the text, for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// An error about this line, or about one column of it.
    pub fn diagnostic(&self, column: Option<usize>, problem: impl Display) -> Failure {
        let column = column.map(|column| format!(", column {column}")).unwrap_or_default();
        Failure::input(format!("{}, line {}{column}: {problem}", self.name, self.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_lines_are_counted_and_skipped() {
        let text = "\u{FEFF}a\r\n\n \t\r\n  b\nc";
        let mut lines = Lines::new("text".to_owned(), Box::new(text.as_bytes()));
        for (number, line) in [(1, "a"), (4, "  b"), (5, "c")] {
            assert!(lines.advance_to_text().unwrap());
            assert_eq!((lines.number(), lines.text()), (number, line.as_bytes()));
        }
        assert!(!lines.advance_to_text().unwrap());
        assert!(!lines.advance_to_text().unwrap());
    }

    #[test]
    fn an_endless_line_is_rejected() {
        let mut lines = Lines::new("text".to_owned(), Box::new(BufReader::new(io::repeat(b'1'))));
        lines.max_length = 100_000;
        let Err(Failure::Input(report)) = lines.advance() else { panic!("it was read") };
        let expected = "text, line 1: this line is longer than 100000 bytes; use fewer boxes";
        assert_eq!(report.to_string(), expected);
        let mut lines = Lines::new("text".to_owned(), Box::new(&b"12345\n123456\n"[..]));
        lines.max_length = 6;
        assert!(lines.advance().unwrap());
        assert!(lines.advance().is_err());
    }
}
