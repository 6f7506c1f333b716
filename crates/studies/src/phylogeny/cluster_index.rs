//! The cluster of each organism, by its identity.

use terrarium_creatures::behaviour::OrganismId;

use super::{Clusters, Phylogeny};

/// The cluster of each organism, by its identity.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClusterIndex {
    /// Organisms in the order of identity, with the place of their cluster.
    of: Vec<(u64, u32)>,
    /// The first member of each cluster, and its label.
    clusters: Vec<(OrganismId, String)>,
}

impl ClusterIndex {
    /// The clusters of these organisms.
    #[must_use]
    pub fn new(organisms: &Phylogeny, clusters: &Clusters) -> Self {
        let tree = clusters.tree();
        let indices = clusters.of_organisms().iter();
        let index = |&index: &usize| u32::try_from(index).unwrap_or(u32::MAX);
        let ids = organisms.taxa().iter().map(|taxon| taxon.id);
        let mut of: Vec<(u64, u32)> = ids.zip(indices.map(index)).collect();
        of.sort_unstable();
        let named = tree.taxa().iter().map(|taxon| (OrganismId(taxon.id), tree.label(taxon)));
        Self { of, clusters: named.collect() }
    }

    /// The first member of the cluster of an organism, and its label, such as `hare-A1b`; `None` if the organism is not known.
    #[must_use]
    pub fn cluster(&self, organism: OrganismId) -> Option<(OrganismId, &str)> {
        let index = self.of.binary_search_by_key(&organism.0, |&(id, _)| id).ok()?;
        let (first, label) = self.clusters.get(self.of[index].1 as usize)?;
        Some((*first, label))
    }
}
