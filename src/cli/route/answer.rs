//! A route and what it took to find it, for people and for programs.

use std::time::Duration;

use serde::Serialize;

use crate::cli::Format;
use crate::navigation::strategic::{Graph, Route};
use crate::space::terrain::Cell;

/// What a search answered, and what it took.
pub(super) struct Answer {
    pub route: Option<Route>,
    pub expansions: u64,
    pub slices: u64,
    /// How long the longest slice took.
    pub longest: Duration,
    /// How long all of them took.
    pub time: Duration,
}

/// An answer as programs read it.
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
    /// The tiles of the nodes on the route; empty without one.
    pub fn cells(&self, graph: &Graph) -> Vec<Cell> {
        self.route.iter().flat_map(|route| route.cells(graph)).collect()
    }

    /// All of it as text.
    pub fn told(&self, graph: &Graph, format: Format) -> String {
        match format {
            Format::Human => self.for_people(graph),
            Format::Json => self.for_programs(graph),
        }
    }

    fn for_programs(&self, graph: &Graph) -> String {
        let nodes: Vec<[u32; 2]> = self.cells(graph).into_iter().map(|c| [c.x, c.y]).collect();
        let told = AnswerRow {
            status: if self.route.is_some() { "found" } else { "no_route" },
            cost: self.route.as_ref().map(Route::cost),
            nodes,
            expansions: self.expansions,
            slices: self.slices,
            max_slice_micros: micros(self.longest),
            micros: micros(self.time),
        };
        format!("{}\n", serde_json::to_string(&told).expect("plain values are told"))
    }

    fn for_people(&self, graph: &Graph) -> String {
        let Self { expansions, slices, longest, time, .. } = self;
        let (time, longest) = (micros(*time), micros(*longest));
        let mut effort = format!("{expansions} expansions and {time:.1} micros");
        if *slices > 1 {
            effort += &format!(", {slices} slices of up to {longest:.1} micros");
        }
        let Some(route) = &self.route else { return format!("no route, in {effort}\n") };
        let (cost, length) = (route.cost(), route.length(graph));
        let mut text = format!("a route that costs {cost}, {length:.2} tiles long, in {effort}\n");
        text.extend(route.cells(graph).map(|cell| format!("  {},{}\n", cell.x, cell.y)));
        text
    }
}

/// A time in millionths of a second.
pub(super) fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
