//! Finds one route and measures the search.

use std::time::{Duration, Instant};

use super::Search;
use super::answer::Answer;
use crate::clock;
use crate::navigation::strategic::{
    Answer as SearchAnswer, Graph, Method, NodeId, RouteSearch, Successors,
};

/// A search algorithm and its slice size.
pub(super) struct RoutePlanner {
    pub search: Search,
    /// The number of expansions per slice of an incremental search.
    pub slice: u64,
}

impl RoutePlanner {
    /// The search method; `None` for Floyd–Warshall, which finds all routes in advance.
    pub fn method(&self) -> Option<Method> {
        match self.search {
            Search::Dijkstra => Some(Method::Dijkstra),
            Search::Astar | Search::Incremental => Some(Method::AStar),
            Search::AstarManhattan => Some(Method::AStarManhattan),
            Search::FloydWarshall => None,
        }
    }

    /// The number of expansions per slice.
    pub fn budget(&self) -> u64 {
        if self.search == Search::Incremental { self.slice } else { u64::MAX }
    }

    /// Finds a route.
    pub fn find_route(&self, graph: &Graph, from: NodeId, to: NodeId) -> Answer {
        let Some(method) = self.method() else {
            let begin = clock::now();
            let route = Successors::new(graph.costs()).route(from, to);
            let time = begin.elapsed();
            let expansions = graph.nodes() as u64;
            return Answer { route, expansions, slices: 1, longest: time, time };
        };
        let mut search = RouteSearch::new(method, from, to);
        let (mut slices, mut longest, mut time) = (0, Duration::ZERO, Duration::ZERO);
        loop {
            let begin: Instant = clock::now();
            let answer = search.advance(graph, self.budget());
            let slice = begin.elapsed();
            slices += 1;
            longest = longest.max(slice);
            time += slice;
            let route = match answer {
                None => continue,
                Some(SearchAnswer::Found(route)) => Some(route),
                Some(SearchAnswer::NoRoute) => None,
            };
            return Answer { route, expansions: search.expansions(), slices, longest, time };
        }
    }
}
