//! What needs no session: tables, creatures, searches, links.

use terrarium_playback::life_history::ReplayProgress;
use terrarium_playback::watchpoint::Direction;
use terrarium_session::Search;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Answer, answer, json};
use crate::number::{number, organism, whole};

/// The shipped scenarios.
///
/// # Errors
/// When one is invalid.
#[wasm_bindgen]
pub fn scenarios() -> Answer<String> {
    answer(terrarium_session::scenarios())
}

/// The actions of viewers with their keys.
///
/// # Errors
/// Never: these are tables.
#[wasm_bindgen]
pub fn actions() -> Answer<String> {
    json(&terrarium_session::actions())
}

/// The overlays.
///
/// # Errors
/// Never: this is a table.
#[wasm_bindgen]
pub fn overlays() -> Answer<String> {
    json(&terrarium_session::overlays())
}

/// What is shown when the page is opened.
///
/// # Errors
/// Never: these are a name and numbers.
#[wasm_bindgen]
pub fn opening() -> Answer<String> {
    json(&terrarium_session::opening())
}

/// The hints for somebody new.
///
/// # Errors
/// Never: these are texts.
#[wasm_bindgen]
pub fn hints() -> Answer<String> {
    json(&terrarium_session::hints())
}

/// What an editor of creatures completes.
///
/// # Errors
/// Never: these are tables.
#[wasm_bindgen]
pub fn completions() -> Answer<String> {
    json(&terrarium_session::completions())
}

/// The files of a new creature.
///
/// # Errors
/// When the name is invalid or taken, or there is no such kind.
#[wasm_bindgen(js_name = templateFiles)]
pub fn template_files(name: &str, kind: &str) -> Answer<String> {
    answer(terrarium_session::template_files(name, kind))
}

/// The creatures that are built into the program.
///
/// # Errors
/// When one is invalid.
#[wasm_bindgen(js_name = shippedCreatures)]
pub fn shipped_creatures() -> Answer<String> {
    answer(terrarium_session::shipped_creatures())
}

/// The mistakes in a creature.
///
/// # Errors
/// When the files are not JSON.
#[wasm_bindgen(js_name = checkCreature)]
pub fn check_creature(name: &str, files: &str) -> Answer<String> {
    answer(terrarium_session::check_creature(name, files))
}

/// The report of the creature check.
///
/// # Errors
/// When the files are not JSON.
#[wasm_bindgen(js_name = testCreature)]
pub fn test_creature(name: &str, files: &str) -> Answer<String> {
    answer(terrarium_session::test_creature(name, files))
}

/// What a link holds, before anything of it is founded.
///
/// # Errors
/// When the link was cut or altered, is of another version, or exceeds a limit.
#[wasm_bindgen(js_name = describeLink)]
pub fn describe_link(link: &str) -> Answer<String> {
    answer(terrarium_session::describe_link(link))
}

#[wasm_bindgen]
extern "C" {
    /// What is called with the progress of a search.
    pub type Observer;

    /// Notes how many ticks are replayed, and of how many.
    #[wasm_bindgen(method)]
    fn report(this: &Observer, done: f64, ticks: f64);
}

/// Searches a recording for the next tick in which a condition about an organism holds, or backward for the last one.
///
/// # Errors
/// When the recording cannot be simulated, or the condition is invalid.
#[wasm_bindgen]
pub fn search(
    recording: &[u8],
    of: f64,
    condition: &str,
    tick: f64,
    forward: bool,
    observer: &Observer,
) -> Answer<String> {
    let mut report = |progress: ReplayProgress| {
        observer.report(number(progress.done), number(progress.ticks));
    };
    let direction = if forward { Direction::Forward } else { Direction::Backward };
    let (organism, tick) = (organism(of), whole(tick));
    let search = Search { condition: condition.to_owned(), organism, tick, direction };
    answer(terrarium_session::search(recording, &search, &mut report))
}
