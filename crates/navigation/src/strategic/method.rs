//! Search methods and their heuristics.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Graph, NodeId};

/// A search method; methods differ in their heuristic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// Dijkstra's algorithm, without a heuristic: expands nodes in the order of their cost.
    Dijkstra,
    /// A* with the lower bounds of [`Bounds`](super::Bounds) as its heuristic.
    AStar,
    /// A* as in OpenFire's document: the heuristic is 1 for each tile of the Manhattan distance. It
    /// often overestimates, so the routes found may not be the cheapest.
    AStarManhattan,
}

impl Method {
    /// The heuristic of the method toward a goal.
    #[inline]
    pub(super) fn heuristic<'a>(self, graph: &'a Graph, goal: NodeId) -> Heuristic<'a> {
        match self {
            Self::Dijkstra => Heuristic::Nothing,
            Self::AStar => Heuristic::AtLeast(graph.bounds().toward(goal)),
            Self::AStarManhattan => Heuristic::Manhattan(graph, goal),
        }
    }
}

/// The heuristic of a method: estimates of the remaining cost.
pub(super) enum Heuristic<'a> {
    Nothing,
    AtLeast(Arc<[u32]>),
    Manhattan(&'a Graph, NodeId),
}

impl Heuristic<'_> {
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
