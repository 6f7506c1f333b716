//! Everybody who travels moves, one after the other in an order drawn by lot each tick.
//!
//! A mover goes straight for its next waypoint until it touches something, then slides along it.
//! Whoever moved before is where it moved to: nobody ever overlaps anybody.

use glam::DVec2;
use hecs::Entity;

use super::Simulation;
use super::scratch::{Scratch, slot_of};
use crate::behaviour::{Blocker, Happening};
use crate::geometry::{Aabb, lattice, slide};
use crate::rules::Energy;
use crate::world::chance::Lot;
use crate::world::{Account, Body, Identity, Journey, Life, Motion};

/// Moves all who travel.
pub(super) fn travel(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let setting = world.setting.clone();
    let mut movers: Vec<(Lot, Entity)> = Vec::new();
    let query = world.organisms.query_mut::<(Entity, &Identity, &Body, &mut Motion)>();
    for (entity, who, body, motion) in query {
        motion.velocity = DVec2::ZERO;
        if motion.journey.is_some() {
            movers.push((Lot::draw(setting.seed, world.tick, who.id, body.centre), entity));
        }
    }
    movers.sort_unstable_by_key(|&(lot, _)| lot);
    let mut view = world.organisms.view_mut::<(&Identity, &mut Body, &mut Life, &mut Motion)>();
    let mut obstacles = Obstacles::default();
    let mut burned = Energy::ZERO;
    for (_, entity) in movers {
        let (who, body, life, motion) = view.get_mut(entity).expect("movers are animals");
        let journey = motion.journey.as_mut().expect("movers travel");
        let step = Step::toward(journey, body, setting.bounds);
        obstacles.gather(scratch, entity, body, step.to);
        let walked = slide(body.centre, step.to, &obstacles.areas);
        motion.velocity = walked.end - body.centre;
        let effort = motion.velocity.length() * journey.speed * setting.rules.moving;
        burned += life.energy.draw(Energy::from_units(effort * body.radius));
        if motion.velocity != DVec2::ZERO {
            body.centre = walked.end;
            scratch.index.relocate(slot_of(entity), body.area());
        }
        if let Some(blocker) = walked.blocker {
            let by = obstacles.blockers[blocker];
            scratch.happened(who, Happening::Blocked { by });
        } else if step.cut_short {
            scratch.happened(who, Happening::Blocked { by: Blocker::Border });
        }
        if body.centre == journey.waypoints[0] {
            journey.waypoints.remove(0);
            if journey.waypoints.is_empty() {
                motion.journey = None;
                scratch.happened(who, Happening::Arrived);
            }
        }
    }
    world.ledger.book(Account::Moving, burned);
}

/// What a mover attempts in one tick.
struct Step {
    to: DVec2,
    /// Whether the end of the world is in the way.
    cut_short: bool,
}

impl Step {
    fn toward(journey: &Journey, body: &Body, bounds: Aabb) -> Self {
        let way = journey.waypoints[0] - body.centre;
        let length = way.length();
        let aim = if length <= journey.speed {
            journey.waypoints[0]
        } else {
            lattice::snap_point(body.centre + way * (journey.speed / length))
        };
        let to = bounds.inflated(DVec2::splat(-body.radius)).nearest_point(aim);
        Self { to, cut_short: to != aim }
    }
}

/// What stands about a mover, as seen by its centre. Of two met at once the one that stands first
/// in the list counts: the lists are in order of blockers, however the index reports them.
#[derive(Default)]
struct Obstacles {
    areas: Vec<Aabb>,
    blockers: Vec<Blocker>,
}

impl Obstacles {
    fn gather(&mut self, scratch: &Scratch, mover: Entity, body: &Body, to: DVec2) {
        self.areas.clear();
        self.blockers.clear();
        let half = DVec2::splat(body.radius);
        let swept = Aabb::spanning(body.centre, to).inflated(half);
        let own = slot_of(mover);
        scratch.index.visit_terrain(&swept, |_, block| {
            self.areas.push(block.inflated(half));
            self.blockers.push(Blocker::Terrain);
        });
        scratch.index.visit(&swept, |slot, area| {
            if slot != own {
                let by = Blocker::Organism(scratch.look(slot).id);
                let place = self.blockers.partition_point(|before| *before < by);
                self.areas.insert(place, area.inflated(half));
                self.blockers.insert(place, by);
            }
        });
    }
}
