//! Organisms that a creature avoids for a while because they were unreachable.

use serde::{Deserialize, Serialize};

use super::super::{EventKind, OrganismId, Refusal, Senses};

/// The organisms that were unreachable lately, as a part of a creature's memory.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Shunned(Vec<(OrganismId, u64)>);

/// The number of ticks for which an organism is avoided.
const TICKS: u64 = 40;

/// The maximum number of organisms remembered. The latest ones are kept.
const MAX_COUNT: usize = 6;

impl Shunned {
    /// Adds the organisms that were unreachable in the last tick, and removes those whose time is
    /// over. Returns whether the list has changed.
    pub fn update(&mut self, senses: &Senses<'_>) -> bool {
        let before = self.0.len();
        self.0.retain(|&(_, until)| senses.tick < until);
        let has_removed = self.0.len() < before;
        let kept = self.0.len();
        let unreachable = unreachable_targets(senses).flatten();
        self.0.extend(unreachable.map(|target| (target, senses.tick + TICKS)));
        let has_added = self.0.len() > kept;
        let surplus = self.0.len().saturating_sub(MAX_COUNT);
        self.0.drain(..surplus);
        has_removed || has_added
    }

    /// Describes the list as text.
    pub fn describe(&self) -> String {
        let shunned = self.0.iter().map(|(id, until)| format!("{id} until tick {until}"));
        let shunned = shunned.collect::<Vec<_>>().join(", ");
        if shunned.is_empty() { "shuns none".to_owned() } else { format!("shuns {shunned}") }
    }

    /// Whether an organism is in the list.
    pub fn holds(&self, id: OrganismId) -> bool {
        self.0.iter().any(|&(other, _)| other == id)
    }
}

/// The targets of movements refused in the last tick because no path leads there; `None` for a
/// movement to a point or base.
pub(super) fn unreachable_targets<'a>(
    senses: &'a Senses<'_>,
) -> impl Iterator<Item = Option<OrganismId>> + 'a {
    senses.events.iter().filter_map(|event| match event.what {
        EventKind::Refused {
            why: Refusal::Unreachable | Refusal::PathNotFound | Refusal::NoRoute | Refusal::Enclosed,
            target,
            ..
        } => Some(target),
        _ => None,
    })
}
