//! Attacks on walls, which are breached when their health is used up.

use rand::RngExt;
use terrarium_creatures::behaviour::{ActionKind, Colony, EventKind, Refusal};
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::Traits;
use terrarium_space::terrain::{Cell, Terrain};

use super::flow_fields;
use super::scratch::Scratch;
use super::validate::ValidatedIntent;
use super::{Phase, Simulation};
use crate::world::chance::Purpose;
use crate::world::{Account, Body, Conquest, ConquestEvent, Identity, Life, World, WorldConfig};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "siege",
    file: file!(),
    what: "walls are struck and breached, and the index is updated",
    order: "species, district, identity",
    run: siege,
};

/// An attack of one creature on a wall.
struct Assault {
    by: Identity,
    colony: Colony,
    wall: Cell,
    force: f64,
}

/// Applies all attacks on walls, in the order of the phase, and removes breached walls from
/// the index.
pub(super) fn siege(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    if world.conquest.as_ref().is_none_or(|conquest| conquest.verdict.is_some()) {
        return;
    }
    let assaults = assaults(world, scratch);
    let World { conquest, config, .. } = world;
    let conquest = conquest.as_mut().expect("the world has a conquest");
    let mut is_breached = false;
    for assault in assaults {
        is_breached |= apply(&assault, conquest, config, scratch);
    }
    if is_breached {
        flow_fields::replace_terrain(world, scratch);
    }
}

/// The terrain without breached walls.
pub(super) fn terrain(world: &World) -> Option<Terrain> {
    let ground = world.conquest.as_ref().and_then(|conquest| conquest.ground(&world.config));
    ground.or_else(|| world.config.terrain.clone())
}

/// The attacks on walls whose energy cost the creatures can pay. A creature that attacks an
/// organism does not attack a wall in the same tick.
fn assaults(world: &mut World, scratch: &mut Scratch) -> Vec<Assault> {
    let config = world.config.clone();
    let rules = &config.rules;
    let wall = |intent: &ValidatedIntent| intent.breach.filter(|_| intent.attack.is_none());
    let validated = scratch.this_tick.requests(&scratch.derived.index, wall);
    let mut view = world.organisms.view_mut::<(&Identity, &Body, &Traits, &mut Life)>();
    let mut burned = Energy::ZERO;
    let mut assaults = Vec::new();
    for (entity, wall) in validated {
        // A creature that died this tick does not attack.
        let Some((who, body, traits, life)) = view.get_mut(entity) else { continue };
        let Some(colony) = config.colony(who.species) else { continue };
        let cost = Energy::from_units(rules.attacking * body.radius);
        if life.energy < cost {
            let (slot, why) = (ActionKind::Breach, Refusal::NotEnoughEnergy);
            scratch.this_tick.record_event(who, EventKind::Refused { slot, why, target: None });
            continue;
        }
        burned += life.energy.draw(cost);
        let mut rng = config.chance(world.tick, who.lineage, Purpose::Combat);
        let strength = config.species(who.species).kind.strength(rules);
        let force = rng.random::<f64>() * strength * traits.attack(body.radius, rules);
        assaults.push(Assault { by: *who, colony, wall, force });
    }
    world.ledger.book(Account::Attacking, burned);
    assaults
}

/// Applies one attack; returns whether it breached the wall.
fn apply(
    assault: &Assault,
    conquest: &mut Conquest,
    config: &WorldConfig,
    scratch: &mut Scratch,
) -> bool {
    let Assault { by, colony, wall, force } = *assault;
    let rules = &config.rules;
    if force <= 0.0 || conquest.is_breached(wall, rules) {
        return false;
    }
    let was_silent = conquest.is_silenced(wall, rules);
    *conquest.damage.entry(wall).or_insert(0.0) += force;
    let breached = conquest.is_breached(wall, rules);
    let layout = scratch.derived.layout.as_ref().expect("a conquest has a layout");
    let has_sentry = layout.sentries.contains_key(&wall);
    if has_sentry && !was_silent && conquest.is_silenced(wall, rules) {
        scratch.this_tick.conquest_events.push(ConquestEvent::Silenced { wall, by: colony });
    }
    if breached {
        scratch.this_tick.conquest_events.push(ConquestEvent::Breached { wall, by: colony });
    }
    scratch.this_tick.record_event(&by, EventKind::StruckWall { wall, damage: force, breached });
    breached
}
