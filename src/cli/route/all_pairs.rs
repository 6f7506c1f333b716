//! `terrarium route --all-pairs`: routes between all nodes, compared with Dijkstra's.

use serde::Serialize;

use super::answer::micros;
use super::planner::RoutePlanner;
use crate::cli::Format;
use crate::clock;
use crate::navigation::strategic::{Answer, Graph, Method, NodeId, RouteSearch, Successors};

/// The results of a search algorithm over all pairs of nodes.
#[derive(Serialize)]
pub(super) struct Summary {
    pairs: u64,
    /// The number of pairs for which the cost, or whether a route exists, differs from Dijkstra's.
    disagreements: u64,
    expansions: u64,
    no_route: u64,
    /// The total duration of the searches in microseconds, without Dijkstra's for comparison.
    micros: f64,
}

/// Finds the routes between all ordered pairs of distinct nodes.
pub(super) fn compare(graph: &Graph, planner: &RoutePlanner) -> Summary {
    let mut summary =
        Summary { pairs: 0, disagreements: 0, expansions: 0, no_route: 0, micros: 0.0 };
    let begin = clock::now();
    let successors = planner.method().is_none().then(|| Successors::new(graph.costs()));
    if successors.is_some() {
        summary.micros = micros(begin.elapsed());
        summary.expansions = graph.nodes() as u64;
    }
    let nodes = 0..graph.nodes() as NodeId;
    for (from, to) in nodes.clone().flat_map(|a| nodes.clone().map(move |b| (a, b))) {
        if from == to {
            continue;
        }
        let cost = match &successors {
            Some(successors) => successors.route(from, to).map(|route| route.cost()),
            None => {
                let answer = planner.find_route(graph, from, to);
                summary.expansions += answer.expansions;
                summary.micros += micros(answer.time);
                answer.route.map(|route| route.cost())
            }
        };
        summary.pairs += 1;
        summary.no_route += u64::from(cost.is_none());
        summary.disagreements += u64::from(cost != dijkstra_cost(graph, from, to));
    }
    summary
}

/// The cost of Dijkstra's route.
fn dijkstra_cost(graph: &Graph, from: NodeId, to: NodeId) -> Option<u32> {
    match RouteSearch::new(Method::Dijkstra, from, to).finish(graph) {
        Answer::Found(route) => Some(route.cost()),
        Answer::NoRoute => None,
    }
}

impl Summary {
    /// The summary as text or JSON.
    pub fn to_text(&self, format: Format) -> String {
        let Self { pairs, disagreements, expansions, no_route, micros } = self;
        match format {
            Format::Json => {
                let object = serde_json::to_string(self).expect("plain values serialise");
                format!("{object}\n")
            }
            Format::Human => format!(
                "{pairs} pairs, {no_route} without a route; {disagreements} costs differ from \
                 Dijkstra's; {expansions} expansions in {micros:.0} µs\n"
            ),
        }
    }
}
