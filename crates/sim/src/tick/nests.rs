//! Nests replace creatures of a colony that have died, until the conquest is decided.

use glam::DVec2;
use rand::RngExt;
use terrarium_creatures::behaviour::{CreatureRng, EventKind, OrganismId};
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::{Nature, SpeciesId, Traits};
use terrarium_space::Mobility;
use terrarium_space::geometry::{Aabb, lattice};

use super::appearance::Appearance;
use super::scratch::{Scratch, slot_of};
use super::{Phase, Simulation};
use crate::world::chance::Purpose;
use crate::world::{
    Account, Body, Growth, Identity, Life, Lineage, Mind, Motion, Origin, QueuedSpawn, World,
    WorldConfig,
};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "nests",
    file: file!(),
    what: "nests produce replacements for the dead of a colony",
    order: "order of death",
    run: nests,
};

/// The share of its maximum energy with which a creature leaves its nest.
const STORE: f64 = 0.8;

/// Spawns all creatures that are due, each at a nest of its colony. Without a nest or room they
/// stay in the queue.
pub(super) fn nests(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let Some(conquest) = world.conquest.as_mut().filter(|it| it.verdict.is_none()) else { return };
    let spawn_queue = std::mem::take(&mut conquest.spawn_queue);
    let mut waiting = Vec::new();
    let mut spawned = vec![0; world.config.species.len()];
    for unborn in spawn_queue {
        let QueuedSpawn { due, species } = unborn;
        let number = &mut spawned[species.index()];
        let lineage = Lineage::beginning(Origin::Nest, species, world.tick, *number);
        if due <= world.tick && spawn(world, scratch, species, lineage) {
            *number += 1;
        } else {
            waiting.push(unborn);
        }
    }
    world.conquest.as_mut().expect("the world has a conquest").spawn_queue = waiting;
}

/// Spawns one creature; returns whether there was a nest with room for it.
fn spawn(world: &mut World, scratch: &mut Scratch, species: SpeciesId, lineage: Lineage) -> bool {
    let config = world.config.clone();
    let Nature::Animal(traits) = config.species(species).nature else { return false };
    let mut rng = config.chance(world.tick, lineage, Purpose::Nest);
    let Some(body) = find_room(world, scratch, species, &traits, &mut rng) else { return false };
    let born = i64::try_from(world.tick).unwrap_or(i64::MAX);
    let who = Identity::without_parent(world.new_id(), lineage, species, born);
    let most = traits.max_energy(body.radius, &config.rules);
    let life = Life {
        energy: Energy::from_units(most.units() * STORE),
        embryo: Energy::ZERO,
        damage: 0.0,
        grows_at: world.tick,
        breeds_at: world.tick,
        incubation: 0,
        mature_radius: traits.mature_radius,
        growth: Growth::Grown,
    };
    world.ledger.book(Account::Founding, life.energy + config.built_into(body.radius));
    let genome = config.species(species).genome();
    let (mind, motion) = (Mind::default(), Motion::default());
    let entity = world.spawn_animal((who, body, life), (traits, genome), mind, motion);
    scratch.derived.index.insert(slot_of(entity), body.area(), Mobility::Moving);
    scratch.derived.set_appearance(Appearance::new(
        entity,
        &who,
        config.species(species).kind.into(),
    ));
    scratch.this_tick.record_event(&who, EventKind::Born { parent: OrganismId::NONE });
    true
}

/// Finds a free place at a nest of the colony, starting with a random nest.
fn find_room(
    world: &World,
    scratch: &mut Scratch,
    species: SpeciesId,
    traits: &Traits,
    rng: &mut CreatureRng,
) -> Option<Body> {
    let conquest = world.conquest.as_ref()?;
    let colony = world.config.colony(species)?;
    let layout = scratch.derived.layout.as_ref()?;
    let own = layout.nests.iter().filter(|nest| conquest.owner(nest.ownership) == Some(colony));
    let own: Vec<Aabb> = own.map(|nest| nest.area).collect();
    if own.is_empty() {
        return None;
    }
    let first = rng.random_range(0..own.len() as u64);
    let rotated = own.iter().cycle().skip(usize::try_from(first).unwrap_or(0)).take(own.len());
    let radius = lattice::snap(f64::from(traits.mature_radius));
    rotated.into_iter().find_map(|nest| room_at(nest, radius, &world.config, scratch, rng))
}

/// Finds a free place in a nest, or around it within the width of its tile.
fn room_at(
    nest: &Aabb,
    radius: f64,
    config: &WorldConfig,
    scratch: &mut Scratch,
    rng: &mut CreatureRng,
) -> Option<Body> {
    let mut is_centre = true;
    (0..=u64::from(config.rules.birth_tries)).find_map(|_| {
        let throw = DVec2::new(rng.random(), rng.random()) * 2.0 - DVec2::ONE;
        let aside = if std::mem::take(&mut is_centre) { DVec2::ZERO } else { throw * nest.size() };
        let body = Body { centre: lattice::snap_point(nest.centre() + aside), radius };
        let area = body.area();
        let is_free = config.bounds.contains_box(&area) && scratch.is_free(&area, None);
        is_free.then_some(body)
    })
}
