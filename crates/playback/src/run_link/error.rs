//! Errors of making and reading links.

use terrarium_input::Diagnostic;
use terrarium_run::StartError;
use terrarium_run::record::recording::RecordingError;
use thiserror::Error;

use super::{FORMAT, MAX_TEXT};
use crate::PlaybackError;

/// Why a link cannot be used or made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LinkError {
    /// There is no run in it.
    #[error("the link has no run: there is nothing after `#run=`; copy all of it")]
    Empty,
    /// Its end is missing.
    #[error(
        "the link is cut: {}{missing} characters of it are missing after the {received} that are here; copy all of \
         it, from `#run=` to its end",
        if *at_least { "at least " } else { "" }
    )]
    Cut {
        /// The number of characters after the mark.
        received: usize,
        /// The number of characters that are missing.
        missing: usize,
        /// Whether more may be missing.
        at_least: bool,
    },
    /// There are several.
    #[error("there are {links} links of different runs in this text; give one of them")]
    Several {
        /// Their number.
        links: usize,
    },
    /// It was altered.
    #[error("the link is damaged ({0}); copy all of it, from `#run=` to its end")]
    Damaged(String),
    /// It is longer than links may be.
    #[error(
        "the link has {bytes} bytes, but a link has at most {MAX_TEXT}; ask for the recording of the run instead"
    )]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// It is of a format that this version does not read.
    #[error(
        "the link is in format {format}{}, but this is terrarium {}, which reads format {FORMAT}; \
         open it with the version that made it",
        of_version(program),
        terrarium_output::VERSION
    )]
    OtherFormat {
        /// The format.
        format: u32,
        /// The version of the program that made it, if it could be read.
        program: Option<String>,
    },
    /// It is of a version that simulates other worlds.
    #[error(
        "the link was made by terrarium {program}{}, and this is terrarium {}{}: runs repeat only in the same \
         version; open it with terrarium {program}",
        of_format(formats.map(|(of_link, _)| of_link)),
        terrarium_output::VERSION,
        of_format(formats.map(|(_, own)| own))
    )]
    OtherVersion {
        /// The version of the program that made it.
        program: String,
        /// The formats of snapshots of that version and of this one, if only they differ.
        formats: Option<(u32, u32)>,
    },
    /// This version has no such scenario.
    #[error(
        "the link is about the scenario `{name}`, which this version does not have; open it with the version \
         that made it"
    )]
    UnknownScenario {
        /// Its name.
        name: String,
    },
    /// The shipped scenario is another one now.
    #[error(
        "the scenario `{name}` has changed since the link was made; open the link with the version that made it"
    )]
    ChangedScenario {
        /// Its name.
        name: String,
    },
    /// More than a link may hold.
    #[error(
        "the link has {found} {what}, but a link has at most {most}; ask for the recording of the run instead"
    )]
    Limit {
        /// What is counted.
        what: &'static str,
        /// The number.
        found: u64,
        /// The maximum.
        most: u64,
    },
    /// The run has content that is invalid.
    #[error("{0}")]
    Content(Box<Diagnostic>),
    /// The world cannot be founded.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A command is refused.
    #[error(
        "a command of tick {tick} in the link is refused: {problem}; the link was not made from a run"
    )]
    Command {
        /// The tick.
        tick: u64,
        /// Why.
        problem: String,
    },
    /// The run has no link, since it does not follow from a scenario.
    #[error(
        "{0}, so it cannot be a link, which holds all that a run follows from; share its recording as a file instead"
    )]
    NoScenario(String),
    /// The run of the link is not the recorded one.
    #[error(
        "the scenario does not give the world that this run began with, for example since another version founded \
         it; share its recording as a file instead"
    )]
    OtherWorld,
    /// A tick that the run does not have.
    #[error("the run has ticks 0 to {last}, and not {tick}; give one of them")]
    NoSuchTick {
        /// The tick.
        tick: u64,
        /// The last tick.
        last: u64,
    },
    /// The run is too large to be a link.
    #[error(
        "the link would have {bytes} bytes, but a link has at most {MAX_TEXT}; share the recording of the run as a \
         file instead: {}",
        largest.as_ref().map_or("it has too many commands".to_owned(), |it| format!("most of it is {it}"))
    )]
    TooLarge {
        /// The length of the link.
        bytes: usize,
        /// What takes most of it.
        largest: Option<String>,
    },
    /// A recorded run cannot be replayed.
    #[error(transparent)]
    Playback(#[from] PlaybackError),
}

impl From<RecordingError> for LinkError {
    fn from(error: RecordingError) -> Self {
        Self::Playback(error.into())
    }
}

impl LinkError {
    /// What is wrong, where, and what to do about it.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Content(diagnostic) => (**diagnostic).clone(),
            Self::Start(error) => error.diagnostic(),
            other => Diagnostic::new(other.to_string()),
        }
    }
}

fn of_version(program: &Option<String>) -> String {
    program.as_ref().map_or_else(String::new, |program| format!(", of terrarium {program}"))
}

fn of_format(format: Option<u32>) -> String {
    format.map_or_else(String::new, |format| format!(" with snapshots in format {format}"))
}
