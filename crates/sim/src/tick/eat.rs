//! Eating, in an order drawn by lot, since early eaters find more food.

use hecs::Entity;
use terrarium_creatures::behaviour::{ActionKind, Death, EventKind, Refusal};
use terrarium_creatures::rules::{Energy, Rules};
use terrarium_creatures::species::{PlantTraits, Traits};

use super::death::{die, vanish};
use super::scratch::{Derived, slot_of};
use super::{Phase, Simulation};
use crate::world::chance::Lot;
use crate::world::{Body, Carcass, Identity, Life, World};

/// This phase.
pub(super) const PHASE: Phase =
    Phase { name: "eat", file: file!(), what: "bites are taken", order: "lot", run: eat };

/// Carries out all validated requests to eat.
pub(super) fn eat(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let (seed, tick) = (world.config.seed, world.tick);
    let identities = world.organisms.view::<&Identity>();
    let mut meals: Vec<_> = scratch
        .this_tick
        .intents
        .iter()
        .flatten()
        .filter_map(|intent| {
            let food = intent.eat?;
            let place = scratch.derived.index.body(slot_of(intent.entity))?.centre();
            let who = identities.get(intent.entity)?;
            Some((Lot::draw(seed, tick, who, place), intent.entity, food))
        })
        .collect();
    drop(identities);
    meals.sort_unstable_by_key(|&(lot, ..)| lot);
    for (_, eater, food) in meals {
        let Some(hunger) = Hunger::new(world, eater) else { continue };
        let id = scratch.derived.appearance(slot_of(food)).id;
        let (what, left) = match take_bite(world, &scratch.derived, &hunger, food) {
            Ok((energy, left)) => {
                world.organisms.get::<&mut Life>(eater).expect("it is alive").energy += energy;
                (EventKind::Ate { food: id, energy }, left)
            }
            Err(why) => {
                let refused = EventKind::Refused { slot: ActionKind::Eat, why, target: Some(id) };
                (refused, Left::Food)
            }
        };
        scratch.this_tick.record_event(&hunger.who, what);
        match left {
            Left::Food => {}
            Left::BarePlant => die(world, scratch, food, Death::Eaten, Some(hunger.who.id)),
            Left::BareCarcass => vanish(world, scratch, food),
        }
    }
}

/// What a bite leaves.
enum Left {
    /// A plant or a carcass with energy.
    Food,
    /// A plant without energy, which dies of it.
    BarePlant,
    /// A carcass without energy, which vanishes.
    BareCarcass,
}

/// An eater and the size of its bite.
struct Hunger {
    who: Identity,
    body: Body,
    bite: Energy,
}

impl Hunger {
    /// Returns `None` when the eater has died since it decided.
    fn new(world: &World, eater: Entity) -> Option<Self> {
        let rules = &world.config.rules;
        let mut query = world.organisms.query_one::<(&Identity, &Body, &Life, &Traits)>(eater);
        let (who, body, life, traits) = query.get().ok()?;
        let deficit = traits.max_energy(body.radius, rules) - life.energy;
        let kind = world.config.species(who.species).kind;
        let bite = traits.bite(kind, body.radius, rules).min(deficit).max(Energy::ZERO);
        Some(Self { who: *who, body: *body, bite })
    }
}

/// Takes a bite from a plant or carcass; returns its energy, and what is left.
fn take_bite(
    world: &mut World,
    derived: &Derived,
    hunger: &Hunger,
    food: Entity,
) -> Result<(Energy, Left), Refusal> {
    let rules = &world.config.rules;
    let area = derived.index.body(slot_of(food)).ok_or(Refusal::NotVisible)?;
    if area.gap(&hunger.body.area()) > rules.reach {
        return Err(Refusal::NotWithinReach);
    }
    if let Ok((body, life, traits)) =
        world.organisms.query_one_mut::<(&Body, &mut Life, &PlantTraits)>(food)
    {
        if !can_browse(traits.height, body.radius, hunger.body.radius, rules) {
            return Err(Refusal::TooTall);
        }
        let full = traits.max_energy(body.radius, rules).units();
        let roots = Energy::from_units(full * rules.roots);
        let bite = hunger.bite.min(life.energy - roots);
        let drawn = life.energy.draw(bite);
        let left = if life.energy.is_positive() { Left::Food } else { Left::BarePlant };
        return Ok((drawn, left));
    }
    let carcass =
        world.organisms.query_one_mut::<&mut Carcass>(food).map_err(|_| Refusal::NotVisible)?;
    let drawn = carcass.energy.draw(hunger.bite);
    let left = if carcass.energy.is_positive() { Left::Food } else { Left::BareCarcass };
    Ok((drawn, left))
}

/// Whether an animal of radius `own` can graze on a plant of this height per unit and radius.
pub(super) fn can_browse(height_a_unit: f32, radius: f64, own: f64, rules: &Rules) -> bool {
    f64::from(height_a_unit) * radius <= rules.browsing * own
}
