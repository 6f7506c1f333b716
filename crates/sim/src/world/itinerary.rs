//! Route searches, and the progress of a traveller along its route.

use serde::{Deserialize, Serialize};
use terrarium_navigation::strategic::{
    Answer, Graph, Method, NodeId, Route, RouteSearch, Strategy, UNJOINED,
};
use terrarium_space::terrain::{Cell, Team};

/// A search for a route, which continues over several ticks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RouteQuery {
    /// The tile on which the traveller waits for the result.
    pub from: Cell,
    search: RouteSearch,
}

/// A route and the next node on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Itinerary {
    /// The tile from which the traveller goes to that node.
    from: Cell,
    route: Route,
    /// The index of that node in the route.
    next: usize,
    /// The wall before that node that has to be breached first.
    wall: Option<Cell>,
}

impl RouteQuery {
    /// Starts a search for the cheapest route of a team from a tile to a node.
    #[must_use]
    pub fn new(strategy: &Strategy, team: Team, from: Cell, goal: NodeId) -> Self {
        let starts = strategy.starts(team, from);
        Self { from, search: RouteSearch::from_any(Method::AStar, starts, goal) }
    }

    /// The last node of the route.
    #[must_use]
    pub fn goal(&self) -> NodeId {
        self.search.goal()
    }

    /// Continues for at most `budget` expansions. Returns the itinerary, or `Some(None)` when there
    /// is no route, or `None` while the search is unfinished; and the number of expansions.
    pub fn advance(&mut self, graph: &Graph, budget: u64) -> (Option<Option<Itinerary>>, u64) {
        let before = self.search.expansions();
        let result = self.search.advance(graph, budget);
        let itinerary = result.map(|result| match result {
            Answer::Found(route) => Some(Itinerary::new(self.from, &route, graph)),
            Answer::NoRoute => None,
        });
        (itinerary, self.search.expansions().saturating_sub(before))
    }

    /// Whether this is a valid search of a team on this map. One read from a file may not be.
    #[must_use]
    pub fn is_sound(&self, strategy: &Strategy, team: Team) -> bool {
        strategy.tiles().tile(self.from).is_some() && self.search.is_sound(strategy.graph(team))
    }
}

impl Itinerary {
    /// Creates the itinerary of a traveller on a tile, with superfluous nodes removed from the
    /// route.
    #[must_use]
    pub fn new(from: Cell, route: &Route, graph: &Graph) -> Self {
        Self { from, route: route.pulled(graph), next: 0, wall: None }
    }

    /// The tile from which the traveller goes to the next node.
    #[must_use]
    pub fn from(&self) -> Cell {
        self.from
    }

    /// The remaining nodes, the next one first.
    #[must_use]
    pub fn ahead(&self) -> &[NodeId] {
        &self.route.nodes()[self.next..]
    }

    /// Whether the journey continues at the current target: it is a wall, or not the last node.
    #[must_use]
    pub fn continues(&self) -> bool {
        self.wall.is_some() || !self.is_at_last_node()
    }

    /// Sets the wall to breach before the next node.
    pub fn set_wall(&mut self, wall: Option<Cell>) {
        self.wall = wall;
    }

    /// The last node.
    #[must_use]
    pub fn goal(&self) -> NodeId {
        self.ahead()[self.ahead().len() - 1]
    }

    /// Whether the next node is the last.
    #[must_use]
    pub fn is_at_last_node(&self) -> bool {
        self.ahead().len() == 1
    }

    /// Skips the next node and goes straight to the one after it from this tile.
    ///
    /// # Panics
    /// When the next node is the last.
    pub fn pass_node(&mut self, from: Cell) {
        assert!(!self.is_at_last_node(), "there is no node after the last");
        (self.from, self.next) = (from, self.next + 1);
    }

    /// The whole route, and the index of the next node in it.
    #[must_use]
    pub fn route(&self) -> (&Route, usize) {
        (&self.route, self.next)
    }

    /// Whether this is a valid route on this map. One read from a file may not be.
    #[must_use]
    pub fn is_sound(&self, strategy: &Strategy, team: Team) -> bool {
        let graph = strategy.graph(team);
        let nodes = self.route.nodes();
        let exists = |&node: &NodeId| (node as usize) < graph.nodes();
        let joined =
            |ends: &[NodeId]| ends[0] != ends[1] && graph.costs().cost(ends[0], ends[1]) < UNJOINED;
        let is_on_map = |cell: Cell| strategy.tiles().tile(cell).is_some();
        is_on_map(self.from)
            && self.wall.is_none_or(is_on_map)
            && self.next < nodes.len()
            && nodes.iter().all(exists)
            && nodes.windows(2).all(joined)
    }
}
