//! Routes over nodes, and string pulling for them.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::DVec2;
use terrarium_space::terrain::Cell;

use super::pair_table::UNJOINED;
use super::{Graph, NodeId};

/// A route through the nodes of a map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    nodes: Vec<NodeId>,
    cost: u32,
}

impl Route {
    /// The route through these nodes, with its precomputed cost.
    pub(super) fn new(nodes: Vec<NodeId>, cost: u32) -> Self {
        Self { nodes, cost }
    }

    /// The nodes from start to goal, both included.
    #[must_use]
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// The total cost of its lines.
    #[must_use]
    pub fn cost(&self) -> u32 {
        self.cost
    }

    /// The goal; `None` for an empty route, which no search returns.
    #[must_use]
    pub fn goal(&self) -> Option<NodeId> {
        self.nodes.last().copied()
    }

    /// The positions of its nodes.
    ///
    /// # Panics
    ///
    /// When the route belongs to another graph.
    pub fn cells<'a>(&'a self, graph: &'a Graph) -> impl Iterator<Item = Cell> + 'a {
        self.nodes.iter().map(|&node| graph.cells()[node as usize])
    }

    /// Its length, in tiles.
    ///
    /// # Panics
    ///
    /// When the route belongs to another graph.
    #[must_use]
    pub fn length(&self, graph: &Graph) -> f64 {
        let middle = |cell: Cell| DVec2::new(cell.x.into(), cell.y.into());
        let points: Vec<DVec2> = self.cells(graph).map(middle).collect();
        points.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
    }

    /// Whether every line of it joins two nodes of the graph and their total is the stored cost.
    /// This may be false for a route that was deserialised, or was found before a change.
    #[must_use]
    pub fn holds(&self, graph: &Graph) -> bool {
        let exists = |&node: &NodeId| (node as usize) < graph.nodes();
        !self.nodes.is_empty()
            && self.nodes.iter().all(exists)
            && lines_cost(graph, &self.nodes) == Some(self.cost)
    }

    /// The same route after string pulling: from each node it continues to the last one ahead that
    /// is in sight and costs no more to reach directly. So the route becomes neither longer nor
    /// costlier for the traveller: lines exclude the tiles at their ends, so each node on a route
    /// is counted here as a tile of the cheapest kind.
    ///
    /// # Panics
    ///
    /// When the route belongs to another graph.
    #[must_use]
    pub fn pulled(&self, graph: &Graph) -> Self {
        let mut nodes: Vec<NodeId> = self.nodes.first().copied().into_iter().collect();
        let mut index = 0;
        while index + 1 < self.nodes.len() {
            let from = self.nodes[index];
            let ahead = &self.nodes[index + 1..];
            let is_good = |&count: &usize| {
                let straight = graph.costs().cost(from, ahead[count]);
                let along = lines_cost(graph, &self.nodes[index..=index + 1 + count]);
                let nodes = graph.bounds().cheapest().saturating_mul(count as u32);
                let good = |along: u32| straight <= along.saturating_add(nodes);
                straight < UNJOINED && along.is_none_or(good)
            };
            index += 1 + (0..ahead.len()).rev().find(is_good).unwrap_or(0);
            nodes.push(self.nodes[index]);
        }
        let cost = lines_cost(graph, &nodes).unwrap_or(self.cost);
        Self { nodes, cost }
    }
}

/// The total cost of the lines between consecutive nodes; `None` where two are not joined.
pub(super) fn lines_cost(graph: &Graph, nodes: &[NodeId]) -> Option<u32> {
    nodes.windows(2).try_fold(0_u32, |sum, ends| {
        let line = graph.costs().cost(ends[0], ends[1]);
        (line < UNJOINED).then(|| sum.saturating_add(line)).filter(|&sum| sum < UNJOINED)
    })
}
