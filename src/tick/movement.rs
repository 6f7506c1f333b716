//! Movement of travelling animals, one after the other in an order drawn by lot each tick.
//!
//! A mover walks straight to its next waypoint until it touches an obstacle, then slides along it. Its
//! pace is the speed of its journey, unless it does not turn or speed up at once. Where the ground under
//! its centre changes within a step, so does its speed.
//! Each mover sees the new positions of those before it, so bodies never overlap.

use glam::DVec2;
use hecs::Entity;

use super::Simulation;
use super::footing::Footing;
use super::plan::GRAZE;
use super::scratch::{Scratch, slot_of};
use super::steering;
use crate::behaviour::{Blocker, Destination, EventKind};
use crate::geometry::{Aabb, Segment, lattice, slide};
use crate::rules::Energy;
use crate::space::Slot;
use crate::world::chance::Lot;
use crate::world::{Account, Body, Identity, JourneyState, Life, Motion};

/// Moves all travelling animals.
pub(super) fn travel(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let config = world.config.clone();
    let mut movers: Vec<(Lot, Entity)> = Vec::new();
    let query = world.organisms.query_mut::<(Entity, &Identity, &Body, &mut Motion)>();
    for (entity, who, body, motion) in query {
        motion.velocity = DVec2::ZERO;
        if motion.journey.as_ref().is_some_and(|journey| !journey.waypoints().is_empty()) {
            movers.push((Lot::draw(config.seed, world.tick, who.id, body.centre), entity));
        } else if let Some(course) = &mut motion.course {
            course.pace = 0.0;
        }
    }
    movers.sort_unstable_by_key(|&(lot, _)| lot);
    let mut view = world.organisms.view_mut::<(&Identity, &mut Body, &mut Life, &mut Motion)>();
    let mut obstacles = Obstacles::default();
    let mut burned = Energy::ZERO;
    for (_, entity) in movers {
        let (who, body, life, motion) = view.get_mut(entity).expect("movers are animals");
        let steering = &config.species(who.species).steering;
        let pace = steering::pace(motion, body.centre, steering);
        let journey = motion.journey.as_mut().expect("movers travel");
        let footing = scratch.footings.of_species(who.species);
        let mut step = Step::toward(journey.waypoints()[0], pace, body, config.bounds, footing);
        let mut walk = obstacles.walk(scratch, entity, body, step.to);
        if walk.end == body.centre
            && let Some(to) = aligned(body.centre, journey.waypoints()[0])
        {
            step.to = to;
            walk = obstacles.walk(scratch, entity, body, to);
        }
        let Walked { contact, end: walked, by } = walk;
        let walked = match footing {
            Some(footing) if walked != step.to => {
                lattice::snap_point(footing.shortened(body.centre, contact, walked, pace))
            }
            _ => walked,
        };
        motion.velocity = walked - body.centre;
        let effort = motion.velocity.length() * pace * config.rules.moving;
        burned += life.energy.draw(Energy::from_units(effort * body.radius));
        if motion.velocity != DVec2::ZERO {
            body.centre = walked;
            scratch.index.relocate(slot_of(entity), body.area());
        }
        let stopped = (walked != step.to).then_some(by).flatten();
        let stopped = stopped.or(step.cut_short.then_some(Blocker::Border));
        journey.stopped = if stopped.is_some() { journey.stopped.saturating_add(1) } else { 0 };
        if let (Some(_), Some(course)) = (stopped, &mut motion.course) {
            course.pace = motion.velocity.length();
        }
        let has_arrived = stopped.is_some_and(|by| is_destination(by, journey.destination))
            || (body.centre == journey.waypoints()[0] && journey.state.reach_waypoint());
        if has_arrived && journey.continues() {
            journey.state = JourneyState::AtNode;
        } else if has_arrived {
            motion.journey = None;
            motion.course.iter_mut().for_each(|course| course.pace = 0.0);
            scratch.record_event(who, EventKind::Arrived);
        } else if let Some(by) = stopped {
            scratch.record_event(who, EventKind::Blocked { by });
        }
    }
    world.ledger.book(Account::Moving, burned);
}

/// Whether the obstacle is the organism that the mover travels to.
fn is_destination(by: Blocker, destination: Destination) -> bool {
    matches!((by, destination), (Blocker::Organism(a), Destination::Beside(b)) if a == b)
}

/// The place beside a mover that is level with its waypoint on one axis, if it is there but for rounding. What
/// planning takes for a graze may stop it, and its steps be too steep to slide past.
fn aligned(at: DVec2, waypoint: DVec2) -> Option<DVec2> {
    let offset = (waypoint - at).abs();
    let is_graze = |distance: f64| 0.0 < distance && distance <= GRAZE;
    if is_graze(offset.x) {
        Some(DVec2::new(waypoint.x, at.y))
    } else {
        is_graze(offset.y).then_some(DVec2::new(at.x, waypoint.y))
    }
}

/// The movement that is attempted in one tick.
struct Step {
    to: DVec2,
    /// Whether the border of the world limits the step.
    cut_short: bool,
}

impl Step {
    fn toward(
        waypoint: DVec2,
        pace: f64,
        body: &Body,
        bounds: Aabb,
        footing: Option<&Footing>,
    ) -> Self {
        let offset = waypoint - body.centre;
        let distance = offset.length();
        let target = if let Some(footing) = footing {
            let straight = Segment::new(body.centre, waypoint);
            lattice::snap_point(footing.time.reach(&straight, pace))
        } else if distance <= pace {
            waypoint
        } else {
            lattice::snap_point(body.centre + offset * (pace / distance))
        };
        let to = bounds.inflated(DVec2::splat(-body.radius)).nearest_point(target);
        Self { to, cut_short: to != target }
    }
}

/// A movement among obstacles.
struct Walked {
    /// Where the mover met an obstacle; the end if it met none.
    contact: DVec2,
    end: DVec2,
    by: Option<Blocker>,
}

/// The obstacles around a mover, inflated by its radius.
#[derive(Default)]
struct Obstacles {
    obstacles: Vec<(Option<Slot>, Aabb)>,
    areas: Vec<Aabb>,
}

impl Obstacles {
    /// Walks as far as the obstacles allow.
    fn walk(&mut self, scratch: &Scratch, mover: Entity, body: &Body, to: DVec2) -> Walked {
        self.gather(scratch, mover, body, to);
        let segment = Segment::new(body.centre, to);
        if !self.obstacles.iter().any(|(_, area)| segment.enters(area)) {
            return Walked { contact: to, end: to, by: None };
        }
        // Sorted, so that the order of the index does not decide which of two simultaneous blockers
        // counts.
        let blocker = |slot: Option<Slot>| {
            slot.map_or(Blocker::Terrain, |slot| Blocker::Organism(scratch.visible_traits(slot).id))
        };
        self.obstacles.sort_by_key(|&(slot, _)| blocker(slot));
        self.areas.clear();
        self.areas.extend(self.obstacles.iter().map(|&(_, area)| area));
        let walked = slide(body.centre, to, &self.areas);
        let by = walked.blocker.map(|place| blocker(self.obstacles[place].0));
        Walked { contact: walked.contact, end: walked.end, by }
    }

    fn gather(&mut self, scratch: &Scratch, mover: Entity, body: &Body, to: DVec2) {
        self.obstacles.clear();
        let half = DVec2::splat(body.radius);
        let swept = Aabb::spanning(body.centre, to).inflated(half);
        let own = slot_of(mover);
        scratch.index.visit_terrain(&swept, |_, block| {
            self.obstacles.push((None, block.inflated(half)));
        });
        scratch.index.visit(&swept, |slot, area| {
            if slot != own {
                self.obstacles.push((Some(slot), area.inflated(half)));
            }
        });
    }
}
