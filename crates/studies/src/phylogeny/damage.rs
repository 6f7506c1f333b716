//! Errors in a table of individuals.

use std::io::{self, BufReader, Read};
use std::path::Path;

use terrarium_input::{Diagnostic, Location, regular_file};
use terrarium_output::table::is_parquet;

use super::{ANCESTRY_CSV, ANCESTRY_PARQUET};

/// What to do about a table that is not as a run writes it.
fn again(path: &Path) -> String {
    let option = if is_ancestry(path) { "--ancestry" } else { "--individuals" };
    format!("write the table again with `terrarium run … --out DIR {option}`")
}

fn is_ancestry(path: &Path) -> bool {
    [ANCESTRY_CSV, ANCESTRY_PARQUET].into_iter().any(|name| path.ends_with(name))
}

/// What is wrong in a line.
pub(super) struct Damage {
    /// Where the line begins; in Parquet the number of the row, or 0 for the whole file.
    pub byte: u64,
    /// What is wrong.
    pub what: String,
}

impl Damage {
    /// A line that is no CSV of the columns.
    pub fn of_csv(error: &csv::Error) -> Self {
        let what = match error.kind() {
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                format!("the line has {len} of {expected_len} values")
            }
            csv::ErrorKind::Utf8 { .. } => "the line is not text in UTF-8".to_owned(),
            csv::ErrorKind::Io(error) => format!("the table cannot be read: {error}"),
            _ => format!("the line cannot be read: {error}"),
        };
        Self { byte: error.position().map_or(0, csv::Position::byte), what }
    }

    /// The error, with the number of the line.
    pub fn diagnostic(self, path: &Path) -> Diagnostic {
        let (place, remedy) = if is_parquet(path) {
            let row = Some(self.byte).filter(|&row| row > 0);
            (row.map_or_else(String::new, |row| format!(", row {row}")), again(path))
        } else {
            let line = line_at(path, self.byte);
            let line = line.map_or_else(|_| String::new(), |line| format!(":{line}"));
            (line, format!("correct the line, or {}", again(path)))
        };
        Diagnostic::new(self.what)
            .at(Location::file(format!("{}{place}", path.display())))
            .remedy(remedy)
    }
}

/// The error for a file that is no table of individuals.
pub(super) fn missing_table(path: &Path, what: &str) -> Diagnostic {
    let file = Location::file(path.display().to_string());
    Diagnostic::new(format!("this is no table of individuals: {what}")).at(file).remedy(again(path))
}

/// The error for a file that cannot be opened.
pub(super) fn unreadable(path: &Path, error: &io::Error) -> Diagnostic {
    let file = Location::file(path.display().to_string());
    Diagnostic::new(format!("the table of individuals cannot be read: {error}")).at(file)
}

/// The number of the line at a byte of a file, behind blank lines. Counted only for errors: the reader does not count
/// the line breaks of all systems.
fn line_at(path: &Path, byte: u64) -> io::Result<u64> {
    let mut line = 1;
    for (offset, it) in (0..).zip(BufReader::new(regular_file::open(path)?).bytes()) {
        match it? {
            b'\n' => line += 1,
            b'\r' => {}
            _ if offset >= byte => break,
            _ => {}
        }
    }
    Ok(line)
}
