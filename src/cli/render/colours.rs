//! What organisms are coloured by: `--colour-by`.

use super::Render;
use super::source::Source;
use crate::cli::Failure;
use crate::cli::world_species::species_of_world;
use crate::species::SpeciesId;
use crate::view::{ColourBy, Colouring};

/// What organisms are coloured by, and of which species they are.
pub(super) struct ColourChoice {
    by: ColourBy,
    species: Option<SpeciesId>,
}

impl Render {
    /// Finds what organisms are coloured by in the world of the source, which then counts births for lineages.
    pub(super) fn choose_colours(
        &self,
        source: &mut Source,
    ) -> Result<Option<ColourChoice>, Failure> {
        let Some(name) = &self.colour_by else { return Ok(None) };
        let Some(simulation) = source.simulation() else {
            return Err(Failure::input(format!(
                "--colour-by {name}: {}: this recording cannot be replayed, so nothing but the species of its organisms is \
                 known; leave out --colour-by",
                self.target
            )));
        };
        let species = &simulation.world().config().species;
        let by = ColourBy::named(name, species)
            .map_err(|error| Failure::input(format!("--colour-by {name}: {error}")))?;
        let only = self.colour_species.as_ref();
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
        if by == ColourBy::Lineage {
            source.count_births();
        }
        Ok(Some(ColourChoice { by, species: only }))
    }
}

impl ColourChoice {
    /// The colours of the organisms that a source is at.
    pub fn colouring(&self, source: &Source) -> Option<Colouring> {
        let world = source.simulation()?.world();
        Colouring::of(world, source.founders(), &self.by, self.species)
    }
}
