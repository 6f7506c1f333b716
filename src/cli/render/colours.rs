//! The colours of organisms in pictures: `--colour-by`.

use super::Render;
use super::source::Source;
use crate::cli::Failure;
use crate::cli::colour_choice::ColourChoice;
use crate::clustering;
use crate::phylogeny::{ClusterIndex, Clusters, Phylogeny};
use crate::view::{ColourBy, Colouring, Descent};

impl Render {
    /// Finds what organisms are coloured by in the world of the source, which then keeps what that needs of all ticks.
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
        let choice = ColourChoice::find(name, self.colour_species.as_deref(), species)?;
        match choice.by {
            ColourBy::Lineage => source.count_births(),
            ColourBy::Cluster => source.keep_pedigree(),
            _ => {}
        }
        Ok(Some(choice))
    }
}

/// The colours of the organisms that a source is at.
pub(super) fn colouring(choice: &ColourChoice, source: &Source) -> Option<Colouring> {
    let world = source.simulation()?.world();
    let clusters = source.pedigree().map(|pedigree| {
        let organisms = Phylogeny::of_pedigree(pedigree, &world.config().species);
        ClusterIndex::new(&organisms, &Clusters::new(&organisms, clustering::DISTANCE))
    });
    let descent = Descent { founders: source.founders(), clusters: clusters.as_ref() };
    Colouring::new(world, descent, &choice.by, choice.species)
}
