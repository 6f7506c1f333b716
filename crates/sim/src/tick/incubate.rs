//! Conception and incubation of children and seeds.

use terrarium_creatures::behaviour::{EnergyState, EventKind, Refusal};
use terrarium_creatures::rules::{Energy, EnergyLimits};
use terrarium_creatures::species::{PlantTraits, Traits};

use super::mating;
use super::parallel;
use super::{Phase, Simulation};
use crate::world::{Body, Growth, Identity, Life, Mating, Mind};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "incubate",
    file: file!(),
    what: "partners meet, where a species reproduces sexually \
        (`crates/sim/src/tick/mating.rs`); conception, pregnancy, seed production",
    order: "",
    run: incubate,
};

/// Starts the incubation of requested children and of seeds, and continues all others.
pub(super) fn incubate(sim: &mut Simulation) {
    mating::meet(sim);
    conceive(sim);
    carry_young(sim);
    mating::pollinate(sim);
    carry_seeds(sim);
}

/// The reason why an organism cannot conceive now; `None` if it can.
pub fn breeding_obstacle(life: &Life, state: EnergyState, tick: u64) -> Option<Refusal> {
    if life.growth != Growth::Grown {
        Some(Refusal::NotMature)
    } else if life.is_expecting() {
        Some(Refusal::AlreadyReproducing)
    } else if tick < life.breeds_at {
        Some(Refusal::NotReady)
    } else if state < EnergyState::Normal {
        Some(Refusal::NotEnoughEnergy)
    } else {
        None
    }
}

/// Whether the child or seed of the organism is due and waits only for a free place.
pub fn is_due(life: &Life) -> bool {
    life.incubation == 0 && life.embryo.is_positive()
}

fn conceive(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let ticks = world.config.rules.incubation_ticks;
    let mut intents = std::mem::take(&mut scratch.this_tick.intents);
    let mut view = world.organisms.view_mut::<(&Identity, &mut Life, &mut Mind)>();
    for intent in intents.iter_mut().flatten() {
        let Some(dna) = intent.conceive.take() else { continue };
        let Some((who, life, mind)) = view.get_mut(intent.entity) else { continue };
        life.incubation = ticks;
        mind.dna_for_child = dna;
        scratch.this_tick.record_event(who, EventKind::Conceived);
    }
    scratch.this_tick.intents = intents;
}

fn carry_young(sim: &mut Simulation) {
    let world = &mut sim.world;
    let rules = &world.config.rules;
    let query = world.organisms.query_mut::<(&Body, &mut Life, &Traits)>();
    parallel::for_each(query, |(body, life, traits)| {
        if life.incubation > 0 {
            let limits = traits.energy_limits(body.radius, rules);
            carry(life, limits, Energy::from_units(rules.incubation_animal * body.radius));
        }
    });
}

fn carry_seeds(sim: &mut Simulation) {
    let world = &mut sim.world;
    let (rules, tick) = (&world.config.rules, world.tick);
    let query = world.organisms.query_mut::<(&Body, &mut Life, &PlantTraits, Option<&Mating>)>();
    parallel::for_each(query, |(body, life, traits, mating)| {
        let limits = traits.energy_limits(body.radius, rules);
        if life.incubation > 0 {
            carry(life, limits, Energy::from_units(rules.incubation_plant * body.radius));
        } else {
            let state = EnergyState::new(life.energy, limits);
            let is_pollinated = mating.is_none_or(|mating| mating.gamete.is_some());
            if is_pollinated && breeding_obstacle(life, state, tick).is_none() {
                life.incubation = rules.incubation_ticks;
            }
        }
    });
}

/// Whether an organism has enough energy to continue the incubation of a child or seed.
pub fn can_carry(life: &Life, limits: EnergyLimits) -> bool {
    EnergyState::new(life.energy, limits) >= EnergyState::Normal
}

/// One tick of incubation, which pauses while the parent is hungry.
fn carry(life: &mut Life, limits: EnergyLimits, cost: Energy) {
    if can_carry(life, limits) && life.energy > cost {
        life.embryo += life.energy.draw(cost);
        life.incubation -= 1;
    }
}
