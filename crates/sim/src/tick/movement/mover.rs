//! The movers of a tick: where each wants to go, and how far it gets.

use glam::{DVec2, IVec2};
use hecs::Entity;
use rayon::prelude::*;
use terrarium_creatures::behaviour::Blocker;
use terrarium_creatures::species::SpeciesId;
use terrarium_space::geometry::{Aabb, Segment, lattice};
use terrarium_space::{District, Slot};

use crate::tick::footing::Footing;
use crate::tick::list_indices::ListIndices;
use crate::tick::plan::GRAZE;
use crate::tick::scratch::slot_of;
use crate::tick::{Simulation, parallel, steering};
use crate::world::chance::Lot;
use crate::world::{Body, Identity, Motion};

/// An animal that moves in this tick.
pub(super) struct Mover {
    pub lot: Lot,
    /// The column and row of its district.
    pub district: IVec2,
    pub slot: Slot,
    pub species: SpeciesId,
    pub radius: f64,
    pub from: DVec2,
    /// Where its step leads if nothing stops it.
    pub to: DVec2,
    /// Its next waypoint.
    pub waypoint: DVec2,
    /// How far it moves on plain ground, in units.
    pub pace: f64,
    /// Whether the border of the world limits the step.
    pub cut_short: bool,
    /// Where it is at the end of its step, once it has walked.
    pub end: DVec2,
    /// What it met.
    pub by: Option<Blocker>,
}

/// All movers of a tick.
pub(super) struct Movers {
    /// In the order of their lots.
    pub list: Vec<Mover>,
    indices: ListIndices,
}

impl Movers {
    /// The movers of a world. All other animals stop.
    pub fn new(sim: &mut Simulation) -> Self {
        let Simulation { world, scratch, .. } = sim;
        let (config, tick) = (world.config.clone(), world.tick);
        type Animal<'a> = (Entity, &'a Identity, &'a Body, &'a mut Motion);
        let query = world.organisms.query_mut::<Animal<'_>>();
        let mut list = parallel::filter_map(query, |(entity, who, body, motion)| {
            motion.velocity = DVec2::ZERO;
            let travels = |motion: &Motion| {
                motion.journey.as_ref().is_some_and(|journey| !journey.waypoints().is_empty())
            };
            if !travels(motion) {
                motion.course.iter_mut().for_each(|course| course.pace = 0.0);
                return None;
            }
            let pace = steering::pace(motion, body.centre, &config.species(who.species).steering);
            let waypoint = motion.journey.as_ref()?.waypoints()[0];
            let footing = scratch.derived.footings.of_species(who.species);
            let target = target(body.centre, waypoint, pace, footing);
            let to = config.bounds.inflated(DVec2::splat(-body.radius)).nearest_point(target);
            Some(Mover {
                lot: Lot::draw(config.seed, tick, who, body.centre),
                district: District::square(body.centre),
                slot: slot_of(entity),
                species: who.species,
                radius: body.radius,
                from: body.centre,
                to,
                waypoint,
                pace,
                cut_short: to != target,
                end: body.centre,
                by: None,
            })
        });
        list.par_sort_unstable_by_key(|mover| mover.lot);
        let slots = list.iter().map(|mover| mover.slot);
        let indices = ListIndices::from_list(slots, scratch.derived.appearances.len());
        Self { list, indices }
    }

    /// The number of movers that were stopped before the end of their steps.
    pub fn collisions(&self) -> u64 {
        self.list.iter().filter(|mover| mover.stopped().is_some()).count() as u64
    }

    /// The list, and the indices of its movers in it by slot.
    pub fn split(&mut self) -> (&mut [Mover], &ListIndices) {
        (&mut self.list, &self.indices)
    }

    /// The mover in a slot.
    pub fn by_slot(&self, slot: Slot) -> Option<&Mover> {
        self.indices.at(slot).map(|index| &self.list[index])
    }
}

impl Mover {
    /// The body at the end of the step.
    pub fn body(&self) -> Aabb {
        Aabb::square(self.end, self.radius)
    }

    /// What stopped it before the end of its step.
    pub fn stopped(&self) -> Option<Blocker> {
        let met = if self.end == self.to { None } else { self.by };
        met.or(self.cut_short.then_some(Blocker::Border))
    }

    /// The place beside the mover that is level with its waypoint on one axis, if it is there but for rounding.
    /// What planning takes for a graze may stop it, and its steps be too steep to slide past.
    pub fn aligned(&self) -> Option<DVec2> {
        let offset = (self.waypoint - self.from).abs();
        let is_graze = |distance: f64| 0.0 < distance && distance <= GRAZE;
        if is_graze(offset.x) {
            Some(DVec2::new(self.waypoint.x, self.from.y))
        } else {
            is_graze(offset.y).then_some(DVec2::new(self.from.x, self.waypoint.y))
        }
    }
}

/// Where a step toward a waypoint leads without obstacles and borders.
fn target(from: DVec2, waypoint: DVec2, pace: f64, footing: Option<&Footing>) -> DVec2 {
    let offset = waypoint - from;
    let distance = offset.length();
    if let Some(footing) = footing {
        lattice::snap_point(footing.time.reach(&Segment::new(from, waypoint), pace))
    } else if distance <= pace {
        waypoint
    } else {
        lattice::snap_point(from + offset * (pace / distance))
    }
}
