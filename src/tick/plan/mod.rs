//! Finding the way: what a creature wants to reach becomes a journey, and stays one.
//!
//! - A way is **kept** as long as it is free for the next steps and leads where it should. When the
//!   goal moves, the end of the way moves with it; only when the goal has gone far is another way
//!   looked for, and taken if it is clearly shorter (rule `persistence`): nobody dithers between
//!   two sides.
//! - Whose species decides **a move at a time** looks for no way: it asks for the next move when it
//!   has come to the end of the last, or that is not free any more.
//! - **Looking** for a way takes so many steps a tick (rule `planning_steps`); the rest goes on in
//!   the next.
//! - Who is **stopped** by something that stays looks for another way at once. Who is stopped by
//!   another traveller pushes on for a few ticks (rule `patience`), then looks for a way around it.
//!   If there is none, the younger of the two steps aside or backs off, and later the older.
//! - Where travellers close the way, it is gone as if they were not there: they will not stand
//!   there for ever.
//! - The **wary** go around what they fear when that is worth it to them.
//! - To a **base** it goes by a route across the map, from one stop of it to the next, and breaches
//!   the walls through which that leads.

mod aside;
mod fear;
mod kept;
mod look;
mod route;
mod surroundings;

use hecs::Entity;

use super::Simulation;
use super::scratch::slot_of;
use crate::behaviour::{Blocker, Destination, EventKind, Refusal, Senses};
use crate::geometry::{Aabb, DVec2};
use crate::navigation::{Goal, Method};
use crate::rules::{Rules, few};
use crate::space::Slot;
use crate::space::terrain::Cell;
use crate::species::Species;
use crate::world::{Itinerary, Journey, JourneyState, ObstacleFilter, PlanningEffort};
use look::PlanningResult;
use surroundings::{Eye, Surroundings, names_of};

/// What a creature wants of its legs.
#[derive(Clone, Copy)]
pub(super) struct MoveRequest {
    pub destination: Destination,
    pub goal: Goal,
    pub speed: f64,
}

/// What becomes of a journey.
pub(super) enum Travel {
    GoOn,
    /// Goes on at another speed.
    Pace(f64),
    End,
    Begin(Journey),
}

/// One creature at its planning in one tick.
pub(super) struct Planner<'a> {
    senses: &'a Senses<'a>,
    sim: &'a Simulation,
    wish: MoveRequest,
    eye: Eye<'a>,
    /// What is about it, once it has looked.
    surroundings: Option<Surroundings<'a>>,
    /// The steps that are left for this tick.
    budget: u32,
    /// The route by which it goes to a base, once it is found.
    itinerary: Option<Box<Itinerary>>,
    /// The wall before it, through which its route leads.
    pub breach: Option<Cell>,
    pub effort: PlanningEffort,
}

impl<'a> Planner<'a> {
    pub fn new(
        senses: &'a Senses<'a>,
        bodies: &'a [(Slot, Aabb)],
        sim: &'a Simulation,
        wish: MoveRequest,
    ) -> Self {
        let [me, me_travelling] = names_of(senses.me.id);
        let [aim, aim_travelling] = match wish.destination {
            Destination::Beside(whom) => names_of(whom),
            Destination::Point(_) | Destination::Base(_) => [me, me_travelling],
        };
        let ignored = [me, me_travelling, aim, aim_travelling];
        Self {
            senses,
            sim,
            wish,
            eye: Eye { sim, own: senses.me.body(), sight: senses.me.sight, bodies, ignored },
            surroundings: None,
            budget: few(sim.world.config.rules.planning_steps),
            itinerary: None,
            breach: None,
            effort: PlanningEffort::default(),
        }
    }

    /// What becomes of the journey of who was on this one and now has its wish.
    pub fn go(&mut self, journey: Option<&Journey>) -> Result<Travel, Refusal> {
        if let Destination::Base(base) = self.wish.destination {
            return self.follow(base, journey);
        }
        match journey.filter(|journey| self.continues(journey)) {
            Some(journey) => self.keep_going(journey),
            None => self.set_out(0),
        }
    }

    /// What becomes of a journey that leads to where the wish is for, or nearly.
    fn keep_going(&mut self, journey: &Journey) -> Result<Travel, Refusal> {
        match &journey.course {
            JourneyState::Thinking(search, regard) if !self.has_drifted(journey) => {
                let thought = self.think(search.clone(), *regard)?;
                Ok(self.begin(thought, journey.stopped))
            }
            JourneyState::Moves(way, search, regard) => match self.get_past(journey)? {
                Some(travel) => Ok(travel),
                None => self.keep_moving(journey, way, search, *regard),
            },
            JourneyState::Thinking(..) | JourneyState::Routing(_) | JourneyState::Stopover => {
                self.set_out(journey.stopped)
            }
            JourneyState::Aside { way, until } => self.stand_aside(way, *until),
            JourneyState::Way(way, regard) => match self.get_past(journey)? {
                Some(travel) => Ok(travel),
                None => self.keep_on(journey, way, *regard),
            },
        }
    }

    /// Whether the wish is for the same as the journey, or for something near enough in kind to
    /// get there by moving the end of the way.
    fn continues(&self, journey: &Journey) -> bool {
        match (journey.destination, self.wish.destination) {
            (Destination::Point(_), Destination::Point(_)) => true,
            (old, new) => old == new,
        }
    }

    /// What is to be done about having been stopped in the last tick; `None` to push on.
    fn get_past(&mut self, journey: &Journey) -> Result<Option<Travel>, Refusal> {
        if journey.stopped == 0 {
            return Ok(None);
        }
        let Some(other) = self.traveller_in_the_way() else {
            return self.set_out(journey.stopped).map(Some);
        };
        let patience = few(self.rules().patience);
        if !journey.stopped.is_multiple_of(patience) {
            return Ok(Some(Travel::Pace(self.wish.speed)));
        }
        let thought = self.look(ObstacleFilter::All)?;
        let leads_through = matches!(thought, PlanningResult::Found(_, ObstacleFilter::Staying));
        let is_younger = self.senses.me.id > self.sim.scratch.look(slot_of(other)).id;
        let turn = if is_younger { 2 } else { 4 };
        let aside = if leads_through && journey.stopped >= patience * turn {
            self.aside(other).or_else(|| self.back_off(other))
        } else {
            None
        };
        Ok(Some(match aside {
            Some(course) => self.begin_course(course, 0),
            None => self.begin(thought, journey.stopped),
        }))
    }

    /// Who stopped this creature in the last tick, if it is on a journey, too.
    fn traveller_in_the_way(&self) -> Option<Entity> {
        self.senses.events_of.iter().find_map(|event| match event.what {
            EventKind::Blocked { by: Blocker::Organism(id) } => {
                self.eye.neighbour(id).filter(|look| look.travels).map(|look| look.entity)
            }
            _ => None,
        })
    }

    /// Lets the other pass until the way is free or it has waited long enough.
    fn stand_aside(&mut self, way: &[DVec2], until: u64) -> Result<Travel, Refusal> {
        if self.senses.tick >= until {
            return self.set_out(0);
        }
        if way.is_empty()
            && let thought @ PlanningResult::Found(_, ObstacleFilter::All) =
                self.look(ObstacleFilter::All)?
        {
            return Ok(self.begin(thought, 0));
        }
        Ok(Travel::Pace(self.wish.speed))
    }

    /// Looks for a way, and begins to go it.
    fn set_out(&mut self, stopped: u32) -> Result<Travel, Refusal> {
        let thought = self.look(ObstacleFilter::All)?;
        Ok(self.begin(thought, stopped))
    }

    fn begin(&mut self, thought: PlanningResult, stopped: u32) -> Travel {
        match thought {
            PlanningResult::Found(way, _) if way.is_empty() => self.arrive(),
            PlanningResult::Found(way, regard) => {
                let way = self.warily(way, regard);
                self.begin_course(JourneyState::Way(way, regard), stopped)
            }
            PlanningResult::Move(to, search, regard) => {
                let way = to.into_iter().collect();
                self.begin_course(JourneyState::Moves(way, search, regard), stopped)
            }
            PlanningResult::Unfinished(search, regard) => {
                self.begin_course(JourneyState::Thinking(search, regard), stopped)
            }
        }
    }

    /// It is where it wants to be, or as near to the next stop of its route as it gets.
    fn arrive(&self) -> Travel {
        match &self.itinerary {
            Some(itinerary) if itinerary.goes_on() => self.begin_course(JourneyState::Stopover, 0),
            _ => Travel::End,
        }
    }

    fn begin_course(&self, course: JourneyState, stopped: u32) -> Travel {
        let MoveRequest { destination, speed, .. } = self.wish;
        let (planned_for, itinerary) = (self.aim(), self.itinerary.clone());
        Travel::Begin(Journey { destination, planned_for, speed, stopped, itinerary, course })
    }

    /// The middle of what it wants to reach.
    fn aim(&self) -> DVec2 {
        match self.wish.goal {
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

    /// How its species finds its way.
    fn method(&self) -> &'a Method {
        &self.species().navigation
    }

    fn half(&self) -> DVec2 {
        DVec2::splat(self.senses.me.radius)
    }

    /// Where the middle of the body can be.
    fn room(&self) -> Aabb {
        self.senses.bounds.inflated(-self.half())
    }
}
