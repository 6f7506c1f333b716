//! Organisms and species whose notes are traced, on the command line.

use super::Failure;
use crate::behaviour::OrganismId;
use crate::input::spelling;
use crate::species::SpeciesId;
use crate::tick::TraceTarget;

/// Finds what an option such as `--debug` names in a world with these species: one of them, or an
/// organism by its number.
pub(super) fn trace_target<'a>(
    option: &str,
    given: &str,
    species: impl Iterator<Item = &'a str> + Clone,
) -> Result<TraceTarget, Failure> {
    let named = species.clone().zip((0..).map(SpeciesId)).find(|&(name, _)| name == given);
    if let Some((_, species)) = named {
        return Ok(TraceTarget::Species(species));
    }
    if let Ok(id) = given.trim_start_matches('#').parse() {
        return Ok(TraceTarget::Organism(OrganismId(id)));
    }
    let remedy = match spelling::nearest(given, species.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            format!("give the number of an organism, or one of {}", spelling::listed(species))
        }
    };
    Err(Failure::input(format!(
        "{option} {given}: there is no such species in this world; {remedy}"
    )))
}
