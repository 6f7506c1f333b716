//! Metabolism, ageing and rotting.

use hecs::Entity;
use terrarium_creatures::behaviour::{Death, OrganismId};
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::PlantTraits;

use super::death::{die, vanish};
use super::parallel;
use super::{Phase, Simulation};
use crate::world::{Account, Body, Carcass, Identity, Life};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "burn, age and rot",
    file: file!(),
    what: "living costs are paid; starved and old organisms die, rotten carcasses vanish",
    order: "identity",
    run: burn,
};

/// What a batch of organisms burned, their number, and who of them dies.
#[derive(Default)]
struct Burned {
    energy: Energy,
    living: u64,
    ends: Vec<(OrganismId, Entity, Death)>,
}

/// Burns the cost of living, kills starved and old organisms, applies the population cap, and
/// removes rotted carcasses.
pub(super) fn burn(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let config = world.config.clone();
    let (rules, tick) = (&config.rules, world.tick);
    type Living<'a> = (Entity, &'a Identity, &'a Body, &'a mut Life, Option<&'a PlantTraits>);
    let query = world.organisms.query_mut::<Living<'_>>();
    let batches = parallel::fold(query, |batch: &mut Burned, (entity, who, body, life, plant)| {
        let a_unit = match plant {
            Some(traits) => rules.living_plant * (1.0 + rules.wood * f64::from(traits.height)),
            None => rules.living_animal,
        };
        batch.energy += life.energy.draw(Energy::from_units(a_unit * body.radius));
        batch.living += 1;
        if !life.energy.is_positive() {
            batch.ends.push((who.id, entity, Death::Starved));
        } else if who.age(tick) >= config.lifespan(who.species, life.mature_radius) {
            batch.ends.push((who.id, entity, Death::OldAge));
        }
    });
    let (mut ends, mut living_count) = (Vec::new(), 0);
    for batch in batches {
        world.ledger.book(Account::Living, batch.energy);
        living_count += batch.living;
        ends.extend(batch.ends);
    }
    ends.sort_unstable_by_key(|&(id, ..)| id);
    for (_, entity, of) in ends {
        die(world, scratch, entity, of, None);
        living_count -= 1;
    }
    let cap = u64::from(rules.population_cap);
    if cap > 0 && living_count > cap {
        fall_sick(sim, living_count - cap);
    }
    rot(sim);
}

/// Kills the oldest organisms above the population cap.
fn fall_sick(sim: &mut Simulation, too_many: u64) {
    let Simulation { world, scratch, .. } = sim;
    let mut by_age: Vec<(i64, OrganismId, Entity)> = world
        .organisms
        .query_mut::<(Entity, &Identity, &Life)>()
        .into_iter()
        .map(|(entity, who, _)| (who.born, who.id, entity))
        .collect();
    by_age.sort_unstable();
    for &(_, _, entity) in by_age.iter().take(usize::try_from(too_many).unwrap_or(usize::MAX)) {
        die(world, scratch, entity, Death::Sick, None);
    }
}

fn rot(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let tick = world.tick;
    let rotten: Vec<Entity> = world
        .organisms
        .query_mut::<(Entity, &Carcass)>()
        .into_iter()
        .filter(|(_, carcass)| carcass.rots_at <= tick)
        .map(|(entity, _)| entity)
        .collect();
    for entity in rotten {
        vanish(world, scratch, entity);
    }
}
