//! The numbers in the genomes of the members of a pedigree.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::behaviour::OrganismId;
use crate::genome::Genome;
use crate::record::individuals::GenomeColumns;
use crate::species::Species;

/// The inherited numbers of organisms beyond their traits, as the table of individuals has them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GenomeNumbers {
    columns: GenomeColumns,
    of: BTreeMap<OrganismId, Box<[Option<f64>]>>,
}

impl GenomeNumbers {
    /// Those of no organism yet, in worlds with these species.
    pub(super) fn new(species: &[Species]) -> Self {
        Self { columns: GenomeColumns::of(species), of: BTreeMap::new() }
    }

    /// Adds an organism.
    pub(super) fn add(&mut self, id: OrganismId, genome: Option<&Genome>, species: &Species) {
        // Those without a genome have no number.
        if genome.is_some() {
            self.of.insert(id, self.columns.numbers(genome, species).into());
        }
    }

    /// Adds all organisms of others.
    pub(super) fn with(mut self, others: &Self) -> Self {
        self.of.extend(others.of.iter().map(|(id, numbers)| (*id, numbers.clone())));
        self
    }

    /// Those of the organisms with lower identities than `next`.
    pub(super) fn before(mut self, next: OrganismId) -> Self {
        self.of.split_off(&next);
        self
    }

    /// The names of the numbers.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.columns.number_names()
    }

    /// The organisms that have genomes, each with a number for each name, or `None` where it has none.
    pub fn iter(&self) -> impl Iterator<Item = (OrganismId, &[Option<f64>])> {
        self.of.iter().map(|(id, numbers)| (*id, &numbers[..]))
    }
}
