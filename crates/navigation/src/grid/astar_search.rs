//! A* over cells, one by one or from jump point to jump point.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use terrarium_input::parameter::ParameterValues;
use terrarium_space::geometry::DVec2;

use super::endpoints::{Endpoints, Span};
use super::frontier::{Entry, Frontier};
use super::jump::Field;
use super::jumps::{Jump, Jumps};
use super::nodes::{ANY_DIRECTION, Node, Nodes, RAY};
use super::occupancy::{KnownCells, OccupancyGrid, UnknownBlock};
use super::query::GridQuery;
use super::step_costs::{CellCosts, StepCosts};
use super::steps::{DIAGONAL, MAX_LENGTH, STEPS, STRAIGHT, after, is_open};
use super::waypoints::to_waypoints;
use crate::{FailureReason, Obstacles, Outcome, Request};

/// A search of [`GridAStar`](super::GridAStar) or [`JumpPoint`](super::JumpPoint).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AStarSearch {
    query: GridQuery,
    jumps: bool,
    state: Option<Box<AStarState>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct AStarState {
    endpoints: Endpoints,
    nodes: Nodes,
    open: Frontier,
    /// The arrival points of the cells near the goal that were expanded, `None` where there is
    /// none.
    arrivals: BTreeMap<u32, Option<DVec2>>,
    /// The shortest path known, as its length and its last node.
    best: Option<(u64, u32)>,
    /// The jumps of the first open node, as far as they are known.
    jumps: Jumps,
    #[serde(skip)]
    costs: CellCosts,
}

/// The maximum number of cells expanded in a step that needs no query.
pub(super) const EXPANSIONS_PER_STEP: u32 = 64;

impl AStarSearch {
    pub(super) fn new(request: Request, settings: &ParameterValues, jumps: bool) -> Self {
        Self { query: GridQuery::new(request, settings), jumps, state: None }
    }

    /// Continues the search. See [`Search::advance`](crate::Search::advance). A step is one query
    /// of the obstacles, or up to 64 expansions without one.
    pub fn advance(&mut self, obstacles: &dyn Obstacles, steps: u32) -> Option<Outcome> {
        let Self { query, jumps, state } = self;
        // Between jump points, the cost of the ground would be skipped.
        let jumps = &(*jumps && obstacles.ground().is_none());
        let answer = query.advance(steps, |request, cell| {
            match state {
                None => {
                    *state =
                        Some(Box::new(AStarState::new(Endpoints::new(request, cell, obstacles)?)))
                }
                Some(state) if !state.endpoints.is_done() => {
                    if state.endpoints.step(request, obstacles)? {
                        state.begin(request, *jumps, obstacles);
                    }
                }
                Some(state) => state.step(request, *jumps, obstacles)?,
            }
            Ok(())
        });
        if answer.is_some() {
            self.state = None;
        }
        answer
    }

    /// The number of steps taken.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.query.steps()
    }

    /// See [`Search::is_sound`](crate::Search::is_sound).
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.query.is_sound() && self.state.as_ref().is_none_or(|state| state.is_sound())
    }
}

impl AStarState {
    fn new(endpoints: Endpoints) -> Self {
        let (nodes, open) = (Nodes::default(), Frontier::default());
        let (jumps, costs) = (Jumps::default(), CellCosts::default());
        Self { endpoints, nodes, open, arrivals: BTreeMap::new(), best: None, jumps, costs }
    }

    /// Begins at the cells around the start.
    fn begin(&mut self, request: &Request, jumps: bool, obstacles: &dyn Obstacles) {
        let grid = *self.endpoints.grid();
        let occupancy = self.endpoints.occupancy(request, obstacles).filter(|_| jumps);
        let tables = occupancy.and_then(OccupancyGrid::tables);
        let goal = tables.zip(self.endpoints.goal().only());
        let joins = |cell: u32| {
            goal.is_none_or(|(tables, goal)| tables.landmarks.joins(cell, grid.number(goal)))
        };
        let costs =
            StepCosts { ground: obstacles.ground(), grid, cells: &mut CellCosts::default() };
        for &cell in self.endpoints.starts().iter().filter(|&&cell| joins(cell)) {
            let length = costs.segment(request.start, grid.centre_of(cell));
            let parent = self.nodes.list().len() as u32;
            let node = Node { cell, length, parent, by: ANY_DIRECTION, is_done: false };
            if let Some(node) = self.nodes.reach(node) {
                let ahead = costs.ahead(self.endpoints.goal(), grid.place(cell));
                self.open.push(Entry::new(length + ahead, ahead, node));
            }
        }
    }

    /// Expands cells until a query is needed, up to a limit.
    fn step(
        &mut self,
        request: &Request,
        jumps: bool,
        obstacles: &dyn Obstacles,
    ) -> Result<(), Outcome> {
        let Self { endpoints, nodes, open, arrivals, best, jumps: found, costs } = self;
        let mut costs =
            StepCosts { ground: obstacles.ground(), grid: *endpoints.grid(), cells: costs };
        let (ground, goal, grid) =
            (endpoints.ground(request, obstacles), endpoints.goal(), *endpoints.grid());
        let tables = endpoints.occupancy(request, obstacles).and_then(OccupancyGrid::tables);
        let tables = tables.filter(|_| jumps);
        let bound = tables.zip(goal.only()).map(|(t, goal)| t.landmarks.toward(grid.number(goal)));
        let field = Field { ground, goal, table: tables.map(|tables| &tables.jumps), bound };
        let mut entries = Vec::new();
        for _ in 0..EXPANSIONS_PER_STEP {
            let entry = match open.peek() {
                Some(entry) if best.is_none_or(|(length, _)| entry.bound < length) => entry,
                _ => return Err(self.end(request)),
            };
            let number = entry.node();
            let node = nodes.list()[number as usize];
            if node.is_done {
                open.pop();
                continue;
            }
            let place = grid.place(node.cell);
            if goal.holds(place) && !arrivals.contains_key(&node.cell) {
                self.arrive(number, node, request, obstacles);
                return Ok(());
            }
            let result = if jumps {
                let most = entry.bound.saturating_sub(node.length);
                field.jumps(place, node.by, most, found)
            } else {
                found.clear();
                neighbours(&ground, place, &mut found.found)
            };
            if let Err(unknown) = result {
                endpoints.explore(unknown, request, obstacles);
                return Ok(());
            }
            nodes.get_mut(number).is_done = true;
            let mut first: Option<Entry> = None;
            for jump in &found.found {
                let cost =
                    if jumps { jump.length } else { costs.step(place, jump.to, jump.length) };
                let length = (node.length + cost).min(MAX_LENGTH);
                let cell = grid.number(jump.to);
                let next = Node { cell, length, parent: number, by: jump.by, is_done: false };
                let changed = if jump.by < RAY { nodes.reach(next) } else { Some(nodes.add(next)) };
                if let Some(node) = changed {
                    let ahead =
                        if jumps { field.ahead(jump.to) } else { costs.ahead(goal, jump.to) };
                    let entry = Entry::new(length + ahead, ahead, node);
                    // The best entry replaces its parent, because it is often the next.
                    let other = match first {
                        Some(best) if best <= entry => Some(entry),
                        _ => first.replace(entry),
                    };
                    entries.extend(other);
                }
            }
            match first {
                Some(first) => open.replace(first),
                None => drop(open.pop()),
            }
            entries.drain(..).for_each(|entry| open.push(entry));
            found.clear();
        }
        Ok(())
    }

    /// Tests whether the goal can be reached straight from a cell near it.
    fn arrive(&mut self, number: u32, node: Node, request: &Request, obstacles: &dyn Obstacles) {
        let arrival = self.endpoints.arrival(node.cell, request, obstacles);
        self.arrivals.insert(node.cell, arrival);
        if let Some(arrival) = arrival {
            let grid = *self.endpoints.grid();
            let costs = StepCosts { ground: obstacles.ground(), grid, cells: &mut self.costs };
            let length = node.length + costs.segment(grid.centre_of(node.cell), arrival);
            if self.best.is_none_or(|(best, _)| length < best) {
                self.best = Some((length, number));
            }
        }
    }

    /// The outcome, when no open cell can lead to a shorter path.
    fn end(&self, request: &Request) -> Outcome {
        let best = self.best.and_then(|(_, node)| {
            let cell = self.nodes.list()[node as usize].cell;
            let arrival = self.arrivals.get(&cell).copied().flatten()?;
            Some((self.nodes.path_to(node), arrival))
        });
        match best {
            Some((cells, arrival)) => {
                Outcome::Found(to_waypoints(request.start, self.endpoints.grid(), &cells, arrival))
            }
            None => Outcome::Failed(FailureReason::NoneOnGrid),
        }
    }

    fn is_sound(&self) -> bool {
        let nodes = self.nodes.list();
        let is_there = |node: u32| (node as usize) < nodes.len();
        let all = Span { min: [0, 0], max: self.endpoints.grid().last() };
        self.jumps.is_sound(&all, MAX_LENGTH)
            && self.endpoints.is_sound()
            && self.nodes.is_sound(self.endpoints.grid().cells())
            && nodes.iter().all(|node| node.length <= MAX_LENGTH)
            && self.open.entries().iter().all(|entry| is_there(entry.node()))
            && self.best.is_none_or(|(_, node)| is_there(node))
            && self.arrivals.values().flatten().all(|arrival| arrival.is_finite())
    }
}

/// The steps to all neighbours.
fn neighbours(
    ground: &KnownCells,
    from: [i32; 2],
    jumps: &mut Vec<Jump>,
) -> Result<(), UnknownBlock> {
    for (step, by) in STEPS.into_iter().zip(0..) {
        if is_open(ground, from, step)? {
            let length = if by < 4 { STRAIGHT } else { DIAGONAL };
            jumps.push(Jump { to: after(from, step), length, by });
        }
    }
    Ok(())
}
