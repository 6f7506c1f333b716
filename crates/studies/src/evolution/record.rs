//! What a shadow needs to know of a run, besides its organisms.

use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::Species;

use crate::phylogeny::{Phylogeny, Taxon};

/// A recorded run: its organisms, and what their descent follows from.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    /// The trees of its organisms.
    pub organisms: &'a Phylogeny,
    /// The tick in which the record begins. Whoever was born until then is a founder.
    pub first_tick: u64,
    /// The rules, of which `mutation` holds for species that have no table `[mutation]`.
    pub rules: &'a Rules,
    /// The species of the run, in any order. Those that are missing mutate by the rules.
    pub species: &'a [Species],
}

impl Record<'_> {
    /// Whether an organism is one of those with which the record begins.
    pub(super) fn is_founder(&self, taxon: &Taxon) -> bool {
        taxon.origin <= self.first_tick
    }

    /// Whether an organism was born during the record, to a parent in the table.
    pub(super) fn is_birth(&self, taxon: &Taxon) -> bool {
        !self.is_founder(taxon) && taxon.parent.is_some()
    }
}
