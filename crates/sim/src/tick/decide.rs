//! Sensing, deciding, planning journeys and validating intents, in parallel. Apart from memories, which are
//! moved out, the world is only read.

use hecs::Entity;
use rayon::prelude::*;
use terrarium_creatures::behaviour::{OrganismId, Turn};
use terrarium_creatures::species::SpeciesId;
use terrarium_space::District;

use super::links;
use super::parallel;
use super::plan::{self, Allowance, MoveRequest, PlannedTravel, Travel};
use super::right_of_way::RightOfWay;
use super::scratch::slot_of;
use super::sense::{Actor, Neighbour, Views};
use super::turn_shares;
use super::validate::{self, ValidatedIntent};
use super::{Phase, Simulation};
use crate::world::{Animal, AnimalParts, Body, Identity, Journey, Mind};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "sense and decide",
    file: file!(),
    what: "each animal senses its surroundings (`crates/sim/src/tick/sense.rs`), its behaviour \
        returns an intent, which is validated (`crates/sim/src/tick/validate.rs`); journeys \
        are planned (`crates/sim/src/tick/plan/`); travellers that have lost many ticks get \
        the right of way (`crates/sim/src/tick/right_of_way.rs`), and one at a time goes to a \
        link (`crates/sim/src/tick/links.rs`)",
    order: "in parallel: only reads",
    run: decide,
};

/// The maximum number of creatures of a species in one call of its behaviour.
pub(super) const BATCH: usize = 128;

/// The number of animals in an area.
const AREA: usize = 2048;

/// Of so many animals the page of one is looked at, to find the borders of areas.
const SAMPLED: usize = 16;

/// The intents of some creatures of a species.
pub(super) struct DecidedBatch {
    pub species: SpeciesId,
    /// The validated intents.
    pub intents: Vec<ValidatedIntent>,
    /// The operations that the behaviours and the planning of journeys used.
    pub spent: u64,
    /// The journeys that more operations would have planned farther.
    pub unfinished: Vec<Unfinished>,
    /// The number of index queries.
    pub index_queries: u64,
}

/// A journey that more operations would have planned farther.
pub(super) struct Unfinished {
    /// The index of its creature in the batch.
    pub index: usize,
    pub request: MoveRequest,
    /// The organism to which it requested to go in this turn.
    pub sought: Option<OrganismId>,
}

/// The time that creatures have in a tick.
#[derive(Clone, Copy)]
pub(super) enum Time {
    /// Their behaviour is called, and planning takes as many steps as the rules allow.
    Whole,
    /// Their behaviour is called, and the journey of each is planned with so many operations.
    Portion(u64),
    /// None: their journeys go on as they were planned.
    None,
}

/// A creature that has decided, and its surroundings.
pub(super) struct Creature<'a> {
    pub actor: &'a Actor,
    pub animal: Animal<'a>,
    /// Whether its behaviour was called, or is suspended.
    pub has_time: bool,
    /// The entities of its sightings, in the same order.
    pub entities: &'a [Entity],
    /// All bodies within sensor range, the nearest first.
    pub bodies: &'a [Neighbour],
}

impl Creature<'_> {
    /// Its journey, if it is travelling.
    pub fn journey(&self) -> Option<&Journey> {
        self.animal.motion.journey.as_deref()
    }
}

/// Calls the behaviour for every animal and fills the lists of validated intents.
pub(super) fn decide(sim: &mut Simulation) {
    sim.scratch.this_tick.right_of_way = RightOfWay::new(sim);
    sim.scratch.this_tick.link_turns = links::turns(&sim.world);
    let mut actors = actors(sim);
    let animals = actors.len();
    let borders = area_borders(&actors);
    let (mut batches, mut shared) = (Vec::new(), Vec::new());
    for of_species in actors.chunk_by_mut(|a, b| a.species == b.species) {
        match turn_shares::budget(of_species, animals, sim) {
            Some(budget) => shared.push((budget, of_species)),
            None => cut_into_batches(of_species, &borders, &mut batches),
        }
    }
    // Animals of all species in an area follow each other: what is read for one is still cached for the next.
    batches.sort_by_key(|(area, _)| *area);
    let sim_before: &Simulation = sim;
    let (in_areas, in_shares) = rayon::join(
        || -> Vec<DecidedBatch> {
            let batches = batches.into_par_iter();
            batches.map(|(_, batch)| decide_batch(batch, sim_before, Time::Whole)).collect()
        },
        || -> Vec<_> {
            let shared = shared.into_par_iter();
            shared
                .map(|(budget, actors)| turn_shares::decide_in_shares(actors, budget, sim_before))
                .collect()
        },
    );
    let in_areas = in_areas.into_iter().map(|batch| (vec![batch], OrganismId::NONE));
    put_together(in_areas.chain(in_shares), sim);
}

/// Fills the lists of validated intents, by species. What is given of a species goes with the first animal of it that
/// got no turn.
fn put_together(
    decided: impl Iterator<Item = (Vec<DecidedBatch>, OrganismId)>,
    Simulation { world, scratch, .. }: &mut Simulation,
) {
    let mut by_species: Vec<Vec<DecidedBatch>> = Vec::new();
    by_species.resize_with(world.config.species.len(), Vec::new);
    for (batches, next) in decided {
        let species = batches[0].species.index();
        world.turns[species].next = next;
        by_species[species].extend(batches);
    }
    scratch.this_tick.intents.clear();
    for DecidedBatch { intents, index_queries, .. } in by_species.into_iter().flatten() {
        scratch.this_tick.effort.index_queries += index_queries;
        scratch.this_tick.intents.push(intents);
    }
}

/// The first pages of all areas but the first: areas have about as many animals as fit into a cache with all that these
/// see.
fn area_borders(actors: &[Actor]) -> Vec<u32> {
    let mut sample: Vec<u32> = actors.iter().step_by(SAMPLED).map(|actor| actor.page).collect();
    sample.sort_unstable();
    let mut borders: Vec<u32> = sample.into_iter().step_by(AREA / SAMPLED).skip(1).collect();
    borders.dedup();
    borders
}

/// Cuts the animals of a species into batches, each of one area, whose number goes with it.
fn cut_into_batches<'a>(
    of_species: &'a mut [Actor],
    borders: &[u32],
    batches: &mut Vec<(usize, &'a mut [Actor])>,
) {
    let area = |actor: &Actor| borders.partition_point(|border| *border <= actor.page);
    for in_area in of_species.chunk_by_mut(|a, b| a.page == b.page || area(a) == area(b)) {
        let area = area(&in_area[0]);
        batches.extend(in_area.chunks_mut(BATCH).map(|batch| (area, batch)));
    }
}

/// All active animals by species and page of the index, with their memories. An animal added by a command is
/// inactive in its first tick.
fn actors(sim: &mut Simulation) -> Vec<Actor> {
    let first_inactive = sim.world.command_effects.first_newcomer();
    let index = &sim.scratch.derived.index;
    let query = sim.world.organisms.query_mut::<(Entity, &Identity, &Body, &mut Mind)>();
    let mut actors = parallel::filter_map(query, |(entity, who, body, mind)| {
        let actor = || Actor {
            species: who.species,
            page: index.page(slot_of(entity)),
            district: District::containing(body.centre),
            id: who.id,
            entity,
            memory: std::mem::take(&mut mind.memory),
        };
        first_inactive.is_none_or(|first| who.id < first).then(actor)
    });
    // Stable, so that those of a page stay in the order in which they are in memory.
    actors.par_sort_by_key(|actor| (actor.species, actor.page));
    actors
}

/// Decides for some actors of a species, plans their journeys and validates their intents.
pub(super) fn decide_batch(batch: &mut [Actor], sim: &Simulation, time: Time) -> DecidedBatch {
    let (has_time, allowance) = match time {
        Time::Whole => (true, None),
        Time::Portion(operations) => (true, Some(Allowance { operations, waits: true })),
        Time::None => (false, None),
    };
    let all = sim.world.organisms.view::<AnimalParts<'_>>();
    let animals = Actor::animals(batch, &all);
    let views = Views::new(batch, &animals, sim);
    let conditions = views.conditions(&all, sim);
    let mut turns = views.turns(batch, &animals, &conditions, sim);
    let species = batch[0].species;
    if sim.world.is_suspended(species) {
        turns.iter_mut().for_each(|turn| turn.intent.halt());
    } else if has_time {
        let behaviour = sim.behaviours[species.index()].as_deref();
        behaviour.expect("every animal has a behaviour").decide(&mut turns);
    }
    let mut spent = turns.iter().map(|turn| turn.spent).sum();
    let mut unfinished = Vec::new();
    let validated = |(index, turn): (usize, &mut Turn<'_>)| {
        let (actor, animal) = (&batch[index], animals[index]);
        let (entities, bodies) = (views.entities(index), views.bodies(index));
        let creature = Creature { actor, animal, has_time, entities, bodies };
        let planned = if has_time {
            let request = validate::movement(turn, &creature, sim);
            plan::travel(request, &turn.senses, &creature, sim, allowance)
        } else {
            PlannedTravel::unplanned(Travel::Continue, None)
        };
        spent += planned.spent;
        let sought = validate::organism_sought(turn.intent.movement);
        unfinished.extend(planned.unfinished.map(|request| Unfinished { index, request, sought }));
        validate::actions(turn, &creature, planned, sim)
    };
    let intents: Vec<ValidatedIntent> = turns.iter_mut().enumerate().map(validated).collect();
    let of_plans: u64 = intents.iter().map(|intent| intent.effort.index_queries).sum();
    let index_queries = views.index_queries() + of_plans;
    DecidedBatch { species, intents, spent, unfinished, index_queries }
}

/// Plans the requested journeys of some actors anew, each with the same allowance. Their memories are not
/// there any more.
pub(super) fn plan_batch(
    batch: &mut [Actor],
    requests: &[MoveRequest],
    sim: &Simulation,
    allowance: Allowance,
) -> Vec<PlannedTravel> {
    let all = sim.world.organisms.view::<AnimalParts<'_>>();
    let animals = Actor::animals(batch, &all);
    let views = Views::new(batch, &animals, sim);
    let conditions = views.conditions(&all, sim);
    let turns = views.turns(batch, &animals, &conditions, sim);
    let planned = |(index, turn): (usize, &Turn<'_>)| {
        let (actor, animal) = (&batch[index], animals[index]);
        let (entities, bodies) = (views.entities(index), views.bodies(index));
        let creature = Creature { actor, animal, has_time: true, entities, bodies };
        let mut planned = plan::go(requests[index], &turn.senses, &creature, sim, Some(allowance));
        planned.effort.index_queries += 1;
        planned
    };
    turns.iter().enumerate().map(planned).collect()
}
