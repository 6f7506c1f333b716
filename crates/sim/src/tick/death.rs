//! Deaths, and the removal of carcasses.

use hecs::Entity;
use terrarium_creatures::behaviour::{Death, EventKind, OrganismId};
use terrarium_creatures::genome::Genome;
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::{PlantTraits, Traits};
use terrarium_space::Mobility;

use super::scratch::{Scratch, slot_of};
use super::{calamities, light};
use crate::world::{Account, Body, Carcass, Identity, Life, Mating, Mind, Motion, World};

/// Kills a living organism. A plant is removed; an animal leaves a carcass with as much of its
/// energy as a carcass can hold.
pub(super) fn die(
    world: &mut World,
    scratch: &mut Scratch,
    entity: Entity,
    of: Death,
    by: Option<OrganismId>,
) {
    let organism = world.organisms.entity(entity).expect("the organism exists");
    let who = *organism.get::<&Identity>().expect("has an identity");
    let body = *organism.get::<&Body>().expect("has a body");
    let life = *organism.get::<&Life>().expect("it is alive");
    let is_plant = organism.has::<PlantTraits>();
    scratch.this_tick.record_event(&who, EventKind::Died { of, by });
    if let Some(trace) = scratch.traces.energy.iter_mut().find(|trace| trace.by == who.id) {
        trace.died(life.energy);
    }
    if of == Death::Starved && !world.calamities.is_empty() {
        calamities::count_starved(world, body.centre, is_plant);
    }
    let left = life.energy + life.embryo + world.config.built_into(body.radius);
    if is_plant {
        world.ledger.book(Account::Litter, left);
        light::neighbours_change(world, scratch, &body.area());
        scratch.derived.index.remove(slot_of(entity));
        world.organisms.despawn(entity).expect("the organism exists");
        return;
    }
    let rules = &world.config.rules;
    let energy = left.min(Energy::from_units(rules.carcass * body.radius));
    world.ledger.book(Account::Litter, left - energy);
    let carcass = Carcass { energy, rots_at: world.tick + u64::from(rules.rotting_ticks) };
    let living = world.organisms.remove::<(Life, Traits, Mind, Motion)>(entity);
    living.expect("an animal has all of these");
    // Only some species have these.
    let _ = world.organisms.remove_one::<Genome>(entity);
    let _ = world.organisms.remove_one::<Mating>(entity);
    world.organisms.insert_one(entity, carcass).expect("the organism exists");
    scratch.derived.index.remove(slot_of(entity));
    scratch.derived.index.insert(slot_of(entity), body.area(), Mobility::Stationary);
}

/// Removes a carcass and books the energy left on it as rotted.
pub(super) fn vanish(world: &mut World, scratch: &mut Scratch, entity: Entity) {
    let carcass = *world.organisms.get::<&Carcass>(entity).expect("only carcasses vanish");
    world.ledger.book(Account::Rotted, carcass.energy);
    scratch.derived.index.remove(slot_of(entity));
    world.organisms.despawn(entity).expect("the carcass exists");
}
