//! The search for a path over links: A* whose edges are walked only when it needs them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, DVec2};

use super::bounds::Bounds;
use super::{Crossing, Links};
use crate::best_first::is_length;
use crate::{Goal, Guarantee, Method, Obstacles, Outcome, Request, Search, path_length};

/// A search for a path that may lead over open links, with any navigator for the segments between them.
///
/// It is A\* over the start, the far ends of links, and the goal. An edge, a segment to the near end of a
/// link or to the goal, is looked at with its straight length, and walked by the navigator only when no
/// other path can be cheaper. So where links do not help, one segment is walked. With a navigator that
/// finds shortest paths, no path over any of the links is shorter than the one found; with others, none is
/// that consists of segments which they find. On [ground](Obstacles::ground) that counts, segments
/// compare by their cost.
///
/// Where the obstacles offer [`regions`](Obstacles::regions), segments between parts of the free space that
/// are not connected are skipped, for navigators that are complete.
///
/// Where there is no path, the outcome is that of the navigator from start to goal; if that proves that
/// there is none, but a segment to or from a link was given up or not found, it is that of the segment.
///
/// A step is one of the navigator, one look at an edge, or one lower bound of the rest of the path: there
/// is one for each direction of each open link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LinkSearch {
    method: Method,
    request: Request,
    hops: Vec<Hop>,
    steps: u32,
    /// The least cost of a unit of path anywhere; `None` before the first step.
    cheapest: Option<f64>,
    bounds: Bounds,
    /// By node, the cheapest way to get there so far.
    arrivals: Vec<Option<Arrival>>,
    is_closed: Vec<bool>,
    /// The lower bound of the cost through an edge, as bits, which sort in the same order; then the edge.
    open: BTreeSet<(u64, Edge)>,
    walked: Option<Box<Walked>>,
    /// How the segment from start to goal failed.
    direct: Option<Outcome>,
    /// How the first segment failed for which there may be a path.
    unproven: Option<Outcome>,
    outcome: Option<Outcome>,
}

/// A link in one direction.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Hop {
    link: u32,
    is_backward: bool,
    from: DVec2,
    to: DVec2,
    cost: f64,
}

/// From one node to another: 0 is the start, the far end of hop `i` is `i + 1`, and the goal is last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Edge {
    /// The node is reached; where it was reached from is in its arrival.
    Reached(u32),
    /// Not walked yet.
    Ahead { from: u32, to: u32 },
}

/// How a node was reached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Arrival {
    from: u32,
    /// The waypoints of the segment after that node.
    path: Vec<DVec2>,
    /// From the start, with all links.
    cost: f64,
}

/// An edge that the navigator is walking.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Walked {
    from: u32,
    to: u32,
    search: Search,
}

/// The hops, and the goal behind them.
pub(super) struct Layout<'a> {
    hops: &'a [Hop],
    target: Aabb,
    cheapest: f64,
}

impl Layout<'_> {
    /// A lower bound of the cost from the far end of a hop to the far end of another.
    pub fn least_between(&self, hop: usize, next: usize) -> f64 {
        self.least_to(self.hops[hop].to, next)
    }

    /// A lower bound of the cost from the far end of a hop to the goal.
    pub fn least_to_goal(&self, hop: usize) -> f64 {
        self.least_from(self.hops[hop].to)
    }

    fn least_to(&self, place: DVec2, next: usize) -> f64 {
        let Hop { from, cost, .. } = self.hops[next];
        place.distance(from) * self.cheapest + cost
    }

    fn least_from(&self, place: DVec2) -> f64 {
        self.target.nearest_point(place).distance(place) * self.cheapest
    }
}

impl LinkSearch {
    /// Begins a search that finds segments by `method`, without querying any obstacle yet. It uses the links
    /// that are open now.
    #[must_use]
    pub fn new(method: Method, request: Request, links: &Links) -> Self {
        let mut hops = Vec::new();
        for (link, it) in (0..).zip(links.iter()).filter(|(_, link)| link.is_open) {
            hops.extend(it.directions().iter().map(|&is_backward| {
                let [from, to] = it.ends(is_backward);
                // -0 would sort after all other costs.
                Hop { link, is_backward, from, to, cost: it.cost + 0.0 }
            }));
        }
        let nodes = hops.len() + 2;
        let mut arrivals = vec![None; nodes];
        arrivals[0] = Some(Arrival { from: 0, path: Vec::new(), cost: 0.0 });
        Self {
            method,
            request,
            steps: 0,
            cheapest: None,
            bounds: Bounds::new(hops.len()),
            hops,
            arrivals,
            is_closed: vec![false; nodes],
            open: BTreeSet::from([(0, Edge::Reached(0))]),
            walked: None,
            direct: None,
            unproven: None,
            outcome: None,
        }
    }

    /// Runs at most `steps` steps, and returns the outcome once there is one. Further calls return the same
    /// outcome. See [`Search::advance`].
    ///
    /// In the waypoints that it finds, the far end of a link follows its near end:
    /// [`crossings`](Self::crossings) lists where.
    pub fn advance(&mut self, obstacles: &dyn Obstacles, steps: u32) -> Option<Outcome> {
        let mut left = steps;
        while self.outcome.is_none() {
            let within = self.request.limit - self.steps.min(self.request.limit);
            if within == 0 {
                self.outcome = Some(Outcome::GaveUp);
            } else if left == 0 {
                return None;
            } else {
                let taken = self.step(obstacles, left.min(within));
                self.steps = self.steps.saturating_add(taken);
                left = left.saturating_sub(taken);
            }
        }
        self.outcome.clone()
    }

    /// The links on the path that was found, in the order of travel.
    #[must_use]
    pub fn crossings(&self) -> Vec<Crossing> {
        let mut waypoint = 0;
        let mut crossings = Vec::new();
        for node in self.chain() {
            waypoint += self.arrivals[node as usize].as_ref().map_or(0, |it| it.path.len());
            if let Some(&Hop { link, is_backward, cost, .. }) = self.hop(node) {
                crossings.push(Crossing { link, is_backward, cost, waypoint });
                waypoint += 1;
            }
        }
        crossings
    }

    /// The cost of the path that was found: the costs of its segments and of its links.
    #[must_use]
    pub fn cost(&self) -> Option<f64> {
        let is_found = matches!(self.outcome, Some(Outcome::Found(_)));
        self.arrivals.last()?.as_ref().filter(|_| is_found).map(|arrival| arrival.cost)
    }

    /// The number of steps taken.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// See [`Search::is_sound`].
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let nodes = self.hops.len() + 2;
        let is_node = |node: u32| (node as usize) < nodes;
        let is_hop = |hop: &Hop| {
            hop.from.is_finite() && hop.to.is_finite() && is_length(hop.cost) && hop.link < u32::MAX
        };
        let is_arrival = |it: &Arrival| {
            is_node(it.from) && is_length(it.cost) && it.path.iter().all(|place| place.is_finite())
        };
        let is_open = |edge: &Edge| match *edge {
            Edge::Reached(node) => is_node(node) && self.arrivals[node as usize].is_some(),
            Edge::Ahead { from, to } => {
                is_node(from) && is_node(to) && self.arrivals[from as usize].is_some()
            }
        };
        let is_walked = |it: &Walked| {
            is_node(it.from)
                && is_node(it.to)
                && self.arrivals[it.from as usize].is_some()
                && it.search.is_sound()
        };
        let mut outcomes = [&self.direct, &self.unproven, &self.outcome].into_iter().flatten();
        self.method.is_sound()
            && self.request.is_sound()
            && self.hops.iter().all(is_hop)
            && self.cheapest.is_none_or(|cheapest| cheapest > 0.0 && cheapest <= 1.0)
            && self.bounds.is_sound(self.hops.len())
            && self.arrivals.len() == nodes
            && self.is_closed.len() == nodes
            && self.arrivals.iter().flatten().all(is_arrival)
            && self.open.iter().all(|(_, edge)| is_open(edge))
            && self.walked.iter().all(|it| is_walked(it))
            && outcomes.all(Outcome::is_sound)
    }

    /// Takes at least one step and at most `most`, and returns how many.
    fn step(&mut self, obstacles: &dyn Obstacles, most: u32) -> u32 {
        if let Some(walked) = self.walked.take() {
            return self.walk(*walked, obstacles, most);
        }
        if self.cheapest.is_none() && !self.hops.is_empty() {
            let cheapest = obstacles.ground().map_or(1.0, |ground| ground.cheapest());
            let mut bounds = std::mem::replace(&mut self.bounds, Bounds::new(0));
            let is_done = bounds.step(&self.layout(cheapest));
            self.bounds = bounds;
            self.cheapest = is_done.then_some(cheapest);
            return 1;
        }
        match self.open.pop_first() {
            None => self.explain(),
            Some((_, Edge::Reached(node))) => self.close(node),
            Some((_, Edge::Ahead { from, to })) => self.begin_walk(from, to, obstacles),
        }
        1
    }

    /// Continues the segment that is being walked.
    fn walk(&mut self, mut walked: Walked, obstacles: &dyn Obstacles, most: u32) -> u32 {
        let before = walked.search.steps();
        let Some(outcome) = walked.search.advance(obstacles, most) else {
            self.walked = Some(Box::new(walked));
            return most;
        };
        let taken = walked.search.steps().saturating_sub(before);
        let Walked { from, to, .. } = walked;
        match outcome {
            Outcome::Found(path) => self.reach(from, to, path, obstacles),
            failed => self.fail(from, to, failed),
        }
        taken
    }

    /// Closes a node and opens the edges from it.
    fn close(&mut self, node: u32) {
        if std::mem::replace(&mut self.is_closed[node as usize], true) {
            return;
        }
        if node == self.goal() {
            self.outcome = Some(Outcome::Found(self.waypoints()));
            return;
        }
        let link = self.hop(node).map(|hop| hop.link);
        let (place, cost) = (self.place(node), self.cost_of(node));
        let layout = self.layout(self.cheapest.unwrap_or(1.0));
        let mut edges = vec![(cost + layout.least_from(place), self.goal())];
        for (hop, to) in (0..self.hops.len()).zip(1..) {
            // Nobody takes a link back where it ends.
            if !self.is_closed[to as usize] && Some(self.hops[hop].link) != link {
                edges.push((cost + layout.least_to(place, hop) + self.bounds.of(hop), to));
            }
        }
        let edge = |(bound, to): (f64, u32)| (bound.to_bits(), Edge::Ahead { from: node, to });
        self.open.extend(edges.into_iter().map(edge));
    }

    /// Begins to walk an edge, unless it cannot help.
    fn begin_walk(&mut self, from: u32, to: u32, obstacles: &dyn Obstacles) {
        let is_known = self.is_closed[to as usize];
        if !is_known && self.may_connect(from, to, obstacles) {
            self.set_out(from, to);
        }
    }

    fn set_out(&mut self, from: u32, to: u32) {
        let goal = match self.hop(to) {
            Some(hop) => Goal::Point(hop.from),
            None => self.request.goal,
        };
        let limit = self.request.limit - self.steps.saturating_add(1).min(self.request.limit);
        let request = Request { start: self.place(from), goal, limit, ..self.request.clone() };
        let search = self.method.begin(request);
        self.walked = Some(Box::new(Walked { from, to, search }));
    }

    /// Whether there may be a path for an edge, as far as the regions of the free space show.
    fn may_connect(&self, from: u32, to: u32, obstacles: &dyn Obstacles) -> bool {
        let guarantee = self.method.navigator().guarantee();
        let is_complete = matches!(guarantee, Guarantee::Shortest | Guarantee::Complete);
        let place = match (self.hop(to), self.request.goal) {
            (Some(hop), _) => hop.from,
            (None, Goal::Point(point)) => point,
            (None, Goal::Beside(_)) => return true,
        };
        if !is_complete || !self.request.ignore.is_empty() {
            return true;
        }
        let regions = obstacles.regions(self.request.half);
        regions.is_none_or(|regions| regions.check(self.place(from), place).is_ok())
    }

    /// The far node of an edge is reached by a path.
    fn reach(&mut self, from: u32, to: u32, path: Vec<DVec2>, obstacles: &dyn Obstacles) {
        let start = self.place(from);
        let walked = match obstacles.ground() {
            Some(ground) => ground.path_cost(start, &path),
            None => path_length(start, &path) + 0.0,
        };
        let hop = self.hop(to).map_or(0.0, |hop| hop.cost);
        let cost = self.cost_of(from) + walked + hop;
        let known = &mut self.arrivals[to as usize];
        if known.as_ref().is_none_or(|known| cost < known.cost) {
            *known = Some(Arrival { from, path, cost });
            let rest = if to == self.goal() { 0.0 } else { self.bounds.of(to as usize - 1) };
            self.open.insert(((cost + rest).to_bits(), Edge::Reached(to)));
        }
    }

    /// No path was found for an edge.
    fn fail(&mut self, from: u32, to: u32, outcome: Outcome) {
        if matches!(outcome, Outcome::GaveUp | Outcome::Failed(_)) && self.unproven.is_none() {
            self.unproven = Some(outcome.clone());
        }
        if from == 0 && to == self.goal() {
            self.direct = Some(outcome);
        }
    }

    /// There is no path: reports why not from start to goal.
    fn explain(&mut self) {
        match self.direct.take() {
            None => self.set_out(0, self.goal()),
            Some(direct) => {
                let is_proof = !matches!(direct, Outcome::GaveUp | Outcome::Failed(_));
                let unproven = self.unproven.take().filter(|_| is_proof);
                self.outcome = Some(unproven.unwrap_or(direct));
            }
        }
    }

    /// The waypoints of the path to the goal.
    fn waypoints(&self) -> Vec<DVec2> {
        let mut waypoints = Vec::new();
        for node in self.chain() {
            let arrival = self.arrivals[node as usize].as_ref();
            waypoints.extend(arrival.iter().flat_map(|it| &it.path));
            waypoints.extend(self.hop(node).map(|hop| hop.to));
        }
        waypoints
    }

    /// The nodes of the path that was found, in the order of travel, without the start.
    fn chain(&self) -> Vec<u32> {
        if !self.is_closed[self.is_closed.len() - 1] {
            return Vec::new();
        }
        let before = |node: &u32| self.arrivals[*node as usize].as_ref().map(|it| it.from);
        let chain = std::iter::successors(Some(self.goal()), before);
        // No node is its own ancestor; damaged searches end here too.
        let mut chain: Vec<u32> =
            chain.take_while(|&node| node != 0).take(self.arrivals.len()).collect();
        chain.reverse();
        chain
    }

    fn layout(&self, cheapest: f64) -> Layout<'_> {
        Layout { hops: &self.hops, target: self.request.target(), cheapest }
    }

    fn goal(&self) -> u32 {
        self.hops.len() as u32 + 1
    }

    /// The hop that ends at a node.
    fn hop(&self, node: u32) -> Option<&Hop> {
        self.hops.get((node as usize).checked_sub(1)?)
    }

    /// The place of a node other than the goal.
    fn place(&self, node: u32) -> DVec2 {
        self.hop(node).map_or(self.request.start, |hop| hop.to)
    }

    fn cost_of(&self, node: u32) -> f64 {
        self.arrivals[node as usize].as_ref().map_or(0.0, |it| it.cost)
    }
}
