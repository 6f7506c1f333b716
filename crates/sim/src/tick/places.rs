//! Where organisms are in a list.

use terrarium_space::Slot;

/// The places of organisms in a list, by slot.
pub(super) struct Places(Vec<u32>);

/// Marks slots of organisms that are not in the list.
const NOWHERE: u32 = u32::MAX;

impl Places {
    /// The places of the organisms in a list of slots below `limit`.
    pub fn from_list(list: impl Iterator<Item = Slot>, limit: usize) -> Self {
        let mut places = vec![NOWHERE; limit];
        (0..).zip(list).for_each(|(place, slot)| places[slot.0 as usize] = place);
        Self(places)
    }

    /// The place of the organism in a slot.
    pub fn at(&self, slot: Slot) -> Option<usize> {
        let place = *self.0.get(slot.0 as usize)?;
        (place != NOWHERE).then_some(place as usize)
    }
}
