//! The conditions of organisms, as others see them: computed only for those that a behaviour reads.

use hecs::{Entity, ViewBorrow};
use terrarium_creatures::behaviour::{
    Activity, Condition, ConditionSource, EnergyState, Event, EventKind, Refusal,
};
use terrarium_creatures::species::PlantTraits;
use terrarium_space::geometry::DVec2;

use super::Simulation;
use crate::world::{Animal, AnimalParts, Body, Growth, Life};

/// The conditions of the organisms that a batch of creatures sees.
pub(super) struct SeenConditions<'a, 'w, 'q> {
    /// The entities of the sightings of one creature after the other.
    pub entities: &'a [Entity],
    pub animals: &'a ViewBorrow<'w, AnimalParts<'q>>,
    pub sim: &'a Simulation,
}

impl ConditionSource for SeenConditions<'_, '_, '_> {
    fn condition(&self, index: usize) -> Condition {
        let entity = self.entities[index];
        match self.animals.get(entity) {
            Some(animal) => of_animal(animal.into(), self.sim),
            None => self.of_plant(entity).unwrap_or(Condition::DEAD),
        }
    }
}

impl SeenConditions<'_, '_, '_> {
    /// The condition of a plant; `None` if the organism is a carcass.
    fn of_plant(&self, entity: Entity) -> Option<Condition> {
        let organisms = &self.sim.world.organisms;
        let rules = &self.sim.world.config.rules;
        let mut query = organisms.query_one::<(&Body, &Life, &PlantTraits)>(entity);
        let (body, life, traits) = query.get().ok()?;
        Some(Condition {
            damage: life.damage / (rules.toughness * body.radius),
            state: EnergyState::new(life.energy, traits.energy_limits(body.radius, rules)),
            mature: life.growth == Growth::Grown,
            ..Condition::DEAD
        })
    }
}

fn of_animal(animal: Animal<'_>, sim: &Simulation) -> Condition {
    let Animal { who, body, life, traits, motion, .. } = animal;
    let config = &sim.world.config;
    let rules = &config.rules;
    let kind = config.species(who.species).kind;
    let strength = kind.strength(rules);
    Condition {
        damage: life.damage / (rules.toughness * body.radius),
        state: EnergyState::new(life.energy, traits.energy_limits(body.radius, rules)),
        mature: life.growth == Growth::Grown,
        max_speed: traits.speed(rules),
        attack: strength * traits.attack(body.radius, rules),
        defence: strength * traits.defence(body.radius, rules),
        doing: activity(sim.scratch.derived.events.of(who.id, &sim.world.events), motion.velocity),
    }
}

/// What an animal did in the last tick, by its events and its displacement.
fn activity(events: &[Event], velocity: DVec2) -> Activity {
    let of_event = |event: &Event| match event.what {
        EventKind::Struck { .. } | EventKind::StruckWall { .. } => Some(Activity::Attacking),
        EventKind::Ate { .. } => Some(Activity::Eating),
        EventKind::Conceived | EventKind::GaveBirth { .. } => Some(Activity::Breeding),
        EventKind::Refused { why: Refusal::NoPartner | Refusal::TooDistant, .. } => {
            Some(Activity::Courting)
        }
        _ => None,
    };
    let moving = if velocity == DVec2::ZERO { Activity::Resting } else { Activity::Moving };
    events.iter().filter_map(of_event).min().unwrap_or(moving)
}
