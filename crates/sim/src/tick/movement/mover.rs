//! The movers of a tick: where each wants to go, and how far it gets.

use glam::{DVec2, IVec2};
use hecs::Entity;
use rayon::prelude::*;
use terrarium_creatures::behaviour::{Blocker, Destination, OrganismId};
use terrarium_creatures::species::{SpeciesId, Steering};
use terrarium_space::geometry::{Aabb, Heading, Segment, lattice};
use terrarium_space::{DISTRICT_SIDE, District, Slot};

use crate::tick::footing::Footing;
use crate::tick::list_indices::ListIndices;
use crate::tick::plan::GRAZE;
use crate::tick::rounding::whole;
use crate::tick::scratch::slot_of;
use crate::tick::{Simulation, parallel, steering};
use crate::world::chance::{Lot, Purpose, drawn};
use crate::world::{Body, Identity, Journey, JourneyState, Motion, WorldConfig};

/// For how many ticks under way it counts to be a tick nearer to the destination, and how many count at most.
const NEARER: f64 = 5.0;
const NEAR: u32 = 1000;

/// From how near a mover goes straight to its last waypoint, in radii.
const LAST_STEPS: f64 = 4.0;

/// A mover that takes less than this share of the step that it wants is stopped.
const STOPPED: f64 = 0.1;

/// An animal that moves in this tick, or would if somebody asked it to.
pub(super) struct Mover {
    pub lot: Lot,
    /// The column and row of its district.
    pub district: IVec2,
    pub slot: Slot,
    pub species: SpeciesId,
    pub radius: f64,
    pub from: DVec2,
    /// How it moved in the last tick, in units per tick.
    pub velocity: DVec2,
    /// Where its step leads if nothing stops it.
    pub to: DVec2,
    /// Its next waypoint; where it is if it has none.
    pub waypoint: DVec2,
    /// Whether it goes somewhere by itself.
    pub travels: bool,
    /// Whether its next waypoint is the last one, and near.
    pub is_nearly_there: bool,
    /// Whether it steps aside, so that others wait for it.
    pub steps_aside: bool,
    /// The organism that it goes to, which it does not avoid.
    pub target: Option<OrganismId>,
    /// How far it moves on plain ground, in units.
    pub pace: f64,
    /// How far it moves at most, wherever it goes.
    pub longest: f64,
    /// Where it is heading, unless it turns at once.
    heading: Option<Heading>,
    /// Whether the border of the world limits the step.
    pub cut_short: bool,
    /// Where it is at the end of its step, once it has walked.
    pub end: DVec2,
    /// What it met.
    pub by: Option<Blocker>,
    pub turn: Turn,
    /// The mover for which it failed last to make room, by the number of its request; and how often it
    /// has failed in this tick.
    pub failed: (u32, u8),
}

/// How far a mover has got in a tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// It stands where it was.
    Waiting,
    /// It asks others to make room; its end is where it will be if they do.
    Asking,
    Walked,
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
        let offset = district_offset(&config, tick);
        type Animal<'a> = (Entity, &'a Identity, &'a Body, &'a mut Motion);
        let query = world.organisms.query_mut::<Animal<'_>>();
        let mut list = parallel::filter_map(query, |(entity, who, body, motion)| {
            let velocity = motion.velocity;
            let steering = &config.species(who.species).steering;
            let pace = pace(motion, body.centre, steering)?;
            let journey = motion.journey.as_ref()?;
            let waypoint = journey.waypoints().first().copied();
            let footing = scratch.derived.footings.of_species(who.species);
            let target = waypoint.map_or(body.centre, |it| target(body.centre, it, pace, footing));
            let to = config.bounds.inflated(DVec2::splat(-body.radius)).nearest_point(target);
            let shifted = body.centre + offset;
            Some(Mover {
                lot: lot(journey, who, body.centre, shifted, &config, tick),
                district: District::square(shifted),
                slot: slot_of(entity),
                species: who.species,
                radius: body.radius,
                from: body.centre,
                velocity,
                to,
                waypoint: waypoint.unwrap_or(body.centre),
                travels: waypoint.is_some(),
                is_nearly_there: match journey.waypoints() {
                    [last] => last.distance(body.centre) <= body.radius * LAST_STEPS,
                    _ => false,
                },
                steps_aside: matches!(journey.state, JourneyState::SteppingAside { .. }),
                target: match journey.destination {
                    Destination::Beside(organism) => Some(organism),
                    _ => None,
                },
                pace,
                longest: pace.max(body.centre.distance(to)),
                heading: motion.course.as_ref().map(|course| course.heading),
                cut_short: to != target,
                end: body.centre,
                by: None,
                turn: Turn::Waiting,
                failed: (0, 0),
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

    /// The step that others expect of it: the one that it wants, unless it stood in the last tick.
    pub fn expected(&self) -> DVec2 {
        if self.velocity == DVec2::ZERO { DVec2::ZERO } else { self.to - self.from }
    }

    /// Whether it got hardly any nearer to its waypoint.
    pub fn is_stopped(&self) -> bool {
        let left = |place: DVec2| place.distance(self.waypoint);
        left(self.from) - left(self.end) < (left(self.from) - left(self.to)) * STOPPED
    }

    /// Whether it goes to what it met.
    pub fn goes_to(&self, met: Blocker) -> bool {
        self.target.is_some() && met.organism() == self.target
    }

    /// Whether a place is nearer to its waypoint than where it was.
    pub fn is_nearer(&self, place: DVec2) -> bool {
        place.distance_squared(self.waypoint) < self.from.distance_squared(self.waypoint)
    }

    /// Where it gets in this tick toward a place, within the world.
    pub fn step_toward(
        &self,
        place: DVec2,
        steering: &Steering,
        footing: Option<&Footing>,
        room: &Aabb,
    ) -> DVec2 {
        let bend = |heading: Heading| {
            Heading::from_direction(place - self.from).map_or(0, |ahead| heading.turn_to(ahead))
        };
        let pace =
            self.heading.map_or(self.pace, |heading| steering.along(self.pace, bend(heading)));
        if pace <= 0.0 {
            return self.from;
        }
        let step = target(self.from, place, pace, footing) - self.from;
        room.nearest_point(lattice::snap_point(self.from + step.clamp_length_max(self.longest)))
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

/// Who goes first in a district: those for whom others wait, then those that have been under way for longer
/// or are nearer to their destination.
fn lot(
    journey: &Journey,
    who: &Identity,
    at: DVec2,
    shifted: DVec2,
    config: &WorldConfig,
    tick: u64,
) -> Lot {
    let left = whole(at.distance(journey.planned_for) / journey.speed * NEARER);
    let near = NEAR.saturating_sub(u32::try_from(left).unwrap_or(u32::MAX));
    let rank = match journey.state {
        JourneyState::SteppingAside { .. } => u32::MAX,
        _ => journey.underway.saturating_add(near),
    };
    let since = tick.saturating_sub(journey.underway.into());
    Lot::of_traveller(config.seed, tick, who, shifted, rank, since)
}

/// How far an animal may move in this tick; `None` if nobody can ask it to.
fn pace(motion: &mut Motion, at: DVec2, steering: &Steering) -> Option<f64> {
    let stand = |motion: &mut Motion| motion.course.iter_mut().for_each(|it| it.pace = 0.0);
    match &motion.journey {
        Some(journey) if !journey.waypoints().is_empty() => {
            Some(steering::pace(motion, at, steering))
        }
        Some(journey) if !journey.is_crossing() => {
            let speed = journey.speed;
            stand(motion);
            Some(speed)
        }
        _ => {
            stand(motion);
            None
        }
    }
}

/// Where the borders of districts lie in a tick: drawn anew each tick, because nobody asks across them.
fn district_offset(config: &WorldConfig, tick: u64) -> DVec2 {
    let draw = drawn(config.seed, tick, 0, Purpose::DistrictBorders);
    let part = |bits: u64| f64::from(u8::try_from(bits & 0xFF).expect("a byte"));
    DVec2::new(part(draw), part(draw >> 8)) * (DISTRICT_SIDE / 256.0)
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
