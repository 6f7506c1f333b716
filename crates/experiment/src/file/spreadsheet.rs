//! Tables as spreadsheets save them: what separates values, and what marks decimals.

use std::path::Path;

use terrarium_input::document::{DocumentError, read_text};
use terrarium_input::regular_file;

/// The beginnings of files of spreadsheets that are no text: zipped ones and older ones.
const BINARY: [&[u8]; 2] = [b"PK\x03\x04", b"\xD0\xCF\x11\xE0"];

/// Reads the text of a table.
///
/// # Errors
/// What is wrong and what to do about it, when it is no text or cannot be read.
pub(super) fn read(path: &Path) -> Result<String, (String, Option<String>)> {
    if BINARY.iter().any(|beginning| regular_file::begins_with(path, beginning)) {
        let what = "this is a file of a spreadsheet, and not its table as text".to_owned();
        return Err((what, Some("save the table as CSV in UTF-8".to_owned())));
    }
    read_text(path).map_err(|error: DocumentError| {
        let diagnostic = error.diagnostic();
        (diagnostic.what, diagnostic.remedy)
    })
}

/// What separates the values of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Separation {
    /// The character between two values.
    pub separator: u8,
    /// The length of a first line that only says so, with its end.
    pub said_in: usize,
}

impl Separation {
    /// Of a text: what its first line says, such as `sep=;`, or else what is between the names of its columns, in
    /// which none of these occurs.
    pub fn of(text: &str) -> Self {
        let first = text.split_inclusive('\n').next().unwrap_or_default();
        let said = first.trim().trim_matches('"').strip_prefix("sep=");
        if let Some(&[separator]) = said.map(str::as_bytes) {
            return Self { separator, said_in: first.len() };
        }
        if said == Some("") && first.trim_end_matches(['\r', '\n']).ends_with('\t') {
            return Self { separator: b'\t', said_in: first.len() };
        }
        let separator = [b'\t', b';'].into_iter().find(|it| first.as_bytes().contains(it));
        Self { separator: separator.unwrap_or(b','), said_in: 0 }
    }
}

/// What marks the decimals of the numbers in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DecimalMark {
    Point,
    Comma,
}

/// How a cell is written, if it is a number with marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Marked {
    /// With one point.
    Point,
    /// With one comma, such as `0,5`.
    Comma,
    /// With one comma before three digits, such as `1,234`.
    CommaOrThousands,
    /// With several marks, such as `1.234,5` and `1 234`.
    Several,
}

impl Marked {
    fn of(cell: &str) -> Option<Self> {
        let (digits, exponent) = cell.split_once(['e', 'E']).unwrap_or((cell, "0"));
        exponent.parse::<i32>().ok()?;
        let digits = digits.strip_prefix(['+', '-']).unwrap_or(digits);
        let is_mark = |it: char| matches!(it, '.' | ',' | ' ' | '\'' | '’' | '\u{A0}' | '\u{202F}');
        let are_numbers = digits.starts_with(|it: char| it.is_ascii_digit() || is_mark(it))
            && digits.ends_with(|it: char| it.is_ascii_digit() || it == '.')
            && digits.chars().all(|it| it.is_ascii_digit() || is_mark(it));
        let marks: Vec<char> = digits.chars().filter(|it| is_mark(*it)).collect();
        match marks[..] {
            _ if !are_numbers => None,
            [] => None,
            ['.'] => Some(Self::Point),
            [','] => {
                let (before, after) = digits.split_once(',')?;
                let is_thousands = exponent == "0" && after.len() == 3;
                let is_thousands = is_thousands && (1..=3).contains(&before.len()) && before != "0";
                Some(if is_thousands { Self::CommaOrThousands } else { Self::Comma })
            }
            _ => Some(Self::Several),
        }
    }
}

/// Finds out what marks decimals from all cells, which have their values and any location; a table has one
/// mark.
///
/// # Errors
/// The location of a cell, what is wrong with it and what to do about it, when that is ambiguous.
pub(super) fn decimal_mark<L: Copy>(
    cells: impl Iterator<Item = (L, String)>,
    separator: u8,
) -> Result<DecimalMark, (L, String, String)> {
    let (mut point, mut comma, mut thousands): (Option<(L, String)>, _, _) = (None, None, None);
    for (location, cell) in cells {
        let first = match Marked::of(&cell) {
            None => continue,
            Some(Marked::Point) => &mut point,
            Some(Marked::Comma) => &mut comma,
            // What a semicolon separates has decimal commas.
            Some(Marked::CommaOrThousands) if separator == b';' => &mut comma,
            Some(Marked::CommaOrThousands) => &mut thousands,
            Some(Marked::Several) => {
                let problem =
                    format!("`{cell}` has marks between its digits that are no decimal mark");
                return Err((location, problem, "write it as in 1234.5".to_owned()));
            }
        };
        first.get_or_insert((location, cell));
    }
    match (point, comma, thousands) {
        (Some((_, point)), Some((location, comma)), _) => {
            let problem = format!("`{comma}` has a decimal comma, and `{point}` has a point");
            Err((location, problem, "write all numbers with the same mark".to_owned()))
        }
        (_, None, Some((location, cell))) => {
            let whole = cell.replace(',', "");
            let problem = format!("`{cell}` can be {} or {whole}", cell.replace(',', "."));
            Err((location, problem, format!("write {whole}, or a decimal point")))
        }
        (None, Some(_), _) => Ok(DecimalMark::Comma),
        (_, None, None) => Ok(DecimalMark::Point),
    }
}

/// A cell with a decimal point.
pub(super) fn with_point(cell: &str, mark: DecimalMark) -> String {
    match (mark, Marked::of(cell)) {
        (DecimalMark::Comma, Some(Marked::Comma | Marked::CommaOrThousands)) => {
            cell.replace(',', ".")
        }
        _ => cell.to_owned(),
    }
}
