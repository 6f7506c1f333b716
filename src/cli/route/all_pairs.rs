//! The routes between all nodes, compared with Dijkstra's.

use serde::Serialize;

use super::answer::micros;
use super::seeker::Seeker;
use crate::cli::Format;
use crate::clock;
use crate::navigation::strategic::{Answer, Graph, Method, NodeId, RouteSearch, Successors};

/// What a search makes of all pairs of nodes.
#[derive(Serialize)]
pub(super) struct Summary {
    pairs: u64,
    /// Routes that do not cost what Dijkstra's do, or are where there is none, or are not where
    /// there is one.
    disagreements: u64,
    expansions: u64,
    no_route: u64,
    /// How long the searches took, without those that they are compared with.
    micros: f64,
}

/// Finds the routes between all ordered pairs of different nodes.
pub(super) fn compare(graph: &Graph, seeker: &Seeker) -> Summary {
    let mut summary =
        Summary { pairs: 0, disagreements: 0, expansions: 0, no_route: 0, micros: 0.0 };
    let begun = clock::now();
    let successors = seeker.method().is_none().then(|| Successors::new(graph.costs()));
    if successors.is_some() {
        summary.micros = micros(begun.elapsed());
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
                let answer = seeker.seek(graph, from, to);
                summary.expansions += answer.expansions;
                summary.micros += micros(answer.time);
                answer.route.map(|route| route.cost())
            }
        };
        summary.pairs += 1;
        summary.no_route += u64::from(cost.is_none());
        summary.disagreements += u64::from(cost != best(graph, from, to));
    }
    summary
}

/// What Dijkstra's route costs.
fn best(graph: &Graph, from: NodeId, to: NodeId) -> Option<u32> {
    match RouteSearch::new(Method::Dijkstra, from, to).finish(graph) {
        Answer::Found(route) => Some(route.cost()),
        Answer::NoRoute => None,
    }
}

impl Summary {
    /// All of it as text.
    pub fn told(&self, format: Format) -> String {
        let Self { pairs, disagreements, expansions, no_route, micros } = self;
        match format {
            Format::Json => {
                let object = serde_json::to_string(self).expect("plain values are told");
                format!("{object}\n")
            }
            Format::Human => format!(
                "{pairs} pairs, {no_route} without a route; {disagreements} routes do not cost \
                 what Dijkstra's cost; {expansions} expansions in {micros:.0} micros\n"
            ),
        }
    }
}
