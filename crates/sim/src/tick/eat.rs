//! Eating. Those that eat of the same food do so in an order drawn by lot, since early eaters find more; different food
//! is eaten at the same time.

use hecs::Entity;
use rayon::prelude::*;
use terrarium_creatures::behaviour::{ActionKind, Death, EventKind, OrganismId, Refusal};
use terrarium_creatures::rules::{Energy, Rules};
use terrarium_creatures::species::{PlantTraits, Traits};
use terrarium_space::geometry::Aabb;

use super::death::{die, vanish};
use super::parallel;
use super::scratch::slot_of;
use super::validate::ValidatedIntent;
use super::{Phase, Simulation};
use crate::world::chance::Lot;
use crate::world::{Body, Carcass, Identity, Life};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "eat",
    file: file!(),
    what: "bites are taken",
    order: "lot; of different food at the same time",
    run: eat,
};

type Eater<'a> = (&'a Identity, &'a Body, &'a Life, &'a Traits);
type Plant<'a> = (&'a Body, &'a Life, &'a PlantTraits);

/// A bite that an animal wants to take.
struct Meal {
    food: Entity,
    eater: Entity,
    who: Identity,
    body: Body,
    /// The most that it takes.
    appetite: Energy,
    /// What it got.
    got: Result<Energy, Refusal>,
}

/// Food, while those that eat of it take their bites.
struct Food {
    area: Aabb,
    energy: Energy,
    /// The energy out of reach: that of the roots of a plant.
    roots: Energy,
    /// The height per unit of radius, and the radius, of a plant.
    plant: Option<(f32, f64)>,
    /// Who took the last of it.
    eaten_up_by: Option<OrganismId>,
}

/// Carries out all validated requests to eat.
pub(super) fn eat(sim: &mut Simulation) {
    let mut meals = meals(sim);
    meals.par_sort_unstable_by_key(|meal| meal.food.id());
    let eaten_up = take_bites(&mut meals, sim);
    move_energy(&meals, sim);
    let Simulation { world, scratch, .. } = sim;
    for Meal { food, who, got, .. } in meals {
        let food = scratch.derived.appearance(slot_of(food)).id;
        let what = match got {
            Ok(energy) => EventKind::Ate { food, energy },
            Err(why) => EventKind::Refused { slot: ActionKind::Eat, why, target: Some(food) },
        };
        scratch.this_tick.record_event(&who, what);
    }
    for (food, by) in eaten_up {
        if world.organisms.satisfies::<&Carcass>(food) {
            vanish(world, scratch, food);
        } else {
            die(world, scratch, food, Death::Eaten, Some(by));
        }
    }
}

/// What the animals that are still alive want to eat.
fn meals(Simulation { world, scratch, .. }: &Simulation) -> Vec<Meal> {
    let eaters = world.organisms.view::<Eater<'_>>();
    let meal = |intent: &ValidatedIntent| {
        let food = intent.eat?;
        let (who, body, life, traits) = eaters.get(intent.entity)?;
        let rules = &world.config.rules;
        let deficit = traits.max_energy(body.radius, rules) - life.energy;
        let kind = world.config.species(who.species).kind;
        let bite = traits.bite(kind, body.radius, rules);
        let appetite = bite.min(deficit).max(Energy::ZERO);
        let got = Ok(Energy::ZERO);
        Some(Meal { food, eater: intent.entity, who: *who, body: *body, appetite, got })
    };
    let batches = scratch.this_tick.intents.par_iter();
    batches.flat_map_iter(|batch| batch.iter().filter_map(meal)).collect()
}

/// Lets all animals bite, and returns what was eaten up by whom. The meals on the same food follow each other.
fn take_bites(
    meals: &mut [Meal],
    Simulation { world, scratch, .. }: &Simulation,
) -> Vec<(Entity, OrganismId)> {
    let plants = world.organisms.view::<Plant<'_>>();
    let carcasses = world.organisms.view::<&Carcass>();
    let rules = &world.config.rules;
    let find = |food: Entity| {
        let area = scratch.derived.index.body(slot_of(food))?;
        let plant = plants.get(food).map(|plant| Food::plant(area, plant, rules));
        plant.or_else(|| carcasses.get(food).map(|carcass| Food::carcass(area, carcass)))
    };
    let tables = meals.par_chunk_by_mut(|a, b| a.food == b.food).map(|table| {
        if table.len() > 1 {
            let (seed, tick) = (world.config.seed, world.tick);
            table.sort_unstable_by_key(|meal| Lot::draw(seed, tick, &meal.who, meal.body.centre));
        }
        let mut food = find(table[0].food);
        for meal in &mut *table {
            meal.got = food.as_mut().map_or(Err(Refusal::NotVisible), |it| it.bite(meal, rules));
        }
        food.and_then(|food| Some((table[0].food, food.eaten_up_by?)))
    });
    tables.flatten_iter().collect()
}

/// Moves what was eaten from the food to those that ate it.
fn move_energy(meals: &[Meal], Simulation { world, scratch, .. }: &mut Simulation) {
    let mut changes = vec![Energy::ZERO; scratch.derived.appearances.len()];
    for Meal { food, eater, got, .. } in meals {
        if let Ok(energy) = got {
            changes[eater.id() as usize] += *energy;
            changes[food.id() as usize] -= *energy;
        }
    }
    let change = |entity: Entity| changes[entity.id() as usize];
    let living = world.organisms.query_mut::<(Entity, &mut Life)>();
    parallel::for_each(living, |(entity, life)| life.energy += change(entity));
    let dead = world.organisms.query_mut::<(Entity, &mut Carcass)>();
    parallel::for_each(dead, |(entity, carcass)| carcass.energy += change(entity));
}

impl Food {
    fn plant(
        area: Aabb,
        (body, life, traits): (&Body, &Life, &PlantTraits),
        rules: &Rules,
    ) -> Self {
        let full = traits.max_energy(body.radius, rules).units();
        Self {
            area,
            energy: life.energy,
            roots: Energy::from_units(full * rules.roots),
            plant: Some((traits.height, body.radius)),
            eaten_up_by: None,
        }
    }

    fn carcass(area: Aabb, carcass: &Carcass) -> Self {
        let (energy, roots) = (carcass.energy, Energy::ZERO);
        Self { area, energy, roots, plant: None, eaten_up_by: None }
    }

    /// Lets an animal take a bite; returns its energy.
    fn bite(&mut self, meal: &Meal, rules: &Rules) -> Result<Energy, Refusal> {
        if self.eaten_up_by.is_some() {
            return Err(Refusal::NotVisible);
        }
        if self.area.gap(&meal.body.area()) > rules.reach {
            return Err(Refusal::NotWithinReach);
        }
        if let Some((height, radius)) = self.plant
            && !can_browse(height, radius, meal.body.radius, rules)
        {
            return Err(Refusal::TooTall);
        }
        let drawn = self.energy.draw(meal.appetite.min(self.energy - self.roots));
        if !self.energy.is_positive() {
            self.eaten_up_by = Some(meal.who.id);
        }
        Ok(drawn)
    }
}

/// Whether an animal of radius `own` can graze on a plant of this height per unit and radius.
pub(super) fn can_browse(height_a_unit: f32, radius: f64, own: f64, rules: &Rules) -> bool {
    f64::from(height_a_unit) * radius <= rules.browsing * own
}
