//! Searches of recorded runs.

use serde::Serialize;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_playback::life_history::ReplayProgress;
use terrarium_playback::watchpoint::{Direction, Watchpoint};
use terrarium_playback::{FrameSource, Playback};
use terrarium_run::record::recording::Recording;

use crate::refusal::{Answer, refused};

/// What a search has found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// The tick; none if there is none.
    pub tick: Option<u64>,
    /// What is to be said of it.
    pub text: String,
}

/// Searches a recording from a tick on, without that one, for the next tick in which a condition about an organism holds,
/// or backward for the last one before it. `report` is called with the progress.
///
/// # Errors
/// When the recording cannot be simulated, or the condition is invalid.
pub fn search(
    recording: &[u8],
    organism: OrganismId,
    condition: &str,
    tick: u64,
    direction: Direction,
    report: &mut dyn FnMut(ReplayProgress),
) -> Answer<Found> {
    let mut watchpoint = Watchpoint::parse(condition).map_err(|error| refused(error.problem))?;
    let recording = Recording::of_bytes("the run", recording).map_err(refused)?;
    let mut source = FrameSource::from(Playback::open(recording).map_err(refused)?);
    let playback = source.run().map_err(refused)?;
    let (from, end) = match direction {
        Direction::Forward => (tick.checked_add(1), "last"),
        Direction::Backward => (tick.checked_sub(1), "first"),
    };
    let range = playback.first_tick()..=playback.frontier();
    let Some(from) = from.filter(|from| range.contains(from)) else {
        let text = format!("this is the {end} tick of the run");
        return Ok(Found { tick: None, text });
    };
    let found =
        watchpoint.search(playback, organism, direction, Some(from), report).map_err(refused)?;
    let tick = found.hit.as_ref().map(|hit| hit.tick);
    Ok(Found { tick, text: found.summary(organism) })
}
