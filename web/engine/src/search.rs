//! Searches of recorded runs, which a worker of their own makes beside the world.

use serde_json::json;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_playback::life_history::ReplayProgress;
use terrarium_playback::watchpoint::{Direction, Watchpoint};
use terrarium_playback::{FrameSource, Playback};
use terrarium_run::record::recording::Recording;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Answer, failure, json};
use crate::session::{ticks, whole};

#[wasm_bindgen]
extern "C" {
    /// What is called with the progress of a search.
    pub type Observer;

    /// Notes how many ticks are replayed, and of how many.
    #[wasm_bindgen(method)]
    fn report(this: &Observer, done: f64, ticks: f64);
}

/// Searches a recording from a tick on, without that one, for the next tick in which a condition about an organism holds,
/// or backward for the last one before it. Returns JSON: the `tick`, or `null`, and a `text`.
///
/// # Errors
/// When the recording cannot be simulated, or the condition is invalid.
#[wasm_bindgen]
pub fn search(
    recording: &[u8],
    organism: f64,
    condition: &str,
    tick: f64,
    forward: bool,
    observer: &Observer,
) -> Answer<String> {
    let mut watchpoint = Watchpoint::parse(condition).map_err(|error| failure(error.problem))?;
    let recording = Recording::of_bytes("the run", recording).map_err(failure)?;
    let mut source = FrameSource::from(Playback::open(recording).map_err(failure)?);
    let playback = source.run().map_err(failure)?;
    let (tick, organism) = (whole(tick), OrganismId(whole(organism)));
    let (from, direction, end) = if forward {
        (tick.checked_add(1), Direction::Forward, "last")
    } else {
        (tick.checked_sub(1), Direction::Backward, "first")
    };
    let range = playback.first_tick()..=playback.frontier();
    let Some(from) = from.filter(|from| range.contains(from)) else {
        let text = format!("this is the {end} tick of the run");
        return json(&json!({ "tick": null, "text": text }));
    };
    let mut report = |progress: ReplayProgress| {
        observer.report(ticks(progress.done), ticks(progress.ticks));
    };
    let found = watchpoint
        .search(playback, organism, direction, Some(from), &mut report)
        .map_err(failure)?;
    let tick = found.hit.as_ref().map(|hit| hit.tick);
    json(&json!({ "tick": tick, "text": found.summary(organism) }))
}
