//! The next node from every node toward every other, precomputed with the Floyd–Warshall algorithm.

use super::floyd_warshall::AllPairsCosts;
use super::pair_table::UNJOINED;
use super::{NodeId, PairTable, Route};

/// Marks a missing node.
const NO_NODE: u16 = u16::MAX;

/// For every pair of nodes, the cost of the cheapest route and the next node on it.
///
/// The next node is a direct successor: a line joins the two, so it is always in sight. Moving from
/// successor to successor follows one of the cheapest routes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Successors {
    costs: PairTable,
    next: Vec<u16>,
}

impl Successors {
    /// Computes all cheapest routes.
    ///
    /// # Panics
    ///
    /// When there are more than 65,535 nodes.
    #[must_use]
    pub fn new(table: &PairTable) -> Self {
        let nodes = table.nodes();
        assert!(nodes <= usize::from(NO_NODE), "nodes are numbered in 16 bits");
        let closure = AllPairsCosts::new(table);
        let costs = closure.costs();
        let mut next = vec![NO_NODE; nodes * nodes];
        if nodes > 0 {
            let rows = next.chunks_exact_mut(nodes).enumerate();
            let mut scratch = (Vec::new(), Vec::new());
            rows.for_each(|(from, row)| {
                direct_successors(&closure, &costs, from, row, &mut scratch)
            });
        }
        let mut all = Self { costs, next };
        if table.costs().contains(&0) {
            all.remove_cycles(table);
        }
        all
    }

    /// The number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.costs.nodes()
    }

    /// The cost of the cheapest route; `None` when there is none.
    ///
    /// # Panics
    ///
    /// When there is no such node.
    #[must_use]
    pub fn cost(&self, from: NodeId, to: NodeId) -> Option<u32> {
        Some(self.costs.cost(from, to)).filter(|&cost| cost < UNJOINED)
    }

    /// The next node on the route; `None` at the goal, and when there is no route.
    ///
    /// # Panics
    ///
    /// When there is no such node.
    #[must_use]
    pub fn next(&self, from: NodeId, to: NodeId) -> Option<NodeId> {
        let next = self.next[from as usize * self.nodes() + to as usize];
        (next != NO_NODE).then_some(next.into())
    }

    /// The cheapest route, from successor to successor; `None` when there is none.
    ///
    /// # Panics
    ///
    /// When there is no such node.
    #[must_use]
    pub fn route(&self, from: NodeId, to: NodeId) -> Option<Route> {
        let cost = self.cost(from, to)?;
        let nodes = std::iter::successors(Some(from), |&node| self.next(node, to));
        Some(Route::new(nodes.collect(), cost))
    }
}

impl Successors {
    /// Removes cycles. Where lines cost nothing, each of two nodes may be the other's successor
    /// toward a third. Recomputes the routes to such goals in the order of their costs.
    fn remove_cycles(&mut self, table: &PairTable) {
        for goal in 0..self.nodes() {
            if self.has_cycle(goal) {
                for (node, next) in next_toward(table, goal).into_iter().enumerate() {
                    self.next[node * table.nodes() + goal] = next;
                }
            }
        }
    }

    /// Whether following the successors toward a goal runs into a cycle.
    fn has_cycle(&self, goal: usize) -> bool {
        let nodes = self.nodes();
        let mut arrives = vec![false; nodes];
        let mut path = Vec::new();
        (0..nodes).any(|start| {
            let mut at = start;
            while !arrives[at] && path.len() <= nodes {
                path.push(at);
                match self.next[at * nodes + goal] {
                    NO_NODE => break,
                    next => at = next.into(),
                }
            }
            let is_cycle = path.len() > nodes;
            path.drain(..).for_each(|node| arrives[node] = true);
            is_cycle
        })
    }
}

/// The successor of each node on the cheapest routes to a goal, by Dijkstra's algorithm from the
/// goal.
fn next_toward(table: &PairTable, goal: usize) -> Vec<u16> {
    let mut next = vec![NO_NODE; table.nodes()];
    let mut costs = vec![UNJOINED; table.nodes()];
    let mut open: Vec<usize> = (0..table.nodes()).collect();
    costs[goal] = 0;
    while let Some(index) = (0..open.len()).min_by_key(|&index| costs[open[index]]) {
        let node = open.swap_remove(index);
        for &other in &open {
            let cost = costs[node] + table.cost(node as NodeId, other as NodeId);
            if cost < costs[other] {
                (costs[other], next[other]) = (cost, node as u16);
            }
        }
    }
    next
}

/// Computes the successors of a node toward all others. Each route is halved at its intermediate
/// node until the first half leads straight; all ends met on the way share that successor.
fn direct_successors(
    closure: &AllPairsCosts,
    costs: &PairTable,
    from: usize,
    row: &mut [u16],
    (through, met): &mut (Vec<Option<usize>>, Vec<usize>),
) {
    through.clear();
    through.extend((0..row.len()).map(|to| closure.through(from, to)));
    for to in 0..row.len() {
        let mut end = to;
        while row[end] == NO_NODE
            && let Some(middle) = through[end]
        {
            met.push(end);
            end = middle;
        }
        if row[end] == NO_NODE
            && end != from
            && costs.cost(from as NodeId, end as NodeId) < UNJOINED
        {
            row[end] = end as u16;
        }
        let next = row[end];
        met.drain(..).for_each(|end| row[end] = next);
    }
}
