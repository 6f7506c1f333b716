//! A route from base to base under way: how far along it a traveller is.

use serde::{Deserialize, Serialize};

use crate::navigation::strategic::{
    Answer, Graph, Method, NodeId, Route, RouteSearch, Strategy, UNJOINED,
};
use crate::space::terrain::{Cell, Team};

/// A search for a route, which goes on for a while each tick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RouteQuery {
    /// The tile on which the traveller stands and waits for the answer.
    pub from: Cell,
    search: RouteSearch,
}

/// A route and the stop on it that a traveller makes for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Itinerary {
    /// The tile from which it makes for that stop.
    from: Cell,
    route: Route,
    /// The place of that stop on the route.
    place: usize,
    /// The wall on the way there that it has to get through first.
    wall: Option<Cell>,
}

impl RouteQuery {
    /// The beginning of a search for the cheapest route of a team from a tile to a node.
    #[must_use]
    pub fn new(strategy: &Strategy, team: Team, from: Cell, goal: NodeId) -> Self {
        let starts = strategy.starts(team, from);
        Self { from, search: RouteSearch::from_any(Method::AStar, starts, goal) }
    }

    /// Where the route should lead.
    #[must_use]
    pub fn goal(&self) -> NodeId {
        self.search.goal()
    }

    /// Goes on for at most so many expansions. Answers with the journey, or with nothing when there
    /// is no route, and how many expansions that took; until then there is no answer.
    pub fn advance(&mut self, graph: &Graph, budget: u64) -> (Option<Option<Itinerary>>, u64) {
        let before = self.search.expansions();
        let answer = self.search.advance(graph, budget);
        let itinerary = answer.map(|answer| match answer {
            Answer::Found(route) => Some(Itinerary::new(self.from, &route, graph)),
            Answer::NoRoute => None,
        });
        (itinerary, self.search.expansions().saturating_sub(before))
    }

    /// Whether this can be a search of a team on this map at all: one out of a file may not.
    #[must_use]
    pub fn is_sound(&self, strategy: &Strategy, team: Team) -> bool {
        strategy.tiles().tile(self.from).is_some() && self.search.is_sound(strategy.graph(team))
    }
}

impl Itinerary {
    /// The journey by a route, pulled tight, of who stands on a tile.
    #[must_use]
    pub fn new(from: Cell, route: &Route, graph: &Graph) -> Self {
        Self { from, route: route.pulled(graph), place: 0, wall: None }
    }

    /// The tile from which the traveller makes for its next stop.
    #[must_use]
    pub fn from(&self) -> Cell {
        self.from
    }

    /// The stops still ahead, the next one first.
    #[must_use]
    pub fn ahead(&self) -> &[NodeId] {
        &self.route.nodes()[self.place..]
    }

    /// Whether there is something to do yet when the traveller has come to where it is going now:
    /// that may be a wall, or a stop that is not the last.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.wall.is_some() || !self.is_at_last_leg()
    }

    /// Makes for a wall on the way to the next stop, or for that stop if there is none.
    pub fn make_for(&mut self, wall: Option<Cell>) {
        self.wall = wall;
    }

    /// The last stop.
    #[must_use]
    pub fn goal(&self) -> NodeId {
        self.ahead()[self.ahead().len() - 1]
    }

    /// Whether the next stop is the last.
    #[must_use]
    pub fn is_at_last_leg(&self) -> bool {
        self.ahead().len() == 1
    }

    /// Makes for the stop after the next, straight from this tile.
    ///
    /// # Panics
    /// When the next stop is the last.
    pub fn pass_stop(&mut self, from: Cell) {
        assert!(!self.is_at_last_leg(), "nothing comes after the last stop");
        (self.from, self.place) = (from, self.place + 1);
    }

    /// The whole route, and the place on it of the next stop.
    #[must_use]
    pub fn route(&self) -> (&Route, usize) {
        (&self.route, self.place)
    }

    /// Whether this can be a route on this map at all: one out of a file may not.
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
            && self.place < nodes.len()
            && nodes.iter().all(exists)
            && nodes.windows(2).all(joined)
    }
}
