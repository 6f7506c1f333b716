//! Figures of a phylogeny.

use serde::Serialize;

use super::{Balance, Phylogeny, Taxon};

/// Figures of a phylogeny. Distances and depths are in edges, from parent to child.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figures {
    /// The number of taxa.
    pub taxa: u64,
    /// The number of roots.
    pub roots: u64,
    /// The number of taxa with a member alive at the end.
    pub living: u64,
    /// The greatest depth of a living taxon below its root.
    pub max_depth: Option<u64>,
    /// The mean depth of the living taxa below their roots.
    pub mean_depth: Option<f64>,
    /// The most recent common ancestor of all living taxa, which may be one of them; `None` if there is none.
    pub common_ancestor: Option<CommonAncestor>,
    /// The mean distance between two living taxa, over all pairs that have a common ancestor; `None` without such pairs.
    pub mean_pairwise_distance: Option<f64>,
    /// Indices of balance of the living taxa; `None` if there are none.
    pub balance: Option<Balance>,
}

/// The most recent common ancestor of all living taxa.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct CommonAncestor {
    /// Its identity.
    pub id: u64,
    /// The tick of its origin.
    pub origin: u64,
}

impl Figures {
    /// The figures of a phylogeny, in time proportional to its taxa.
    #[must_use]
    pub fn new(tree: &Phylogeny) -> Self {
        let taxa = tree.taxa();
        let below = living_below(taxa);
        let depths = depths(taxa);
        let living = taxa.iter().filter(|taxon| taxon.is_living()).count() as u64;
        let living_depths = || {
            let all = taxa.iter().zip(&depths);
            all.filter(|(taxon, _)| taxon.is_living()).map(|(_, &depth)| depth)
        };
        let mean = |sum: u128, count: u128| (count > 0).then(|| sum as f64 / count as f64);
        let depth_sum = living_depths().map(u128::from).sum();
        let (distances, pairs) = distances(taxa, &below);
        Self {
            taxa: taxa.len() as u64,
            roots: taxa.iter().filter(|taxon| taxon.parent.is_none()).count() as u64,
            living,
            max_depth: living_depths().max(),
            mean_depth: mean(depth_sum, living.into()),
            common_ancestor: common_ancestor(taxa, &below, living),
            mean_pairwise_distance: mean(distances, pairs),
            balance: (living > 0).then(|| Balance::new(tree)),
        }
    }
}

/// The number of living taxa among each taxon and its descendants.
fn living_below(taxa: &[Taxon]) -> Vec<u64> {
    let mut below: Vec<u64> = taxa.iter().map(|taxon| taxon.is_living().into()).collect();
    for (index, taxon) in taxa.iter().enumerate().rev() {
        if let Some(parent) = taxon.parent {
            below[parent] += below[index];
        }
    }
    below
}

/// The number of edges from each taxon to its root.
fn depths(taxa: &[Taxon]) -> Vec<u64> {
    let mut depths: Vec<u64> = Vec::with_capacity(taxa.len());
    for taxon in taxa {
        depths.push(taxon.parent.map_or(0, |parent| depths[parent] + 1));
    }
    depths
}

/// The last taxon from which all the living descend.
fn common_ancestor(taxa: &[Taxon], below: &[u64], living: u64) -> Option<CommonAncestor> {
    let last = below.iter().rposition(|&count| living > 0 && count == living)?;
    Some(CommonAncestor { id: taxa[last].id, origin: taxa[last].origin })
}

/// The sum of the distances over all pairs of living taxa with a common ancestor, and the number of these pairs.
fn distances(taxa: &[Taxon], below: &[u64]) -> (u128, u128) {
    let (mut sum, mut pairs) = (0, 0);
    // The living taxa in the tree of each taxon.
    let mut in_tree: Vec<u64> = Vec::with_capacity(taxa.len());
    for (taxon, &count) in taxa.iter().zip(below) {
        let all = taxon.parent.map_or(count, |parent| in_tree[parent]);
        in_tree.push(all);
        let (count, all) = (u128::from(count), u128::from(all));
        match taxon.parent {
            // The edge to the parent is on the path of every pair that it separates.
            Some(_) => sum += count * (all - count),
            None => pairs += all * all.saturating_sub(1) / 2,
        }
    }
    (sum, pairs)
}
