//! Everybody who travels moves, one after the other in an order drawn by lot each tick.
//!
//! A mover goes straight for its next waypoint until it touches something, then slides along it.
//! Whoever moved before is where it moved to: nobody ever overlaps anybody.

use glam::DVec2;
use hecs::Entity;

use super::Simulation;
use super::scratch::{Scratch, slot_of};
use crate::behaviour::{Blocker, Destination, EventKind};
use crate::geometry::{Aabb, Segment, lattice, slide};
use crate::rules::Energy;
use crate::space::Slot;
use crate::world::chance::Lot;
use crate::world::{Account, Body, Identity, Journey, JourneyState, Life, Motion};

/// Moves all who travel.
pub(super) fn travel(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let config = world.config.clone();
    let mut movers: Vec<(Lot, Entity)> = Vec::new();
    let query = world.organisms.query_mut::<(Entity, &Identity, &Body, &mut Motion)>();
    for (entity, who, body, motion) in query {
        motion.velocity = DVec2::ZERO;
        if motion.journey.as_ref().is_some_and(|journey| !journey.waypoints().is_empty()) {
            movers.push((Lot::draw(config.seed, world.tick, who.id, body.centre), entity));
        }
    }
    movers.sort_unstable_by_key(|&(lot, _)| lot);
    let mut view = world.organisms.view_mut::<(&Identity, &mut Body, &mut Life, &mut Motion)>();
    let mut obstacles = Obstacles::default();
    let mut burned = Energy::ZERO;
    for (_, entity) in movers {
        let (who, body, life, motion) = view.get_mut(entity).expect("movers are animals");
        let journey = motion.journey.as_mut().expect("movers travel");
        let step = Step::toward(journey, body, config.bounds);
        let (walked, by) = obstacles.walk(scratch, entity, body, step.to);
        motion.velocity = walked - body.centre;
        let effort = motion.velocity.length() * journey.speed * config.rules.moving;
        burned += life.energy.draw(Energy::from_units(effort * body.radius));
        if motion.velocity != DVec2::ZERO {
            body.centre = walked;
            scratch.index.relocate(slot_of(entity), body.area());
        }
        let stopped = (walked != step.to).then_some(by).flatten();
        let stopped = stopped.or(step.cut_short.then_some(Blocker::Border));
        journey.stopped = if stopped.is_some() { journey.stopped.saturating_add(1) } else { 0 };
        let there = stopped.is_some_and(|by| is_destination(by, journey.destination))
            || (body.centre == journey.waypoints()[0] && journey.course.reach_corner());
        if there && journey.goes_on() {
            journey.course = JourneyState::Stopover;
        } else if there {
            motion.journey = None;
            scratch.happened(who, EventKind::Arrived);
        } else if let Some(by) = stopped {
            scratch.happened(who, EventKind::Blocked { by });
        }
    }
    world.ledger.book(Account::Moving, burned);
}

/// Whether who is in the way is who the mover wants to stand next to.
fn is_destination(by: Blocker, destination: Destination) -> bool {
    matches!((by, destination), (Blocker::Organism(a), Destination::Beside(b)) if a == b)
}

/// What a mover attempts in one tick.
struct Step {
    to: DVec2,
    /// Whether the end of the world is in the way.
    cut_short: bool,
}

impl Step {
    fn toward(journey: &Journey, body: &Body, bounds: Aabb) -> Self {
        let corner = journey.waypoints()[0];
        let way = corner - body.centre;
        let length = way.length();
        let aim = if length <= journey.speed {
            corner
        } else {
            lattice::snap_point(body.centre + way * (journey.speed / length))
        };
        let to = bounds.inflated(DVec2::splat(-body.radius)).nearest_point(aim);
        Self { to, cut_short: to != aim }
    }
}

/// What stands about a mover, as seen by its centre.
#[derive(Default)]
struct Obstacles {
    standing: Vec<(Option<Slot>, Aabb)>,
    areas: Vec<Aabb>,
}

impl Obstacles {
    /// How far a mover comes on its way, and what stops it.
    fn walk(
        &mut self,
        scratch: &Scratch,
        mover: Entity,
        body: &Body,
        to: DVec2,
    ) -> (DVec2, Option<Blocker>) {
        self.gather(scratch, mover, body, to);
        let way = Segment::new(body.centre, to);
        if !self.standing.iter().any(|(_, area)| way.enters(area)) {
            return (to, None);
        }
        // Of two met at once the first in the list counts, however the index reports them.
        let blocker = |slot: Option<Slot>| {
            slot.map_or(Blocker::Terrain, |slot| Blocker::Organism(scratch.look(slot).id))
        };
        self.standing.sort_by_key(|&(slot, _)| blocker(slot));
        self.areas.clear();
        self.areas.extend(self.standing.iter().map(|&(_, area)| area));
        let walked = slide(body.centre, to, &self.areas);
        (walked.end, walked.blocker.map(|place| blocker(self.standing[place].0)))
    }

    fn gather(&mut self, scratch: &Scratch, mover: Entity, body: &Body, to: DVec2) {
        self.standing.clear();
        let half = DVec2::splat(body.radius);
        let swept = Aabb::spanning(body.centre, to).inflated(half);
        let own = slot_of(mover);
        scratch.index.visit_terrain(&swept, |_, block| {
            self.standing.push((None, block.inflated(half)));
        });
        scratch.index.visit(&swept, |slot, area| {
            if slot != own {
                self.standing.push((Some(slot), area.inflated(half)));
            }
        });
    }
}
