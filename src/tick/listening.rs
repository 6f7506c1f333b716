//! Listening to what creatures tell their authors, which changes nothing of what they do.

use super::Simulation;
use crate::behaviour::{Note, Notes, OrganismId};
use crate::species::SpeciesId;

/// To whom somebody listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listening {
    /// To all creatures of a species.
    Species(SpeciesId),
    /// To one creature.
    Organism(OrganismId),
}

/// Something that a creature has told.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// Who told it.
    pub by: OrganismId,
    /// Of which species that is.
    pub species: SpeciesId,
    /// What.
    pub note: Note,
}

impl Simulation {
    /// Listens to these creatures from the next tick on, and to no others.
    pub fn listen(&mut self, to: Vec<Listening>) {
        self.scratch.listening = to;
    }

    /// What the creatures that are listened to told in the last tick: by species and place, and of
    /// one creature in the order in which it told it.
    #[must_use]
    pub fn told(&self) -> &[Told] {
        &self.scratch.notes
    }

    /// The notes for the turn of a creature.
    pub(super) fn notes(&self, species: SpeciesId, id: OrganismId) -> Notes {
        let is_heard = |listening: &Listening| match *listening {
            Listening::Species(whose) => whose == species,
            Listening::Organism(who) => who == id,
        };
        if self.scratch.listening.iter().any(is_heard) { Notes::wanted() } else { Notes::default() }
    }
}
