//! A route and the effort of the search, as text and as JSON.

use std::time::Duration;

use serde::Serialize;

use crate::cli::Format;
use crate::navigation::strategic::{Graph, Route};
use crate::space::terrain::Cell;

/// The result of a search and its effort.
pub(super) struct Answer {
    pub route: Option<Route>,
    pub expansions: u64,
    pub slices: u64,
    /// The duration of the longest slice.
    pub longest: Duration,
    /// The duration of all slices.
    pub time: Duration,
}

/// The JSON of an answer.
#[derive(Serialize)]
struct AnswerRow {
    status: &'static str,
    cost: Option<u32>,
    nodes: Vec<[u32; 2]>,
    expansions: u64,
    slices: u64,
    max_slice_micros: f64,
    micros: f64,
}

impl Answer {
    /// The tiles of the nodes on the route; empty without a route.
    pub fn cells(&self, graph: &Graph) -> Vec<Cell> {
        self.route.iter().flat_map(|route| route.cells(graph)).collect()
    }

    /// The answer as text or JSON.
    pub fn to_text(&self, graph: &Graph, format: Format) -> String {
        match format {
            Format::Human => self.to_human(graph),
            Format::Json => self.to_json(graph),
        }
    }

    fn to_json(&self, graph: &Graph) -> String {
        let nodes: Vec<[u32; 2]> = self.cells(graph).into_iter().map(|c| [c.x, c.y]).collect();
        let row = AnswerRow {
            status: if self.route.is_some() { "found" } else { "no_route" },
            cost: self.route.as_ref().map(Route::cost),
            nodes,
            expansions: self.expansions,
            slices: self.slices,
            max_slice_micros: micros(self.longest),
            micros: micros(self.time),
        };
        format!("{}\n", serde_json::to_string(&row).expect("plain values serialise"))
    }

    fn to_human(&self, graph: &Graph) -> String {
        let Self { expansions, slices, longest, time, .. } = self;
        let (time, longest) = (micros(*time), micros(*longest));
        let mut effort = format!("{expansions} expansions and {time:.1} µs");
        if *slices > 1 {
            effort += &format!(", {slices} slices of up to {longest:.1} µs");
        }
        let Some(route) = &self.route else { return format!("no route, in {effort}\n") };
        let (cost, length) = (route.cost(), route.length(graph));
        let mut text = format!("a route of cost {cost}, {length:.2} tiles long, in {effort}\n");
        text.extend(route.cells(graph).map(|cell| format!("  {},{}\n", cell.x, cell.y)));
        text
    }
}

/// A duration in microseconds.
pub(super) fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
