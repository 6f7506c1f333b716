//! Traces of turns and notes. Tracing does not change what creatures do.

use terrarium_creatures::behaviour::{
    CodePlace, Event, EventKind, Fault, Intent, Note, Notes, OrganismId, Sighting, Steps, Turn,
};
use terrarium_creatures::species::SpeciesId;

use super::Simulation;
use super::energy_trace::EnergyTrace;

/// Which creatures to trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraceTarget {
    /// The notes of all creatures of a species.
    Species(SpeciesId),
    /// The notes, the whole turn and the energy of one organism.
    Organism(OrganismId),
    /// The same of one organism, and each step of its turn.
    Steps(OrganismId),
    /// The whole turns of all creatures of a species, and what the lines of its script cost in them.
    Lines(SpeciesId),
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
    /// Its species.
    pub species: SpeciesId,
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
    /// The steps of the turn, if they are traced.
    pub steps: Steps,
}

impl TurnTrace {
    pub(super) fn new(turn: &Turn<'_>) -> Self {
        let senses = &turn.senses;
        Self {
            by: senses.me.id,
            species: senses.me.species,
            tick: senses.tick,
            sight: senses.sight.to_vec(),
            events: senses.events.to_vec(),
            intent: turn.intent.clone(),
            spent: turn.spent,
            fault: turn.fault.clone(),
            refused: Vec::new(),
            steps: turn.notes.steps().clone(),
        }
    }
}

impl Simulation {
    /// Sets the creatures to trace from the next tick on, in place of all earlier ones.
    pub fn trace(&mut self, to: Vec<TraceTarget>) {
        let traced = to.iter().filter_map(|target| match *target {
            TraceTarget::Organism(id) | TraceTarget::Steps(id) => {
                Some(EnergyTrace::new(id, &self.world))
            }
            TraceTarget::Species(_) | TraceTarget::Lines(_) => None,
        });
        self.scratch.traces.energy = traced.collect();
        self.scratch.traces.targets = to;
    }

    /// The notes of the traced creatures from the last tick, by species and identity. The notes of
    /// one creature are in the order in which it made them.
    #[must_use]
    pub fn trace_entries(&self) -> &[TraceEntry] {
        &self.scratch.traces.notes
    }

    /// The turn of a creature in the last tick, if it was traced by its identity and decided.
    #[must_use]
    pub fn turn_trace(&self, organism: OrganismId) -> Option<&TurnTrace> {
        self.scratch.traces.turns.iter().find(|trace| trace.by == organism)
    }

    /// The turns of the last tick that were traced, by species and identity.
    #[must_use]
    pub fn turn_traces(&self) -> &[TurnTrace] {
        &self.scratch.traces.turns
    }

    /// Where in the code of a module the turn of a creature failed in the last tick, if it did, the
    /// creature was traced, and the place was found. Scripts have the line in the fault's reason.
    #[must_use]
    pub fn fault_place(&self, organism: OrganismId) -> Option<&CodePlace> {
        let places = self.scratch.traces.fault_places.iter();
        places.into_iter().find_map(|(id, place)| (*id == organism).then_some(place))
    }

    /// Whether the whole turn of a creature is traced.
    pub(super) fn traces_turn(&self, species: SpeciesId, id: OrganismId) -> bool {
        self.scratch.traces.targets.iter().any(|target| match *target {
            TraceTarget::Organism(traced) | TraceTarget::Steps(traced) => traced == id,
            TraceTarget::Lines(traced) => traced == species,
            TraceTarget::Species(_) => false,
        })
    }

    /// The steps to keep of the turn of a creature.
    fn steps(&self, species: SpeciesId, id: OrganismId) -> Steps {
        let steps = |target: &TraceTarget| match *target {
            TraceTarget::Steps(traced) if traced == id => Some(Steps::Each(Vec::new(), 0)),
            TraceTarget::Lines(traced) if traced == species => Some(Steps::Lines(<_>::default())),
            _ => None,
        };
        self.scratch.traces.targets.iter().find_map(steps).unwrap_or_default()
    }

    /// Whether the notes of a creature are traced.
    #[must_use]
    pub fn traces_notes(&self, species: SpeciesId, id: OrganismId) -> bool {
        self.scratch.traces.targets.iter().any(|target| match *target {
            TraceTarget::Species(traced) => traced == species,
            TraceTarget::Organism(traced) | TraceTarget::Steps(traced) => traced == id,
            TraceTarget::Lines(_) => false,
        })
    }

    /// Creates the notes for the turn of a creature: they store text only if it is traced.
    pub(super) fn notes(&self, species: SpeciesId, id: OrganismId) -> Notes {
        let notes = if self.traces_notes(species, id) { Notes::wanted() } else { Notes::default() };
        notes.with_steps(self.steps(species, id))
    }
}
