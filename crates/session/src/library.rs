//! What viewers offer: scenarios, actions with their keys, overlays.

use serde::Serialize;
use terrarium_picture::Overlay;
use terrarium_picture::actions::{ACTIONS, Display};
use terrarium_run::scenario::Scenario;

use crate::refusal::{Answer, refused};

/// A shipped scenario.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ShippedScenario {
    /// Its name.
    pub name: String,
    /// What it is, in a line.
    pub description: String,
    /// Its file.
    pub text: String,
}

/// An action of viewers.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ActionEntry {
    /// Its identifier.
    pub id: String,
    /// Its keys in the page as shown to users: `Shift+B`.
    pub keys: Vec<String>,
    /// Why the page does not have it.
    pub lacking: Option<&'static str>,
    /// Its name in menus.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// The group of actions that it stands in.
    pub group: &'static str,
}

/// Something that can be painted over the world.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OverlayEntry {
    /// Its name.
    pub name: &'static str,
    /// What it shows.
    pub help: &'static str,
}

/// The shipped scenarios.
///
/// # Errors
/// When one is invalid.
pub fn scenarios() -> Answer<Vec<ShippedScenario>> {
    let of = |name: &str| {
        let Scenario { description, text, .. } = Scenario::find(name, &[]).map_err(refused)?;
        Ok(ShippedScenario { name: name.to_owned(), description, text })
    };
    Scenario::shipped().into_iter().map(of).collect()
}

/// The actions of viewers with what the page has of them.
#[must_use]
pub fn actions() -> Vec<ActionEntry> {
    let row = |entry: &terrarium_picture::actions::Entry| ActionEntry {
        id: format!("{:?}", entry.action),
        keys: Display::Page.keys(entry.action),
        lacking: Display::Page.lacks(entry.action),
        name: entry.name,
        help: entry.help,
        group: entry.group.name(),
    };
    ACTIONS.iter().map(row).collect()
}

/// The overlays.
#[must_use]
pub fn overlays() -> Vec<OverlayEntry> {
    let row = |it: Overlay| OverlayEntry { name: it.name(), help: it.meaning() };
    Overlay::ALL.map(row).into()
}
