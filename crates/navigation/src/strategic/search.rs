//! A route search that can be suspended after every expansion.

use serde::{Deserialize, Serialize};

use super::method::Heuristic;
use super::open_nodes::{IDLE, OpenNodes};
use super::pair_table::UNJOINED;
use super::{Graph, Method, NodeId, Route};

/// Marks a missing node.
const NO_NODE: NodeId = NodeId::MAX;

/// A search for the cheapest route between two nodes, as plain data.
///
/// It advances by any number of expansions at a time; the result does not depend on how they are
/// grouped. To expand a node is to relax the lines to all of its neighbours. Of nodes with equal
/// priority, the one with the lowest number is expanded first. On graphs with more than 512 nodes,
/// A* first computes its lower bounds, in portions that each count as an expansion.
///
/// When the costs change during the search, it restarts by itself.
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
    /// The nodes at which a route may begin, and the cost of reaching each.
    starts: Box<[(NodeId, u32)]>,
    goal: NodeId,
    expansions: u64,
    stage: Stage,
    /// The fingerprint of the costs for which the rest is valid: see [`Graph::fingerprint`].
    fingerprint: u64,
    /// For each node, the cost of the best known route to it.
    costs: Vec<u32>,
    /// For each node, the one before it on that route.
    before: Vec<NodeId>,
    /// For each open node, the estimated cost of a route through it.
    priorities: OpenNodes,
}

/// The state of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    NotStarted,
    Searching,
    Found,
    NoRoute,
    /// So many portions of the lower bounds are computed.
    Preparing(u32),
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// There is a route.
    Found(Route),
    /// No lines connect the two nodes.
    NoRoute,
}

impl RouteSearch {
    /// A search from one node to another, not yet begun.
    #[must_use]
    pub fn new(method: Method, start: NodeId, goal: NodeId) -> Self {
        Self::from_any(method, [(start, 0)], goal)
    }

    /// A search for a traveller that is at no node: from any of these nodes, each with the cost of
    /// reaching it. The route found begins with the node to head for, and its cost excludes the
    /// cost of reaching that node.
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
            stage: Stage::NotStarted,
            fingerprint: 0,
            costs: Vec::new(),
            before: Vec::new(),
            priorities: OpenNodes::default(),
        }
    }

    /// Runs at most `budget` expansions, and returns the answer once there is one. Further calls
    /// return the same answer while the costs stay the same.
    ///
    /// # Panics
    ///
    /// When a start or the goal is not a node of the graph; a search that is not
    /// [sound](Self::is_sound) may panic, too.
    pub fn advance(&mut self, graph: &Graph, budget: u64) -> Option<Answer> {
        let most = self.expansions.saturating_add(budget);
        self.advance_while(graph, |expansions| expansions < most)
    }

    /// Continues while `may_continue` returns true, which is called before every expansion with the
    /// number of expansions so far. This is for callers with a time limit, who bring their own
    /// clock.
    ///
    /// # Panics
    ///
    /// As [`advance`](Self::advance).
    pub fn advance_while(
        &mut self,
        graph: &Graph,
        mut may_continue: impl FnMut(u64) -> bool,
    ) -> Option<Answer> {
        if self.stage == Stage::NotStarted || self.fingerprint != graph.fingerprint() {
            self.begin(graph);
        }
        while let Stage::Preparing(portions) = self.stage {
            if portions >= graph.bounds().portions() {
                self.open_starts(graph);
            } else if may_continue(self.expansions) {
                self.expansions = self.expansions.saturating_add(1);
                self.stage = Stage::Preparing(portions + 1);
                graph.bounds().prepare(self.goal, portions + 1);
            } else {
                return None;
            }
        }
        let heuristic = self.method.heuristic(graph, self.goal);
        while self.stage == Stage::Searching {
            let Some((node, _)) = self.priorities.first() else {
                self.stage = Stage::NoRoute;
                break;
            };
            if node == self.goal as usize {
                self.stage = Stage::Found;
            } else if may_continue(self.expansions) {
                self.expand(graph, &heuristic, node);
            } else {
                return None;
            }
        }
        Some(if self.stage == Stage::Found { self.found() } else { Answer::NoRoute })
    }

    /// Runs the search to its end.
    ///
    /// # Panics
    ///
    /// As [`advance`](Self::advance).
    pub fn finish(&mut self, graph: &Graph) -> Answer {
        self.advance_while(graph, |_| true).expect("the search runs without a limit")
    }

    /// The goal of the route.
    #[must_use]
    pub fn goal(&self) -> NodeId {
        self.goal
    }

    /// The number of nodes expanded so far.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Whether the state is valid for this graph. Every state reached by searching is sound; check
    /// it after deserialising one. A sound search can be advanced without a panic, and if it
    /// belongs to the graph's current costs, every route in it has the cost stored for it.
    #[must_use]
    pub fn is_sound(&self, graph: &Graph) -> bool {
        let nodes = graph.nodes();
        let is_possible =
            |&(start, cost): &(NodeId, u32)| (start as usize) < nodes && cost < UNJOINED;
        if !self.starts.iter().all(is_possible) || self.goal as usize >= nodes {
            return false;
        }
        // A search that has not begun, or will restart, has no state to check.
        let has_begun = !matches!(self.stage, Stage::NotStarted | Stage::Preparing(_));
        if !has_begun || self.fingerprint != graph.fingerprint() {
            return true;
        }
        let sizes = [self.costs.len(), self.before.len(), self.priorities.nodes()];
        let heuristic = self.method.heuristic(graph, self.goal);
        sizes == [nodes; 3]
            && (0..nodes).all(|node| self.is_node_sound(graph, &heuristic, node))
            && self.is_stage_sound()
            && self.every_path_begins_at_a_start()
    }

    fn begin(&mut self, graph: &Graph) {
        let nodes = graph.nodes();
        assert!((self.goal as usize) < nodes, "no such node");
        self.fingerprint = graph.fingerprint();
        if self.method == Method::AStar {
            self.stage = Stage::Preparing(0);
        } else {
            self.open_starts(graph);
        }
    }

    fn open_starts(&mut self, graph: &Graph) {
        let nodes = graph.nodes();
        self.stage = Stage::Searching;
        refill(&mut self.costs, nodes, UNJOINED);
        refill(&mut self.before, nodes, NO_NODE);
        self.priorities.clear(nodes);
        let heuristic = self.method.heuristic(graph, self.goal);
        for &(start, cost) in &self.starts {
            let node = start as usize;
            if cost < self.costs[node] {
                self.costs[node] = cost;
                self.priorities.open(node, cost + heuristic.from(start));
            }
        }
    }

    /// Relaxes the lines to all neighbours of a node.
    fn expand(&mut self, graph: &Graph, heuristic: &Heuristic, node: usize) {
        self.expansions = self.expansions.saturating_add(1);
        self.priorities.close(node);
        match heuristic {
            Heuristic::Nothing => self.relax(graph, node, |_| 0),
            Heuristic::AtLeast(bounds) => {
                let bounds: &[u32] = bounds;
                self.relax(graph, node, |other| bounds[other]);
            }
            Heuristic::Manhattan(..) => {
                self.relax(graph, node, |other| heuristic.from(other as NodeId));
            }
        }
    }

    #[inline]
    fn relax(&mut self, graph: &Graph, node: usize, heuristic: impl Fn(usize) -> u32) {
        let here = self.costs[node];
        graph.costs().for_each_of(node as NodeId, |other, line| {
            let (other, cost) = (other as usize, here + line);
            if cost < self.costs[other] {
                self.costs[other] = cost;
                self.before[other] = node as NodeId;
                self.priorities.open(other, cost + heuristic(other));
            }
        });
    }

    /// The route, traced back from the goal.
    fn found(&self) -> Answer {
        let before =
            |&node: &NodeId| Some(self.before[node as usize]).filter(|&before| before != NO_NODE);
        let mut nodes: Vec<NodeId> = std::iter::successors(Some(self.goal), before).collect();
        nodes.reverse();
        let cost = self.costs[self.goal as usize] - self.costs[nodes[0] as usize];
        Answer::Found(Route::new(nodes, cost))
    }

    /// Whether the state of a node follows from that of the one before it.
    fn is_node_sound(&self, graph: &Graph, heuristic: &Heuristic, node: usize) -> bool {
        let (cost, before) = (self.costs[node], self.before[node]);
        let priority = self.priorities.priority(node);
        let is_reached = if before == NO_NODE {
            let starts_there = |&(start, at): &(NodeId, u32)| (start as usize, at) == (node, cost);
            (cost == UNJOINED && priority == IDLE) || self.starts.iter().any(starts_there)
        } else {
            // Only with an inadmissible heuristic can the route to the node before become cheaper
            // later.
            let exact = self.method != Method::AStarManhattan;
            let cost_via =
                |from: NodeId| self.costs[from as usize] + graph.costs().cost(from, node as NodeId);
            (before as usize) < graph.nodes()
                && before as usize != node
                && cost < UNJOINED
                && self.costs[before as usize] < UNJOINED
                && if exact { cost_via(before) == cost } else { cost_via(before) <= cost }
        };
        let estimate = heuristic.from(node as NodeId);
        is_reached && (priority == IDLE || priority == cost + estimate)
    }

    fn is_stage_sound(&self) -> bool {
        let first = self.priorities.first().map(|(node, _)| node);
        match self.stage {
            Stage::NotStarted | Stage::Preparing(_) | Stage::Searching => true,
            Stage::NoRoute => first.is_none() && self.costs[self.goal as usize] == UNJOINED,
            Stage::Found => first == Some(self.goal as usize),
        }
    }

    /// Whether tracing back from any node ends at a start. Lines may cost nothing, so the costs
    /// alone do not rule out cycles.
    fn every_path_begins_at_a_start(&self) -> bool {
        let mut known = vec![false; self.before.len()];
        for &(start, _) in &self.starts {
            known[start as usize] |= self.before[start as usize] == NO_NODE;
        }
        for node in 0..self.before.len() {
            let mut path = Vec::new();
            let mut at = node;
            while !known[at] && self.before[at] != NO_NODE && path.len() <= self.before.len() {
                path.push(at);
                at = self.before[at] as usize;
            }
            if !path.is_empty() && !known[at] {
                return false;
            }
            path.into_iter().for_each(|node| known[node] = true);
        }
        true
    }
}

fn refill<T: Copy>(all: &mut Vec<T>, count: usize, value: T) {
    all.clear();
    all.resize(count, value);
}
