//! Paths over the ground: around terrain only, with detours around the bodies that are met.
//!
//! The terrain does not move, so these paths are found whenever there is one. Creatures take them where
//! their own search lasts too long or loses itself among moving bodies.

use std::collections::BTreeMap;
use std::sync::Arc;

use terrarium_creatures::behaviour::{COVER_MARGIN, Refusal};
use terrarium_navigation::regions::{NoPath, Regions};
use terrarium_navigation::{
    Goal, Navigator, ObstacleKey, Outcome, Perimeter, cut_path, path_length,
};
use terrarium_space::geometry::{Aabb, Convex, DVec2, Segment};

use super::search::PlanningResult;
use super::{Planner, meter};
use crate::world::ObstacleFilter;

/// How far ahead a detour rejoins the path, as shares of the sensor range. The farthest comes first.
const REJOIN_AT: [f64; 3] = [0.9, 0.45, 0.2];

/// The same where the ground has costs. Of these detours the cheapest is taken, so that it need not cross
/// what the path avoids.
const REJOIN_WEIGHTED: [f64; 4] = [2.5, 1.6, 0.9, 0.45];

/// How far on an axis a place beside a polygon may be from one that no box covers, in units.
const BESIDE_COVER: f64 = 2.0 * COVER_MARGIN;

/// How much longer a detour may be than the part of the path that it replaces.
const DETOUR: f64 = 3.0;

impl Planner<'_> {
    /// A path around the terrain.
    pub(super) fn over_ground(&mut self) -> Result<PlanningResult, Refusal> {
        if !self.affords_ground_path() {
            return Err(Refusal::PathNotFound);
        }
        self.effort.plans += 1;
        let mut refusal = Refusal::Unreachable;
        for place in self.ends() {
            match self.path_on_ground(place) {
                Ok(path) => return Ok(PlanningResult::Found(path, ObstacleFilter::Ground)),
                Err(NoPath::StartCovered) => refusal = Refusal::Enclosed,
                Err(NoPath::GoalCovered | NoPath::Disconnected) => {}
            }
        }
        if !self.shapes().is_empty() {
            return self.search_ground();
        }
        self.effort.enclosures += 1;
        Err(refusal)
    }

    /// Searches for a path around the exact shapes of polygons, which is slower: the boxes that cover them may
    /// leave none.
    fn search_ground(&mut self) -> Result<PlanningResult, Refusal> {
        let filter = ObstacleFilter::Ground;
        let mut search = Box::new(Perimeter.begin(self.path_request(self.reachable_goal())));
        match self.advance(&mut search, filter, &[]) {
            None => Ok(PlanningResult::Unfinished(search, filter)),
            Some(outcome) => self.end_of_ground_search(outcome, filter),
        }
    }

    /// What comes of a search for a path around the terrain only.
    pub(super) fn end_of_ground_search(
        &mut self,
        outcome: Outcome,
        filter: ObstacleFilter,
    ) -> Result<PlanningResult, Refusal> {
        let refusal = match outcome {
            Outcome::Found(path) => {
                return Ok(PlanningResult::Found(self.on_ground(path), filter));
            }
            Outcome::StartEnclosed { .. } => Refusal::Enclosed,
            Outcome::GoalEnclosed { .. } | Outcome::Outside => Refusal::Unreachable,
            Outcome::GaveUp | Outcome::Failed(_) => return Err(Refusal::PathNotFound),
        };
        self.effort.enclosures += 1;
        Err(refusal)
    }

    /// Places at which a path to the goal may end.
    pub(super) fn ends(&self) -> Vec<DVec2> {
        ends(&self.target(self.reachable_goal()), self.senses.me.centre)
    }

    /// The cheapest path over the ground to a place; the shortest, or a good one, where all ground is plain.
    fn path_on_ground(&self, place: DVec2) -> Result<Vec<DVec2>, NoPath> {
        match self.weighing() {
            Some(footing) => self.weighted_path(footing, place),
            None => {
                let (start, end) = (self.uncovered(self.senses.me.centre), self.uncovered(place));
                let path = self.path_between(start, end)?;
                Ok(self.on_ground(self.between(start, path, [end, place])))
            }
        }
    }

    /// A path around the terrain to a place.
    pub(super) fn path_over_ground(&mut self, place: DVec2) -> Option<Vec<DVec2>> {
        if !self.affords_ground_path() {
            return None;
        }
        self.effort.plans += 1;
        let start = self.uncovered(self.senses.me.centre);
        let path = self.path_between(start, place).ok()?;
        let path = self.between(start, path, [place, place]);
        Some(self.on_ground(path)).filter(|path| !path.is_empty())
    }

    /// The nearest place that no box covers beside a place that touches a polygon; any other place itself.
    pub(super) fn uncovered(&self, place: DVec2) -> DVec2 {
        if self.shapes().is_empty() {
            return place;
        }
        let near = |free: &DVec2| (*free - place).abs().max_element() <= BESIDE_COVER;
        let is_open =
            |free: &DVec2| self.view.is_free(Segment::new(place, *free), ObstacleFilter::Ground);
        let free = self.regions().nearest_free(place);
        free.filter(near).filter(is_open).unwrap_or(place)
    }

    /// A path between places that no box covers, from the creature and to a place beside its end.
    fn between(&self, start: DVec2, path: Vec<DVec2>, [end, place]: [DVec2; 2]) -> Vec<DVec2> {
        let first = (start != self.senses.me.centre).then_some(start);
        let last = (end != place).then_some(place);
        first.into_iter().chain(path).chain(last).collect()
    }

    /// The polygons of the terrain.
    fn shapes(&self) -> &BTreeMap<ObstacleKey, Convex> {
        self.sim.scratch.derived.ground.shapes()
    }

    /// The shortest path around the terrain between two places, or a good one if they are far apart.
    fn path_between(&self, start: DVec2, end: DVec2) -> Result<Vec<DVec2>, NoPath> {
        let (bounds, radius) = (self.sim.world.config.bounds, self.senses.me.radius);
        let ground = &self.sim.scratch.derived.ground;
        let (path, intervals) = ground.path(bounds, radius, [start, end]);
        self.view.meter.charge(intervals * meter::INTERVAL);
        path
    }

    /// Whether there are operations for a path over the ground.
    pub(super) fn affords_ground_path(&self) -> bool {
        self.view.meter.left().is_none() || {
            let is_weighed = self.weighing().is_some();
            self.view.meter.affords(meter::of_ground_path(&self.regions(), is_weighed))
        }
    }

    pub(super) fn regions(&self) -> Arc<Regions> {
        let sim = self.sim;
        sim.scratch.derived.ground.regions(sim.world.config.bounds, self.senses.me.radius)
    }

    /// A path over the ground, with a detour around the bodies ahead if there is one. Otherwise the
    /// bodies have to move.
    pub(super) fn past_bodies(&mut self, path: &[DVec2], filter: ObstacleFilter) -> PlanningResult {
        let detour = self.around_bodies(path);
        PlanningResult::Found(detour.unwrap_or_else(|| path.to_vec()), filter)
    }

    /// The same, if there are bodies on the next steps of the path.
    pub(super) fn past_bodies_ahead(
        &mut self,
        path: Vec<DVec2>,
        filter: ObstacleFilter,
    ) -> PlanningResult {
        if self.is_free_ahead(&path, ObstacleFilter::Standing) {
            return PlanningResult::Found(path, filter);
        }
        self.past_bodies(&path, filter)
    }

    /// A path over the ground without the waypoints that no longer matter because the creature has been pushed
    /// aside.
    pub(super) fn without_passed(&self, path: &[DVec2]) -> Vec<DVec2> {
        let me = self.senses.me.centre;
        let is_straight =
            |to: &DVec2| self.view.is_free(Segment::new(me, *to), ObstacleFilter::Ground);
        // On ground that counts, the straight path may cost more.
        let most = if self.weighing().is_some() { 0 } else { path.len() - 1 };
        let passed = path[1..=most].iter().take_while(|to| is_straight(to)).count();
        path[passed..].to_vec()
    }

    /// A path over the ground with a detour around the bodies ahead; `None` when none is found within
    /// the steps of this tick.
    fn around_bodies(&mut self, path: &[DVec2]) -> Option<Vec<DVec2>> {
        let Some(footing) = self.weighing() else {
            return REJOIN_AT.iter().find_map(|share| self.detour(path, *share));
        };
        let me = self.senses.me.centre;
        let mut cheapest: Option<(f64, Vec<DVec2>)> = None;
        for share in REJOIN_WEIGHTED {
            let Some(detour) = self.detour(path, share) else { continue };
            let cost = footing.cost.path_cost(me, &detour);
            let is_cheaper = cheapest.as_ref().is_none_or(|(least, _)| cost < *least);
            if is_cheaper && self.is_free_ahead(&detour, ObstacleFilter::Standing) {
                cheapest = Some((cost, detour));
            }
        }
        cheapest.map(|(_, path)| path)
    }

    /// The path with a detour up to where it is rejoined, at a share of the sensor range.
    fn detour(&mut self, path: &[DVec2], share: f64) -> Option<Vec<DVec2>> {
        let me = self.senses.me.centre;
        let (rejoin, length, rest) = cut_path(me, path, self.view.sight * share);
        if !self.view.is_free(Segment::new(rejoin, rejoin), ObstacleFilter::Standing) {
            return None;
        }
        self.effort.plans += 1;
        let request = self.path_request(Goal::Point(rejoin));
        let mut search = match self.method() {
            stepwise if stepwise.navigator().is_stepwise() => Perimeter.begin(request),
            method => method.begin(request),
        };
        match self.advance(&mut search, ObstacleFilter::Standing, &[])? {
            Outcome::Found(detour) if path_length(me, &detour) <= length * DETOUR => {
                let detour = self.on_ground(detour).into_iter().chain(rest.iter().copied());
                Some(detour.collect()).filter(|path: &Vec<DVec2>| !path.is_empty())
            }
            _ => None,
        }
    }
}

/// Places in a target, the nearest first: a body beside an organism may stand on any side of it.
fn ends(target: &Aabb, from: DVec2) -> Vec<DVec2> {
    let Aabb { min, max } = *target;
    let middle = (min + max) * 0.5;
    let mut places = vec![
        target.nearest_point(from),
        DVec2::new(min.x, middle.y),
        DVec2::new(max.x, middle.y),
        DVec2::new(middle.x, min.y),
        DVec2::new(middle.x, max.y),
    ];
    places.sort_by(|a, b| a.distance_squared(from).total_cmp(&b.distance_squared(from)));
    places.dedup();
    places
}
