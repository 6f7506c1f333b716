//! Crossings of links: travellers at a link embark, wait there, and are placed at its far end as soon as
//! there is room.
//!
//! On a link that leads both ways, two travellers that wait at its ends for each other's places change
//! them.

use std::collections::BTreeMap;

use glam::DVec2;
use hecs::Entity;
use terrarium_creatures::behaviour::{Blocker, EventKind, OrganismId};
use terrarium_space::geometry::Aabb;

use super::scratch::{Scratch, slot_of};
use super::{Phase, Simulation};
use crate::world::chance::Lot;
use crate::world::{Body, Identity, Journey, JourneyState, LinkStep, Motion, World};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "cross links",
    file: file!(),
    what: "travellers at a link embark, wait, and are placed at its far end where there is room",
    order: "lot",
    run: cross,
};

/// Lets travellers embark, and places those whose crossing is over, in an order drawn by lot.
pub(super) fn cross(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    if world.config.links.is_empty() {
        return;
    }
    let passengers = passengers(world);
    for &entity in &passengers {
        embark(world, scratch, entity);
    }
    for entity in passengers {
        if is_due(world, entity)
            && let Err(by) = land(world, scratch, entity)
        {
            wait(world, scratch, entity, by);
        }
    }
}

/// For each end of a link, the traveller whose turn it is to go there: one that waits there already, or the
/// nearest; of equally near ones the one with the smallest identity. The others keep a distance, so that
/// nobody is in its way.
pub(super) fn turns(world: &World) -> BTreeMap<LinkStep, OrganismId> {
    let mut turns: BTreeMap<LinkStep, (bool, f64, OrganismId)> = BTreeMap::new();
    if world.config.links.is_empty() {
        return BTreeMap::new();
    }
    for (who, body, motion) in world.organisms.query::<(&Identity, &Body, &Motion)>().iter() {
        let Some(journey) = &motion.journey else { continue };
        let Some(&step) = journey.links.first() else { continue };
        let [near, _] = world.config.links[usize::from(step.link)].ends(step.is_backward);
        let own = (!journey.is_crossing(), near.distance_squared(body.centre), who.id);
        let first = turns.entry(step).or_insert(own);
        let is_before = |(walks, distance, id): (bool, f64, OrganismId)| {
            let order = walks.cmp(&first.0).then(distance.total_cmp(&first.1));
            order.then(id.cmp(&first.2)).is_lt()
        };
        if is_before(own) {
            *first = own;
        }
    }
    turns.into_iter().map(|(step, (.., id))| (step, id)).collect()
}

/// The travellers at links, in an order drawn by lot.
fn passengers(world: &mut World) -> Vec<Entity> {
    let (seed, tick) = (world.config.seed, world.tick);
    let mut passengers: Vec<(Lot, Entity)> = world
        .organisms
        .query_mut::<(Entity, &Identity, &Body, &Motion)>()
        .into_iter()
        .filter(|(.., motion)| motion.journey.as_deref().is_some_and(is_at_link))
        .map(|(entity, who, body, _)| (Lot::draw(seed, tick, who, body.centre), entity))
        .collect();
    passengers.sort_unstable_by_key(|&(lot, _)| lot);
    passengers.into_iter().map(|(_, entity)| entity).collect()
}

fn is_at_link(journey: &Journey) -> bool {
    let stands = matches!(journey.state, JourneyState::AtNode | JourneyState::Crossing { .. });
    stands && !journey.links.is_empty()
}

/// Begins the crossing of a traveller that has reached the near end. One that has got as near as it can
/// waits until the end is free.
fn embark(world: &mut World, scratch: &mut Scratch, entity: Entity) {
    let (step, ends) = crossing(world, entity);
    let (is_open, tick) = (world.is_link_open(step.link), world.tick);
    let ticks = u64::from(world.config.links[usize::from(step.link)].ticks);
    let (who, body, motion) = parts(world, entity);
    let journey = motion.journey.as_mut().expect("passengers travel");
    if journey.state != JourneyState::AtNode {
        return;
    }
    if body.centre != ends[0] {
        let there = Aabb::square(ends[0], body.radius);
        let by = occupants(scratch, &there, entity).first().map(|&(id, _)| id);
        if let Some(by) = by {
            wait(world, scratch, entity, Blocker::Organism(by));
        }
    } else if is_open {
        journey.state = JourneyState::Crossing { until: tick.saturating_add(ticks) };
        (journey.stopped, journey.blocker) = (0, None);
        scratch.this_tick.record_event(&who, EventKind::Embarked { link: step.link });
    }
}

/// Whether an organism is a traveller whose crossing is over, and the link still open.
fn is_due(world: &World, entity: Entity) -> bool {
    let Ok(motion) = world.organisms.get::<&Motion>(entity) else { return false };
    let Some(journey) = &motion.journey else { return false };
    match (&journey.state, journey.links.first()) {
        (JourneyState::Crossing { until }, Some(step)) => {
            *until <= world.tick && world.is_link_open(step.link)
        }
        _ => false,
    }
}

/// Places a traveller at the far end, or reports what is in its way.
fn land(world: &mut World, scratch: &mut Scratch, entity: Entity) -> Result<(), Blocker> {
    let (step, [_, far]) = crossing(world, entity);
    let body = *world.organisms.get::<&Body>(entity).expect("passengers are animals");
    let there = Aabb::square(far, body.radius);
    if !world.config.bounds.contains_box(&there) {
        return Err(Blocker::Border);
    }
    let mut is_ground_free = true;
    scratch
        .derived
        .index
        .visit_terrain(&there, |_, block| is_ground_free &= !block.overlaps(&there));
    if !is_ground_free {
        return Err(Blocker::Terrain);
    }
    match occupants(scratch, &there, entity)[..] {
        [] => {
            arrive(world, scratch, entity, step, far);
            Ok(())
        }
        [(_, other)] if changes_places(world, scratch, [entity, other]) => {
            let (back, near) = (LinkStep { is_backward: !step.is_backward, ..step }, body.centre);
            arrive(world, scratch, entity, step, far);
            arrive(world, scratch, other, back, near);
            Ok(())
        }
        [(id, _), ..] => Err(Blocker::Organism(id)),
    }
}

/// Whether a traveller, in whose way only the other one is, can change places with it.
fn changes_places(world: &World, scratch: &mut Scratch, [one, other]: [Entity; 2]) -> bool {
    if !is_due(world, other) {
        return false;
    }
    let [step, back] = [one, other].map(|entity| crossing(world, entity).0);
    let is_opposite = step.link == back.link && step.is_backward != back.is_backward;
    let body = |entity| *world.organisms.get::<&Body>(entity).expect("passengers are animals");
    let [own, others] = [one, other].map(body);
    let there = Aabb::square(others.centre, own.radius);
    let here = Aabb::square(own.centre, others.radius);
    let mut is_free = world.config.bounds.contains_box(&here) && !here.overlaps(&there);
    scratch.derived.index.visit_terrain(&here, |_, block| is_free &= !block.overlaps(&here));
    is_opposite && is_free && occupants(scratch, &here, other).iter().all(|&(_, it)| it == one)
}

/// The organisms in an area, except one, by identity.
fn occupants(scratch: &mut Scratch, area: &Aabb, except: Entity) -> Vec<(OrganismId, Entity)> {
    let mut found = Vec::new();
    scratch.this_tick.effort.index_queries += 1;
    scratch.derived.index.visit(area, |slot, body| {
        if slot != slot_of(except) && body.overlaps(area) {
            let visible = scratch.derived.appearance(slot);
            found.push((visible.id, visible.entity));
        }
    });
    found.sort_unstable_by_key(|&(id, _)| id);
    found
}

fn arrive(world: &mut World, scratch: &mut Scratch, entity: Entity, step: LinkStep, at: DVec2) {
    let (who, body, motion) = parts(world, entity);
    body.centre = at;
    scratch.derived.index.relocate(slot_of(entity), body.area());
    let journey = motion.journey.as_mut().expect("passengers travel");
    journey.links.remove(0);
    journey.state = JourneyState::AtNode;
    (journey.stopped, journey.blocker) = (0, None);
    scratch.this_tick.record_event(&who, EventKind::Crossed { link: step.link });
}

/// A traveller waits for room at an end of its link.
fn wait(world: &mut World, scratch: &mut Scratch, entity: Entity, by: Blocker) {
    let (who, _, motion) = parts(world, entity);
    let journey = motion.journey.as_mut().expect("passengers travel");
    (journey.stopped, journey.blocker) = (journey.stopped.saturating_add(1), Some(by));
    journey.underway = journey.underway.saturating_add(1);
    scratch.this_tick.record_event(&who, EventKind::Blocked { by });
}

/// The next link of a traveller, and its ends in the direction of travel.
fn crossing(world: &World, entity: Entity) -> (LinkStep, [DVec2; 2]) {
    let motion = world.organisms.get::<&Motion>(entity).expect("passengers are animals");
    let journey = motion.journey.as_ref().expect("passengers travel");
    let step = journey.links[0];
    (step, world.config.links[usize::from(step.link)].ends(step.is_backward))
}

fn parts(world: &mut World, entity: Entity) -> (Identity, &mut Body, &mut Motion) {
    let (who, body, motion) = world
        .organisms
        .query_one_mut::<(&Identity, &mut Body, &mut Motion)>(entity)
        .expect("passengers are animals");
    (*who, body, motion)
}
