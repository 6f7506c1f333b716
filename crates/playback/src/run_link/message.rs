//! The text of a message with a link: its characters, and what mails and pages escape.

use std::string::FromUtf8Error;

use terrarium_input::encoding;

use super::received;

/// The number of escapes within escapes that are undone.
const MAX_DEPTH: usize = 3;

/// The text of a file. What is in no encoding of text is replaced, since a link has letters of ASCII only.
pub(super) fn text_of(bytes: Vec<u8>) -> String {
    let lossy = |error: FromUtf8Error| String::from_utf8_lossy(error.as_bytes()).into_owned();
    encoding::decode(bytes).unwrap_or_else(lossy)
}

/// Whether a text has the mark of a link, in any reading.
pub(super) fn has_mark(text: &str) -> bool {
    readings(text).iter().any(|reading| received::has_mark(reading))
}

/// A text as it is, and what it says if it is escaped: as quoted-printable, by percents, as HTML, or by several
/// of them.
pub(super) fn readings(text: &str) -> Vec<String> {
    let mut readings = vec![text.to_owned()];
    let mut newest = 0;
    for _ in 0..MAX_DEPTH {
        let added: Vec<String> = readings[newest..]
            .iter()
            .flat_map(|reading| {
                [of_quoted_printable(reading), of_percents(reading), of_html(reading)]
            })
            .collect();
        newest = readings.len();
        for reading in added {
            if !readings.contains(&reading) {
                readings.push(reading);
            }
        }
    }
    readings
}

/// Decodes `=3D`, and joins lines that end with `=`.
fn of_quoted_printable(text: &str) -> String {
    let joined = text.replace("=\r\n", "").replace("=\n", "");
    unescaped(&joined, '=', |rest| hexadecimal(rest.get(..2)?).map(|code| (code, 2)))
}

/// Decodes `%3D`.
fn of_percents(text: &str) -> String {
    unescaped(text, '%', |rest| hexadecimal(rest.get(..2)?).map(|code| (code, 2)))
}

/// Decodes `&#61;`, `&#x3D;`, `&equals;` and `&num;`.
fn of_html(text: &str) -> String {
    unescaped(text, '&', |rest| {
        let (name, _) = rest.split_once(';').filter(|(name, _)| name.len() <= 6)?;
        let code = match name.strip_prefix('#') {
            Some(number) => match number.strip_prefix(['x', 'X']) {
                Some(digits) => hexadecimal(digits)?,
                None => number.parse().ok()?,
            },
            None if name == "equals" => b'=',
            None if name == "num" => b'#',
            None => return None,
        };
        Some((code, name.len() + 1))
    })
}

/// Replaces what a mark begins by the ASCII character that `read` finds there, and the bytes that it takes. Codes
/// of other characters stay, since no link has them.
fn unescaped(text: &str, mark: char, read: impl Fn(&str) -> Option<(u8, usize)>) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(mark) {
        plain.push_str(before);
        rest = match read(after).filter(|(code, _)| code.is_ascii()) {
            Some((code, length)) => {
                plain.push(char::from(code));
                &after[length..]
            }
            None => {
                plain.push(mark);
                after
            }
        };
    }
    plain + rest
}

fn hexadecimal(digits: &str) -> Option<u8> {
    let are_digits = digits.bytes().all(|it| it.is_ascii_hexdigit());
    u8::from_str_radix(digits, 16).ok().filter(|_| are_digits)
}
