//! The lines of a file or of standard input, counted.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::cli::Failure;
use crate::input::regular_file;

/// The longest line that is read, in bytes: ten million boxes find room in it.
const MAX_LINE: usize = 1 << 30;

/// A text that is read line by line, however long it is.
pub(in crate::cli) struct Lines {
    name: String,
    reader: Box<dyn BufRead>,
    most: usize,
    number: usize,
    line: Vec<u8>,
}

impl Lines {
    /// The lines of a file; of standard input if it is called `-`.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return Ok(Self::of("standard input".to_owned(), Box::new(io::stdin().lock())));
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
        Ok(Self::of(path.display().to_string(), Box::new(BufReader::with_capacity(1 << 16, file))))
    }

    fn of(name: String, reader: Box<dyn BufRead>) -> Self {
        Self { name, reader, most: MAX_LINE, number: 0, line: Vec::new() }
    }

    /// Goes on to the next line; false when there is none.
    pub fn advance(&mut self) -> Result<bool, Failure> {
        self.line.clear();
        let mut limited = (&mut self.reader).take(self.most as u64 + 1);
        let length = limited.read_until(b'\n', &mut self.line);
        self.number += 1;
        match length {
            Ok(length) if length > self.most => {
                let most = self.most;
                let problem = format!("this line is longer than {most} bytes; give fewer boxes");
                Err(self.wrong(None, problem))
            }
            Ok(length) => Ok(length > 0),
            Err(error) => Err(self.wrong(None, format_args!("cannot be read: {error}"))),
        }
    }

    /// Goes on to the next line that is not empty; false when there is none.
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

    /// The line, without white space at its end.
    pub fn text(&self) -> &[u8] {
        let mark: &[u8] = if self.number == 1 { b"\xEF\xBB\xBF" } else { b"" };
        self.line.strip_prefix(mark).unwrap_or(&self.line).trim_ascii_end()
    }

    /// What the text is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Says that something is wrong with the line, or with a character of it.
    pub fn wrong(&self, column: Option<usize>, problem: impl Display) -> Failure {
        let column = column.map(|column| format!(", column {column}")).unwrap_or_default();
        Failure::input(format!("{}, line {}{column}: {problem}", self.name, self.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_lines_are_counted_and_passed_over() {
        let text = "\u{FEFF}a\r\n\n \t\r\n  b\nc";
        let mut lines = Lines::of("text".to_owned(), Box::new(text.as_bytes()));
        for (number, line) in [(1, "a"), (4, "  b"), (5, "c")] {
            assert!(lines.advance_to_text().unwrap());
            assert_eq!((lines.number(), lines.text()), (number, line.as_bytes()));
        }
        assert!(!lines.advance_to_text().unwrap());
        assert!(!lines.advance_to_text().unwrap());
    }

    #[test]
    fn an_endless_line_is_refused() {
        let mut lines = Lines::of("text".to_owned(), Box::new(BufReader::new(io::repeat(b'1'))));
        lines.most = 100_000;
        let Err(Failure::Input(report)) = lines.advance() else { panic!("it was read") };
        let said = "text, line 1: this line is longer than 100000 bytes; give fewer boxes";
        assert_eq!(report.to_string(), said);
        let mut lines = Lines::of("text".to_owned(), Box::new(&b"12345\n123456\n"[..]));
        lines.most = 6;
        assert!(lines.advance().unwrap());
        assert!(lines.advance().is_err());
    }
}
