//! Blows land: what is warded off, what is suffered, who dies of it.

use std::collections::BTreeMap;

use hecs::Entity;
use rand::RngExt;

use super::Simulation;
use super::attack::strength;
use super::death::die;
use super::scratch::AttackHit;
use crate::behaviour::{Death, Event, EventKind, OrganismId};
use crate::rules::Energy;
use crate::species::Traits;
use crate::world::{Account, Body, Identity, Life, World};

/// Lets all blows of the tick land, and those die who cannot bear theirs. All land before anybody
/// dies, so who strikes first has no advantage.
pub(super) fn defend(sim: &mut Simulation) {
    let wards = pay_for_defences(sim);
    let Simulation { world, scratch, .. } = sim;
    let mut struck: BTreeMap<OrganismId, (Entity, OrganismId)> = BTreeMap::new();
    let mut landed = Vec::new();
    for blow in std::mem::take(&mut scratch.blows) {
        let (victim, damage) = land(world, &wards, &blow);
        struck.insert(victim.id, (blow.victim, blow.by));
        scratch.happened(&victim, EventKind::Attacked { by: blow.by, damage });
        landed.push((blow, victim, damage));
    }
    struck.retain(|_, (entity, _)| is_beaten(world, *entity));
    for (AttackHit { by, by_species, .. }, victim, damage) in landed {
        let what =
            EventKind::Struck { whom: victim.id, damage, killed: struck.contains_key(&victim.id) };
        scratch.events.push(Event { to: by, species: by_species, what });
    }
    for (entity, by) in struck.into_values() {
        die(world, scratch, entity, Death::Killed, Some(by));
    }
}

/// Takes the cost of every defence; answers who wards off whom.
fn pay_for_defences(sim: &mut Simulation) -> BTreeMap<OrganismId, OrganismId> {
    let Simulation { world, scratch, .. } = sim;
    let mut wards = BTreeMap::new();
    let mut burned = Energy::ZERO;
    for order in &scratch.validated {
        let Some(against) = order.defend else { continue };
        let Ok((body, life)) = world.organisms.query_one_mut::<(&Body, &mut Life)>(order.entity)
        else {
            continue;
        };
        let cost = Energy::from_units(world.config.rules.defending * body.radius);
        burned += life.energy.draw(cost);
        wards.insert(order.id, against);
    }
    world.ledger.book(Account::Defending, burned);
    wards
}

/// One blow lands; answers on whom and the damage done.
fn land(
    world: &mut World,
    wards: &BTreeMap<OrganismId, OrganismId>,
    blow: &AttackHit,
) -> (Identity, f64) {
    let config = &world.config;
    let (who, body, traits, life) = world
        .organisms
        .query_one_mut::<(&Identity, &Body, &Traits, &mut Life)>(blow.victim)
        .expect("nobody dies while blows land");
    let mut rng = blow.rng.clone();
    let warded = if wards.get(&who.id) == Some(&blow.by) {
        let kind = config.species(who.species).kind;
        let strength = strength(kind, config.rules.carnivore_strength);
        rng.random::<f64>() * strength * traits.defence(body.radius, &config.rules)
    } else {
        0.0
    };
    let damage = (blow.force - warded).max(0.0);
    life.damage += damage;
    (*who, damage)
}

/// Whether somebody has suffered more than it can bear.
pub(super) fn is_beaten(world: &World, entity: Entity) -> bool {
    let body = world.organisms.get::<&Body>(entity).expect("has a body");
    let life = world.organisms.get::<&Life>(entity).expect("nobody has died yet");
    life.damage >= world.config.rules.toughness * body.radius
}
