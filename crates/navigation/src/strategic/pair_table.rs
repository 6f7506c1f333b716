//! A number for each pair of nodes: a triangular table, since costs are symmetric.

use serde::{Deserialize, Serialize};

use super::NodeId;

/// The cost of a pair that no line joins, or of a route that does not exist. Every actual cost is
/// smaller, and two of them can be added without overflow, signed or unsigned.
pub const UNJOINED: u32 = (1 << 30) - 1;

/// The cost between the two nodes of each pair: [`UNJOINED`] where no line joins them.
///
/// The table is triangular: it stores each pair once, ordered by the greater node and then by the
/// smaller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairTable {
    nodes: usize,
    costs: Vec<u32>,
}

impl PairTable {
    /// A table in which no pair is joined.
    #[must_use]
    pub fn unjoined(nodes: usize) -> Self {
        Self { nodes, costs: vec![UNJOINED; nodes * nodes.saturating_sub(1) / 2] }
    }

    /// The table of these costs, in its order, capped at [`UNJOINED`].
    pub(super) fn from_costs(nodes: usize, mut costs: Vec<u32>) -> Self {
        assert_eq!(costs.len(), nodes * nodes.saturating_sub(1) / 2, "a cost for each pair");
        costs.iter_mut().for_each(|cost| *cost = UNJOINED.min(*cost));
        Self { nodes, costs }
    }

    /// The number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The cost between two nodes; 0 from a node to itself.
    ///
    /// # Panics
    ///
    /// When there is no such node.
    #[must_use]
    pub fn cost(&self, a: NodeId, b: NodeId) -> u32 {
        if a == b { 0 } else { self.costs[pair_of(a, b)] }
    }

    /// Sets the cost between two nodes, both ways, capped at [`UNJOINED`].
    ///
    /// # Panics
    ///
    /// When there is no such node, or both are the same.
    pub fn set(&mut self, a: NodeId, b: NodeId, cost: u32) {
        assert_ne!(a, b, "a pair is of two nodes");
        self.costs[pair_of(a, b)] = UNJOINED.min(cost);
    }

    /// The costs of all pairs, in the order of the table.
    #[must_use]
    pub fn costs(&self) -> &[u32] {
        &self.costs
    }

    pub(super) fn at(&self, pair: usize) -> u32 {
        self.costs[pair]
    }

    pub(super) fn put(&mut self, pair: usize, cost: u32) {
        self.costs[pair] = UNJOINED.min(cost);
    }

    /// The costs from a node to every node before it, in order.
    #[inline]
    pub(super) fn before(&self, node: NodeId) -> &[u32] {
        let first = first_pair(node);
        &self.costs[first..first + node as usize]
    }

    /// The costs from a node to every node after it.
    #[inline]
    pub(super) fn after(&self, node: NodeId) -> impl Iterator<Item = u32> + '_ {
        let mut index = first_pair(node + 1) + node as usize;
        (node as usize + 1..self.nodes).map(move |other| {
            let cost = self.costs[index];
            index += other;
            cost
        })
    }
}

/// The index of the first pair whose greater node is this.
#[inline]
pub(super) fn first_pair(node: NodeId) -> usize {
    let node = node as usize;
    node * node.saturating_sub(1) / 2
}

/// The index of a pair of different nodes.
#[inline]
pub(super) fn pair_of(a: NodeId, b: NodeId) -> usize {
    first_pair(a.max(b)) + a.min(b) as usize
}

/// The nodes of a pair, the smaller first.
pub(super) fn nodes_of(pair: usize) -> (NodeId, NodeId) {
    // The greatest node whose first pair is at most this: (1 + √(1 + 8·pair)) / 2.
    let greater = (1 + 8 * pair).isqrt().div_ceil(2);
    let smaller = pair - greater * (greater - 1) / 2;
    (smaller as NodeId, greater as NodeId)
}
