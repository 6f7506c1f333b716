//! Links of runs as arguments: read, founded and judged.

use std::fmt::Display;
use std::io::{self, Read};
use std::path::Path;

use super::progress::found_with_observer;
use super::{Failure, output};
use crate::input::regular_file;
use crate::run::Ready;
use crate::run_link::{EXTENSION, LinkError, LinkReplay, LinkVerdict, RunLink};
use crate::scenario::FoundingProgress;

/// The largest file that is read, in bytes: a link, and the mail around it.
const MAX_FILE: u64 = 1 << 20;

/// Returns the link that an argument is, or that is in the file that it names; `None` if it is something else.
pub(super) fn link_of(given: &str) -> Result<Option<RunLink>, Failure> {
    let path = Path::new(given);
    if RunLink::is_link(given) {
        return RunLink::parse(given).map(Some).map_err(failure);
    }
    if path.extension().is_none_or(|extension| extension != EXTENSION) {
        return Ok(None);
    }
    let in_file = |problem: &dyn Display| Failure::input(format!("{}: {problem}", path.display()));
    let bytes = read(path).map_err(|problem| in_file(&problem))?;
    match RunLink::parse_bytes(bytes) {
        Ok(link) => Ok(Some(link)),
        Err(error @ (LinkError::Content(_) | LinkError::Start(_) | LinkError::Playback(_))) => {
            Err(failure(error))
        }
        Err(error) => Err(in_file(&error)),
    }
}

/// Reads a file with a link.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    let unreadable = |error: io::Error| format!("it cannot be read: {error}");
    let mut bytes = Vec::new();
    let file = regular_file::open(path).map_err(unreadable)?;
    let length = file.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    match length as u64 > MAX_FILE {
        true => {
            Err(format!("this file is longer than {MAX_FILE} bytes; leave only the link in it"))
        }
        false => Ok(bytes),
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
