//! Validated intents are applied to minds and journeys; refusals and faults become events.

use hecs::Entity;
use rayon::prelude::*;
use terrarium_creatures::behaviour::{CodePlace, Event, EventKind, Message, OrganismId};
use terrarium_creatures::species::SpeciesId;

use super::list_indices::ListIndices;
use super::plan::Travel;
use super::scratch::slot_of;
use super::trace::{TraceEntry, TurnTrace};
use super::validate::{Report, ValidatedIntent};
use super::{Phase, Simulation};
use crate::world::{Identity, Mind, Motion, PlanningEffort};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "gather",
    file: file!(),
    what: "memories are stored, signals become visible, messages are collected, journeys begin \
        and end, refusals become events",
    order: "",
    run: gather,
};

/// An animal whose intent is applied.
type Home<'a> = (&'a Identity, &'a mut Mind, &'a mut Motion);

/// What a batch of intents causes outside its animals.
#[derive(Default)]
struct Gathered {
    species: SpeciesId,
    effort: PlanningEffort,
    turns: u64,
    faults: u64,
    events: Vec<Event>,
    fault_places: Vec<(OrganismId, CodePlace)>,
    messages: Vec<Message>,
    notes: Vec<TraceEntry>,
    turn_traces: Vec<TurnTrace>,
}

/// Restores memories, sets signals, collects messages, and begins and ends journeys.
pub(super) fn gather(sim: &mut Simulation) {
    let mut intents = std::mem::take(&mut sim.scratch.this_tick.intents);
    let gathered = apply(sim, &mut intents);
    let Simulation { world, scratch, .. } = sim;
    scratch.this_tick.intents = intents;
    // Events of commands since the last tick belong to this one.
    scratch.this_tick.events.append(&mut world.command_effects.pending_events);
    world.command_effects.applied = 0;
    world.planning_effort.fill(PlanningEffort::default());
    scratch.traces.fault_places.clear();
    world.messages.clear();
    scratch.traces.notes.clear();
    scratch.traces.turns.clear();
    let mut turns = vec![(0, 0); world.turns.len()];
    for batch in gathered {
        world.planning_effort[batch.species.index()] += batch.effort;
        let of_species = &mut turns[batch.species.index()];
        *of_species = (of_species.0 + batch.turns, of_species.1 + batch.faults);
        scratch.this_tick.events.extend(batch.events);
        scratch.traces.fault_places.extend(batch.fault_places);
        world.messages.extend(batch.messages);
        scratch.traces.notes.extend(batch.notes);
        scratch.traces.turns.extend(batch.turn_traces);
    }
    // Those of one animal stay in the order in which it made them.
    scratch.traces.notes.sort_by_key(|entry| (entry.species, entry.by));
    scratch.traces.turns.sort_unstable_by_key(|trace| (trace.species, trace.by));
    world.messages.sort_unstable_by_key(|message| message.from);
    let (tick, rules) = (world.tick, &world.config.rules);
    for (account, (turns, faults)) in world.turns.iter_mut().zip(turns) {
        account.count(tick, turns, faults, rules);
    }
}

/// Applies all intents to their animals.
fn apply(sim: &mut Simulation, intents: &mut [Vec<ValidatedIntent>]) -> Vec<Gathered> {
    let slots = intents.iter().flatten().map(|intent| slot_of(intent.entity));
    let indices = ListIndices::from_list(slots, sim.scratch.derived.appearances.len());
    let mut homes: Vec<Option<Home<'_>>> = Vec::new();
    homes.resize_with(intents.iter().map(Vec::len).sum(), || None);
    let animals = sim.world.organisms.query_mut::<(Entity, &Identity, &mut Mind, &mut Motion)>();
    for (entity, who, mind, motion) in animals {
        if let Some(index) = indices.at(slot_of(entity)) {
            homes[index] = Some((who, mind, motion));
        }
    }
    let mut homes = homes.as_mut_slice();
    let batches = intents.iter_mut().map(|batch| (homes.split_off_mut(..batch.len()), batch));
    let batches: Vec<_> = batches.collect();
    batches
        .into_par_iter()
        .map(|(homes, batch)| {
            let mut gathered = Gathered::default();
            for (home, intent) in homes.unwrap_or_default().iter_mut().zip(batch) {
                gathered.add(home.as_mut().expect("actors are animals"), intent);
            }
            gathered
        })
        .collect()
}

impl Gathered {
    /// Applies one intent.
    fn add(&mut self, (who, mind, motion): &mut Home<'_>, intent: &mut ValidatedIntent) {
        self.species = who.species;
        self.effort += intent.effort.planning;
        mind.memory = std::mem::take(&mut intent.memory);
        if let Some(signal) = intent.signal {
            mind.signal = signal;
        }
        match std::mem::replace(&mut intent.travel, Travel::Continue) {
            Travel::Continue => {}
            Travel::Pace(speed) => {
                if let Some(journey) = &mut motion.journey {
                    journey.speed = speed;
                }
            }
            Travel::End => motion.journey = None,
            Travel::Arrive => {
                motion.journey = None;
                self.record_event(who, EventKind::Arrived);
            }
            Travel::Begin(journey) => motion.journey = Some(journey),
        }
        if let Some(report) = intent.report.take() {
            self.add_report(who, *report);
        }
        if intent.has_time {
            self.turns += 1;
        } else {
            self.record_event(who, EventKind::NoTime);
        }
    }

    /// Adds what is to be told of a turn.
    fn add_report(&mut self, who: &Identity, report: Report) {
        let Report { message, refused, fault, fault_place, notes, trace } = report;
        self.messages.extend(message);
        let with_refusals =
            |trace: Box<TurnTrace>| TurnTrace { refused: refused.clone(), ..*trace };
        self.turn_traces.extend(trace.map(with_refusals));
        for refusal in refused {
            self.record_event(who, refusal);
        }
        if let Some(fault) = fault {
            self.faults += 1;
            self.record_event(who, EventKind::Failed { fault });
        }
        self.fault_places.extend(fault_place.map(|place| (who.id, *place)));
        let entry = |note| TraceEntry { by: who.id, species: who.species, note };
        self.notes.extend(notes.into_iter().map(entry));
    }

    fn record_event(&mut self, who: &Identity, what: EventKind) {
        self.events.push(Event { to: who.id, species: who.species, what });
    }
}
