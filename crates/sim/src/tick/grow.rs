//! Growth: the radius of a body increases by up to one unit when it is due and the organism has the
//! energy and the room. An animal without room on one side moves away from it.

use glam::DVec2;
use hecs::Entity;
use terrarium_creatures::behaviour::{EnergyState, EventKind};
use terrarium_creatures::rules::{Energy, EnergyLimits};
use terrarium_creatures::species::{PlantTraits, Traits};
use terrarium_space::geometry::lattice;

use super::light;
use super::parallel;
use super::rounding::whole;
use super::scratch::{Scratch, energy_limits, slot_of};
use super::{Phase, Simulation};
use crate::world::chance::Lot;
use crate::world::{Body, Growth, Identity, Life, World, WorldConfig};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "grow",
    file: file!(),
    what: "bodies grow where there is room",
    order: "lot",
    run: grow,
};

/// The shifts at which a growing body tries to find room, in steps along the axes, in order.
const SHIFTS: [(f64, f64); 9] = [
    (0.0, 0.0),
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.0, 1.0),
    (0.0, -1.0),
    (1.0, 1.0),
    (-1.0, -1.0),
    (1.0, -1.0),
    (-1.0, 1.0),
];

/// Grows every organism whose next step of growth is due.
pub(super) fn grow(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let config = world.config.clone();
    let tick = world.tick;
    let query = world.organisms.query_mut::<(
        Entity,
        &Identity,
        &Body,
        &mut Life,
        Option<&Traits>,
        Option<&PlantTraits>,
    )>();
    let mut ready = parallel::filter_map(query, |(entity, who, body, life, animal, plant)| {
        if life.growth == Growth::Grown || tick < life.grows_at {
            return None;
        }
        let limits = energy_limits(animal, plant, body, &config.rules);
        if EnergyState::new(life.energy, limits) < EnergyState::Normal {
            life.growth = Growth::Hungry;
            return None;
        }
        Some((Lot::draw(config.seed, tick, who, body.centre), entity))
    });
    ready.sort_unstable_by_key(|&(lot, _)| lot);
    for (_, entity) in ready {
        grow_one(world, scratch, &config, entity);
    }
}

fn grow_one(world: &mut World, scratch: &mut Scratch, config: &WorldConfig, entity: Entity) {
    let (who, body, life, plant) = world
        .organisms
        .query_one_mut::<(&Identity, &mut Body, &mut Life, Option<&PlantTraits>)>(entity)
        .expect("no organism dies while bodies grow");
    let is_plant = plant.is_some();
    let GrowthStep { grown, cost } = GrowthStep::new(config, body, life);
    if cost >= life.energy {
        life.growth = Growth::Hungry;
        return;
    }
    let aside = if is_plant { 0.0 } else { grown.radius - body.radius };
    let Some(grown) = find_room(scratch, config, entity, &grown, aside) else {
        life.growth = Growth::NoRoom;
        life.grows_at = world.tick + u64::from(config.rules.growth_retry);
        return;
    };
    let area = grown.area();
    life.energy -= cost;
    life.growth = if grown.radius >= mature(life) { Growth::Grown } else { Growth::Growing };
    life.grows_at = world.tick + growth_wait(config, who, life);
    *body = grown;
    let who = *who;
    scratch.derived.index.relocate(slot_of(entity), area);
    if is_plant {
        light::neighbours_change(world, scratch, &area);
    } else {
        scratch.this_tick.record_event(&who, EventKind::Grew);
    }
}

/// The next step of growth of a body.
pub struct GrowthStep {
    /// The body after the step, at its present position.
    pub grown: Body,
    /// The energy that the step costs.
    pub cost: Energy,
}

impl GrowthStep {
    /// The next step of a body that is not mature.
    pub fn new(config: &WorldConfig, body: &Body, life: &Life) -> Self {
        let grown = Body { radius: (body.radius + 1.0).min(mature(life)), ..*body };
        let cost = config.built_into(grown.radius) - config.built_into(body.radius);
        Self { grown, cost }
    }

    /// The energy above which an organism takes the step.
    pub fn needs(&self, limits: EnergyLimits) -> Energy {
        self.cost.max(limits.reserve)
    }
}

/// The radius of a mature body, in units.
fn mature(life: &Life) -> f64 {
    lattice::snap(f64::from(life.mature_radius))
}

/// Returns the grown body at a free position: the present one, or else one shifted by `aside` along
/// one axis or both. A shifted body still covers the area of the old one.
fn find_room(
    scratch: &mut Scratch,
    config: &WorldConfig,
    entity: Entity,
    grown: &Body,
    aside: f64,
) -> Option<Body> {
    let own = Some(slot_of(entity));
    SHIFTS.iter().map(|&(x, y)| DVec2::new(x, y) * aside).find_map(|shift| {
        let body = Body { centre: grown.centre + shift, ..*grown };
        let area = body.area();
        let is_free = config.bounds.contains_box(&area) && scratch.is_free(&area, own);
        is_free.then_some(body)
    })
}

/// The number of ticks between two steps of growth, such that a body matures at the age that the
/// rules set.
pub(super) fn growth_wait(config: &WorldConfig, who: &Identity, life: &Life) -> u64 {
    let steps = (f64::from(life.mature_radius) - config.rules.birth_radius).max(1.0);
    let lifespan = config.lifespan(who.species, life.mature_radius);
    let youth = f64::from(u32::try_from(lifespan).unwrap_or(u32::MAX)) * config.rules.maturity;
    whole(youth / steps)
}
