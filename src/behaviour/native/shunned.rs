//! Whom to leave alone for a while, because there was no way there.

use serde::{Deserialize, Serialize};

use super::super::{EventKind, OrganismId, Refusal, Senses};

/// A short list of those that could not be reached, as a part of a creature's memory.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Shunned(Vec<(OrganismId, u64)>);

/// For how many ticks somebody is left alone.
const TICKS: u64 = 40;

/// How many are remembered at once: the latest.
const MOST: usize = 6;

impl Shunned {
    /// Takes note of whom there was no way to in the last tick, and forgets those of long ago. True
    /// when that changes anything.
    pub fn update(&mut self, senses: &Senses<'_>) -> bool {
        let before = self.0.len();
        self.0.retain(|&(_, until)| senses.tick < until);
        let has_forgotten = self.0.len() < before;
        let kept = self.0.len();
        let lacked = lacked_a_way(senses).flatten();
        self.0.extend(lacked.map(|whom| (whom, senses.tick + TICKS)));
        let has_learned = self.0.len() > kept;
        let surplus = self.0.len().saturating_sub(MOST);
        self.0.drain(..surplus);
        has_forgotten || has_learned
    }

    /// Whom it leaves alone, for people.
    pub fn in_words(&self) -> String {
        let whom = self.0.iter().map(|(whom, until)| format!("{whom} until tick {until}"));
        let whom = whom.collect::<Vec<_>>().join(", ");
        if whom.is_empty() { "shuns nobody".to_owned() } else { format!("shuns {whom}") }
    }

    /// Whether somebody is to be left alone.
    pub fn holds(&self, whom: OrganismId) -> bool {
        self.0.iter().any(|&(other, _)| other == whom)
    }
}

/// To whom there was no way in the last tick; nobody where it was a way to a place.
pub(super) fn lacked_a_way<'a>(
    senses: &'a Senses<'_>,
) -> impl Iterator<Item = Option<OrganismId>> + 'a {
    senses.events_of.iter().filter_map(|event| match event.what {
        EventKind::Refused {
            why: Refusal::NoWay | Refusal::NoWayFound | Refusal::NoRoute | Refusal::ClosedIn,
            whom,
            ..
        } => Some(whom),
        _ => None,
    })
}
