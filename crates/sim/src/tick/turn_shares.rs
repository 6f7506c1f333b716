//! The operations of a species per tick, shared by its animals, for their turns and for planning their journeys.
//!
//! As long as they suffice, all animals have their turns. From the first tick in which they do not, the
//! animals take turns by identity, and in the next tick the first one that got none begins. So everyone
//! has a turn before anyone has two more than another.

use rayon::prelude::*;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::Code;

use super::Simulation;
use super::decide::{BATCH, DecidedBatch, Time, Unfinished, decide_batch, plan_batch};
use super::plan::{Allowance, MoveRequest, PlannedTravel};
use super::sense::Actor;

/// The number of animals that the smallest world counts as.
const FEWEST_ANIMALS: u64 = 1000;

/// The smallest share of what is left with which a journey is planned anew, in turn budgets: less would hardly lead
/// farther than the first attempt.
const SHARE: u64 = 4;

/// Animals that decide together are divided into so many parts, so that threads share them.
const PARTS: usize = 4;

/// The smallest of these parts, if there are more.
const SMALLEST_BATCH: usize = 16;

/// Decides for the animals of a species that has a budget. Returns their intents, and the first animal that got no
/// turn, or whose journey waits for operations; [`OrganismId::NONE`] if there is none.
///
/// An animal gets a turn only while a whole `turn_budget` is left for its behaviour, and another for its journey. What is
/// left when all have had theirs goes to the journeys that need more. How many animals decide at the same time has no
/// effect.
pub(super) fn decide_in_shares(
    actors: &mut [Actor],
    budget: u64,
    sim: &Simulation,
) -> (Vec<DecidedBatch>, OrganismId) {
    let account = &sim.world.turns[actors[0].species.index()];
    let is_short = account.next != OrganismId::NONE;
    if is_short {
        actors.sort_unstable_by_key(|actor| (actor.id < account.next, actor.id));
    } else {
        actors.sort_unstable_by_key(|actor| (actor.district, actor.id));
    }
    let portion = u64::from(sim.world.config.rules.turn_budget);
    let (mut left, mut decided, mut with_turn) = (budget, Vec::new(), 0);
    while (left >= 2 * portion || with_turn == 0) && with_turn < actors.len() {
        let count = whole(left / (2 * portion)).clamp(1, actors.len() - with_turn);
        let now = &mut actors[with_turn..with_turn + count];
        let batches = decide_all(now, sim, Time::Portion(portion));
        left = left.saturating_sub(batches.iter().map(|batch| batch.spent).sum());
        decided.extend(batches);
        with_turn += count;
    }
    let mut waiting = plan_farther(&mut decided, actors, left, sim);
    waiting.extend(actors[with_turn..].iter().map(|actor| actor.id));
    let next = waiting.into_iter().min_by_key(|&id| (id < account.next, id));
    decided.extend(decide_all(&mut actors[with_turn..], sim, Time::None));
    (decided, next.unwrap_or(OrganismId::NONE))
}

/// A journey that is planned anew, and where its creature is.
struct Place {
    /// The batch of the creature.
    batch: usize,
    /// Its index among all actors.
    actor: usize,
    unfinished: Unfinished,
}

/// Plans unfinished journeys anew with the operations that are left: first in equal shares, then those that need more,
/// one by one. The first of these is planned whatever it takes at once. Returns the animals whose journeys wait.
fn plan_farther(
    decided: &mut [DecidedBatch],
    actors: &[Actor],
    mut left: u64,
    sim: &Simulation,
) -> Vec<OrganismId> {
    let mut places = unfinished(decided);
    if places.is_empty() {
        return Vec::new();
    }
    let least = SHARE * u64::from(sim.world.config.rules.turn_budget);
    let count = whole(left / least).min(places.len());
    let alone = places.split_off(count);
    let share = left.checked_div(count as u64).unwrap_or(0);
    let share = Allowance { operations: share, waits: true };
    let mut plan =
        |places, allowance, left: &mut u64| plan_all(places, actors, allowance, decided, left, sim);
    let mut still = plan(places, share, &mut left);
    still.extend(alone);
    let mut waiting = Vec::new();
    let mut waits = false;
    for place in still {
        if waits && left == 0 {
            waiting.push(place);
            continue;
        }
        let operations = if waits { left } else { left.max(least) };
        let allowance = Allowance { operations, waits };
        waiting.extend(plan(vec![place], allowance, &mut left));
        waits = true;
    }
    waiting.into_iter().map(|place| actors[place.actor].id).collect()
}

/// The unfinished journeys of all batches, in the order of their animals.
fn unfinished(decided: &mut [DecidedBatch]) -> Vec<Place> {
    let (mut places, mut first) = (Vec::new(), 0);
    for (batch, of_batch) in decided.iter_mut().enumerate() {
        for unfinished in std::mem::take(&mut of_batch.unfinished) {
            let actor = first + unfinished.index;
            places.push(Place { batch, actor, unfinished });
        }
        first += of_batch.intents.len();
    }
    places
}

/// Plans journeys anew, each with the same allowance. Returns those that are still unfinished.
fn plan_all(
    places: Vec<Place>,
    actors: &[Actor],
    allowance: Allowance,
    decided: &mut [DecidedBatch],
    left: &mut u64,
    sim: &Simulation,
) -> Vec<Place> {
    let plan_part = |part: &[Place]| {
        let actor = |place: &Place| actors[place.actor].without_memory();
        let mut batch: Vec<Actor> = part.iter().map(actor).collect();
        let requests: Vec<MoveRequest> = part.iter().map(|it| it.unfinished.request).collect();
        plan_batch(&mut batch, &requests, sim, allowance)
    };
    let planned: Vec<PlannedTravel> = places.par_chunks(BATCH).flat_map_iter(plan_part).collect();
    let mut unfinished = Vec::new();
    for (place, planned) in places.into_iter().zip(planned) {
        *left = left.saturating_sub(planned.spent);
        let of_batch = &mut decided[place.batch];
        of_batch.index_queries += planned.effort.index_queries;
        let is_unfinished = planned.unfinished.is_some();
        of_batch.intents[place.unfinished.index].replan(place.unfinished.sought, planned);
        unfinished.extend(is_unfinished.then_some(place));
    }
    unfinished
}

/// The operations that a species in a sandbox may use in a tick, in a world of so many animals; `None` is no limit.
pub(super) fn budget(actors: &[Actor], animals: usize, sim: &Simulation) -> Option<u64> {
    let species = actors[0].species;
    let Rules { species_budget, turn_budget, .. } = sim.world.config.rules;
    let choice = sim.world.config.species(species).behaviour.as_ref()?;
    if matches!(choice.code, Code::Native(_)) || species_budget == 0 {
        return None;
    }
    let counted = (animals as u64).max(FEWEST_ANIMALS);
    let budget = u64::from(species_budget).saturating_mul(counted).max(u64::from(turn_budget));
    (!sim.world.is_suspended(species)).then_some(budget)
}

fn decide_all(actors: &mut [Actor], sim: &Simulation, time: Time) -> Vec<DecidedBatch> {
    let batch = (actors.len() / PARTS).clamp(SMALLEST_BATCH, BATCH);
    actors.par_chunks_mut(batch).map(|batch| decide_batch(batch, sim, time)).collect()
}

/// The number, or the largest that there is.
fn whole(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
