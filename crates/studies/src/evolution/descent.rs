//! Who of a record inherits from whom.

use super::Record;
use crate::phylogeny::Taxon;

/// The parents of those organisms of a record whose values can be drawn.
#[derive(Debug)]
pub(super) struct Descent {
    parents: Vec<Option<Parents>>,
}

/// The parents of an organism, given by their indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Parents {
    /// The one that bore it.
    pub first: usize,
    /// The other one, if it has one.
    pub second: Option<usize>,
}

impl Descent {
    /// Those of whose values nothing else decides: born during the record, to parents that are in the table with their
    /// traits.
    pub fn new(record: &Record<'_>) -> Self {
        let organisms = record.organisms;
        let taxa = organisms.taxa();
        let indices = organisms.has_second_parents().then(|| organisms.indices());
        let known = |index: usize| taxa[index].traits.is_some().then_some(index);
        let second = |id: u64| known(*indices.as_ref()?.get(&id)?);
        let parents = |taxon: &Taxon| {
            taxon.traits.filter(|_| record.is_birth(taxon))?;
            let first = known(taxon.parent?)?;
            match taxon.second_parent {
                None => Some(Parents { first, second: None }),
                Some(id) => Some(Parents { first, second: Some(second(id)?) }),
            }
        };
        Self { parents: taxa.iter().map(parents).collect() }
    }

    /// The parents of an organism, given by its index; `None` if it keeps the values that it had in the run.
    pub fn parents(&self, index: usize) -> Option<Parents> {
        self.parents[index]
    }
}
