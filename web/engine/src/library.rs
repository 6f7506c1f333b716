//! What the page offers: scenarios, actions with their keys, overlays.

use serde_json::{Value, json};
use terrarium_picture::Overlay;
use terrarium_picture::actions::ACTIONS;
use terrarium_run::scenario::Scenario;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Answer, failure, json};

/// The shipped scenarios: JSON of name, description and text.
///
/// # Errors
/// When one is invalid.
#[wasm_bindgen]
pub fn scenarios() -> Answer<String> {
    let of = |name: &str| -> Answer<Value> {
        let scenario = Scenario::find(name, &[]).map_err(failure)?;
        Ok(json!({ "name": name, "description": scenario.description, "text": scenario.text }))
    };
    let all: Vec<Value> = Scenario::shipped().into_iter().map(of).collect::<Answer<_>>()?;
    json(&all)
}

/// The actions of viewers with their keys: JSON of identifier, keys, name, help and group.
///
/// # Errors
/// Never: these are tables.
#[wasm_bindgen]
pub fn actions() -> Answer<String> {
    let row = |entry: &terrarium_picture::actions::Entry| {
        let keys: Vec<String> = entry.strokes.iter().map(|stroke| stroke.name()).collect();
        let group = entry.group.name();
        json!({ "id": format!("{:?}", entry.action), "keys": keys, "name": entry.name, "help": entry.help, "group": group })
    };
    json(&ACTIONS.iter().map(row).collect::<Vec<_>>())
}

/// The overlays: JSON of name and help.
///
/// # Errors
/// Never: this is a table.
#[wasm_bindgen]
pub fn overlays() -> Answer<String> {
    let row = |it: Overlay| json!({ "name": it.name(), "help": it.meaning() });
    json(&Overlay::ALL.map(row))
}
