//! Lower bounds of route costs: the costs if all ground were of the cheapest kind.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use terrarium_space::terrain::Cell;

use super::NodeId;
use super::pair_table::UNJOINED;

/// A lower bound for the cost of every route that depends only on the positions of the nodes.
///
/// A line of n tiles pays for n − 1 tiles or more, and a route may consist of many lines. So the
/// bound is the cost of the cheapest route if every line paid for n − 1 tiles of the cheapest kind.
/// It is admissible and consistent: it never exceeds the cost of a route, and along a line it never
/// falls by more than the line costs. A* with this heuristic therefore finds the cheapest route and
/// expands no node twice. The bounds toward a goal are computed on first use, or, where there are
/// many nodes, by the searches, a portion at a time.
#[derive(Debug, Clone)]
pub struct Bounds {
    cells: Vec<Cell>,
    cheapest: u32,
    toward: Vec<OnceLock<Box<[u32]>>>,
    /// The bounds that searches are computing, by goal.
    unfinished: Arc<Mutex<BTreeMap<NodeId, Unfinished>>>,
}

/// Bounds toward a goal of which only some are final.
#[derive(Debug, Clone)]
struct Unfinished {
    /// The number of portions done.
    portions: u32,
    /// The bounds so far.
    bounds: Vec<u32>,
    /// The same for nodes whose bound is not final, and [`FINAL`] for all others.
    open: Vec<u32>,
}

/// Marks a node whose bound is final.
const FINAL: u32 = u32::MAX;

/// Up to this many nodes all bounds are computed at once, in less than a millisecond.
const AT_ONCE: usize = 512;

/// The number of pairs of nodes that a portion compares, in less than a millisecond.
const PORTION: usize = 1 << 17;

impl Bounds {
    /// Bounds for routes between nodes at these positions, where no tile costs less than
    /// `cheapest`.
    #[must_use]
    pub fn new(cells: Vec<Cell>, cheapest: u32) -> Self {
        let toward = vec![OnceLock::new(); cells.len()];
        Self { cells, cheapest, toward, unfinished: Arc::default() }
    }

    /// The positions of the nodes.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The minimum cost of a tile.
    #[must_use]
    pub fn cheapest(&self) -> u32 {
        self.cheapest
    }

    /// For each node, a lower bound of the cost of a route from there to the goal.
    ///
    /// # Panics
    ///
    /// When there is no such node.
    #[must_use]
    pub fn toward(&self, goal: NodeId) -> &[u32] {
        self.toward[goal as usize].get_or_init(|| self.find(goal as usize))
    }

    /// The number of portions in which searches compute the bounds toward a goal.
    pub(super) fn portions(&self) -> u32 {
        let nodes = self.cells.len();
        if nodes <= AT_ONCE { 0 } else { nodes.div_ceil(self.portion()) as u32 }
    }

    /// The number of bounds in a portion.
    fn portion(&self) -> usize {
        (PORTION / self.cells.len()).max(1)
    }

    /// Computes the bounds toward a goal up to this portion, unless they are known.
    pub(super) fn prepare(&self, goal: NodeId, portion: u32) {
        let known = &self.toward[goal as usize];
        if known.get().is_some() {
            return;
        }
        // Whoever panicked left a value that is valid between any two portions, or none.
        let mut all = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        let mut unfinished =
            all.remove(&goal).unwrap_or_else(|| Unfinished::new(self.cells.len(), goal));
        while unfinished.portions < portion {
            unfinished.portions += 1;
            (0..self.portion()).for_each(|_| unfinished.settle(self));
        }
        if portion >= self.portions() {
            known.get_or_init(|| unfinished.bounds.into());
        } else {
            all.insert(goal, unfinished);
        }
    }

    /// Computes the cheapest routes to a goal over ground of the cheapest kind only.
    fn find(&self, goal: usize) -> Box<[u32]> {
        let mut unfinished = Unfinished::new(self.cells.len(), goal as NodeId);
        (0..self.cells.len()).for_each(|_| unfinished.settle(self));
        unfinished.bounds.into()
    }
}

impl Unfinished {
    fn new(nodes: usize, goal: NodeId) -> Self {
        let mut bounds = vec![UNJOINED; nodes];
        bounds[goal as usize] = 0;
        Self { portions: 0, open: bounds.clone(), bounds }
    }

    /// Makes the least bound that is not final yet final, and lowers others by the line from there.
    fn settle(&mut self, Bounds { cells, cheapest, .. }: &Bounds) {
        let least = self.open.iter().copied().fold(FINAL, u32::min);
        let Some(node) = self.open.iter().position(|&bound| bound == least) else { return };
        if least == FINAL {
            return;
        }
        self.open[node] = FINAL;
        let from = cells[node];
        for ((bound, open), to) in self.bounds.iter_mut().zip(&mut self.open).zip(cells) {
            let tiles = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)).saturating_sub(1);
            let there = u64::from(*cheapest) * u64::from(tiles) + u64::from(least);
            let there = there.min(UNJOINED.into()) as u32;
            let lower = if *open == FINAL { *bound } else { there.min(*bound) };
            *open = if *open == FINAL { FINAL } else { lower };
            *bound = lower;
        }
    }
}
