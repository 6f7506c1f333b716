//! Sensing and deciding, in parallel. Apart from memories, which are moved out, the world is only
//! read.

use hecs::Entity;
use rayon::prelude::*;

use super::Simulation;
use super::links;
use super::parallel;
use super::right_of_way::RightOfWay;
use super::sense::{Actor, Animal, Views};
use super::validate::{Proximity, ValidatedIntent, validate};
use crate::behaviour::Turn;
use crate::space::District;
use crate::world::{Body, Identity, Mind};

/// The maximum number of creatures of a species in one call of its behaviour.
const BATCH: usize = 128;

/// Calls the behaviour for every animal and fills the lists of validated intents.
pub(super) fn decide(sim: &mut Simulation) {
    sim.scratch.right_of_way = RightOfWay::of(sim);
    sim.scratch.link_turns = links::turns(&sim.world);
    let mut actors = actors(sim);
    let batches: Vec<&mut [Actor]> = actors
        .chunk_by_mut(|a, b| a.species == b.species)
        .flat_map(|of_one_species| of_one_species.chunks_mut(BATCH))
        .collect();
    let (intents, queries): (Vec<_>, Vec<u64>) =
        batches.into_par_iter().map(|batch| decide_batch(batch, sim)).unzip();
    sim.scratch.intents = intents;
    sim.scratch.effort.index_queries += queries.iter().sum::<u64>();
}

/// All active animals by species and district, with their memories. An animal added by a command is
/// inactive in its first tick.
fn actors(sim: &mut Simulation) -> Vec<Actor> {
    let first_inactive = sim.world.command_effects.first_newcomer();
    let query = sim.world.organisms.query_mut::<(Entity, &Identity, &Body, &mut Mind)>();
    let mut actors = parallel::filter_map(query, |(entity, who, body, mind)| {
        let actor = || Actor {
            species: who.species,
            district: District::of(body.centre),
            id: who.id,
            entity,
            memory: std::mem::take(&mut mind.memory),
        };
        first_inactive.is_none_or(|first| who.id < first).then(actor)
    });
    actors.par_sort_unstable_by_key(|actor| (actor.species, actor.district, actor.id));
    actors
}

/// The validated intents of some actors of a species, and the number of index queries that they took.
fn decide_batch(batch: &mut [Actor], sim: &Simulation) -> (Vec<ValidatedIntent>, u64) {
    let animals = sim.world.organisms.view::<Animal<'_>>();
    let views = Views::of(batch, &animals, sim);
    let mut turns = views.turns(batch, &animals, sim);
    let species = batch[0].species;
    if sim.world.is_suspended(species) {
        turns.iter_mut().for_each(|turn| turn.intent.halt());
    } else {
        let behaviour = sim.behaviours[species.index()].as_deref();
        behaviour.expect("every animal has a behaviour").decide(&mut turns);
    }
    let turns = turns.into_iter().zip(batch.iter()).enumerate();
    let validated = |(place, (turn, actor)): (usize, (Turn<'_>, &Actor))| {
        let animal = animals.get(actor.entity).expect("an actor is an animal");
        let (entities, bodies) = (views.entities(place), views.bodies(place));
        validate(turn, actor, Proximity { animal, entities, bodies }, sim)
    };
    let intents: Vec<ValidatedIntent> = turns.map(validated).collect();
    let of_plans: u64 = intents.iter().map(|intent| intent.effort.index_queries).sum();
    (intents, views.index_queries() + of_plans)
}
