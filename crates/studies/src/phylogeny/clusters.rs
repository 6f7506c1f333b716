//! The clusters of all organisms of a run.

use terrarium_creatures::clustering::{Newcomer, Placement};

use super::{Phylogeny, Taxon};

/// The organisms of a run in clusters: lineages that are recognised by their traits, split and end.
///
/// They are [placed](Placement) one by one in the order of identity.
#[derive(Debug, Clone, PartialEq)]
pub struct Clusters {
    distance: f64,
    tree: Phylogeny,
    /// The cluster of each organism.
    of: Vec<usize>,
}

impl Clusters {
    /// The clusters of organisms that are at most `distance` from the first member.
    #[must_use]
    pub fn new(organisms: &Phylogeny, distance: f64) -> Self {
        let mut placement = Placement::new(distance);
        let mut clusters: Vec<Taxon> = Vec::new();
        let mut of = vec![0; organisms.taxa().len()];
        for index in by_identity(organisms) {
            let organism = &organisms.taxa()[index];
            let parent = organism.parent.map(|parent| of[parent]);
            let cluster = placement.place(&Newcomer {
                species: organism.species,
                kind: organisms.species()[organism.species].kind,
                parent,
                born: organism.origin,
                traits: organism.traits,
            });
            match clusters.get_mut(cluster) {
                Some(cluster) => cluster.absorb(organism),
                None => clusters.push(Taxon { parent, second_parent: None, ..*organism }),
            }
            if let Some(tick) = organism.destruction {
                placement.record_death(cluster, tick);
            }
            of[index] = cluster;
        }
        let names = placement.clusters().iter().map(|cluster| cluster.name.clone());
        let names = clusters.iter().map(|cluster| cluster.id).zip(names).collect();
        sort_by_origin(&mut clusters, &mut of);
        let tree = Phylogeny::new(organisms.species().to_vec(), clusters).with_names(names);
        Self { distance, tree: tree.with_genomes(organisms.shared_genomes()), of }
    }

    /// The greatest distance of an organism from the first member of its cluster.
    #[must_use]
    pub fn distance(&self) -> f64 {
        self.distance
    }

    /// The trees of clusters: each descends from the cluster of its first member's parent.
    #[must_use]
    pub fn tree(&self) -> &Phylogeny {
        &self.tree
    }

    /// The cluster of each organism: its index in the [trees](Self::tree).
    #[must_use]
    pub fn of_organisms(&self) -> &[usize] {
        &self.of
    }
}

/// The organisms in the order in which they came into the world, which is that of their identities. One that a command
/// added was born before. In a table that contradicts this, parents still come before their children.
fn by_identity(organisms: &Phylogeny) -> Vec<usize> {
    let mut keys: Vec<u64> = Vec::with_capacity(organisms.taxa().len());
    for taxon in organisms.taxa() {
        let after_parent = taxon.parent.map_or(0, |parent| keys[parent].saturating_add(1));
        keys.push(taxon.id.max(after_parent));
    }
    let mut order: Vec<usize> = (0..keys.len()).collect();
    // Stable, so that taxa of equal keys stay in the order of the trees.
    order.sort_by_key(|&index| keys[index]);
    order
}

/// Sorts clusters by the birth of their first members, as taxa are, and parents before their children in any case.
fn sort_by_origin(clusters: &mut Vec<Taxon>, of_organisms: &mut [usize]) {
    let mut keys: Vec<u64> = Vec::with_capacity(clusters.len());
    for cluster in &*clusters {
        keys.push(cluster.origin.max(cluster.parent.map_or(0, |parent| keys[parent])));
    }
    let mut order: Vec<usize> = (0..clusters.len()).collect();
    // Stable: of equal keys, parents stay before their children.
    order.sort_by_key(|&index| keys[index]);
    let mut ranks = vec![0; clusters.len()];
    for (rank, &index) in order.iter().enumerate() {
        ranks[index] = rank;
    }
    let moved = |&index: &usize| {
        let cluster = clusters[index];
        Taxon { parent: cluster.parent.map(|parent| ranks[parent]), ..cluster }
    };
    *clusters = order.iter().map(moved).collect();
    for cluster in of_organisms {
        *cluster = ranks[*cluster];
    }
}
