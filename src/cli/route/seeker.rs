//! One search for one route, with a clock beside it.

use std::time::{Duration, Instant};

use super::Search;
use super::answer::Answer;
use crate::clock;
use crate::navigation::strategic::{
    Answer as Found, Graph, Method, NodeId, RouteSearch, Successors,
};

/// How routes are looked for.
pub(super) struct Seeker {
    pub search: Search,
    /// How many expansions an incremental search makes at a time.
    pub slice: u64,
}

impl Seeker {
    /// How the search chooses its nodes; `None` for the one that finds all routes in advance.
    pub fn method(&self) -> Option<Method> {
        match self.search {
            Search::Dijkstra => Some(Method::Dijkstra),
            Search::Astar | Search::Incremental => Some(Method::AStar),
            Search::AstarManhattan => Some(Method::AStarManhattan),
            Search::FloydWarshall => None,
        }
    }

    /// How many expansions there are at a time.
    pub fn budget(&self) -> u64 {
        if self.search == Search::Incremental { self.slice } else { u64::MAX }
    }

    /// Finds a route.
    pub fn seek(&self, graph: &Graph, from: NodeId, to: NodeId) -> Answer {
        let Some(method) = self.method() else {
            let begun = clock::now();
            let route = Successors::new(graph.costs()).route(from, to);
            let time = begun.elapsed();
            let expansions = graph.nodes() as u64;
            return Answer { route, expansions, slices: 1, longest: time, time };
        };
        let mut search = RouteSearch::new(method, from, to);
        let (mut slices, mut longest, mut time) = (0, Duration::ZERO, Duration::ZERO);
        loop {
            let begun: Instant = clock::now();
            let found = search.advance(graph, self.budget());
            let slice = begun.elapsed();
            slices += 1;
            longest = longest.max(slice);
            time += slice;
            let route = match found {
                None => continue,
                Some(Found::Found(route)) => Some(route),
                Some(Found::NoRoute) => None,
            };
            return Answer { route, expansions: search.expansions(), slices, longest, time };
        }
    }
}
