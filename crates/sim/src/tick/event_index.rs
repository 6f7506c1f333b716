//! Whose events are where in the list of a tick.

use terrarium_creatures::behaviour::{Event, OrganismId};
use terrarium_space::Table;

/// Where the events of each organism begin in a list that is sorted by identity. Nearly every animal asks in every tick.
#[derive(Default)]
pub(super) struct EventIndex(Table<u64>);

impl EventIndex {
    pub fn new(events: &[Event]) -> Self {
        let owners = events.chunk_by(|a, b| a.to == b.to);
        let mut starts = Table::with_capacity(owners.clone().count());
        let mut start = 0;
        for own in owners {
            starts.set(own[0].to.0, start);
            start += own.len() as u32;
        }
        Self(starts)
    }

    /// The events of an organism in the list that is indexed.
    pub fn of<'a>(&self, id: OrganismId, events: &'a [Event]) -> &'a [Event] {
        let Some(start) = self.0.get(id.0) else { return &[] };
        let from = &events[start as usize..];
        let count = from.iter().take_while(|event| event.to == id).count();
        &from[..count]
    }
}
