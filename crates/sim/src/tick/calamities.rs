//! Calamities that last: fires spread, and the sick die or recover.
//!
//! Whether an organism survives is drawn once for each calamity, from a stream of the tick in which
//! the calamity began. So an organism that meets the front of a fire again has the same luck.

use hecs::Entity;
use rand::RngExt;
use terrarium_creatures::behaviour::{CreatureRng, Death, OrganismId};
use terrarium_creatures::species::PlantTraits;
use terrarium_space::geometry::{Aabb, DVec2};

use super::death::{die, vanish};
use super::scratch::Scratch;
use super::{Phase, Simulation};
use crate::world::chance::Purpose;
use crate::world::{
    CalamityKind, Carcass, Disc, Identity, Lineage, OngoingCalamity, Sickness, World,
};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "calamities",
    file: file!(),
    what: "fires spread, the sick die or recover",
    order: "calamity, identity",
    run: calamities,
};

/// The part of the duration of a plague after which the first of the sick die or recover.
const FIRST_PART: f64 = 0.4;

/// Carries on all calamities, and drops those of which nothing is left.
pub(super) fn calamities(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let tick = world.tick;
    world.calamities.retain(|calamity| !calamity.is_gone(tick));
    for index in 0..world.calamities.len() {
        let calamity = &world.calamities[index];
        if !calamity.is_active(tick) {
            continue;
        }
        match calamity.kind {
            CalamityKind::Fire { area, mortality } => {
                burn(world, scratch, index, area, mortality);
            }
            CalamityKind::Plague { mortality, .. } => sicken(world, scratch, index, mortality),
            // It takes light, in the phase of that name.
            CalamityKind::Drought { .. } => {}
        }
    }
}

/// Spreads a fire: what stands where it arrives in this tick burns, or survives it.
fn burn(world: &mut World, scratch: &mut Scratch, index: usize, area: Disc, mortality: f64) {
    let calamity = &world.calamities[index];
    let tick = world.tick;
    let (inner, outer) = (calamity.front(tick), calamity.front(tick + 1));
    let is_first = tick == calamity.began;
    let mut reached: Vec<(OrganismId, Entity)> = Vec::new();
    scratch.this_tick.effort.index_queries += 1;
    scratch.derived.index.visit(&Aabb::square(area.at, outer), |slot, body| {
        let distance = body.centre().distance(area.at);
        if distance <= outer && (distance > inner || is_first) {
            let visible = scratch.derived.appearance(slot);
            reached.push((visible.id, visible.entity));
        }
    });
    reached.sort_unstable();
    for (_, entity) in reached {
        if world.organisms.satisfies::<&Carcass>(entity) {
            vanish(world, scratch, entity);
        } else if stream(world, index, entity).random::<f64>() < mortality {
            kill(world, scratch, index, entity, Death::Burned);
        }
    }
}

/// Lets the sick whose time has come die or recover.
fn sicken(world: &mut World, scratch: &mut Scratch, index: usize, mortality: f64) {
    let now = world.tick + 1;
    let CalamityKind::Plague { sick, .. } = &mut world.calamities[index].kind else { return };
    let due: Vec<OrganismId> =
        sick.extract_if(.., |it| it.until <= now).map(|it| it.organism).collect();
    if due.is_empty() {
        return;
    }
    let mut found: Vec<(OrganismId, Entity)> = Vec::new();
    for (entity, who) in world.organisms.query_mut::<(Entity, &Identity)>().without::<&Carcass>() {
        if due.binary_search(&who.id).is_ok() {
            found.push((who.id, entity));
        }
    }
    found.sort_unstable();
    for (_, entity) in found {
        if stream(world, index, entity).random::<f64>() < mortality {
            kill(world, scratch, index, entity, Death::Sick);
        } else {
            world.calamities[index].recovered += 1;
        }
    }
}

/// When the sicknesses of organisms end in a plague that begins now.
pub(super) fn sicknesses(
    world: &World,
    organisms: impl IntoIterator<Item = Identity>,
    order: u32,
    ticks: u64,
) -> Vec<Sickness> {
    let sickness = |who: Identity| {
        let mut rng = drawn_for(world, world.tick, order, who.lineage);
        let _survival: f64 = rng.random();
        let part = rng.random_range(FIRST_PART..=1.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a part of a duration below 2⁵³ ticks"
        )]
        let lasts = ((ticks as f64 * part).ceil() as u64).clamp(1, ticks);
        Sickness { organism: who.id, until: world.tick.saturating_add(lasts) }
    };
    organisms.into_iter().map(sickness).collect()
}

/// Counts an organism that starves, at the place where it did, for the droughts there.
pub(super) fn count_starved(world: &mut World, at: DVec2, is_plant: bool) {
    let tick = world.tick;
    for calamity in world.calamities.iter_mut().filter(|calamity| calamity.is_drought(tick)) {
        if calamity.area().is_none_or(|area| area.contains(at)) {
            count(calamity, is_plant);
        }
    }
}

fn kill(world: &mut World, scratch: &mut Scratch, index: usize, entity: Entity, of: Death) {
    let is_plant = world.organisms.satisfies::<&PlantTraits>(entity);
    count(&mut world.calamities[index], is_plant);
    die(world, scratch, entity, of, None);
}

fn count(calamity: &mut OngoingCalamity, is_plant: bool) {
    let died = if is_plant { &mut calamity.plants_died } else { &mut calamity.animals_died };
    *died = died.saturating_add(1);
}

/// The random stream of an organism in a calamity.
fn stream(world: &World, index: usize, organism: Entity) -> CreatureRng {
    let calamity = &world.calamities[index];
    let lineage = world.organisms.get::<&Identity>(organism).expect("has an identity").lineage;
    drawn_for(world, calamity.began, calamity.order, lineage)
}

/// The random stream of an organism in the calamity that began after a tick, with so many commands
/// before it.
fn drawn_for(world: &World, began: u64, order: u32, lineage: Lineage) -> CreatureRng {
    let mut rng = world.config.chance(began, lineage, Purpose::Calamity);
    for _ in 0..u64::from(order) * 2 {
        let _: f64 = rng.random();
    }
    rng
}
