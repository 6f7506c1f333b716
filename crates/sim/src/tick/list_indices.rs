//! The indices of organisms in a list.

use terrarium_space::Slot;

/// The indices of organisms in a list, by slot.
pub(super) struct ListIndices(Vec<u32>);

/// Marks slots of organisms that are not in the list.
const NOWHERE: u32 = u32::MAX;

impl ListIndices {
    /// The indices of the organisms in a list of slots below `limit`.
    pub fn from_list(list: impl Iterator<Item = Slot>, limit: usize) -> Self {
        let mut indices = vec![NOWHERE; limit];
        (0..).zip(list).for_each(|(index, slot)| indices[slot.0 as usize] = index);
        Self(indices)
    }

    /// The index of the organism in a slot.
    pub fn at(&self, slot: Slot) -> Option<usize> {
        let index = *self.0.get(slot.0 as usize)?;
        (index != NOWHERE).then_some(index as usize)
    }
}
