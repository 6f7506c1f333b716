//! What a route costs at least: as if all ground were of the cheapest kind.

use std::sync::OnceLock;

use super::NodeId;
use super::pair_table::UNJOINED;
use crate::space::terrain::Cell;

/// A lower bound for the cost of every route, which only depends on where the nodes are.
///
/// A line of n tiles pays for n − 1 tiles or more, and a route may be made of many lines: so the
/// bound is what the cheapest route would cost if every line paid for n − 1 tiles of the cheapest
/// kind. It never exceeds what a route costs, nor falls along a line by more than the line costs,
/// so that A* finds the cheapest route and expands no node twice. The bounds toward a goal are
/// found when they are asked for the first time; whoever has to keep slices of a search short asks
/// before the search.
#[derive(Debug, Clone)]
pub struct Bounds {
    cells: Vec<Cell>,
    cheapest: u32,
    toward: Vec<OnceLock<Box<[u32]>>>,
}

impl Bounds {
    /// Bounds for routes between these places, where no tile costs less than `cheapest`.
    #[must_use]
    pub fn new(cells: Vec<Cell>, cheapest: u32) -> Self {
        let toward = vec![OnceLock::new(); cells.len()];
        Self { cells, cheapest, toward }
    }

    /// Where the nodes are.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What no tile costs less than.
    #[must_use]
    pub fn cheapest(&self) -> u32 {
        self.cheapest
    }

    /// For each node, the least that a route from there to the goal can cost.
    ///
    /// # Panics
    ///
    /// When there is no such node.
    #[must_use]
    pub fn toward(&self, goal: NodeId) -> &[u32] {
        self.toward[goal as usize].get_or_init(|| self.find(goal as usize))
    }

    /// The cheapest routes to a goal over nothing but the cheapest ground.
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
