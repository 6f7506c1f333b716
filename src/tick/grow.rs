//! Bodies grow by up to a unit of radius, where there is energy, room and time.

use hecs::Entity;

use super::Simulation;
use super::death::whole;
use super::light;
use super::scratch::{Scratch, energy_share, slot_of};
use crate::behaviour::{EnergyState, Happening};
use crate::geometry::lattice;
use crate::species::{PlantTraits, Traits};
use crate::world::chance::Lot;
use crate::world::{Body, Growth, Identity, Life, Setting, World};

/// Lets everybody grow whose time has come.
pub(super) fn grow(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let setting = world.setting.clone();
    let tick = world.tick;
    let mut ready: Vec<(Lot, Entity)> = Vec::new();
    let query = world.organisms.query_mut::<(
        Entity,
        &Identity,
        &Body,
        &mut Life,
        Option<&Traits>,
        Option<&PlantTraits>,
    )>();
    for (entity, who, body, life, animal, plant) in query {
        if life.growth == Growth::Grown || tick < life.grows_at {
            continue;
        }
        let max_energy = match (animal, plant) {
            (Some(traits), _) => traits.max_energy(body.radius, &setting.rules),
            (_, Some(traits)) => traits.max_energy(body.radius, &setting.rules),
            (None, None) => unreachable!("what lives is a plant or an animal"),
        };
        if EnergyState::of(energy_share(life.energy, max_energy)) < EnergyState::Normal {
            life.growth = Growth::Hungry;
        } else {
            ready.push((Lot::draw(setting.seed, tick, who.id, body.centre), entity));
        }
    }
    ready.sort_unstable_by_key(|&(lot, _)| lot);
    for (_, entity) in ready {
        grow_one(world, scratch, &setting, entity);
    }
}

fn grow_one(world: &mut World, scratch: &mut Scratch, setting: &Setting, entity: Entity) {
    let (who, body, life, plant) = world
        .organisms
        .query_one_mut::<(&Identity, &mut Body, &mut Life, Option<&PlantTraits>)>(entity)
        .expect("nobody dies while bodies grow");
    let mature = lattice::snap(f64::from(life.mature_radius));
    let grown = Body { radius: (body.radius + 1.0).min(mature), ..*body };
    let cost = setting.built_into(grown.radius) - setting.built_into(body.radius);
    if cost >= life.energy {
        life.growth = Growth::Hungry;
        return;
    }
    let area = grown.area();
    let has_room =
        setting.bounds.contains_box(&area) && scratch.index.is_free(&area, Some(slot_of(entity)));
    if !has_room {
        life.growth = Growth::NoRoom;
        life.grows_at = world.tick + whole(setting.rules.growth_retry);
        return;
    }
    life.energy -= cost;
    life.growth = if grown.radius >= mature { Growth::Grown } else { Growth::Growing };
    life.grows_at = world.tick + growth_wait(setting, who, life);
    *body = grown;
    let (who, is_plant) = (*who, plant.is_some());
    scratch.index.relocate(slot_of(entity), area);
    if is_plant {
        light::neighbours_change(world, scratch, &area);
    } else {
        scratch.happened(&who, Happening::Grew);
    }
}

/// The ticks between two steps of growth: so many that a body is not mature before its time.
pub(super) fn growth_wait(setting: &Setting, who: &Identity, life: &Life) -> u64 {
    let steps = (f64::from(life.mature_radius) - setting.rules.birth_radius).max(1.0);
    let lifespan = setting.lifespan(who.species, life.mature_radius);
    let youth = f64::from(u32::try_from(lifespan).unwrap_or(u32::MAX)) * setting.rules.maturity;
    whole(youth / steps)
}
