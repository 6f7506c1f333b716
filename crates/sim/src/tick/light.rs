//! Plants gain energy from light and compete for it with their neighbours.
//!
//! The crown of a plant is a square of `crown` times its radius. Every neighbour's crown that
//! overlaps it takes light in proportion to the overlap: `crowding` always, `likeness` in addition
//! if the neighbour is of the same species, which allows species to coexist, and `shade` in
//! addition if the neighbour is taller. Plants do not move, so the share of light is recomputed
//! only when a neighbour is born, grows or dies.

use glam::DVec2;
use hecs::Entity;
use terrarium_creatures::rules::{Energy, Rules};
use terrarium_creatures::species::{MATURE_RADIUS, PlantTraits};
use terrarium_space::geometry::Aabb;

use super::parallel;
use super::scratch::{Derived, Scratch, slot_of};
use super::{DROUGHT_LIGHT, Phase, Simulation};
use crate::world::{Account, Body, Crown, Life, World};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "light",
    file: file!(),
    what: "plants gain energy by their share of light",
    order: "",
    run: light,
};

/// Adds the energy that every plant gains from light.
pub(super) fn light(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    update_crowns(world, scratch);
    let rules = &world.config.rules;
    let is_drought = world.command_effects.is_drought(world.tick);
    let (calamities, tick) = (&world.calamities, world.tick);
    let query = world.organisms.query_mut::<(&Body, &mut Life, &PlantTraits, &Crown)>();
    let booked = parallel::fold(query, |booked: &mut [Energy; 2], (body, life, traits, crown)| {
        let share = crown.light.expect("all crowns are up to date");
        let thriving = thriving(share, f64::from(traits.preferred_light));
        let mut gain = Energy::from_units(rules.light * thriving * (body.radius / 24.0));
        if is_drought {
            gain = Energy::from_units(gain.units() * DROUGHT_LIGHT);
        }
        if !calamities.is_empty() {
            let shares = calamities.iter().map(|calamity| calamity.light(body.centre, tick));
            gain = Energy::from_units(gain.units() * shares.fold(1.0, f64::min));
        }
        let room = (traits.max_energy(body.radius, rules) - life.energy).max(Energy::ZERO);
        booked[0] += gain;
        life.energy += gain.min(room);
        booked[1] += gain - gain.min(room);
    });
    for [gained, spilled] in booked {
        world.ledger.book(Account::Light, gained);
        world.ledger.book(Account::Spilled, spilled);
    }
}

/// The yield of a plant at a share of light, 0 to 1: 1 at the preferred share, 0 in the dark, and
/// less the more the light exceeds the preferred share.
pub(super) fn thriving(share: f64, preferred: f64) -> f64 {
    if share < preferred { share / preferred } else { 1.0 - (share - preferred) }
}

/// Invalidates the light of all plants whose crowns may overlap that of a plant in `area`,
/// including that plant.
pub(super) fn neighbours_change(world: &mut World, scratch: &mut Scratch, area: &Aabb) {
    let rules = &world.config.rules;
    let own_reach = area.size() * 0.5 * rules.crown;
    let their_reach = f64::from(*MATURE_RADIUS.end()) * rules.crown;
    let reach = Aabb::around(area.centre(), own_reach + DVec2::splat(their_reach));
    let mut crowns = world.organisms.view_mut::<&mut Crown>();
    scratch.this_tick.effort.index_queries += 1;
    scratch.derived.index.visit_stationary(&reach, |slot, _| {
        if let Some(crown) = crowns.get_mut(scratch.derived.appearance(slot).entity) {
            crown.light = None;
        }
    });
}

fn update_crowns(world: &mut World, scratch: &mut Scratch) {
    let rules = &world.config.rules;
    let query = world.organisms.query_mut::<(Entity, &Body, &PlantTraits, &mut Crown)>();
    let derived = &scratch.derived;
    let updated = parallel::fold(query, |updated: &mut u64, (entity, body, traits, crown)| {
        if crown.light.is_none() {
            crown.light = Some(light_share(entity, body, traits, derived, rules));
            *updated += 1;
        }
    });
    // Each share of light takes one.
    scratch.this_tick.effort.index_queries += updated.iter().sum::<u64>();
}

/// Computes the share of full light, 0 to 1, that a plant receives among its neighbours.
pub(super) fn light_share(
    entity: Entity,
    body: &Body,
    traits: &PlantTraits,
    derived: &Derived,
    rules: &Rules,
) -> f64 {
    let crown = Aabb::square(body.centre, body.radius * rules.crown);
    let height = f64::from(traits.height) * body.radius;
    let reach = f64::from(*MATURE_RADIUS.end()) * (rules.crown - 1.0);
    let own_slot = slot_of(entity);
    let own_species = derived.appearance(own_slot).species;
    // Fixed-point numbers add up to the same sum in any order of neighbours.
    let mut taken = Energy::ZERO;
    derived.index.visit_stationary(&crown.inflated(DVec2::splat(reach)), |slot, area| {
        let neighbour = derived.appearance(slot);
        let their_height = f64::from(neighbour.height);
        if slot == own_slot || their_height == 0.0 {
            return;
        }
        let radius = area.size().x * 0.5;
        let theirs = Aabb::square(area.centre(), radius * rules.crown);
        let covered = crown.shared_area(&theirs) / crown.area();
        let shade = if their_height * radius > height { rules.shade } else { 0.0 };
        let likeness = if neighbour.species == own_species { rules.likeness } else { 0.0 };
        taken += Energy::from_units(covered * (rules.crowding + likeness + shade));
    });
    (1.0 - taken.units()).max(0.0)
}
