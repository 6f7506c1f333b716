//! Path search, with a limited number of steps per tick.

use terrarium_creatures::behaviour::{Destination, Refusal};
use terrarium_navigation::{Barrier, Goal, ObstacleKey, Outcome, Request, Search, WithObstacles};
use terrarium_space::geometry::{Aabb, DVec2, Segment, lattice};

use super::meter::Slices;
use super::surroundings::FilteredSurroundings;
use super::{Planner, meter};
use crate::world::ObstacleFilter;

/// The maximum number of adjacent obstacles to step around when a point is covered.
const COVER_STEPS: usize = 4;

/// The number of ticks after which a search is given up for the shortest path over the ground.
const MAX_TICKS: f64 = 4.0;

/// The result of planning in one tick.
pub(super) enum PlanningResult {
    /// The waypoints of a path, empty on arrival, and the obstacle filter it was planned with.
    Found(Vec<DVec2>, ObstacleFilter),
    /// The next move of a stepwise search, `None` when the steps for this tick are used up, and the
    /// search with its obstacle filter.
    Move(Option<DVec2>, Box<Search>, ObstacleFilter),
    /// The steps for this tick are used up.
    Unfinished(Box<Search>, ObstacleFilter),
}

impl Planner<'_> {
    /// Starts a path search.
    pub(super) fn plan(&mut self) -> Result<PlanningResult, Refusal> {
        if let Some(result) = self.by_field() {
            return Ok(result);
        }
        match self.prepare() {
            PlanningResult::Unfinished(search, filter) => {
                if self.method().navigator().is_stepwise() {
                    self.next_move(search, filter)
                } else {
                    let result = self.continue_search(search, filter)?;
                    Ok(self.or_cheaper(result))
                }
            }
            found => Ok(found),
        }
    }

    /// Finds the straight path, or prepares a search.
    pub(super) fn prepare(&mut self) -> PlanningResult {
        let filter = ObstacleFilter::Standing;
        self.effort.plans += 1;
        self.view.meter.charge(meter::PLAN);
        let goal = self.reachable_goal();
        if let Some(path) = self.straight(goal, filter) {
            return PlanningResult::Found(path, filter);
        }
        if let Some(path) = self.over_weighted_ground() {
            return self.past_bodies_ahead(path, ObstacleFilter::Ground);
        }
        let search = Box::new(self.method().begin(self.path_request(goal)));
        PlanningResult::Unfinished(search, filter)
    }

    /// Lets a stepwise search decide the next move from the current position.
    ///
    /// Some decisions do not move the creature but only turn it. The search then continues within
    /// the steps of this tick.
    pub(super) fn next_move(
        &mut self,
        mut search: Box<Search>,
        filter: ObstacleFilter,
    ) -> Result<PlanningResult, Refusal> {
        let me = self.senses.me.centre;
        search.moved_to(me);
        while self.budget > 0 {
            let outcome = self.advance_by(&mut search, filter, &[], 1);
            let place = search.position().filter(|&place| place != me);
            match outcome {
                None if place.is_none() && !self.cut_short => {}
                None => return Ok(PlanningResult::Move(place, search, filter)),
                Some(Outcome::Found(_)) => {
                    let path = self.on_ground(place.into_iter().collect());
                    return Ok(PlanningResult::Found(path, filter));
                }
                Some(Outcome::Outside) => return Err(Refusal::Unreachable),
                Some(_) => return Err(Refusal::PathNotFound),
            }
        }
        Ok(PlanningResult::Move(None, search, filter))
    }

    /// The straight path, if it is free and none is cheaper. Most straight paths are, and the test is
    /// cheap.
    fn straight(&mut self, goal: Goal, filter: ObstacleFilter) -> Option<Vec<DVec2>> {
        self.effort.steps += 1;
        self.budget = self.budget.saturating_sub(1);
        let me = self.senses.me.centre;
        let target = self.target(goal).nearest_point(me);
        let segment = Segment::new(me, target);
        let is_free = self.is_cheapest(&segment) && self.view.is_free(segment, filter);
        is_free.then(|| if target == me { Vec::new() } else { vec![target] })
    }

    /// Continues a search within the steps of this tick.
    pub(super) fn continue_search(
        &mut self,
        mut search: Box<Search>,
        filter: ObstacleFilter,
    ) -> Result<PlanningResult, Refusal> {
        let Some(outcome) = self.advance(&mut search, filter, &[]) else {
            let lasts_too_long =
                f64::from(search.steps()) >= f64::from(self.rules().planning_steps) * MAX_TICKS;
            if lasts_too_long && !filter.is_terrain_only() {
                return self.over_ground();
            }
            return Ok(PlanningResult::Unfinished(search, filter));
        };
        if filter.is_terrain_only() {
            return self.end_of_ground_search(outcome, filter);
        }
        match outcome {
            Outcome::Found(path) => Ok(PlanningResult::Found(self.on_ground(path), filter)),
            Outcome::StartEnclosed { by } | Outcome::GoalEnclosed { by } if self.waits_for(&by) => {
                self.over_ground()
            }
            Outcome::GoalEnclosed { .. } if self.goes_near() => {
                // As far as the organisms around the goal let it, and no farther.
                if self.has_waited() {
                    return Ok(PlanningResult::Found(Vec::new(), filter));
                }
                self.over_ground()
            }
            Outcome::StartEnclosed { .. } => {
                self.effort.enclosures += 1;
                Err(Refusal::Enclosed)
            }
            Outcome::GoalEnclosed { .. } => {
                self.effort.enclosures += 1;
                Err(Refusal::Unreachable)
            }
            Outcome::Outside => Err(Refusal::Unreachable),
            // Bodies moved during the search.
            Outcome::GaveUp => self.over_ground(),
            Outcome::Failed(_) => Err(Refusal::PathNotFound),
        }
    }

    /// Whether to wait until animals that stand around the creature or its goal walk away. A creature
    /// that goes to an organism is refused at once, and may choose another.
    fn waits_for(&self, barriers: &[Barrier]) -> bool {
        let goes_to_organism = matches!(self.request.destination, Destination::Beside(_));
        !goes_to_organism && !self.has_waited() && self.view.may_walk_away(barriers)
    }

    fn goes_near(&self) -> bool {
        matches!(self.request.destination, Destination::Near(_))
    }

    /// Advances a search by the remaining steps of this tick. The boxes in `more` are additional
    /// obstacles.
    pub(super) fn advance(
        &mut self,
        search: &mut Search,
        filter: ObstacleFilter,
        more: &[(ObstacleKey, Aabb)],
    ) -> Option<Outcome> {
        self.advance_by(search, filter, more, self.budget)
    }

    /// Advances a search by at most `steps`.
    fn advance_by(
        &mut self,
        search: &mut Search,
        filter: ObstacleFilter,
        more: &[(ObstacleKey, Aabb)],
        steps: u32,
    ) -> Option<Outcome> {
        let filtered = FilteredSurroundings(&self.view, filter);
        let obstacles = WithObstacles { obstacles: &filtered, more };
        let price = meter::of_step(self.method().navigator().name());
        let (first, most) = (search.steps(), steps.min(self.budget));
        let mut slices = Slices::new(&self.view.meter, price);
        let outcome = loop {
            let taken = search.steps() - first;
            let Some(slice) = slices.next(most - taken) else {
                self.cut_short = true;
                break None;
            };
            let outcome = search.advance(&obstacles, slice);
            let now = search.steps() - first;
            slices.took(now - taken);
            if outcome.is_some() || now == most {
                break outcome;
            }
        };
        let taken = search.steps() - first;
        self.effort.steps += u64::from(taken);
        self.budget -= taken;
        outcome
    }

    pub(super) fn path_request(&self, goal: Goal) -> Request {
        Request::new(self.senses.me.centre, goal, self.half())
            .ignoring(self.view.ignored)
            .within(self.rules().planning_limit)
    }

    /// The goal of the search. If obstacles cover the requested point, the goal is a free position
    /// beside them, or beside the last obstacle looked at.
    pub(super) fn reachable_goal(&self) -> Goal {
        let Goal::Point(point) = self.request.goal else { return self.request.goal };
        let room = self.room();
        let mut place = point;
        for _ in 0..COVER_STEPS {
            let Some(cover) = self.view.cover(place) else { return Goal::Point(place) };
            let sides = cover.inflated.sides(place).into_iter();
            let mut sides: Vec<(f64, DVec2)> =
                sides.map(|side| (side.distance_squared(point), side)).collect();
            sides.sort_by(|a, b| a.0.total_cmp(&b.0));
            let within = || sides.iter().filter(|(_, side)| room.nearest_point(*side) == *side);
            let is_free = |&&(_, side): &&(f64, DVec2)| self.view.cover(side).is_none();
            match within().find(is_free).or_else(|| within().next()) {
                Some(&(_, side)) => place = side,
                None => return Goal::Beside(cover.bounds),
            }
        }
        let cover = self.view.cover(place);
        cover.map_or(Goal::Point(place), |cover| Goal::Beside(cover.bounds))
    }

    /// The area in which the centre of the body has reached the goal.
    pub(super) fn target(&self, goal: Goal) -> Aabb {
        let (room, target) = (self.room(), goal.positions(self.half()));
        Aabb::spanning(room.nearest_point(target.min), room.nearest_point(target.max))
    }

    /// Snaps the waypoints of a path to the lattice, within the world.
    pub(super) fn on_ground(&self, path: Vec<DVec2>) -> Vec<DVec2> {
        let room = self.room();
        path.into_iter().map(|point| lattice::snap_point(room.nearest_point(point))).collect()
    }
}
