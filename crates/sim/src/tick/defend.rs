//! Hits are resolved: defence, damage and deaths.

use std::collections::BTreeMap;

use hecs::Entity;
use rand::RngExt;
use terrarium_creatures::behaviour::{Death, Event, EventKind, OrganismId};
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::Traits;

use super::death::die;
use super::scratch::AttackHit;
use super::{Phase, Simulation};
use crate::world::{Account, Body, Identity, Life, World};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "defend",
    file: file!(),
    what: "all blows take effect, as they were struck; then defeated organisms die, each by its \
        last attacker",
    order: "identity",
    run: defend,
};

/// Applies all hits of the tick, then kills the victims with lethal damage. All hits are applied
/// before the first death, so that the order of hits gives no advantage.
pub(super) fn defend(sim: &mut Simulation) {
    let defences = pay_for_defences(sim);
    let Simulation { world, scratch, .. } = sim;
    let mut struck: BTreeMap<OrganismId, (Entity, OrganismId)> = BTreeMap::new();
    let mut landed = Vec::new();
    for hit in std::mem::take(&mut scratch.this_tick.hits) {
        let (victim, damage) = apply(world, &defences, &hit);
        struck.insert(victim.id, (hit.victim, hit.by));
        scratch.this_tick.record_event(&victim, EventKind::Attacked { by: hit.by, damage });
        landed.push((hit, victim, damage));
    }
    struck.retain(|_, (entity, _)| is_beaten(world, *entity));
    for (AttackHit { by, by_species, .. }, victim, damage) in landed {
        let what = EventKind::Struck {
            target: victim.id,
            damage,
            killed: struck.contains_key(&victim.id),
        };
        scratch.this_tick.events.push(Event { to: by, species: by_species, what });
    }
    for (entity, by) in struck.into_values() {
        die(world, scratch, entity, Death::Killed, Some(by));
    }
}

/// Books the cost of every defence; returns the attacker that each defender defends against.
fn pay_for_defences(sim: &mut Simulation) -> BTreeMap<OrganismId, OrganismId> {
    let Simulation { world, scratch, .. } = sim;
    let mut defences = BTreeMap::new();
    let mut burned = Energy::ZERO;
    for intent in scratch.this_tick.intents.iter().flatten() {
        let Some(against) = intent.defend else { continue };
        let Ok((body, life)) = world.organisms.query_one_mut::<(&Body, &mut Life)>(intent.entity)
        else {
            continue;
        };
        let cost = Energy::from_units(world.config.rules.defending * body.radius);
        burned += life.energy.draw(cost);
        defences.insert(intent.id, against);
    }
    world.ledger.book(Account::Defending, burned);
    defences
}

/// Applies one hit; returns the victim and the damage.
fn apply(
    world: &mut World,
    defences: &BTreeMap<OrganismId, OrganismId>,
    hit: &AttackHit,
) -> (Identity, f64) {
    let config = &world.config;
    let (who, body, traits, life) = world
        .organisms
        .query_one_mut::<(&Identity, &Body, &Traits, &mut Life)>(hit.victim)
        .expect("no organism dies while hits are applied");
    let mut rng = hit.rng.clone();
    let absorbed = if defences.get(&who.id) == Some(&hit.by) {
        let strength = config.species(who.species).kind.strength(&config.rules);
        rng.random::<f64>() * strength * traits.defence(body.radius, &config.rules)
    } else {
        0.0
    };
    let damage = (hit.force - absorbed).max(0.0);
    life.damage += damage;
    (*who, damage)
}

/// Whether the damage of an organism is lethal.
pub(super) fn is_beaten(world: &World, entity: Entity) -> bool {
    let body = world.organisms.get::<&Body>(entity).expect("has a body");
    let life = world.organisms.get::<&Life>(entity).expect("it is still alive");
    life.damage >= world.config.rules.toughness * body.radius
}
