//! A cost for each pair of nodes that a line may join. Costs are symmetric, so each is stored once.

use std::sync::Arc;

use super::NodeId;
use super::pairs::{Pairs, first_of_all};

/// The cost of a pair that no line joins, or of a route that does not exist. Every actual cost is
/// smaller, and two of them can be added without overflow, signed or unsigned.
pub const UNJOINED: u32 = (1 << 30) - 1;

/// The cost between the two nodes of each pair: [`UNJOINED`] where no line joins them.
///
/// A table has either an entry for every pair of nodes or, where there are many nodes, only for
/// those that are listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairTable {
    pairs: Arc<Pairs>,
    costs: Vec<u32>,
}

impl PairTable {
    /// A table with an entry for every pair, in which none is joined.
    #[must_use]
    pub fn unjoined(nodes: usize) -> Self {
        let pairs = Pairs::All(nodes);
        Self { costs: vec![UNJOINED; pairs.count()], pairs: Arc::new(pairs) }
    }

    /// A table with entries for these pairs only, each with its cost, capped at [`UNJOINED`]. Of
    /// several costs of a pair the lowest counts.
    ///
    /// ```
    /// use terrarium_navigation::strategic::{PairTable, UNJOINED};
    ///
    /// let table = PairTable::of_lines(100_000, [(0, 99_999, 7), (3, 2, 5)]);
    /// assert_eq!([table.cost(99_999, 0), table.cost(2, 3), table.cost(0, 1)], [7, 5, UNJOINED]);
    /// ```
    ///
    /// # Panics
    ///
    /// When there is no such node, or both nodes of a pair are the same.
    #[must_use]
    pub fn of_lines(nodes: usize, lines: impl IntoIterator<Item = (NodeId, NodeId, u32)>) -> Self {
        let lines: Vec<(NodeId, NodeId, u32)> = lines.into_iter().collect();
        let pairs = Pairs::listed(nodes, lines.iter().map(|&(a, b, _)| (a, b)));
        let mut costs = vec![UNJOINED; pairs.count()];
        for (a, b, cost) in lines {
            let pair = pairs.number(a, b).expect("it is listed");
            costs[pair] = costs[pair].min(cost);
        }
        Self { pairs: Arc::new(pairs), costs }
    }

    /// The table of these costs, one for each pair, capped at [`UNJOINED`].
    pub(super) fn from_costs(pairs: Arc<Pairs>, mut costs: Vec<u32>) -> Self {
        assert_eq!(costs.len(), pairs.count(), "a cost for each pair");
        costs.iter_mut().for_each(|cost| *cost = UNJOINED.min(*cost));
        Self { pairs, costs }
    }

    /// The number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.pairs.nodes()
    }

    /// The pairs that have entries.
    pub(super) fn pairs(&self) -> &Arc<Pairs> {
        &self.pairs
    }

    /// The cost between two nodes; 0 from a node to itself.
    ///
    /// # Panics
    ///
    /// When there is no such node.
    #[must_use]
    #[inline]
    pub fn cost(&self, a: NodeId, b: NodeId) -> u32 {
        if a == b { 0 } else { self.pairs.number(a, b).map_or(UNJOINED, |pair| self.costs[pair]) }
    }

    /// Sets the cost between two nodes, both ways, capped at [`UNJOINED`].
    ///
    /// # Panics
    ///
    /// When there is no such node, both are the same, or the table has no entry for them.
    pub fn set(&mut self, a: NodeId, b: NodeId, cost: u32) {
        assert_ne!(a, b, "a pair is of two nodes");
        let pair = self.pairs.number(a, b).expect("the table has an entry for the pair");
        self.costs[pair] = UNJOINED.min(cost);
    }

    /// The costs of all pairs that have an entry, ordered by the greater node and then by the
    /// smaller.
    #[must_use]
    pub fn costs(&self) -> &[u32] {
        &self.costs
    }

    /// Calls a function with each node for which there is an entry beside this one, in their order,
    /// and the cost.
    #[inline]
    pub fn for_each_of(&self, node: NodeId, mut visit: impl FnMut(NodeId, u32)) {
        if let Pairs::All(nodes) = *self.pairs {
            // Searches among few nodes do little else, so the costs before the node are a slice.
            let first = first_of_all(node);
            let before = &self.costs[first..first + node as usize];
            (0..).zip(before).for_each(|(other, &cost)| visit(other, cost));
            let mut pair = first_of_all(node + 1) + node as usize;
            for other in node + 1..nodes as NodeId {
                visit(other, self.costs[pair]);
                pair += other as usize;
            }
        } else {
            self.pairs.for_each_of(node, |other, pair| visit(other, self.costs[pair]));
        }
    }

    pub(super) fn at(&self, pair: usize) -> u32 {
        self.costs[pair]
    }

    pub(super) fn put(&mut self, pair: usize, cost: u32) {
        self.costs[pair] = UNJOINED.min(cost);
    }
}
