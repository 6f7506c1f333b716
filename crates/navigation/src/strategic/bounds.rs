//! Lower bounds of route costs: the costs if all ground were of the cheapest kind.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use terrarium_space::terrain::Cell;

use super::NodeId;
use super::open_nodes::OpenNodes;
use super::pair_table::UNJOINED;
use super::pairs::Pairs;

/// A lower bound for the cost of every route that depends only on the positions of the nodes.
///
/// A line of n tiles pays for n − 1 tiles or more, and a route may consist of many lines. So the
/// bound is the cost of the cheapest route if every line paid for n − 1 tiles of the cheapest kind.
/// It is admissible and consistent: it never exceeds the cost of a route, and along a line it never
/// falls by more than the line costs. A* with this heuristic therefore finds the cheapest route and
/// expands no node twice. The bounds toward a goal are computed on first use, or, where there are
/// many nodes, by the searches, a portion at a time. Those used last are kept, up to 64 MiB.
#[derive(Debug, Clone)]
pub struct Bounds {
    cells: Vec<Cell>,
    pairs: Arc<Pairs>,
    cheapest: u32,
    kept: Arc<Mutex<Kept>>,
}

/// What has been computed.
#[derive(Debug, Default)]
struct Kept {
    /// By goal the time of the last use, and the bounds.
    toward: BTreeMap<NodeId, (u64, Arc<[u32]>)>,
    /// The number of uses so far.
    time: u64,
    /// The bounds that searches are computing, by goal.
    unfinished: BTreeMap<NodeId, Unfinished>,
}

/// Bounds toward a goal of which only some are final.
#[derive(Debug)]
struct Unfinished {
    /// The number of portions done.
    portions: u32,
    /// The bounds so far.
    bounds: Vec<u32>,
    /// The nodes that have a bound that is not final.
    open: OpenNodes,
}

/// Up to this many nodes all bounds are computed at once, in less than a millisecond.
const AT_ONCE: usize = 512;

/// The number of pairs of nodes that a portion compares, in less than a millisecond.
const PORTION: usize = 1 << 17;

/// The maximum number of bounds that are kept.
const MAX_KEPT: usize = 1 << 24;

impl Bounds {
    /// Bounds for routes between nodes at these positions, where lines may join all pairs and no
    /// tile costs less than `cheapest`.
    #[must_use]
    pub fn new(cells: Vec<Cell>, cheapest: u32) -> Self {
        let pairs = Arc::new(Pairs::All(cells.len()));
        Self::over(cells, pairs, cheapest)
    }

    /// The same where lines may join only these pairs.
    pub(super) fn over(cells: Vec<Cell>, pairs: Arc<Pairs>, cheapest: u32) -> Self {
        assert_eq!(cells.len(), pairs.nodes(), "a place for each node");
        Self { cells, pairs, cheapest, kept: Arc::default() }
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
    pub fn toward(&self, goal: NodeId) -> Arc<[u32]> {
        if let Some(bounds) = self.kept().find(goal) {
            return bounds;
        }
        let mut unfinished = Unfinished::new(self.cells.len(), goal);
        while unfinished.settle(self) {}
        let bounds = unfinished.bounds.into();
        self.kept().keep(goal, &bounds);
        bounds
    }

    /// The number of portions in which searches compute the bounds toward a goal.
    pub(super) fn portions(&self) -> u32 {
        let nodes = self.cells.len();
        if nodes <= AT_ONCE { 0 } else { nodes.div_ceil(self.portion()) as u32 }
    }

    /// The number of bounds in a portion.
    fn portion(&self) -> usize {
        let compared = match &*self.pairs {
            Pairs::All(nodes) => *nodes,
            Pairs::Listed(_) => 2 * self.pairs.count() / self.cells.len() + OpenNodes::BLOCK,
        };
        (PORTION / compared).max(1)
    }

    /// Computes the bounds toward a goal up to this portion, unless they are known.
    pub(super) fn prepare(&self, goal: NodeId, portion: u32) {
        let mut kept = self.kept();
        if kept.toward.contains_key(&goal) {
            return;
        }
        let mut unfinished = kept
            .unfinished
            .remove(&goal)
            .unwrap_or_else(|| Unfinished::new(self.cells.len(), goal));
        while unfinished.portions < portion {
            unfinished.portions += 1;
            (0..self.portion()).all(|_| unfinished.settle(self));
        }
        if portion >= self.portions() {
            kept.keep(goal, &unfinished.bounds.into());
        } else {
            kept.unfinished.insert(goal, unfinished);
        }
    }

    /// Who panicked left a value that is valid between any two portions, or none.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bound at a node that a line joins to one with this bound.
    #[inline]
    fn beyond(&self, bound: u32, from: Cell, to: Cell) -> u32 {
        let tiles = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)).saturating_sub(1);
        let there = u64::from(self.cheapest) * u64::from(tiles) + u64::from(bound);
        there.min(UNJOINED.into()) as u32
    }
}

impl Kept {
    fn find(&mut self, goal: NodeId) -> Option<Arc<[u32]>> {
        let (used, bounds) = self.toward.get_mut(&goal)?;
        self.time += 1;
        *used = self.time;
        Some(Arc::clone(bounds))
    }

    /// Keeps bounds, in place of those that were not used for longest if there are too many.
    fn keep(&mut self, goal: NodeId, bounds: &Arc<[u32]>) {
        self.time += 1;
        self.toward.insert(goal, (self.time, Arc::clone(bounds)));
        while self.toward.len() > 1 && self.toward.len() * bounds.len() > MAX_KEPT {
            let last = self.toward.iter().min_by_key(|(_, (used, _))| *used);
            let goal = *last.expect("there are several").0;
            self.toward.remove(&goal);
        }
    }
}

impl Unfinished {
    fn new(nodes: usize, goal: NodeId) -> Self {
        let mut bounds = vec![UNJOINED; nodes];
        bounds[goal as usize] = 0;
        let mut open = OpenNodes::default();
        open.clear(nodes);
        open.open(goal as usize, 0);
        Self { portions: 0, bounds, open }
    }

    /// Makes the least bound that is not final yet final, and lowers others by the line from there;
    /// returns whether there was one.
    fn settle(&mut self, all: &Bounds) -> bool {
        let Some((node, least)) = self.open.first() else { return false };
        self.open.close(node);
        let from = all.cells[node];
        all.pairs.for_each_of(node as NodeId, |other, _| {
            let other = other as usize;
            let there = all.beyond(least, from, all.cells[other]);
            if there < self.bounds[other] {
                self.bounds[other] = there;
                self.open.open(other, there);
            }
        });
        true
    }
}
