//! Indices of balance: how evenly the branches of a tree share its leaves.
//!
//! They are those of the reconstructed tree, as if only the living were known: every living taxon is a leaf, and an
//! ancestor is a node only where it joins two or more parts. Parts are the living descendants of one child, and the taxon
//! itself if it is alive. Over several trees, the indices are summed.

use serde::Serialize;

use super::Phylogeny;
use super::children::Children;

/// Indices of balance of the living taxa. Each is 0 for one of them, and higher the less balanced the tree is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Balance {
    /// The Sackin index (Sackin 1972): the number of nodes above a leaf, summed over all leaves.
    pub sackin: u64,
    /// The Colless index (Colless 1982): the difference of leaves between the two parts of a node, summed over all nodes; `None` if a
    /// node has more than two parts.
    pub colless: Option<u64>,
    /// The Colless-like index of Mir, Rotger and Rosselló (2018), also for nodes of more than two parts: with ln(n + e) as the
    /// size of a node of n parts, and the mean deviation from the median as the difference of its parts.
    pub colless_like: f64,
}

/// What is living below a taxon, itself included.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    leaves: u64,
    /// The sum of the sizes of its nodes and leaves.
    size: f64,
}

impl Balance {
    /// The indices of the living taxa.
    #[must_use]
    pub fn new(tree: &Phylogeny) -> Self {
        let mut balance = Self { sackin: 0, colless: Some(0), colless_like: 0.0 };
        let children = Children::new(tree.taxa());
        let mut parts = vec![Part::default(); tree.taxa().len()];
        let mut joined = Vec::new();
        for (index, taxon) in tree.taxa().iter().enumerate().rev() {
            joined.clear();
            joined.extend(taxon.is_living().then_some(Part { leaves: 1, size: node_size(0) }));
            let below = children.of_taxon(index).iter().map(|&child| parts[child]);
            joined.extend(below.filter(|part| part.leaves > 0));
            parts[index] = match joined[..] {
                [] => Part::default(),
                [only] => only,
                _ => balance.join(&joined),
            };
        }
        balance
    }

    /// Counts a node with these parts, and returns what is below it.
    fn join(&mut self, parts: &[Part]) -> Part {
        let leaves = parts.iter().map(|part| part.leaves).sum();
        self.sackin += leaves;
        self.colless = match *parts {
            [one, other] => self.colless.map(|sum| sum + one.leaves.abs_diff(other.leaves)),
            _ => None,
        };
        let mut sizes: Vec<f64> = parts.iter().map(|part| part.size).collect();
        self.colless_like += deviation_from_median(&mut sizes);
        Part { leaves, size: node_size(parts.len()) + sizes.iter().sum::<f64>() }
    }
}

/// The size of a node of so many parts.
fn node_size(parts: usize) -> f64 {
    libm::log(parts as f64 + std::f64::consts::E)
}

/// The mean absolute deviation from the median. Sorts the values.
fn deviation_from_median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let count = values.len();
    let median = f64::midpoint(values[(count - 1) / 2], values[count / 2]);
    values.iter().map(|value| (value - median).abs()).sum::<f64>() / count as f64
}
