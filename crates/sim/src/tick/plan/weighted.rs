//! Paths over ground with costs.

use terrarium_creatures::behaviour::Destination;
use terrarium_navigation::ground::WeightedRegions;
use terrarium_navigation::regions::NoPath;
use terrarium_space::geometry::{DVec2, Segment};

use super::search::PlanningResult;
use super::{Planner, meter};
use crate::tick::footing::Footing;
use crate::world::ObstacleFilter;

/// Bodies of similar size share the regions of the largest of them. The size is rounded up to a multiple
/// of this share of a unit.
const SIZES: f64 = 4.0;

/// The share by which rounding may raise the cost of a path.
const ROUNDING: f64 = 1e-9;

impl<'a> Planner<'a> {
    /// The footing of the species, if the costs of the ground count for its paths.
    pub(super) fn weighing(&self) -> Option<&'a Footing> {
        self.footing()
            .filter(|it| it.has_costs())
            .filter(|_| !self.method().navigator().is_stepwise())
    }

    /// Whether no path between the ends of a segment costs less than it.
    pub(super) fn is_cheapest(&self, segment: &Segment) -> bool {
        self.weighing().is_none_or(|footing| footing.is_cheapest(segment))
    }

    /// The cheapest path over the ground to a point, if it is not straight. A creature that bodies have
    /// blocked for too long lets its navigator find a path among them.
    pub(super) fn over_weighted_ground(&mut self) -> Option<Vec<DVec2>> {
        let footing = self.weighing()?;
        let goes_to_organism = matches!(self.request.destination, Destination::Beside(_));
        if goes_to_organism || self.has_tried_ground() || self.could_go_straight(footing) {
            return None;
        }
        self.cheapest_end(footing)
    }

    /// Whether the straight path would be the cheapest if no body were in the way.
    fn could_go_straight(&self, footing: &Footing) -> bool {
        let straight = |&end: &DVec2| Segment::new(self.senses.me.centre, end);
        self.ends().first().map(straight).is_some_and(|straight| {
            footing.is_cheapest(&straight) && self.view.is_free(straight, ObstacleFilter::Ground)
        })
    }

    /// A path that was found around the bodies, or the one over the ground if that costs clearly less.
    pub(super) fn or_cheaper(&mut self, found: PlanningResult) -> PlanningResult {
        let (PlanningResult::Found(path, filter), Some(footing)) = (&found, self.weighing()) else {
            return found;
        };
        let is_chosen = *filter == ObstacleFilter::Ground || self.has_tried_ground();
        if is_chosen || self.could_go_straight(footing) {
            return found;
        }
        let me = self.senses.me.centre;
        let most = footing.cost.path_cost(me, path) * (1.0 - self.rules().persistence);
        let is_cheaper = |path: &Vec<DVec2>| footing.cost.path_cost(me, path) < most;
        match self.cheapest_end(footing).filter(is_cheaper) {
            Some(path) => self.past_bodies_ahead(path, ObstacleFilter::Ground),
            None => found,
        }
    }

    /// The cheapest path to the nearest end that can be reached.
    fn cheapest_end(&mut self, footing: &Footing) -> Option<Vec<DVec2>> {
        if !self.affords_ground_path() {
            return None;
        }
        self.effort.plans += 1;
        let path = |&end: &DVec2| self.weighted_path(footing, end).ok();
        self.ends().iter().find_map(path)
    }

    /// The path without the waypoints at which it only crosses a border: a creature ends a step at each.
    fn straightened(&self, footing: &Footing, path: Vec<DVec2>) -> Vec<DVec2> {
        let mut start = self.senses.me.centre;
        let mut straight = Vec::with_capacity(path.len());
        for (index, &waypoint) in path.iter().enumerate() {
            let is_needed = path.get(index + 1).is_none_or(|&next| {
                let direct = Segment::new(start, next);
                let over = footing.cost.path_cost(start, &[waypoint, next]);
                let costs_more = footing.cost.cost(&direct) > over * (1.0 + ROUNDING);
                costs_more || !self.view.is_free(direct, ObstacleFilter::Ground)
            });
            if is_needed {
                straight.push(waypoint);
                start = waypoint;
            }
        }
        straight
    }

    /// The cheapest path over the ground to a place.
    pub(super) fn weighted_path(
        &self,
        footing: &Footing,
        place: DVec2,
    ) -> Result<Vec<DVec2>, NoPath> {
        let (ground, bounds) = (&self.sim.scratch.derived.ground, self.sim.world.config.bounds);
        let (me, radius) = (self.senses.me.centre, self.senses.me.radius);
        let rounded = (radius * SIZES).ceil() / SIZES;
        let roomy = ground.weighted(bounds, rounded, footing);
        let path = match self.path_with_room(&roomy, place) {
            Some(path) => path,
            // A gap may be just as wide as the body.
            None => self.cheapest_path(&ground.weighted(bounds, radius, footing), me, place)?,
        };
        Ok(self.straightened(footing, self.on_ground(path)))
    }

    /// The cheapest path through regions, which is charged for.
    fn cheapest_path(
        &self,
        regions: &WeightedRegions,
        start: DVec2,
        end: DVec2,
    ) -> Result<Vec<DVec2>, NoPath> {
        let (path, steps) = regions.cheapest_path_counted(start, end);
        self.view.meter.charge(u64::from(steps) * meter::WEIGHTED_STEP);
        path
    }

    /// The cheapest path through the regions of a body that is a little larger. The creature and the place
    /// may be nearer to an obstacle than such a body can be.
    fn path_with_room(&self, regions: &WeightedRegions, place: DVec2) -> Option<Vec<DVec2>> {
        let me = self.senses.me.centre;
        let free = regions.free();
        let near = |from: DVec2, to: DVec2| {
            let nearest = || free.nearest_reachable(from, to);
            let found = if free.is_free(to) { Some(to) } else { nearest() };
            let is_near = |found: &DVec2| found.distance(to) * SIZES < 2.0;
            let is_open =
                |&found: &DVec2| self.view.is_free(Segment::new(to, found), ObstacleFilter::Ground);
            found.filter(is_near).filter(is_open)
        };
        let start = near(place, me)?;
        let end = near(start, place)?;
        let path = self.cheapest_path(regions, start, end).ok()?;
        let start = (start != me).then_some(start);
        let place = (end != place).then_some(place);
        Some(start.into_iter().chain(path).chain(place).collect())
    }
}
