//! Looking for a way, so many steps a tick.

use super::Planner;
use super::surroundings::{FilteredSurroundings, may_open};
use crate::behaviour::Refusal;
use crate::geometry::{Aabb, DVec2, Segment, lattice};
use crate::navigation::{Goal, ObstacleKey, Outcome, Request, Search, With};
use crate::rules::few;
use crate::world::ObstacleFilter;

/// How many things that cover each other's sides to look behind for a free place.
const GLANCES: usize = 4;

/// What has come of looking for a way.
pub(super) enum PlanningResult {
    /// The corners of a way, none when it has arrived, and who counted as an obstacle.
    Found(Vec<DVec2>, ObstacleFilter),
    /// The next move, none when the steps for this tick are used up, the search that goes on
    /// deciding, and who counted as an obstacle.
    Move(Option<DVec2>, Box<Search>, ObstacleFilter),
    /// The steps for this tick are used up.
    Unfinished(Box<Search>, ObstacleFilter),
}

impl Planner<'_> {
    /// Begins to look for a way.
    pub(super) fn look(&mut self, regard: ObstacleFilter) -> Result<PlanningResult, Refusal> {
        self.effort.plans += 1;
        let goal = self.reachable_goal();
        if let Some(way) = self.straight(goal, regard) {
            return Ok(PlanningResult::Found(way, regard));
        }
        let method = self.method();
        let search = Box::new(method.begin(self.request(goal)));
        if method.navigator().is_stepwise() {
            self.next_move(search, regard)
        } else {
            self.think(search, regard)
        }
    }

    /// Has a search decide its next move, from where the creature is now.
    ///
    /// Some moves lead nowhere, for the creature has only turned; then it goes on deciding, as far
    /// as this tick's steps go.
    pub(super) fn next_move(
        &mut self,
        mut search: Box<Search>,
        regard: ObstacleFilter,
    ) -> Result<PlanningResult, Refusal> {
        let me = self.senses.me.centre;
        search.moved_to(me);
        while self.budget > 0 {
            let outcome = self.advance_by(&mut search, regard, &[], 1);
            let place = search.place().filter(|&place| place != me);
            match outcome {
                None if place.is_none() => {}
                None => return Ok(PlanningResult::Move(place, search, regard)),
                Some(Outcome::Found(_)) => {
                    let way = self.on_ground(place.into_iter().collect());
                    return Ok(PlanningResult::Found(way, regard));
                }
                Some(Outcome::Outside) => return Err(Refusal::NoWay),
                Some(_) => return Err(Refusal::NoWayFound),
            }
        }
        Ok(PlanningResult::Move(None, search, regard))
    }

    /// The straight way, if it is free: most are, and this is a single look.
    fn straight(&mut self, goal: Goal, regard: ObstacleFilter) -> Option<Vec<DVec2>> {
        self.effort.steps += 1;
        self.budget = self.budget.saturating_sub(1);
        let me = self.senses.me.centre;
        let aim = self.target(goal).nearest_point(me);
        let is_free = self.eye.is_free(Segment::new(me, aim), regard);
        is_free.then(|| if aim == me { Vec::new() } else { vec![aim] })
    }

    /// Goes on looking for a way, as far as this tick's steps go.
    pub(super) fn think(
        &mut self,
        mut search: Box<Search>,
        regard: ObstacleFilter,
    ) -> Result<PlanningResult, Refusal> {
        let Some(outcome) = self.advance(&mut search, regard, &[]) else {
            return Ok(PlanningResult::Unfinished(search, regard));
        };
        match outcome {
            Outcome::Found(way) => Ok(PlanningResult::Found(self.on_ground(way), regard)),
            Outcome::StartEnclosed { by } | Outcome::GoalEnclosed { by }
                if regard == ObstacleFilter::All && may_open(&by) =>
            {
                self.look(ObstacleFilter::Staying)
            }
            Outcome::StartEnclosed { .. } => {
                self.effort.enclosures += 1;
                Err(Refusal::ClosedIn)
            }
            Outcome::GoalEnclosed { .. } => {
                self.effort.enclosures += 1;
                Err(Refusal::NoWay)
            }
            Outcome::Outside => Err(Refusal::NoWay),
            Outcome::GaveUp | Outcome::Failed(_) => Err(Refusal::NoWayFound),
        }
    }

    /// Goes on with a search for as many steps as are left for this tick. What is named in
    /// `more` stands there besides.
    pub(super) fn advance(
        &mut self,
        search: &mut Search,
        regard: ObstacleFilter,
        more: &[(ObstacleKey, Aabb)],
    ) -> Option<Outcome> {
        self.advance_by(search, regard, more, self.budget)
    }

    /// The same for no more than so many steps.
    fn advance_by(
        &mut self,
        search: &mut Search,
        regard: ObstacleFilter,
        more: &[(ObstacleKey, Aabb)],
        steps: u32,
    ) -> Option<Outcome> {
        let surroundings = self.surroundings.get_or_insert_with(|| self.eye.look_around());
        let regarded = FilteredSurroundings(surroundings, regard);
        let before = search.steps();
        let outcome = search.advance(&With { obstacles: &regarded, more }, steps.min(self.budget));
        let taken = search.steps() - before;
        self.effort.steps += u64::from(taken);
        self.budget -= taken;
        outcome
    }

    pub(super) fn request(&self, goal: Goal) -> Request {
        Request::new(self.senses.me.centre, goal, self.half())
            .ignoring(self.eye.ignored)
            .within(few(self.rules().planning_limit))
    }

    /// Where to go for somebody who wants to a point: next to what stands there, if anything does,
    /// as near to the point as can be seen at a glance.
    pub(super) fn reachable_goal(&self) -> Goal {
        let Goal::Point(point) = self.wish.goal else { return self.wish.goal };
        let room = self.room();
        let mut place = point;
        for _ in 0..GLANCES {
            let Some(cover) = self.eye.cover(place) else { return Goal::Point(place) };
            let Aabb { min, max } = cover.inflated(self.half());
            let sides = [
                DVec2::new(min.x, place.y),
                DVec2::new(max.x, place.y),
                DVec2::new(place.x, min.y),
                DVec2::new(place.x, max.y),
            ];
            let mut sides = sides.map(|side| (side.distance_squared(point), side));
            sides.sort_by(|a, b| a.0.total_cmp(&b.0));
            let within = || sides.iter().filter(|(_, side)| room.nearest_point(*side) == *side);
            let is_free = |&&(_, side): &&(f64, DVec2)| self.eye.cover(side).is_none();
            match within().find(is_free).or_else(|| within().next()) {
                Some(&(_, side)) => place = side,
                None => return Goal::Beside(cover),
            }
        }
        self.eye.cover(place).map_or(Goal::Point(place), Goal::Beside)
    }

    /// Where the middle of the body has arrived.
    pub(super) fn target(&self, goal: Goal) -> Aabb {
        let (room, target) = (self.room(), self.request(goal).target());
        Aabb::spanning(room.nearest_point(target.min), room.nearest_point(target.max))
    }

    /// A way on the lattice, within the world.
    pub(super) fn on_ground(&self, way: Vec<DVec2>) -> Vec<DVec2> {
        let room = self.room();
        way.into_iter().map(|corner| lattice::snap_point(room.nearest_point(corner))).collect()
    }
}
