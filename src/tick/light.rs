//! Plants make energy of light, as far as their neighbours leave them any.
//!
//! Around each plant lies its crown, a square of `crown` times its radius. Every neighbour's crown
//! that reaches into it takes growing power in proportion to the part it covers: `crowding` for its
//! roots, `likeness` besides if it is of the same species, which is what lets species live side by
//! side, and `shade` besides if it stands taller. Plants stand still, so a share of light is reckoned
//! anew only when a neighbour has come, grown or gone.

use glam::DVec2;
use hecs::Entity;

use super::scratch::{Scratch, slot_of};
use super::{DROUGHT_LIGHT, Simulation};
use crate::geometry::Aabb;
use crate::rules::{Energy, Rules};
use crate::species::{MATURE_RADIUS, PlantTraits};
use crate::world::{Account, Body, Crown, Life, World};

/// Feeds every plant.
pub(super) fn light(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    reckon_crowns(world, scratch);
    let rules = &world.config.rules;
    let (mut gained, mut spilled) = (Energy::ZERO, Energy::ZERO);
    let is_drought = world.command_effects.is_drought(world.tick);
    let query = world.organisms.query_mut::<(&Body, &mut Life, &PlantTraits, &Crown)>();
    for (body, life, traits, crown) in query {
        let share = crown.light.expect("all crowns were reckoned");
        let thriving = thriving(share, f64::from(traits.preferred_light));
        let mut gain = Energy::from_units(rules.light * thriving * (body.radius / 24.0));
        if is_drought {
            gain = Energy::from_units(gain.units() * DROUGHT_LIGHT);
        }
        let room = (traits.max_energy(body.radius, rules) - life.energy).max(Energy::ZERO);
        gained += gain;
        life.energy += gain.min(room);
        spilled += gain - gain.min(room);
    }
    world.ledger.book(Account::Light, gained);
    world.ledger.book(Account::Spilled, spilled);
}

/// How well a plant does, 0 to 1, on a share of light: best at the share it prefers, not at all in
/// the dark, and the worse the more the light exceeds its liking.
pub(super) fn thriving(share: f64, preferred: f64) -> f64 {
    if share < preferred { share / preferred } else { 1.0 - (share - preferred) }
}

/// Has the light of all plants reckoned anew whose crowns meet that of one in `area`, itself
/// included.
pub(super) fn neighbours_change(world: &mut World, scratch: &Scratch, area: &Aabb) {
    let rules = &world.config.rules;
    let own_reach = area.size() * 0.5 * rules.crown;
    let their_reach = f64::from(*MATURE_RADIUS.end()) * rules.crown;
    let reach = Aabb::around(area.centre(), own_reach + DVec2::splat(their_reach));
    let mut crowns = world.organisms.view_mut::<&mut Crown>();
    scratch.index.visit_standing(&reach, |slot, _| {
        if let Some(crown) = crowns.get_mut(scratch.look(slot).entity) {
            crown.light = None;
        }
    });
}

fn reckon_crowns(world: &mut World, scratch: &Scratch) {
    let rules = &world.config.rules;
    let query = world.organisms.query_mut::<(Entity, &Body, &PlantTraits, &mut Crown)>();
    for (entity, body, traits, crown) in query {
        if crown.light.is_none() {
            crown.light = Some(light_share(entity, body, traits, scratch, rules));
        }
    }
}

/// The share of full light, 0 to 1, that reaches a plant among its neighbours.
pub(super) fn light_share(
    entity: Entity,
    body: &Body,
    traits: &PlantTraits,
    scratch: &Scratch,
    rules: &Rules,
) -> f64 {
    let crown = Aabb::square(body.centre, body.radius * rules.crown);
    let height = f64::from(traits.height) * body.radius;
    let reach = f64::from(*MATURE_RADIUS.end()) * (rules.crown - 1.0);
    let own_slot = slot_of(entity);
    let own_species = scratch.look(own_slot).species;
    // Whole numbers add up to the same in any order of neighbours.
    let mut taken = Energy::ZERO;
    scratch.index.visit_standing(&crown.inflated(DVec2::splat(reach)), |slot, area| {
        let look = scratch.look(slot);
        let their_height = f64::from(look.height);
        if slot == own_slot || their_height == 0.0 {
            return;
        }
        let radius = area.size().x * 0.5;
        let theirs = Aabb::square(area.centre(), radius * rules.crown);
        let covered = crown.shared_area(&theirs) / crown.area();
        let shade = if their_height * radius > height { rules.shade } else { 0.0 };
        let likeness = if look.species == own_species { rules.likeness } else { 0.0 };
        taken += Energy::from_units(covered * (rules.crowding + likeness + shade));
    });
    (1.0 - taken.units()).max(0.0)
}
