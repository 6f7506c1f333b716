//! Lower bounds of route costs: the costs if all ground were of the cheapest kind.

use std::sync::OnceLock;

use super::NodeId;
use super::pair_table::UNJOINED;
use crate::space::terrain::Cell;

/// A lower bound for the cost of every route that depends only on the positions of the nodes.
///
/// A line of n tiles pays for n − 1 tiles or more, and a route may consist of many lines. So the
/// bound is the cost of the cheapest route if every line paid for n − 1 tiles of the cheapest kind.
/// It is admissible and consistent: it never exceeds the cost of a route, and along a line it never
/// falls by more than the line costs. A* with this heuristic therefore finds the cheapest route and
/// expands no node twice. The bounds toward a goal are computed on first use; callers that need
/// short time slices compute them before the search.
#[derive(Debug, Clone)]
pub struct Bounds {
    cells: Vec<Cell>,
    cheapest: u32,
    toward: Vec<OnceLock<Box<[u32]>>>,
}

impl Bounds {
    /// Bounds for routes between nodes at these positions, where no tile costs less than
    /// `cheapest`.
    #[must_use]
    pub fn new(cells: Vec<Cell>, cheapest: u32) -> Self {
        let toward = vec![OnceLock::new(); cells.len()];
        Self { cells, cheapest, toward }
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

    /// Computes the cheapest routes to a goal over ground of the cheapest kind only.
    fn find(&self, goal: usize) -> Box<[u32]> {
        let mut bounds = vec![UNJOINED; self.cells.len()];
        let mut open: Vec<usize> = (0..self.cells.len()).collect();
        bounds[goal] = 0;
        while let Some(place) = (0..open.len()).min_by_key(|&place| bounds[open[place]]) {
            let node = open.swap_remove(place);
            for &other in &open {
                let (a, b) = (self.cells[node], self.cells[other]);
                let tiles = a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)).saturating_sub(1);
                let line = u64::from(self.cheapest) * u64::from(tiles);
                let bound = (u64::from(bounds[node]) + line).min(UNJOINED.into());
                bounds[other] = bounds[other].min(bound as u32);
            }
        }
        bounds.into()
    }
}
