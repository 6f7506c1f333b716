//! Links of runs as arguments: read, founded and judged.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::progress::found_with_observer;
use super::{Failure, output};
use crate::input::regular_file;
use crate::run::Ready;
use crate::run_link::{EXTENSION, LinkError, LinkReplay, LinkVerdict, MAX_TEXT, RunLink};
use crate::scenario::FoundingProgress;

/// Returns the link that an argument is, or that is in the file that it names; `None` if it is something else.
pub(super) fn link_of(given: &str) -> Result<Option<RunLink>, Failure> {
    let path = Path::new(given);
    let text = if RunLink::is_link(given) {
        given.to_owned()
    } else if path.extension().is_some_and(|extension| extension == EXTENSION) {
        read(path)?
    } else {
        return Ok(None);
    };
    RunLink::parse(&text).map(Some).map_err(failure)
}

/// Reads a file with a link.
fn read(path: &Path) -> Result<String, Failure> {
    let unreadable = |problem: String| Failure::input(format!("{}: {problem}", path.display()));
    let file: File = regular_file::open(path).map_err(|error| unreadable(error.to_string()))?;
    // The address before the run does not count.
    let most = 2 * MAX_TEXT as u64;
    let mut text = String::new();
    let read = file.take(most + 1).read_to_string(&mut text);
    read.map_err(|error| unreadable(error.to_string()))?;
    match text.len() as u64 > most {
        true => Err(unreadable("this is longer than a link".to_owned())),
        false => Ok(text),
    }
}

/// Founds the world of a link, and shows the progress.
pub(super) fn founded(
    link: &RunLink,
    observer: &dyn Fn(FoundingProgress),
) -> Result<Ready, Failure> {
    found_with_observer(&link.prepare().map_err(failure)?, observer)
}

/// Reports whether the world at the last tick of a link is that of the link. Fails if it is another one.
pub(super) fn report(replay: &LinkReplay) -> Result<(), Failure> {
    verdict(replay).map(output::note).map_err(Failure::failed)
}

/// The same in words.
pub(super) fn verdict(replay: &LinkReplay) -> Result<String, String> {
    let RunLink { tick, hash, .. } = replay.link();
    match replay.verdict() {
        LinkVerdict::Same => Ok(format!("tick {tick} is that of the link: state hash {hash}")),
        LinkVerdict::Pending => {
            Ok(format!("the run ended before tick {tick} of the link, so it was not compared"))
        }
        LinkVerdict::Different { found } => Err(format!(
            "tick {tick} is not that of the link: state hash {found}, in the link {hash}; it was made by another \
             version, or not from a run"
        )),
    }
}

/// A link that cannot be used is invalid input.
pub(super) fn failure(error: LinkError) -> Failure {
    match error {
        LinkError::Playback(error) => error.into(),
        other => Failure::Input(other.diagnostic()),
    }
}
