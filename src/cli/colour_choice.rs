//! What organisms are coloured by: `--colour-by` and `--colour-species`.

use super::Failure;
use super::world_species::species_of_world;
use crate::species::{Species, SpeciesId};
use crate::view::ColourBy;

/// What organisms are coloured by, and the only species that has colours.
#[derive(Debug, Clone)]
pub(super) struct ColourChoice {
    pub by: ColourBy,
    pub species: Option<SpeciesId>,
}

impl ColourChoice {
    /// Finds what the organisms of a world with these species are coloured by.
    pub fn find(name: &str, only: Option<&str>, species: &[Species]) -> Result<Self, Failure> {
        let by = ColourBy::named(name, species)
            .map_err(|error| Failure::input(format!("--colour-by {name}: {error}")))?;
        let only = only.map(|it| species_of_world("--colour-species", it, species)).transpose()?;
        if let Some(only) = only
            && !by.applies_to(&species[only.index()])
        {
            return Err(Failure::input(format!(
                "--colour-by {name}: organisms of the species {} have none; choose another species or one of {}",
                species[only.index()].name,
                ColourBy::choices(&species[only.index()..=only.index()])
                    .iter()
                    .map(ColourBy::name)
                    .collect::<Vec<_>>()
                    .join(", ")
            )));
        }
        Ok(Self { by, species: only })
    }
}
