//! The run behind a mark in a message: found, joined from its lines, and told from what follows it.
//!
//! A run says how long it is, since its compressed part does. So its lines are joined until it is whole, whatever
//! stands behind it, and a run that was cut shows how much is missing.

use terrarium_output::compression::FrameLength;

use super::encoding::{expected_letters, is_sealed};
use super::limits::MAX_TEXT;
use super::{FORMAT, LinkError, MARK};

/// The largest number of runs that are looked for in a message.
const MAX_RUNS: usize = 64;

/// The least letters that make a mark without `#` one of a link: those of a checksum and a version.
const LEAST_LETTERS: usize = 20;

/// What is behind a mark, up to the first character that neither belongs to a run nor separates words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ReceivedRun {
    /// The format of the link.
    pub format: u32,
    words: Vec<Word>,
}

/// Letters of a run, or of the words behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Word {
    letters: String,
    /// Whether there is nothing else in its line, so that it continues a run that was wrapped.
    is_line: bool,
}

/// Whether a text has the mark of a link: `#run=`, or `run=` with a run.
pub(super) fn has_mark(text: &str) -> bool {
    let lines = lines_of(text);
    marks(&lines).any(|(start, end)| {
        let is_run = || {
            let run = run_at(&lines, end);
            run.is_some_and(|run| run.words[0].letters.len() >= LEAST_LETTERS)
        };
        start.checked_sub(1).is_some_and(|before| lines[before] == '#') || is_run()
    })
}

/// The runs behind the marks of a text.
pub(super) fn runs_in(text: &str) -> Vec<ReceivedRun> {
    let lines = lines_of(text);
    let runs = marks(&lines).filter_map(|(_, end)| run_at(&lines, end));
    runs.take(MAX_RUNS).collect()
}

/// The run that a text without a mark is.
pub(super) fn of_bare(text: &str) -> Result<ReceivedRun, LinkError> {
    let lines = lines_of(text);
    let start = marks(&lines).next().map_or(0, |(_, end)| end);
    let rest = lines[start..].iter().collect::<String>();
    let rest = rest.trim();
    match run_at(&lines, start) {
        Some(run) => Ok(run),
        None if rest.is_empty() => Err(LinkError::Empty),
        None if rest.len() + MARK.len() > MAX_TEXT => {
            Err(LinkError::TooLong { bytes: rest.len() + MARK.len() })
        }
        None => Err(LinkError::Damaged("it does not begin with a format".to_owned())),
    }
}

/// A text without invisible characters, and without blanks and signs of quotation around its lines.
fn lines_of(text: &str) -> Vec<char> {
    let is_invisible =
        |it: &char| matches!(it, '\u{AD}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}');
    let visible: String = text.chars().filter(|it| !is_invisible(it)).collect();
    let is_quotation = |it: char| it.is_whitespace() || it == '>' || it == '|';
    let lines: Vec<&str> =
        visible.lines().map(|line| line.trim_start_matches(is_quotation).trim_end()).collect();
    lines.join("\n").trim().chars().collect()
}

/// Where `run=` begins and ends, which may be wrapped, too.
fn marks(lines: &[char]) -> impl Iterator<Item = (usize, usize)> {
    let starts = (0..lines.len()).filter(|&start| lines[start] == 'r');
    starts.filter_map(move |start| {
        let mut at = start;
        for expected in "run=".chars() {
            at = skip_breaks(lines, at);
            if lines.get(at) != Some(&expected) {
                return None;
            }
            at += 1;
        }
        let is_inner = start.checked_sub(1).is_some_and(|it| lines[it].is_ascii_alphanumeric());
        (!is_inner).then_some((start, at))
    })
}

fn skip_breaks(lines: &[char], at: usize) -> usize {
    at + lines[at..].iter().take_while(|it| **it == '\n').count()
}

/// The run that begins here with a format, which has up to four digits and no zero before them, and a dot.
fn run_at(lines: &[char], start: usize) -> Option<ReceivedRun> {
    let mut at = start;
    let mut digits = String::new();
    loop {
        at = skip_breaks(lines, at);
        match lines.get(at)? {
            '.' => break,
            digit if digit.is_ascii_digit() && digits.len() < 4 => digits.push(*digit),
            _ => return None,
        }
        at += 1;
    }
    let format = digits.parse().ok().filter(|_| !digits.starts_with('0'))?;
    let words = words_at(lines, skip_breaks(lines, at + 1));
    Some(ReceivedRun { format, words })
}

/// The words that begin here. There is one at least, which may be empty.
fn words_at(lines: &[char], start: usize) -> Vec<Word> {
    let is_letter = |it: &char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_');
    let mut words = Vec::new();
    let mut letters = 0;
    let mut at = start;
    loop {
        let word: String = lines[at..].iter().take_while(|it| is_letter(it)).collect();
        let begins_line = at == start || lines[at - 1] == '\n';
        at += word.len();
        letters += word.len();
        let rest_of_line = lines[at..].iter().take_while(|it| **it != '\n');
        let has_blank = rest_of_line.clone().any(|it| it.is_whitespace());
        words.push(Word { letters: word, is_line: begins_line && !has_blank });
        let gap = lines[at..].iter().take_while(|it| it.is_whitespace()).count();
        if gap == 0 || letters > MAX_TEXT {
            return words;
        }
        // An empty line ends what was wrapped.
        let is_paragraph = lines[at..at + gap].iter().filter(|it| **it == '\n').count() > 1;
        at += gap;
        if is_paragraph {
            return words;
        }
    }
}

impl ReceivedRun {
    /// The number of letters behind the mark.
    pub fn letters(&self) -> usize {
        self.words.iter().map(|word| word.letters.len()).sum()
    }

    /// The letters of the whole run.
    pub fn whole(&self) -> Result<String, LinkError> {
        let first = &self.words[0].letters;
        if first.is_empty() && self.words.len() == 1 {
            return Err(LinkError::Empty);
        }
        if first.len() + MARK.len() > MAX_TEXT {
            return Err(LinkError::TooLong { bytes: first.len() + MARK.len() });
        }
        let all: String = self.words.iter().map(|word| word.letters.as_str()).collect();
        match expected_letters(&all) {
            // Words behind a run that was cut may have the length of what is missing.
            Some(FrameLength::Exact(length))
                if self.ends_at(length) && is_sealed(self.format, &all[..length]) =>
            {
                Ok(all[..length].to_owned())
            }
            // The text of another format may be another one, and what is no run is damaged.
            _ if self.format != FORMAT => Ok(first.clone()),
            None => Ok(first.clone()),
            Some(FrameLength::Exact(length)) => self.cut(length, false),
            Some(FrameLength::AtLeast(length)) => self.cut(length, true),
        }
    }

    /// Whether the words show that a run of this length ends there: a word ends with it, or only signs that
    /// emphasize it follow.
    fn ends_at(&self, length: usize) -> bool {
        let mut end = 0;
        for word in &self.words {
            end += word.letters.len();
            if end >= length {
                let excess = &word.letters[word.letters.len() - (end - length)..];
                return excess.chars().all(|it| matches!(it, '-' | '_'));
            }
        }
        false
    }

    /// The error of a run that should have this length. What is alone in its line counts as a part of it.
    fn cut(&self, length: usize, at_least: bool) -> Result<String, LinkError> {
        let lines = self.words[1..].iter().take_while(|word| word.is_line);
        let lines: usize = lines.map(|word| word.letters.len()).sum();
        let received = self.words[0].letters.len() + lines;
        match length.checked_sub(received) {
            Some(missing @ 1..) if length + MARK.len() <= MAX_TEXT => {
                Err(LinkError::Cut { received, missing, at_least })
            }
            _ => Ok(self.words[0].letters.clone()),
        }
    }
}
