//! Reads and validates the section `[evolution]`.

use std::num::NonZeroU64;

use terrarium_input::Diagnostic;
use terrarium_input::document::{Item, Section};
use terrarium_studies::evolution::limits::{self, MOST_SHADOWS, MOST_WINDOWS};

use super::{MOST_TICKS, one_or_more, unknown_species};
use crate::EvolutionOptions;

/// Reads how runs of `ticks` ticks with these species are compared with their shadows.
pub(super) fn read(
    root: &Section<'_>,
    species: &[String],
    ticks: u64,
) -> Result<Option<EvolutionOptions>, Diagnostic> {
    let Some(section) = root.section("evolution")? else { return Ok(None) };
    section.only(&["shadows", "species", "every", "persistence", "grid"])?;
    let mut options = EvolutionOptions::default();
    if let Some(item) = section.get("shadows") {
        options.shadows = item.whole_in(0..=MOST_SHADOWS, "shadows")?;
    }
    if let Some(item) = section.get("species") {
        options.species = read_species(item, species)?;
    }
    if let Some(item) = section.get("grid") {
        let grid = item.number()?;
        if !limits::is_grid(grid) {
            return Err(item.invalid_value("give a number above 0, such as 5"));
        }
        options.grid = grid;
    }
    let ticks_of = |key: &str, most: u64| -> Result<Option<NonZeroU64>, Diagnostic> {
        let item = section.get(key).map(|item| item.whole_in(1..=most, "ticks"));
        Ok(item.transpose()?.and_then(NonZeroU64::new))
    };
    options.persistence = ticks_of("persistence", ticks)?;
    options.every = ticks_of("every", MOST_TICKS)?;
    let count = options.windows((0, ticks)).count();
    match section.get("every") {
        Some(every) if count > MOST_WINDOWS => Err(every.location.error(
            format!("these are {count} windows in a run of {ticks} ticks"),
            format!("give more ticks, for at most {MOST_WINDOWS} windows"),
        )),
        _ => Ok(Some(options)),
    }
}

fn read_species(item: &Item, species: &[String]) -> Result<Vec<String>, Diagnostic> {
    let mut names: Vec<String> = Vec::new();
    for name in one_or_more(item) {
        let text = name.text()?;
        if !species.iter().any(|known| known == text) {
            let known: Vec<&str> = species.iter().map(String::as_str).collect();
            return Err(unknown_species(name, text, &known));
        }
        if names.iter().any(|it| it == text) {
            return Err(name.location.error("this species occurs twice", "remove one of the two"));
        }
        names.push(text.to_owned());
    }
    if names.is_empty() {
        let remedy = "name a species, or leave out `species` for all of them";
        return Err(item.location.error("there are no species in this list", remedy));
    }
    Ok(names)
}
