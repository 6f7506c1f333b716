//! Movement of travelling animals, in an order drawn by lot each tick.
//!
//! A mover walks straight to its next waypoint if nobody is in its way, or about to be. Otherwise it chooses
//! another step ([`steps`]), and asks those whom it would meet to make room ([`walk`]). Who has been under
//! way for longest chooses first. Its pace is the speed of its journey, unless it does not turn or speed up at
//! once. Where the ground under its centre changes within a step, so does its speed.
//! Each mover sees the new positions of those before it, so bodies never overlap. Those that are too far
//! apart to meet walk at the same time (see [`waves`]).

mod collision;
mod lattice_lines;
mod mover;
mod neighbours;
mod steps;
mod walk;
mod waves;

use glam::DVec2;
use hecs::Entity;
use terrarium_creatures::behaviour::{Blocker, Event, EventKind};
use terrarium_creatures::rules::Energy;

use self::mover::{Mover, Movers};
use super::parallel;
use super::scratch::slot_of;
use super::{Phase, Simulation};
use crate::world::{Account, Body, Identity, Journey, JourneyState, Life, Motion};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "move",
    file: file!(),
    what: "moving animals step, avoid each other, make room, stop at contact, slide",
    order: "within a district who has travelled for longest, then lot; those that cannot meet at the \
        same time",
    run: travel,
};

/// How many ticks in which a traveller was stopped one in which it goes on makes up for.
const FREED: u32 = 2;

/// Moves all travelling animals.
pub(super) fn travel(sim: &mut Simulation) {
    let mut movers = Movers::new(sim);
    waves::walk(&mut movers, &sim.world.config, &mut sim.scratch);
    sim.scratch.this_tick.effort.collisions += movers.collisions();
    let Simulation { world, scratch, .. } = sim;
    let config = world.config.clone();
    type Animal<'a> = (Entity, &'a Identity, &'a mut Body, &'a mut Life, &'a mut Motion);
    let query = world.organisms.query_mut::<Animal<'_>>();
    let walked: Vec<(Energy, Vec<Event>)> = parallel::fold(
        query,
        |(burned, events): &mut (Energy, Vec<Event>), (entity, who, body, life, motion)| {
            let Some(mover) = movers.by_slot(slot_of(entity)) else {
                motion.velocity = DVec2::ZERO;
                return;
            };
            motion.velocity = mover.end - body.centre;
            let effort = motion.velocity.length() * mover.pace * config.rules.moving;
            *burned += life.energy.draw(Energy::from_units(effort * body.radius));
            body.centre = mover.end;
            let event = |what| Event { to: who.id, species: who.species, what };
            events.extend(finish_step(motion, body, mover).map(event));
        },
    );
    for (burned, events) in walked {
        world.ledger.book(Account::Moving, burned);
        scratch.this_tick.events.extend(events);
    }
}

/// Updates the journey of a mover after its step. Returns what it perceives.
fn finish_step(motion: &mut Motion, body: &Body, mover: &Mover) -> Option<EventKind> {
    let Motion { velocity, journey: slot, course } = motion;
    let journey = slot.as_mut()?;
    if !mover.travels {
        return None;
    }
    let stopped = mover.stopped();
    journey.underway = journey.underway.saturating_add(1);
    journey.stopped = match mover.is_stopped() {
        true => journey.stopped.saturating_add(1),
        false => journey.stopped.saturating_sub(FREED),
    };
    journey.blocker = stopped;
    if let (Some(_), Some(course)) = (stopped, course.as_mut()) {
        course.pace = velocity.length();
    }
    let is_within = journey.destination.is_within(body.centre);
    let is_beside = stopped.is_some_and(|by| mover.goes_to(by));
    if is_within || is_beside || has_reached_end(journey, body.centre) {
        if journey.continues() && !is_within {
            journey.state = JourneyState::AtNode;
            return None;
        }
        *slot = None;
        course.iter_mut().for_each(|course| course.pace = 0.0);
        return Some(EventKind::Arrived);
    }
    stopped.map(|by| EventKind::Blocked { by })
}

/// Whether the journey has reached the end of its path. A waypoint that is reached is removed from the path.
fn has_reached_end(journey: &mut Journey, at: DVec2) -> bool {
    at == journey.waypoints()[0] && journey.state.reach_waypoint()
}

/// Where a mover ends, and what it met.
type Step = (DVec2, Option<Blocker>);

impl Simulation {
    /// The steps of all movers in this tick, in waves or one after the other. Nothing has moved afterwards.
    ///
    /// # Panics
    /// When the index does not have the movers where they end.
    #[doc(hidden)]
    pub fn steps_of_movers(&mut self, in_waves: bool) -> Vec<Step> {
        let index = self.scratch.derived.index.clone();
        let mut movers = Movers::new(self);
        if in_waves {
            waves::walk(&mut movers, &self.world.config, &mut self.scratch);
        } else {
            waves::walk_in_waves(&mut movers, &self.world.config, &mut self.scratch, i32::MAX);
        }
        for mover in &movers.list {
            assert_eq!(self.scratch.derived.index.body(mover.slot), Some(mover.body()));
        }
        self.scratch.derived.index = index;
        movers.list.iter().map(|mover| (mover.end, mover.by)).collect()
    }
}
