//! How a search chooses what to look at next.

use serde::{Deserialize, Serialize};

use super::{Graph, NodeId};

/// A way of searching; they differ in what they expect of the rest of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// Expects nothing: looks at the nodes in the order of what it costs to get there.
    Dijkstra,
    /// A*: expects the least that the rest can cost, as [`Bounds`](super::Bounds) tells it.
    AStar,
    /// A* as in OpenFire's document: expects a cost of 1 for each tile of the Manhattan distance.
    /// That is often more than the rest costs, so routes may be dearer than need be.
    AStarManhattan,
}

impl Method {
    /// What the rest of the route costs from each node, as the method expects.
    #[inline]
    pub(super) fn expects<'a>(self, graph: &'a Graph, goal: NodeId) -> Expected<'a> {
        match self {
            Self::Dijkstra => Expected::Nothing,
            Self::AStar => Expected::AtLeast(graph.bounds().toward(goal)),
            Self::AStarManhattan => Expected::Manhattan(graph, goal),
        }
    }
}

/// What a method expects of the rest of a route.
#[derive(Clone, Copy)]
pub(super) enum Expected<'a> {
    Nothing,
    AtLeast(&'a [u32]),
    Manhattan(&'a Graph, NodeId),
}

impl Expected<'_> {
    #[inline]
    pub fn from(&self, node: NodeId) -> u32 {
        match self {
            Self::Nothing => 0,
            Self::AtLeast(bounds) => bounds[node as usize],
            Self::Manhattan(graph, goal) => {
                let (a, b) = (graph.cells()[node as usize], graph.cells()[*goal as usize]);
                a.x.abs_diff(b.x) + a.y.abs_diff(b.y)
            }
        }
    }
}
