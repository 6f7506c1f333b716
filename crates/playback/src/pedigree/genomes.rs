//! The numbers in the genomes of the members of a pedigree.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::genome::Genome;
use terrarium_creatures::species::Species;
use terrarium_run::record::individuals::GenomeColumns;

/// The inherited numbers of organisms beyond their traits, as the table of individuals has them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GenomeNumbers {
    columns: GenomeColumns,
    of: BTreeMap<OrganismId, Box<[Option<f64>]>>,
}

impl GenomeNumbers {
    /// Those of no organism yet, in worlds with these species; `None` if genomes of these have no numbers.
    pub(super) fn none_yet(species: &[Species]) -> Option<Self> {
        let columns = GenomeColumns::new(species);
        (!columns.number_names().is_empty()).then(|| Self { columns, of: BTreeMap::new() })
    }

    /// Adds an organism.
    pub(super) fn add(&mut self, id: OrganismId, genome: Option<&Genome>, species: &Species) {
        // Those without a genome have no number.
        if genome.is_some() {
            self.of.insert(id, self.columns.numbers(genome, species).into());
        }
    }

    /// Adds the organisms of others that are new. Others may have other names, since species can change.
    pub(super) fn extend(&mut self, others: &Self) {
        let names = others.names();
        let index = |own: &String| names.iter().position(|name| name == own);
        let indices: Vec<Option<usize>> = self.names().iter().map(index).collect();
        for (&id, numbers) in &others.of {
            let number = |index: &Option<usize>| index.and_then(|index| numbers[index]);
            self.of.entry(id).or_insert_with(|| indices.iter().map(number).collect());
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(parameters: &[&str], of: &[(u64, &[f64])]) -> GenomeNumbers {
        let parameters = parameters.iter().map(|&name| name.to_owned()).collect();
        let columns = GenomeColumns { parameters, ..GenomeColumns::default() };
        let all = of.iter().map(|&(id, numbers)| {
            (OrganismId(id), numbers.iter().copied().map(Some).collect::<Box<[_]>>())
        });
        GenomeNumbers { columns, of: all.collect() }
    }

    #[test]
    fn numbers_are_continued_by_their_names() {
        let mut before = numbers(&["daring", "thrift"], &[(1, &[2.0, 3.0])]);
        // The species has other parameters since: the first organism was seen with these, too.
        let after = numbers(&["thrift", "zest"], &[(1, &[2.0, 3.0]), (2, &[4.0, 5.0])]);
        before.extend(&after);
        assert_eq!(before.names(), ["param_daring", "param_thrift"]);
        let all: Vec<_> = before.iter().map(|(id, numbers)| (id.0, numbers.to_vec())).collect();
        assert_eq!(all, [(1, vec![Some(2.0), Some(3.0)]), (2, vec![None, Some(4.0)])]);
        assert!(GenomeNumbers::none_yet(&[]).is_none());
    }
}
