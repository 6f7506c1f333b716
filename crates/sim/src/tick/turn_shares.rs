//! The operations of a species per tick, shared by its animals.
//!
//! As long as they suffice, all animals have their turns. From the first tick in which they do not, the
//! animals take turns by identity, and in the next tick the first one that got none begins. So everyone
//! has a turn before anyone has two more than another.

use rayon::prelude::*;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::Code;

use super::Simulation;
use super::decide::{BATCH, DecidedBatch, decide_batch};
use super::sense::Actor;

/// The number of animals that the smallest world counts as.
const FEWEST_ANIMALS: u64 = 1000;

/// Decides for the animals of a species that has a budget. Returns their intents, and the first animal that got no
/// turn; [`OrganismId::NONE`] if all did.
///
/// An animal gets a turn only while a whole `turn_budget` is left, so the operations of the species are
/// never exceeded, and how many animals decide at the same time has no effect.
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
    let (mut left, turn_budget) = (budget, u64::from(sim.world.config.rules.turn_budget));
    let (mut decided, mut waiting) = (Vec::new(), &mut *actors);
    while left >= turn_budget && !waiting.is_empty() {
        let count =
            usize::try_from(left / turn_budget).map_or(waiting.len(), |n| n.min(waiting.len()));
        let (now, rest) = std::mem::take(&mut waiting).split_at_mut(count);
        let batches = decide_all(now, sim, true);
        left = left.saturating_sub(batches.iter().map(|batch| batch.spent).sum());
        decided.extend(batches);
        waiting = rest;
    }
    let next = waiting.iter().map(|actor| actor.id).min_by_key(|&id| (id < account.next, id));
    decided.extend(decide_all(waiting, sim, false));
    (decided, next.unwrap_or(OrganismId::NONE))
}

/// The operations that a species may use in a tick, in a world of so many animals; `None` if its own cannot use as many.
pub(super) fn budget(actors: &[Actor], animals: usize, sim: &Simulation) -> Option<u64> {
    let species = actors[0].species;
    let Rules { species_budget, turn_budget, .. } = sim.world.config.rules;
    let choice = sim.world.config.species(species).behaviour.as_ref()?;
    if matches!(choice.code, Code::Native(_)) || species_budget == 0 {
        return None;
    }
    let counted = (animals as u64).max(FEWEST_ANIMALS);
    let turn_budget = u64::from(turn_budget);
    let budget = u64::from(species_budget).saturating_mul(counted).max(turn_budget);
    let most = turn_budget.saturating_mul(actors.len() as u64);
    (most > budget && !sim.world.is_suspended(species)).then_some(budget)
}

fn decide_all(actors: &mut [Actor], sim: &Simulation, has_time: bool) -> Vec<DecidedBatch> {
    actors.par_chunks_mut(BATCH).map(|batch| decide_batch(batch, sim, has_time)).collect()
}
