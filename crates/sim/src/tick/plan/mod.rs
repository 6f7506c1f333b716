//! Path planning: turns a requested destination into a journey and keeps it up to date.
//!
//! - A path is **kept** as long as it is free for the next steps and leads to the goal. When the
//!   goal moves, the end of the path moves with it. Only when the goal has moved far does a new
//!   search start; its path is taken if it is clearly shorter (rule `persistence`), which prevents
//!   oscillation.
//! - A species with a **stepwise** navigator has no path: it requests the next move at the end of
//!   the last one, or when that is no longer free.
//! - A **search** takes a limited number of steps per tick (rule `planning_steps`) and continues in
//!   the next.
//! - **Travellers** are no obstacles for planning: those who meet avoid each other while they
//!   [move](super::movement), and make room. A creature **blocked** by a standing obstacle replans at once; one
//!   blocked by a traveller goes on, and replans from time to time (rule `patience`).
//! - A search that lasts too long, or loses itself among moving bodies, is replaced by the shortest path
//!   around the **terrain**, with detours around the bodies that are met.
//! - Where **roads or swamps** count for the species, it takes the cheapest path over the ground in the
//!   same manner, unless the straight one is the cheapest or bodies have blocked it for too long.
//! - Where many travellers go to the same point, they follow the paths of a **shared** flow field, once it
//!   reaches them.
//! - A journey may lead over **links**: it then leads from one to the next.
//! - **Wary** species take a detour around threats if it costs less than the danger.
//! - A journey to a **base** follows a route across the map, from one node to the next, and
//!   breaches the walls on it.

mod following;
mod give_way;
mod ground;
mod links;
mod meter;
mod passage;
mod request;
mod route;
mod search;
mod shared;
mod surroundings;
mod threats;
mod weighted;

use terrarium_creatures::behaviour::{Blocker, Destination, Refusal, Senses};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::Species;
use terrarium_navigation::{Goal, Method, path_length};
use terrarium_space::geometry::{Aabb, DVec2};
use terrarium_space::terrain::Cell;

pub(super) use meter::Allowance;
use meter::Meter;
pub(super) use request::{MoveRequest, PlannedTravel, Travel, TravelRequest, go, travel};
use search::PlanningResult;
pub(super) use surroundings::GRAZE;
use surroundings::{ObstacleView, key_of};

use super::Simulation;
use super::appearance::Appearance;
use super::effort::TravelEffort;
use super::footing::Footing;
use super::sense::Neighbour;
use crate::world::{Itinerary, Journey, JourneyState, LinkStep, ObstacleFilter, PlanningEffort};

/// How long a creature waits for animals that stand in its path, in multiples of the rule `patience`.
const WAIT: u32 = 8;

/// Plans for one creature in one tick.
struct Planner<'a> {
    senses: &'a Senses<'a>,
    sim: &'a Simulation,
    request: MoveRequest,
    view: ObstacleView<'a>,
    /// The remaining steps of this tick.
    budget: u32,
    /// Whether a search stopped before that, because the operations of its species are used up.
    cut_short: bool,
    /// For how many ticks the creature has been blocked, and by what.
    blocked: (u32, Option<Blocker>),
    /// For how long it has been under way to its destination, in ticks.
    underway: u32,
    /// The route to a base, once it is found.
    itinerary: Option<Box<Itinerary>>,
    /// The links that the journey leads over, the next one first.
    links: Vec<LinkStep>,
    /// The wall on the route that is within reach.
    breach: Option<Cell>,
    effort: PlanningEffort,
}

impl<'a> Planner<'a> {
    fn new(
        senses: &'a Senses<'a>,
        bodies: &'a [Neighbour],
        sim: &'a Simulation,
        request: MoveRequest,
        allowance: Option<Allowance>,
    ) -> Self {
        let me = key_of(senses.me.id);
        let target = match request.destination {
            Destination::Beside(target) => key_of(target),
            Destination::Point(_)
            | Destination::Base(_)
            | Destination::Near(_)
            | Destination::Within { .. }
            | Destination::Formation { .. } => me,
        };
        let ignored = [me, target];
        let (own, sight) = (senses.me.body(), senses.me.sight);
        Self {
            senses,
            sim,
            request,
            view: ObstacleView::new(sim, own, sight, bodies, ignored, Meter::new(allowance)),
            blocked: (0, None),
            underway: 0,
            budget: sim.world.config.rules.planning_steps,
            cut_short: false,
            itinerary: None,
            links: Vec::new(),
            breach: None,
            effort: PlanningEffort::default(),
        }
    }

    /// The effort so far.
    fn effort(&self) -> TravelEffort {
        TravelEffort { planning: self.effort, index_queries: self.view.index_queries() }
    }

    /// Plans the request, given the current journey.
    fn go(&mut self, journey: Option<&Journey>) -> Result<Travel, Refusal> {
        if self.request.destination.is_within(self.senses.me.centre) {
            return Ok(Travel::Arrive);
        }
        let continued = journey.filter(|journey| self.continues(journey));
        self.blocked = continued.map_or((0, None), |journey| (journey.stopped, journey.blocker));
        let same = journey.filter(|journey| journey.destination == self.request.destination);
        self.underway = same.map_or(0, |journey| journey.underway);
        if self.may_take_links() {
            return self.go_over_links(continued);
        }
        self.go_without_links(continued)
    }

    /// Whether more operations would lead to another result.
    fn is_cut_short(&self) -> bool {
        self.cut_short || self.view.meter.has_left_out()
    }

    /// What the creature does while its plan waits for operations: it continues the journey that it is on, if that
    /// leads to the same destination, and otherwise stands.
    fn wait_for_operations(&mut self, journey: Option<&Journey>) -> Travel {
        self.breach = None;
        if journey.is_some_and(|journey| journey.destination == self.request.destination) {
            return Travel::Continue;
        }
        (self.itinerary, self.blocked, self.underway) = (None, (0, None), 0);
        self.links.clear();
        let state = if !self.sim.world.config.links.is_empty() {
            Some(JourneyState::AtNode)
        } else if let Destination::Base(base) = self.request.destination {
            self.route_query(base).ok().map(JourneyState::Routing)
        } else {
            let search = self.method().begin(self.path_request(self.request.goal));
            Some(JourneyState::Searching(Box::new(search), ObstacleFilter::Standing))
        };
        state.map_or(Travel::Continue, |state| self.begin_state(state, 0))
    }

    /// Continues a journey to its destination over the ground, or begins one.
    fn go_without_links(&mut self, journey: Option<&Journey>) -> Result<Travel, Refusal> {
        match self.request.destination {
            Destination::Base(base) => self.go_to_base(base, journey),
            _ => self.go_on_foot(journey),
        }
    }

    /// Continues a journey to its destination, or begins one.
    fn go_on_foot(&mut self, journey: Option<&Journey>) -> Result<Travel, Refusal> {
        match journey {
            Some(journey) => self.keep_going(journey),
            None if self.may_share() => self.wait_for_others(),
            None => self.set_out(0),
        }
    }

    /// Continues a journey whose destination matches the request.
    fn keep_going(&mut self, journey: &Journey) -> Result<Travel, Refusal> {
        if let Some(arrival) = self.arrives_beside_others(journey) {
            return Ok(arrival);
        }
        if let Some(travel) = self.give_way(journey)? {
            return Ok(travel);
        }
        match &journey.state {
            JourneyState::Searching(search, filter) if !self.has_drifted(journey) => {
                if let Some(result) = self.by_field() {
                    return Ok(self.begin(result, journey.stopped));
                }
                let result = self.continue_search(search.clone(), *filter)?;
                let result = self.or_cheaper(result);
                Ok(self.begin(result, journey.stopped))
            }
            JourneyState::Stepwise(path, search, filter) => match self.get_past(journey)? {
                Some(travel) => Ok(travel),
                None => self.follow_moves(journey, path, search, *filter),
            },
            JourneyState::Searching(..)
            | JourneyState::Routing(_)
            | JourneyState::Crossing { .. }
            | JourneyState::AtNode => self.set_out(journey.stopped),
            JourneyState::SteppingAside { path, until } => self.stand_aside(path, *until),
            JourneyState::Path(path, filter) => match self.get_past(journey)? {
                Some(travel) => Ok(travel),
                None => self.follow_path(journey, path, *filter),
            },
        }
    }

    /// Whether the request has the destination of the journey, or another point, for which the end
    /// of the path can be moved.
    fn continues(&self, journey: &Journey) -> bool {
        let (old, new) = (journey.destination, self.request.destination);
        old == new || (old.point().is_some() && new.point().is_some())
    }

    /// Reacts to being blocked in the last tick; returns `None` to push on.
    fn get_past(&mut self, journey: &Journey) -> Result<Option<Travel>, Refusal> {
        if journey.blocker.is_none() {
            return Ok(None);
        }
        let over_ground = match &journey.state {
            JourneyState::Path(path, filter) if filter.is_terrain_only() => Some((path, *filter)),
            _ => None,
        };
        let pushes_on = over_ground.is_some() && !self.has_tried_ground();
        if !pushes_on && !self.is_blocked_by_traveller() {
            return self.set_out(journey.stopped).map(Some);
        }
        let patience = self.rules().patience;
        if !journey.stopped.is_multiple_of(patience) {
            return Ok(Some(Travel::Pace(self.request.speed)));
        }
        self.view.blocker = self.blocker().map(|other| other.id);
        let result = match over_ground {
            Some((path, filter)) => Ok(self.past_bodies_ahead(self.without_passed(path), filter)),
            None => self.plan(),
        };
        self.view.blocker = None;
        let result = match result {
            Ok(found @ PlanningResult::Found(..)) => found,
            _ => self.plan()?,
        };
        Ok(Some(self.begin(result, journey.stopped)))
    }

    /// Whether the creature has waited long enough for animals that stand in its path.
    fn has_waited(&self) -> bool {
        self.blocked.0 >= self.rules().patience * WAIT
    }

    /// Whether the creature gives up its path over the ground: it has waited long enough, or what stands in
    /// the path never walks away.
    fn has_tried_ground(&self) -> bool {
        let is_stuck = || {
            let ticks = self.rules().patience;
            self.weighing().is_some() && self.blocked.0 >= ticks && self.is_blocked_for_good()
        };
        self.has_waited() || is_stuck()
    }

    /// Whether a plant or a carcass blocked this creature in the last tick.
    fn is_blocked_for_good(&self) -> bool {
        self.blocker().is_some_and(|other| !other.kind.is_animal())
    }

    /// Whether a traveller blocked this creature in the last tick.
    fn is_blocked_by_traveller(&self) -> bool {
        self.blocker().is_some_and(|other| other.travels)
    }

    /// The organism that blocked this creature in the last tick, if it is still there.
    fn blocker(&self) -> Option<&'a Appearance> {
        self.view.neighbour(self.blocked.1?.organism()?)
    }

    /// Makes room until the creature has waited long enough, or its path is free.
    fn stand_aside(&mut self, path: &[DVec2], until: u64) -> Result<Travel, Refusal> {
        let may_leave = path.is_empty() && !self.view.is_near_travellers();
        if may_leave || self.senses.tick >= until {
            return self.set_out(0);
        }
        Ok(Travel::Pace(self.request.speed))
    }

    /// Goes straight if possible, and otherwise stands until the travellers to its goal are counted.
    fn wait_for_others(&mut self) -> Result<Travel, Refusal> {
        let result = self.prepare();
        match result {
            PlanningResult::Unfinished(..) if self.method().navigator().is_stepwise() => {
                self.set_out(0)
            }
            result => Ok(self.begin(result, 0)),
        }
    }

    /// Plans a path and starts a journey on it.
    fn set_out(&mut self, stopped: u32) -> Result<Travel, Refusal> {
        let result = self.plan()?;
        Ok(self.begin(result, stopped))
    }

    fn begin(&mut self, result: PlanningResult, stopped: u32) -> Travel {
        match result {
            PlanningResult::Found(path, _) if path.is_empty() => self.arrive(),
            PlanningResult::Found(path, filter) => {
                let path = self.avoid_threats(path, filter);
                self.begin_state(JourneyState::Path(path, filter), stopped)
            }
            PlanningResult::Move(to, search, filter) => {
                let path = to.into_iter().collect();
                self.begin_state(JourneyState::Stepwise(path, search, filter), stopped)
            }
            PlanningResult::Unfinished(search, filter) => {
                self.begin_state(JourneyState::Searching(search, filter), stopped)
            }
        }
    }

    /// Ends the journey, or waits for the next node of its route, or for a link.
    fn arrive(&self) -> Travel {
        if !self.links.is_empty() {
            return self.begin_state(JourneyState::AtNode, self.blocked.0);
        }
        match &self.itinerary {
            Some(itinerary) if itinerary.continues() => self.begin_state(JourneyState::AtNode, 0),
            _ => Travel::Arrive,
        }
    }

    fn begin_state(&self, state: JourneyState, stopped: u32) -> Travel {
        let MoveRequest { destination, speed, .. } = self.request;
        let (planned_for, itinerary) = (self.goal_centre(), self.itinerary.clone());
        let links = self.links.clone();
        let (blocker, underway) = (self.blocked.1, self.underway);
        Travel::Begin(Box::new(Journey {
            destination,
            planned_for,
            speed,
            stopped,
            blocker,
            underway,
            itinerary,
            links,
            state,
        }))
    }

    /// The centre of the goal.
    fn goal_centre(&self) -> DVec2 {
        match self.request.goal {
            Goal::Point(point) => point,
            Goal::Beside(area) => area.centre(),
        }
    }

    fn rules(&self) -> &'a Rules {
        &self.sim.world.config.rules
    }

    fn species(&self) -> &'a Species {
        self.sim.world.config.species(self.senses.me.species)
    }

    /// The navigation method of its species.
    fn method(&self) -> &'a Method {
        &self.species().navigation
    }

    /// How its species goes on the ground of the world; `None` where all ground is plain for it.
    fn footing(&self) -> Option<&'a Footing> {
        self.sim.scratch.derived.footings.of_species(self.senses.me.species)
    }

    /// The time that a path takes at speed one.
    fn time(&self, path: &[DVec2]) -> f64 {
        let me = self.senses.me.centre;
        match self.footing() {
            Some(footing) => footing.time.path_cost(me, path),
            None => path_length(me, path),
        }
    }

    fn half(&self) -> DVec2 {
        DVec2::splat(self.senses.me.radius)
    }

    /// The area in which the centre of the body can be.
    fn room(&self) -> Aabb {
        self.senses.bounds.inflated(-self.half())
    }
}
