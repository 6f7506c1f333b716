//! Shipped scenarios as starts of runs, for tests.

use super::{Ready, Start};
use crate::document::Override;

/// A shipped scenario with overrides, ready to run.
pub(crate) fn shipped(name: &str, overrides: &[&str]) -> Ready {
    let overrides = overrides.iter().map(|text| Override::parse(text).unwrap()).collect();
    let start = Start::Scenario { name: name.to_owned(), overrides, creature_folders: Vec::new() };
    start.ready().unwrap_or_else(|error| panic!("{error}"))
}
