//! Sentries sting: each strikes the nearest hostile creature within its range, again and again.

use std::collections::BTreeMap;

use glam::DVec2;
use hecs::Entity;

use super::Simulation;
use super::death::die;
use super::defend::is_beaten;
use super::scratch::Scratch;
use crate::behaviour::{Colony, Death, EventKind, OrganismId};
use crate::geometry::Aabb;
use crate::rules::whole;
use crate::world::{Conquest, Identity, Life, Sentry, World, WorldConfig};

/// Lets the blows of all sentries land, and those die who cannot bear theirs.
pub(super) fn sentries(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let Some(conquest) = world.conquest.as_ref().filter(|it| it.verdict.is_none()) else { return };
    let targets = targets(conquest, &world.config, world.tick, scratch);
    let damage = world.config.rules.sentry_damage;
    let mut struck: BTreeMap<OrganismId, Entity> = BTreeMap::new();
    for entity in targets {
        let view = world.organisms.query_one_mut::<(&Identity, &mut Life)>(entity);
        let (who, life) = view.expect("who is struck lives");
        life.damage += damage;
        struck.insert(who.id, entity);
        scratch.happened(who, EventKind::Stung { damage });
    }
    bury(world, scratch, struck);
}

/// Whom the sentries strike this tick. They take turns, so that not all strike in the same tick.
fn targets(conquest: &Conquest, config: &WorldConfig, tick: u64, scratch: &Scratch) -> Vec<Entity> {
    let WorldConfig { rules, terrain, .. } = config;
    let layout = scratch.layout.as_ref().expect("a conquest has a layout");
    let tile = terrain.as_ref().expect("a conquest has a map").tile_side();
    let pause = whole(rules.sentry_ticks);
    let on_turn =
        (0_u64..).zip(&layout.sentries).filter(|(number, _)| (tick + number).is_multiple_of(pause));
    let target = |(_, (&wall, sentry)): (_, (_, &Sentry))| {
        let colony = conquest.owner(sentry.tenure)?;
        if conquest.is_silenced(wall, rules) {
            return None;
        }
        nearest(colony.other(), sentry.middle, rules.sentry_range * tile, config, scratch)
    };
    on_turn.filter_map(target).collect()
}

/// The nearest creature of a colony within a range.
fn nearest(
    colony: Colony,
    from: DVec2,
    range: f64,
    config: &WorldConfig,
    scratch: &Scratch,
) -> Option<Entity> {
    let mut nearest: Option<(f64, OrganismId, Entity)> = None;
    scratch.index.visit_moving(&Aabb::square(from, range), |slot, body| {
        let look = scratch.look(slot);
        let distance = body.centre().distance(from);
        if config.colony(look.species) != Some(colony) || distance > range {
            return;
        }
        if nearest.is_none_or(|(least, id, _)| (distance, look.id) < (least, id)) {
            nearest = Some((distance, look.id, look.entity));
        }
    });
    nearest.map(|(.., entity)| entity)
}

fn bury(world: &mut World, scratch: &mut Scratch, struck: BTreeMap<OrganismId, Entity>) {
    for entity in struck.into_values() {
        if is_beaten(world, entity) {
            die(world, scratch, entity, Death::Killed, None);
        }
    }
}
