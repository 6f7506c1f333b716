//! A search for a route, which can be interrupted after every node.

use serde::{Deserialize, Serialize};

use super::method::Expected;
use super::pair_table::UNJOINED;
use super::{Graph, Method, NodeId, Route};

/// What no node is.
const NOBODY: NodeId = NodeId::MAX;

/// The priority of a node that does not wait to be expanded.
const IDLE: u32 = u32::MAX;

/// A search for the cheapest route between two nodes, as plain data.
///
/// It goes on for as many expansions at a time as one likes, a node being expanded when all of its
/// neighbours are looked at; how it was sliced never shows in the answer. Of nodes that are equally
/// promising the first in the list is expanded first.
///
/// When the costs change while it is under way, it begins anew by itself.
///
/// ```
/// use terrarium_navigation::strategic::{Answer, Graph, Method, PairTable, RouteSearch};
/// use terrarium_navigation::space::terrain::Cell;
///
/// let mut costs = PairTable::unjoined(3);
/// costs.set(0, 1, 4);
/// costs.set(1, 2, 3);
/// costs.set(0, 2, 99);
/// let graph = Graph::new([(0, 0), (4, 0), (8, 0)].map(Cell::from).to_vec(), costs, 1);
/// let mut search = RouteSearch::new(Method::AStar, 0, 2);
/// assert_eq!(search.advance(&graph, 1), None);
/// let Some(Answer::Found(route)) = search.advance(&graph, 100) else { panic!("no route") };
/// assert_eq!((route.nodes(), route.cost()), (&[0, 1, 2][..], 7));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RouteSearch {
    method: Method,
    /// The nodes at which a route may begin, and what it costs to get to each.
    starts: Box<[(NodeId, u32)]>,
    goal: NodeId,
    expansions: u64,
    stage: Stage,
    /// The costs for which the rest holds: see [`Graph::print`].
    print: u64,
    /// For each node, what the best way to it that is known costs.
    costs: Vec<u32>,
    /// For each node, the one before it on that way.
    before: Vec<NodeId>,
    /// For each node that waits to be expanded, what a route through it is expected to cost.
    priorities: Vec<u32>,
}

/// How far a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Unbegun,
    Looking,
    Found,
    NoRoute,
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// There is a route.
    Found(Route),
    /// No lines join the two nodes.
    NoRoute,
}

impl RouteSearch {
    /// A search from a node to another that has not looked at anything yet.
    #[must_use]
    pub fn new(method: Method, start: NodeId, goal: NodeId) -> Self {
        Self::from_any(method, [(start, 0)], goal)
    }

    /// A search for who stands at no node: from any of these nodes, to each of which it costs so
    /// much to get. The route that is found begins with the node to go to first, and its cost is
    /// that from there on.
    #[must_use]
    pub fn from_any(
        method: Method,
        starts: impl IntoIterator<Item = (NodeId, u32)>,
        goal: NodeId,
    ) -> Self {
        Self {
            method,
            starts: starts.into_iter().filter(|&(_, cost)| cost < UNJOINED).collect(),
            goal,
            expansions: 0,
            stage: Stage::Unbegun,
            print: 0,
            costs: Vec::new(),
            before: Vec::new(),
            priorities: Vec::new(),
        }
    }

    /// Goes on for at most `budget` expansions, and returns the answer once there is one. Asked
    /// again after that, it gives the same answer, as long as the costs stay the same.
    ///
    /// # Panics
    ///
    /// When a start or the goal is no node of the graph, and perhaps when the search is not
    /// [sound](Self::is_sound).
    pub fn advance(&mut self, graph: &Graph, budget: u64) -> Option<Answer> {
        let most = self.expansions.saturating_add(budget);
        self.advance_while(graph, |expansions| expansions < most)
    }

    /// Goes on as long as `go_on` says so, which is asked before every expansion, with how many
    /// there have been so far. This is for who counts in time: the clock is the caller's.
    ///
    /// # Panics
    ///
    /// As [`advance`](Self::advance).
    pub fn advance_while(
        &mut self,
        graph: &Graph,
        mut go_on: impl FnMut(u64) -> bool,
    ) -> Option<Answer> {
        if self.stage == Stage::Unbegun || self.print != graph.print() {
            self.begin(graph);
        }
        let expected = self.method.expects(graph, self.goal);
        while self.stage == Stage::Looking {
            let (node, priority) = first_of_least(&self.priorities);
            if priority == IDLE {
                self.stage = Stage::NoRoute;
            } else if node == self.goal as usize {
                self.stage = Stage::Found;
            } else if go_on(self.expansions) {
                self.expand(graph, &expected, node);
            } else {
                return None;
            }
        }
        Some(if self.stage == Stage::Found { self.found() } else { Answer::NoRoute })
    }

    /// Searches to the end.
    ///
    /// # Panics
    ///
    /// As [`advance`](Self::advance).
    pub fn finish(&mut self, graph: &Graph) -> Answer {
        self.advance_while(graph, |_| true).expect("nobody stops it")
    }

    /// Where the route should lead.
    #[must_use]
    pub fn goal(&self) -> NodeId {
        self.goal
    }

    /// How many nodes it has expanded so far.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Whether this can be a search in this graph at all. Every search that came about by searching
    /// is sound; whoever reads one from elsewhere does well to ask. A sound search can be advanced
    /// without a panic, and if it is for the costs of the graph, every way that it knows costs what
    /// it says.
    #[must_use]
    pub fn is_sound(&self, graph: &Graph) -> bool {
        let nodes = graph.nodes();
        let is_possible =
            |&(start, cost): &(NodeId, u32)| (start as usize) < nodes && cost < UNJOINED;
        if !self.starts.iter().all(is_possible) || self.goal as usize >= nodes {
            return false;
        }
        // What is not begun, or will begin anew, holds nothing that matters.
        if self.stage == Stage::Unbegun || self.print != graph.print() {
            return true;
        }
        let sizes = [self.costs.len(), self.before.len(), self.priorities.len()];
        sizes == [nodes; 3]
            && (0..nodes).all(|node| self.is_node_sound(graph, node))
            && self.is_stage_sound()
            && self.every_way_begins_at_a_start()
    }

    fn begin(&mut self, graph: &Graph) {
        let nodes = graph.nodes();
        assert!((self.goal as usize) < nodes, "no such node");
        self.print = graph.print();
        self.stage = Stage::Looking;
        refill(&mut self.costs, nodes, UNJOINED);
        refill(&mut self.before, nodes, NOBODY);
        refill(&mut self.priorities, nodes, IDLE);
        let expected = self.method.expects(graph, self.goal);
        for &(start, cost) in &self.starts {
            let node = start as usize;
            if cost < self.costs[node] {
                self.costs[node] = cost;
                self.priorities[node] = cost + expected.from(start);
            }
        }
    }

    /// Looks at all neighbours of a node.
    fn expand(&mut self, graph: &Graph, expected: &Expected, node: usize) {
        self.expansions = self.expansions.saturating_add(1);
        self.priorities[node] = IDLE;
        match *expected {
            Expected::Nothing => self.look(graph, node, |_| 0),
            Expected::AtLeast(bounds) => self.look(graph, node, |other| bounds[other]),
            Expected::Manhattan(..) => {
                self.look(graph, node, |other| expected.from(other as NodeId));
            }
        }
    }

    #[inline]
    fn look(&mut self, graph: &Graph, node: usize, expected: impl Fn(usize) -> u32) {
        let here = self.costs[node];
        let mut look = |other: usize, line: u32| {
            let cost = here + line;
            if cost < self.costs[other] {
                self.costs[other] = cost;
                self.before[other] = node as NodeId;
                self.priorities[other] = cost + expected(other);
            }
        };
        let table = graph.costs();
        for (other, &line) in table.before(node as NodeId).iter().enumerate() {
            look(other, line);
        }
        for (other, line) in (node + 1..).zip(table.after(node as NodeId)) {
            look(other, line);
        }
    }

    /// The route, from the nodes before the goal.
    fn found(&self) -> Answer {
        let before =
            |&node: &NodeId| Some(self.before[node as usize]).filter(|&before| before != NOBODY);
        let mut nodes: Vec<NodeId> = std::iter::successors(Some(self.goal), before).collect();
        nodes.reverse();
        let cost = self.costs[self.goal as usize] - self.costs[nodes[0] as usize];
        Answer::Found(Route::new(nodes, cost))
    }

    /// Whether what is known of a node follows from what is known of the one before it.
    fn is_node_sound(&self, graph: &Graph, node: usize) -> bool {
        let (cost, before, priority) = (self.costs[node], self.before[node], self.priorities[node]);
        let reached = if before == NOBODY {
            let starts_there = |&(start, at): &(NodeId, u32)| (start as usize, at) == (node, cost);
            (cost == UNJOINED && priority == IDLE) || self.starts.iter().any(starts_there)
        } else {
            // Only where too much is expected, the way to the node before can become cheaper later.
            let exact = self.method != Method::AStarManhattan;
            let way =
                |from: NodeId| self.costs[from as usize] + graph.costs().cost(from, node as NodeId);
            (before as usize) < graph.nodes()
                && before as usize != node
                && cost < UNJOINED
                && self.costs[before as usize] < UNJOINED
                && if exact { way(before) == cost } else { way(before) <= cost }
        };
        let expected = self.method.expects(graph, self.goal).from(node as NodeId);
        reached && (priority == IDLE || priority == cost + expected)
    }

    fn is_stage_sound(&self) -> bool {
        let (node, priority) = first_of_least(&self.priorities);
        match self.stage {
            Stage::Unbegun | Stage::Looking => true,
            Stage::NoRoute => priority == IDLE && self.costs[self.goal as usize] == UNJOINED,
            Stage::Found => priority != IDLE && node == self.goal as usize,
        }
    }

    /// Whether going back from any node ends at a start: lines may cost nothing, so costs alone do
    /// not rule out circles.
    fn every_way_begins_at_a_start(&self) -> bool {
        let mut known = vec![false; self.before.len()];
        for &(start, _) in &self.starts {
            known[start as usize] |= self.before[start as usize] == NOBODY;
        }
        for node in 0..self.before.len() {
            let mut way = Vec::new();
            let mut at = node;
            while !known[at] && self.before[at] != NOBODY && way.len() <= self.before.len() {
                way.push(at);
                at = self.before[at] as usize;
            }
            if !way.is_empty() && !known[at] {
                return false;
            }
            way.into_iter().for_each(|node| known[node] = true);
        }
        true
    }
}

fn refill<T: Copy>(all: &mut Vec<T>, count: usize, value: T) {
    all.clear();
    all.resize(count, value);
}

/// The first of the places with the least priority, and that.
#[inline]
fn first_of_least(priorities: &[u32]) -> (usize, u32) {
    let least = priorities.iter().copied().fold(IDLE, u32::min);
    let first = priorities.iter().position(|&priority| priority == least);
    (first.unwrap_or(0), least)
}
