//! The graph that searches run on: nodes with their positions, and the cost of every pair.

use std::sync::Arc;

use terrarium_space::terrain::Cell;

use super::{Bounds, NodeId, PairTable};

/// The nodes of a map and the costs of the lines between them for one team.
#[derive(Debug, Clone)]
pub struct Graph {
    bounds: Arc<Bounds>,
    costs: PairTable,
    fingerprint: u64,
}

impl Graph {
    /// The graph of nodes at these positions with these costs, where no tile costs less than
    /// `cheapest`.
    ///
    /// It is a logic error if a pair costs less than `cheapest` for each tile between its nodes,
    /// counted along the longer axis: routes may then not be the cheapest.
    ///
    /// # Panics
    ///
    /// When the number of positions differs from the number of nodes in the table.
    #[must_use]
    pub fn new(cells: Vec<Cell>, costs: PairTable, cheapest: u32) -> Self {
        let bounds = Bounds::over(cells, Arc::clone(costs.pairs()), cheapest);
        Self::with_bounds(Arc::new(bounds), costs)
    }

    /// The graph with these bounds and costs; the bounds may be shared between teams.
    pub(super) fn with_bounds(bounds: Arc<Bounds>, costs: PairTable) -> Self {
        let all = costs.costs().iter().enumerate();
        let fingerprint =
            all.fold(0, |sum: u64, (pair, &cost)| sum.wrapping_add(mixed(pair, cost)));
        Self { bounds, costs, fingerprint }
    }

    /// The number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.costs.nodes()
    }

    /// The positions of the nodes.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        self.bounds.cells()
    }

    /// The node on a tile; the first if there are several.
    #[must_use]
    pub fn node_at(&self, cell: Cell) -> Option<NodeId> {
        self.cells().iter().position(|&at| at == cell).map(|index| index as NodeId)
    }

    /// The costs of the lines between nodes.
    #[must_use]
    pub fn costs(&self) -> &PairTable {
        &self.costs
    }

    /// The lower bounds of route costs.
    #[must_use]
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// A fingerprint of the costs, which changes with any of them. A search uses it to detect that
    /// the costs changed.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Sets the cost of a pair.
    pub(super) fn put(&mut self, pair: usize, cost: u32) {
        let was = mixed(pair, self.costs.at(pair));
        self.costs.put(pair, cost);
        self.fingerprint =
            self.fingerprint.wrapping_sub(was).wrapping_add(mixed(pair, self.costs.at(pair)));
    }
}

/// A hash of a pair and its cost: the finaliser of SplitMix64.
fn mixed(pair: usize, cost: u32) -> u64 {
    let mut z = ((pair as u64) << 32 | u64::from(cost)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
