//! The children of every taxon.

use super::Taxon;

/// The children of every taxon, by index.
pub(crate) struct Children {
    /// The number of children of all taxa up to each.
    ends: Vec<usize>,
    /// The children of all taxa, one taxon after the other.
    all: Vec<usize>,
}

impl Children {
    /// Sorts taxa by their parents.
    pub fn new(taxa: &[Taxon]) -> Self {
        let mut ends = vec![0; taxa.len()];
        for parent in taxa.iter().filter_map(|taxon| taxon.parent) {
            ends[parent] += 1;
        }
        let mut sum = 0;
        // First the place of each taxon's next child, and in the end that behind its last one.
        for end in &mut ends {
            sum += std::mem::replace(end, sum);
        }
        let mut all = vec![0; sum];
        for (index, taxon) in taxa.iter().enumerate() {
            if let Some(parent) = taxon.parent {
                all[ends[parent]] = index;
                ends[parent] += 1;
            }
        }
        Self { ends, all }
    }

    /// The children of a taxon, in the order of their indices.
    pub fn of_taxon(&self, index: usize) -> &[usize] {
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[begin..self.ends[index]]
    }
}
