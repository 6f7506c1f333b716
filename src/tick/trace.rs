//! Traces of turns and notes. Tracing does not change what creatures do.

use super::Simulation;
use super::energy_trace::EnergyTrace;
use crate::behaviour::{
    CodePlace, Event, EventKind, Fault, Intent, Note, Notes, OrganismId, Sighting, Turn,
};
use crate::species::SpeciesId;

/// Which creatures to trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraceTarget {
    /// The notes of all creatures of a species.
    Species(SpeciesId),
    /// The notes, the whole turn and the energy of one organism.
    Organism(OrganismId),
}

/// A note from the turn of a traced creature.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceEntry {
    /// The creature.
    pub by: OrganismId,
    /// Its species.
    pub species: SpeciesId,
    /// The note.
    pub note: Note,
}

/// The whole turn of a traced creature.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnTrace {
    /// The creature.
    pub by: OrganismId,
    /// The number of completed ticks when it decided.
    pub tick: u64,
    /// Its sightings, nearest first.
    pub sight: Vec<Sighting>,
    /// Its events in the tick before.
    pub events: Vec<Event>,
    /// Its intent before validation; empty if the species is suspended. Of a turn that failed, what is
    /// left of it.
    pub intent: Intent,
    /// How much of the rule `turn_budget` the turn used.
    pub spent: u64,
    /// The fault, if the turn failed.
    pub fault: Option<Fault>,
    /// The actions that validation refused. Actions that fail later in the tick appear only in the
    /// events of the world.
    pub refused: Vec<EventKind>,
}

impl TurnTrace {
    pub(super) fn of(turn: &Turn<'_>) -> Self {
        let senses = &turn.senses;
        Self {
            by: senses.me.id,
            tick: senses.tick,
            sight: senses.sight.to_vec(),
            events: senses.events.to_vec(),
            intent: turn.intent.clone(),
            spent: turn.spent,
            fault: turn.fault.clone(),
            refused: Vec::new(),
        }
    }
}

impl Simulation {
    /// Sets the creatures to trace from the next tick on, in place of all earlier ones.
    pub fn trace(&mut self, to: Vec<TraceTarget>) {
        let traced = to.iter().filter_map(|target| match *target {
            TraceTarget::Organism(id) => Some(EnergyTrace::of(id, &self.world)),
            TraceTarget::Species(_) => None,
        });
        self.scratch.energy_traces = traced.collect();
        self.scratch.trace = to;
    }

    /// The notes of the traced creatures from the last tick, by species and district. The notes of
    /// one creature are in the order in which it made them.
    #[must_use]
    pub fn trace_entries(&self) -> &[TraceEntry] {
        &self.scratch.notes
    }

    /// The turn of a creature in the last tick, if it was traced by its identity and decided.
    #[must_use]
    pub fn turn_trace(&self, organism: OrganismId) -> Option<&TurnTrace> {
        self.scratch.turn_traces.iter().find(|trace| trace.by == organism)
    }

    /// Where in the code of a module the turn of a creature failed in the last tick, if it did, the
    /// creature was traced, and the place was found. Scripts have the line in the fault's reason.
    #[must_use]
    pub fn fault_place(&self, organism: OrganismId) -> Option<&CodePlace> {
        let places = self.scratch.fault_places.iter();
        places.into_iter().find_map(|(id, place)| (*id == organism).then_some(place))
    }

    /// Whether the whole turn of a creature is traced.
    pub(super) fn traces_turn(&self, id: OrganismId) -> bool {
        self.scratch.trace.contains(&TraceTarget::Organism(id))
    }

    /// Whether the notes of a creature are traced.
    #[must_use]
    pub fn traces_notes(&self, species: SpeciesId, id: OrganismId) -> bool {
        self.scratch.trace.iter().any(|target| match *target {
            TraceTarget::Species(traced) => traced == species,
            TraceTarget::Organism(traced) => traced == id,
        })
    }

    /// Creates the notes for the turn of a creature: they store text only if it is traced.
    pub(super) fn notes(&self, species: SpeciesId, id: OrganismId) -> Notes {
        if self.traces_notes(species, id) { Notes::wanted() } else { Notes::default() }
    }
}
