//! The descent of one species in a run that is replayed.

use terrarium_creatures::species::{Species, SpeciesId};
use terrarium_playback::{History, Pedigree};

use super::{Lifetimes, LineageTree, MullerPlot, TraitHistory};
use crate::phylogeny::Phylogeny;

/// The clusters of a species over time, as a Müller plot and as a tree, and the history of what it inherits.
#[derive(Debug, Clone, PartialEq)]
pub struct SpeciesDescent {
    /// The species.
    pub species: SpeciesId,
    /// The clusters as nested bands.
    pub clusters: MullerPlot,
    /// The tree of the clusters.
    pub tree: LineageTree,
    /// The distribution of each trait over time.
    pub traits: TraitHistory,
}

impl SpeciesDescent {
    /// The descent of a species, which is one of `all`, with at most about so many rows of the tree.
    #[must_use]
    pub fn new(pedigree: &Pedigree, all: &[Species], species: SpeciesId, rows: usize) -> Self {
        let organisms = Phylogeny::of_pedigree(pedigree, all).of_species(species.index());
        let (first, last) = (pedigree.first_tick(), pedigree.last_tick());
        let lifetimes = Lifetimes { organisms: &organisms, first, last };
        let (plot, clusters) = MullerPlot::legible(&lifetimes);
        Self {
            species,
            clusters: plot,
            tree: LineageTree::of_clusters(&lifetimes, &clusters, rows),
            traits: TraitHistory::new(&lifetimes),
        }
    }
}
