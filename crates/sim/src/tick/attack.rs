//! Attacks become hits: attacker, victim, and the damage before any defence.

use rand::RngExt;
use terrarium_creatures::behaviour::{ActionKind, EventKind, Refusal};
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::Traits;

use super::scratch::{AttackHit, slot_of};
use super::{Phase, Simulation};
use crate::world::chance::Purpose;
use crate::world::{Account, Body, Identity, Life};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "attack",
    file: file!(),
    what: "blows are struck and paid for",
    order: "species, district, identity",
    run: attack,
};

/// Turns validated attacks into hits, in the order of the phase.
pub(super) fn attack(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let config = world.config.clone();
    let rules = &config.rules;
    scratch.this_tick.hits.clear();
    let attacks = scratch.this_tick.requests(&scratch.derived.index, |intent| intent.attack);
    let mut view = world.organisms.view_mut::<(&Identity, &Body, &Traits, &mut Life)>();
    let mut burned = Energy::ZERO;
    for (attacker, victim) in attacks {
        // An organism that died earlier this tick neither attacks nor is attacked.
        if !view.contains(victim) {
            continue;
        }
        let Some((who, body, traits, life)) = view.get_mut(attacker) else { continue };
        let cost = Energy::from_units(rules.attacking * body.radius);
        if life.energy < cost {
            let (slot, why) = (ActionKind::Attack, Refusal::NotEnoughEnergy);
            let target = Some(scratch.derived.appearance(slot_of(victim)).id);
            scratch.this_tick.record_event(who, EventKind::Refused { slot, why, target });
            continue;
        }
        burned += life.energy.draw(cost);
        let mut rng = config.chance(world.tick, who.lineage, Purpose::Combat);
        let strength = config.species(who.species).kind.strength(rules);
        let force = rng.random::<f64>() * strength * traits.attack(body.radius, rules);
        scratch.this_tick.hits.push(AttackHit {
            by: who.id,
            by_species: who.species,
            victim,
            force,
            rng,
        });
    }
    world.ledger.book(Account::Attacking, burned);
}
