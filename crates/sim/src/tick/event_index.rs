//! Whose events are where in the list of a tick.

use terrarium_creatures::behaviour::{Event, OrganismId};

/// The events of each organism in a list that is sorted by identity.
///
/// Only identities are compared, which lie beside each other: a binary search in the list itself takes a look at
/// memory for each of its steps.
#[derive(Default)]
pub(super) struct EventIndex {
    owners: Vec<OrganismId>,
    /// Where the events of each of them begin, and the end of the list.
    starts: Vec<usize>,
}

impl EventIndex {
    pub fn new(events: &[Event]) -> Self {
        let mut index = Self::default();
        let mut start = 0;
        for own in events.chunk_by(|a, b| a.to == b.to) {
            index.owners.push(own[0].to);
            index.starts.push(start);
            start += own.len();
        }
        index.starts.push(start);
        index
    }

    /// The events of an organism in the list that is indexed.
    pub fn of<'a>(&self, id: OrganismId, events: &'a [Event]) -> &'a [Event] {
        match self.owners.binary_search(&id) {
            Ok(owner) => &events[self.starts[owner]..self.starts[owner + 1]],
            Err(_) => &[],
        }
    }
}
