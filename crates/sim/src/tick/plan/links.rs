//! Journeys over links: to the near end of the next link, and on from its far end.
//!
//! Which links a journey leads over is decided when it begins, by the shortest path around the terrain, or the
//! cheapest where roads or swamps count; and again when one of these links is closed, cannot be reached any
//! more, or is blocked for long. A creature goes to an organism on foot if it can go straight. To a base, it
//! takes its route from the far end of the last link.

use std::sync::Arc;

use terrarium_creatures::behaviour::{Destination, Refusal};
use terrarium_navigation::ground::{Ground, WeightedRegions};
use terrarium_navigation::links::{LinkSearch, Links};
use terrarium_navigation::regions::Regions;
use terrarium_navigation::{Goal, Method, ObstacleKey, Obstacles, Request, SweptBox};
use terrarium_space::geometry::{Aabb, DVec2, Segment};

use super::{Planner, Travel, meter};
use crate::tick::Simulation;
use crate::tick::ground::terrain_key;
use crate::tick::scratch::Derived;
use crate::world::{Journey, JourneyState, LinkStep, ObstacleFilter};

/// How near to a link a creature waits until it is its turn to go there, in its radii: far enough that one
/// that leaves the link finds a way out.
const QUEUE: f64 = 8.0;

/// The terrain for bodies of one size, with what is known of it.
struct Landscape<'a> {
    sim: &'a Simulation,
    regions: Arc<Regions>,
    weighted: Option<(&'a Ground, Arc<WeightedRegions>)>,
}

impl Planner<'_> {
    /// Whether links can be part of the journey: there are some, and no prey is straight ahead.
    pub(super) fn may_take_links(&self) -> bool {
        !self.sim.world.config.links.is_empty() && !self.is_straight_to_organism()
    }

    /// Whether the journey leads to an organism, or in formation with it, and the creature can go straight.
    fn is_straight_to_organism(&self) -> bool {
        let me = self.senses.me.centre;
        let to = self.target(self.request.goal).nearest_point(me);
        self.request.destination.organism().is_some()
            && self.view.is_free(Segment::new(me, to), ObstacleFilter::Ground)
    }

    /// Plans or continues a journey that may lead over links.
    pub(super) fn go_over_links(&mut self, journey: Option<&Journey>) -> Result<Travel, Refusal> {
        if let Destination::Near(point) = self.request.destination {
            let links = self.sim.world.links_at(self.request.speed);
            let point = self.room().nearest_point(point);
            let me = self.uncovered(self.senses.me.centre);
            let place = links.nearest_reachable(&self.regions(), me, point);
            self.request.goal = place.map_or(self.request.goal, Goal::Point);
        }
        let is_open = |step: &LinkStep| self.sim.world.is_link_open(step.link);
        let is_kept = |journey: &&Journey| {
            let is_planned = journey.state != JourneyState::AtNode || journey.continues();
            let is_same = journey.destination == self.request.destination;
            is_same && is_planned && journey.links.iter().all(is_open)
        };
        let Some(kept) = journey.filter(is_kept) else {
            self.links = self.plan_links();
            return self.go_to_next_link(journey);
        };
        if let Some(planned) = self.around_blocked_link(kept) {
            self.links = planned;
            return self.go_to_next_link(None);
        }
        self.links.clone_from(&kept.links);
        let final_goal = self.request.goal;
        self.go_to_next_link(journey).or_else(|refusal| {
            self.request.goal = final_goal;
            let planned = self.plan_links();
            if planned == kept.links {
                return Err(refusal);
            }
            self.links = planned;
            self.go_to_next_link(None)
        })
    }

    /// The links on another path, if the creature has waited long at a link one of whose ends is blocked.
    fn around_blocked_link(&mut self, journey: &Journey) -> Option<Vec<LinkStep>> {
        let step = journey.links.first()?;
        let waits = matches!(journey.state, JourneyState::AtNode | JourneyState::Crossing { .. });
        if !(waits && journey.blocker.is_some() && self.has_waited()) {
            return None;
        }
        let mut links = self.sim.world.links_at(self.request.speed);
        let name = &self.sim.world.config.links[usize::from(step.link)].name;
        links.set_open(name, false).expect("it is among the links");
        self.links_among(&links)
    }

    /// Travels to the near end of the next link, or to the goal when there is none.
    fn go_to_next_link(&mut self, journey: Option<&Journey>) -> Result<Travel, Refusal> {
        let Some(&step) = self.links.first() else {
            return match journey {
                Some(journey) if journey.links.is_empty() => self.go_without_links(Some(journey)),
                _ => self.go_without_links(None),
            };
        };
        let [near, _] = self.sim.world.config.links[usize::from(step.link)].ends(step.is_backward);
        self.request.goal = Goal::Point(near);
        let waits = |journey: &&Journey| {
            journey.is_crossing()
                && journey.links.first() == Some(&step)
                && self.senses.me.centre == near
        };
        if let Some(journey) = journey.filter(waits) {
            return Ok(self.begin_state(journey.state.clone(), journey.stopped));
        }
        let leads_there = |journey: &&Journey| {
            journey.planned_for == near
                && journey.links == self.links
                && journey.destination == self.request.destination
        };
        let journey = journey.filter(leads_there);
        let turn = self.sim.scratch.this_tick.link_turns.get(&step);
        let is_near = near.distance(self.senses.me.centre) <= QUEUE * self.senses.me.radius;
        if is_near && turn.is_some_and(|&id| id != self.senses.me.id) {
            return self.queue(journey);
        }
        match journey {
            Some(journey) => self.keep_going(journey),
            None => self.set_out(0),
        }
    }

    /// Stands until it is this creature's turn to go to the link, but makes room for those that leave it.
    fn queue(&mut self, journey: Option<&Journey>) -> Result<Travel, Refusal> {
        if let Some(journey) = journey {
            if matches!(journey.state, JourneyState::SteppingAside { .. }) {
                return self.keep_going(journey);
            }
            if let Some(travel) = self.give_way(journey)? {
                return Ok(travel);
            }
        }
        Ok(self.begin_state(JourneyState::AtNode, 0))
    }

    /// The links on the best path to the goal; none where it leads over none, or there is no path.
    fn plan_links(&mut self) -> Vec<LinkStep> {
        let links = self.sim.world.links_at(self.request.speed);
        if links.iter().all(|link| !link.is_open) {
            return Vec::new();
        }
        self.links_among(&links).unwrap_or_default()
    }

    /// The links of a set on the best path to the goal; `None` if there is no path.
    fn links_among(&mut self, links: &Links) -> Option<Vec<LinkStep>> {
        let me = self.uncovered(self.senses.me.centre);
        if !self.affords_ground_path() {
            return None;
        }
        let landscape = self.landscape();
        let is_free = |point: &DVec2| landscape.regions.is_free(*point);
        let ends = match self.request.goal {
            Goal::Point(point) if is_free(&point) => vec![point],
            _ => self.ends().into_iter().filter(is_free).collect(),
        };
        let nearest = |end: DVec2| links.nearest_reachable(&landscape.regions, me, end);
        let end = ends.into_iter().find(|&end| nearest(end) == Some(end))?;
        let request = Request::new(me, Goal::Point(end), self.half());
        let request = request.within(self.rules().planning_limit);
        let exact: Method = "exact".parse().expect("it is a navigator");
        let mut search = LinkSearch::new(exact, request, links);
        let _ = search.advance(&landscape, u32::MAX);
        self.effort.plans += 1;
        self.effort.steps += u64::from(search.steps());
        self.view.meter.charge(u64::from(search.steps()) * meter::LINK_STEP);
        let step = |link: u32, is_backward| LinkStep {
            link: u16::try_from(link).expect("a world has few links"),
            is_backward,
        };
        Some(search.crossings().iter().map(|it| step(it.link, it.is_backward)).collect())
    }

    fn landscape(&self) -> Landscape<'_> {
        let (sim, radius) = (self.sim, self.senses.me.radius);
        let bounds = sim.world.config.bounds;
        let weighted = self.weighing().map(|footing| {
            (&footing.cost, sim.scratch.derived.ground.weighted(bounds, radius, footing))
        });
        Landscape { sim, regions: self.regions(), weighted }
    }
}

impl Obstacles for Landscape<'_> {
    fn bounds(&self) -> Aabb {
        self.sim.world.config.bounds
    }

    fn visit(
        &self,
        swept: &mut SweptBox,
        visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
    ) {
        let Derived { index, ground, .. } = &self.sim.scratch.derived;
        index.visit_terrain(&swept.bounds(), |number, block| {
            if block.shape().is_none() && swept.touches(block.bounds()) {
                visitor(swept, terrain_key(number), *block.bounds());
            }
        });
        // As in the regions, boxes cover the polygons.
        for (key, cover) in ground.covers() {
            if swept.touches(cover) {
                visitor(swept, key, *cover);
            }
        }
    }

    fn regions(&self, _: DVec2) -> Option<&Regions> {
        Some(&self.regions)
    }

    fn ground(&self) -> Option<&Ground> {
        self.weighted.as_ref().map(|(ground, _)| *ground)
    }

    fn weighted_regions(&self, _: DVec2) -> Option<&WeightedRegions> {
        self.weighted.as_ref().map(|(_, regions)| &**regions)
    }
}
