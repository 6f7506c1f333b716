//! Searches of recorded runs.

use serde::Serialize;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_playback::life_history::ReplayObserver;
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

/// A search for the next tick in which a condition about an organism holds, or the last one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// The condition, as in `terrarium find --when`.
    pub condition: String,
    /// The organism.
    pub organism: OrganismId,
    /// The tick from which it begins, without that one.
    pub tick: u64,
    /// Whether it goes on from there, or back.
    pub direction: Direction,
}

impl Search {
    /// Searches a run. `report` is called with the progress.
    ///
    /// # Errors
    /// When the run cannot be replayed, or the condition is invalid.
    pub fn run(&self, playback: &mut Playback, report: &mut ReplayObserver<'_>) -> Answer<Found> {
        let mut watchpoint =
            Watchpoint::parse(&self.condition).map_err(|error| refused(error.problem))?;
        let (from, end) = match self.direction {
            Direction::Forward => (self.tick.checked_add(1), "last"),
            Direction::Backward => (self.tick.checked_sub(1), "first"),
        };
        let range = playback.first_tick()..=playback.frontier();
        let Some(from) = from.filter(|from| range.contains(from)) else {
            let text = format!("this is the {end} tick of the run");
            return Ok(Found { tick: None, text });
        };
        let found = watchpoint.search(playback, self.organism, self.direction, Some(from), report);
        let found = found.map_err(refused)?;
        let tick = found.hit.as_ref().map(|hit| hit.tick);
        Ok(Found { tick, text: found.summary(self.organism) })
    }
}

/// Searches the bytes of a recording. `report` is called with the progress.
///
/// # Errors
/// When the recording cannot be simulated, or the condition is invalid.
pub fn search(recording: &[u8], search: &Search, report: &mut ReplayObserver<'_>) -> Answer<Found> {
    let recording = Recording::of_bytes("the run", recording).map_err(refused)?;
    let mut source = FrameSource::from(Playback::open(recording).map_err(refused)?);
    search.run(source.run().map_err(refused)?, report)
}
