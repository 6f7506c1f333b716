//! Listening to what creatures tell their authors, which changes nothing of what they do.

use super::Simulation;
use crate::behaviour::{Event, EventKind, Fault, Intent, Note, Notes, OrganismId, Sighting, Turn};
use crate::species::SpeciesId;

/// To whom somebody listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraceTarget {
    /// To all creatures of a species.
    Species(SpeciesId),
    /// To one creature, whose whole turn is kept as well.
    Organism(OrganismId),
}

/// Something that a creature has told.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceEntry {
    /// Who told it.
    pub by: OrganismId,
    /// Of which species that is.
    pub species: SpeciesId,
    /// What.
    pub note: Note,
}

/// The whole turn of a creature that was listened to.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnTrace {
    /// Whose turn it was.
    pub by: OrganismId,
    /// How many ticks the world had lived when it decided.
    pub tick: u64,
    /// What it saw, nearest first.
    pub sight: Vec<Sighting>,
    /// What had befallen it in the tick before.
    pub events_of: Vec<Event>,
    /// What it wanted, before that was judged. Nothing, if its turn failed or its species is
    /// suspended.
    pub intent: Intent,
    /// What the turn took of the rule `turn_budget`.
    pub spent: u64,
    /// Why the turn failed, if it did.
    pub fault: Option<Fault>,
    /// The wishes that were refused when they were judged. What turns out to be impossible later in
    /// the tick is told by the events of the world.
    pub refused: Vec<EventKind>,
}

impl TurnTrace {
    pub(super) fn of(turn: &Turn<'_>) -> Self {
        let senses = &turn.senses;
        Self {
            by: senses.me.id,
            tick: senses.tick,
            sight: senses.sight.to_vec(),
            events_of: senses.events_of.to_vec(),
            intent: if turn.fault.is_some() { Intent::default() } else { turn.intent.clone() },
            spent: turn.spent,
            fault: turn.fault.clone(),
            refused: Vec::new(),
        }
    }
}

impl Simulation {
    /// Listens to these creatures from the next tick on, and to no others.
    pub fn listen(&mut self, to: Vec<TraceTarget>) {
        self.scratch.trace = to;
    }

    /// What the creatures that are listened to told in the last tick: by species and place, and of
    /// one creature in the order in which it told it.
    #[must_use]
    pub fn told(&self) -> &[TraceEntry] {
        &self.scratch.notes
    }

    /// The last turn of a creature, if it was listened to by itself and decided in the last tick.
    #[must_use]
    pub fn heard(&self, whom: OrganismId) -> Option<&TurnTrace> {
        self.scratch.heard.iter().find(|heard| heard.by == whom)
    }

    /// Whether the whole turn of a creature is to be kept.
    pub(super) fn hears(&self, id: OrganismId) -> bool {
        self.scratch.trace.contains(&TraceTarget::Organism(id))
    }

    /// The notes for the turn of a creature.
    pub(super) fn notes(&self, species: SpeciesId, id: OrganismId) -> Notes {
        let is_heard = |trace: &TraceTarget| match *trace {
            TraceTarget::Species(whose) => whose == species,
            TraceTarget::Organism(who) => who == id,
        };
        if self.scratch.trace.iter().any(is_heard) { Notes::wanted() } else { Notes::default() }
    }
}
