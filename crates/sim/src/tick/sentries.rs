//! Sentries sting the nearest hostile creature within range at regular intervals.

use std::collections::BTreeMap;

use glam::DVec2;
use hecs::Entity;
use terrarium_creatures::behaviour::{Colony, Death, EventKind, OrganismId};
use terrarium_space::geometry::Aabb;

use super::death::die;
use super::defend::is_beaten;
use super::scratch::Scratch;
use super::{Phase, Simulation};
use crate::world::{Conquest, Identity, Life, Sentry, World, WorldConfig};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "sentries",
    file: file!(),
    what: "sentries strike the nearest hostile creature; then defeated organisms die",
    order: "tile",
    run: sentries,
};

/// Applies the stings of all sentries, then kills the creatures with lethal damage.
pub(super) fn sentries(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let Some(conquest) = world.conquest.as_ref().filter(|it| it.verdict.is_none()) else { return };
    let targets = targets(conquest, &world.config, world.tick, scratch);
    let damage = world.config.rules.sentry_damage;
    let mut struck: BTreeMap<OrganismId, Entity> = BTreeMap::new();
    for entity in targets {
        let view = world.organisms.query_one_mut::<(&Identity, &mut Life)>(entity);
        let (who, life) = view.expect("targets are alive");
        life.damage += damage;
        struck.insert(who.id, entity);
        scratch.this_tick.record_event(who, EventKind::Stung { damage });
    }
    kill_beaten(world, scratch, struck);
}

/// The creatures that sentries sting this tick. Sentries take turns, so that not all sting in the
/// same tick.
fn targets(
    conquest: &Conquest,
    config: &WorldConfig,
    tick: u64,
    scratch: &mut Scratch,
) -> Vec<Entity> {
    let WorldConfig { rules, terrain, .. } = config;
    let layout = scratch.derived.layout.take().expect("a conquest has a layout");
    let tile = terrain.as_ref().expect("a conquest has a map").tile_side();
    let pause = u64::from(rules.sentry_ticks);
    let on_turn =
        (0_u64..).zip(&layout.sentries).filter(|(number, _)| (tick + number).is_multiple_of(pause));
    let target = |(_, (&wall, sentry)): (_, (_, &Sentry))| {
        let colony = conquest.owner(sentry.ownership)?;
        if conquest.is_silenced(wall, rules) {
            return None;
        }
        nearest(colony.other(), sentry.middle, rules.sentry_range * tile, config, scratch)
    };
    let targets = on_turn.filter_map(target).collect();
    scratch.derived.layout = Some(layout);
    targets
}

/// The nearest creature of a colony within range.
fn nearest(
    colony: Colony,
    from: DVec2,
    range: f64,
    config: &WorldConfig,
    scratch: &mut Scratch,
) -> Option<Entity> {
    let mut nearest: Option<(f64, OrganismId, Entity)> = None;
    scratch.this_tick.effort.index_queries += 1;
    scratch.derived.index.visit_moving(&Aabb::square(from, range), |slot, body| {
        let creature = scratch.derived.appearance(slot);
        let distance = body.centre().distance(from);
        if config.colony(creature.species) != Some(colony) || distance > range {
            return;
        }
        if nearest.is_none_or(|(least, id, _)| (distance, creature.id) < (least, id)) {
            nearest = Some((distance, creature.id, creature.entity));
        }
    });
    nearest.map(|(.., entity)| entity)
}

fn kill_beaten(world: &mut World, scratch: &mut Scratch, struck: BTreeMap<OrganismId, Entity>) {
    for entity in struck.into_values() {
        if is_beaten(world, entity) {
            die(world, scratch, entity, Death::Killed, None);
        }
    }
}
