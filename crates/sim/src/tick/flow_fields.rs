//! Flow fields shared by travellers to one point: begun, computed a few steps per tick, and dropped.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec2;
use hecs::Entity;
use terrarium_creatures::behaviour::{EventKind, OrganismId};
use terrarium_creatures::species::SpeciesId;
use terrarium_space::geometry::Aabb;

use super::footing::Footing;
use super::ground::Ground;
use super::scratch::{Derived, Scratch, ThisTick};
use super::{Phase, Simulation};
use crate::world::{Body, Identity, MAX_FIELDS, Motion, SharedField, World};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "flow fields",
    file: file!(),
    what: "travellers to the same point are counted; shared flow fields are begun, computed by \
        some steps, or dropped",
    order: "age of the field",
    run: flow_fields,
};

/// The largest gap between bodies that stand together, in multiples of their radius.
const LOOSENESS: f64 = 1.0;

/// A goal and the radius of a body, in an order that follows from the numbers alone.
type Key = [u64; 3];

fn key_of(goal: DVec2, radius: f64) -> Key {
    [goal.x, goal.y, radius].map(f64::to_bits)
}

/// The travellers to one goal.
struct Party {
    goal: DVec2,
    radius: f64,
    count: u64,
    /// The traveller with the smallest identity, whose species bears the effort.
    first: (OrganismId, SpeciesId),
}

/// Begins fields for goals to which enough travellers go, computes all of them by the steps of one tick,
/// and drops those to which nobody travels.
pub(super) fn flow_fields(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let least = u64::from(world.config.rules.field_travellers);
    if least == 0 {
        return;
    }
    let parties = parties(world, &scratch.derived);
    world
        .flow_fields
        .retain(|shared| parties.contains_key(&key_of(shared.field.goal(), shared.radius)));
    record_arrivals(world, &scratch.this_tick);
    let known: BTreeSet<Key> =
        world.flow_fields.iter().map(|it| key_of(it.field.goal(), it.radius)).collect();
    let wanted =
        parties.iter().filter(|(key, party)| party.count >= least && !known.contains(*key));
    for party in wanted.map(|(_, party)| party) {
        let regions = scratch.derived.ground.regions_in_order(world.config.bounds, party.radius);
        if world.flow_fields.len() < MAX_FIELDS && regions.is_free(party.goal) {
            world.flow_fields.push(SharedField::new(party.goal, party.radius, world.tick));
            world.planning_effort[party.first.1.index()].plans += 1;
        }
    }
    advance(world, &scratch.derived.ground, &parties);
}

/// The travellers to each point, by the size of their bodies, without those for whom the ground counts.
fn parties(world: &mut World, derived: &Derived) -> BTreeMap<Key, Party> {
    let bounds = world.config.bounds;
    let mut parties: BTreeMap<Key, Party> = BTreeMap::new();
    for (who, body, motion) in world.organisms.query_mut::<(&Identity, &Body, &Motion)>() {
        let weighs = derived.footings.of_species(who.species).is_some_and(Footing::has_costs);
        let journey = motion.journey.as_ref().filter(|_| !weighs);
        let goal = journey.and_then(|it| SharedField::goal_of(it, body.radius, bounds));
        let Some(goal) = goal else { continue };
        let (radius, first) = (body.radius, (who.id, who.species));
        let party = parties.entry(key_of(goal, radius));
        let party = party.or_insert(Party { goal, radius, count: 0, first });
        party.count += 1;
        party.first = party.first.min(first);
    }
    parties
}

/// Spends the steps of this tick, on the oldest unfinished field first.
fn advance(world: &mut World, ground: &Ground, parties: &BTreeMap<Key, Party>) {
    let mut budget = world.config.rules.field_steps;
    for shared in &mut world.flow_fields {
        if budget == 0 {
            break;
        }
        if shared.field.is_finished() {
            continue;
        }
        let regions = ground.regions_in_order(world.config.bounds, shared.radius);
        let before = shared.field.steps();
        shared.field.advance(&regions, budget);
        shared.changed_at = world.tick;
        let steps = shared.field.steps() - before;
        budget -= u32::try_from(steps).unwrap_or(budget).min(budget);
        let party = &parties[&key_of(shared.field.goal(), shared.radius)];
        world.planning_effort[party.first.1.index()].steps += steps;
    }
}

/// Records who has arrived at the goal of a field or beside others that stand there, and forgets those who
/// no longer do.
fn record_arrivals(world: &mut World, this_tick: &ThisTick) {
    if world.flow_fields.is_empty() {
        return;
    }
    let arrivals = this_tick.events.iter().filter(|event| event.what == EventKind::Arrived);
    let arrivals: BTreeSet<OrganismId> = arrivals.map(|event| event.to).collect();
    let mut standing: BTreeMap<OrganismId, Aabb> = BTreeMap::new();
    let noted: BTreeSet<OrganismId> =
        world.flow_fields.iter().flat_map(|it| it.arrived.iter().copied()).collect();
    let query = world.organisms.query_mut::<(Entity, &Identity, &Body, &Motion)>();
    for (_, who, body, motion) in query {
        let counts = arrivals.contains(&who.id) || noted.contains(&who.id);
        if counts && motion.journey.is_none() {
            standing.insert(who.id, body.area());
        }
    }
    for SharedField { radius, field, arrived, .. } in &mut world.flow_fields {
        arrived.retain(|id| standing.contains_key(id));
        let gap = *radius * LOOSENESS;
        for id in &arrivals {
            let Some(area) = standing.get(id) else { continue };
            let reaches_goal =
                area.inflated(DVec2::splat(*radius + gap)).contains_inside(field.goal());
            let is_beside = |other: &OrganismId| standing[other].gap(area) <= gap;
            if reaches_goal || arrived.iter().any(is_beside) {
                arrived.insert(*id);
            }
        }
    }
}

/// Replaces the impassable parts of the terrain by those of the world, and repairs the fields.
pub(super) fn replace_terrain(world: &mut World, scratch: &mut Scratch) {
    let before = scratch.derived.replace_terrain(world);
    for shared in &mut world.flow_fields {
        let regions = |ground: &Ground| ground.regions_in_order(world.config.bounds, shared.radius);
        let (old, new) = (regions(&before), regions(&scratch.derived.ground));
        let half = DVec2::splat(shared.radius);
        let added = scratch.derived.ground.blocks_not_in(&before);
        let added: Vec<Aabb> = added.map(|block| block.inflated(half)).collect();
        shared.field.repair(&old, &new, &added);
        shared.changed_at = world.tick;
    }
}

/// Makes the fields of a restored world ready for use.
pub(super) fn attach(world: &mut World, derived: &Derived) {
    for shared in &mut world.flow_fields {
        shared.field.attach(&derived.ground.regions_in_order(world.config.bounds, shared.radius));
    }
}
