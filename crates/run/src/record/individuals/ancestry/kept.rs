//! The dead that have living descendants.

use std::collections::BTreeMap;

use terrarium_creatures::behaviour::OrganismId;

/// The dead that have living descendants in the line of the parents that bore them, with what is known of each.
pub(super) struct KeptDead<T> {
    /// The parent of each.
    pub(super) dead: BTreeMap<OrganismId, (OrganismId, T)>,
    /// The number of children of an organism that are alive or have living descendants, unless it is 0.
    pub(super) extant_children: BTreeMap<OrganismId, u64>,
}

impl<T> KeptDead<T> {
    /// None, of organisms that have no children yet.
    pub fn new() -> Self {
        Self { dead: BTreeMap::new(), extant_children: BTreeMap::new() }
    }

    /// Notes that an organism is alive whose parent is this one. Call it for the births of a tick before its deaths.
    pub fn add_child(&mut self, parent: OrganismId) {
        if parent != OrganismId::NONE {
            *self.extant_children.entry(parent).or_default() += 1;
        }
    }

    /// Notes the death of a child of `parent`: keeps it if it has living descendants, and otherwise drops it, and those
    /// of its ancestors that have none left.
    pub fn bury(&mut self, id: OrganismId, parent: OrganismId, known: T) {
        if self.extant_children.contains_key(&id) {
            self.dead.insert(id, (parent, known));
        } else {
            self.remove_child(parent);
        }
    }

    /// Notes that a child of an organism has neither life nor living descendants any more.
    fn remove_child(&mut self, mut parent: OrganismId) {
        while let Some(children) = self.extant_children.get_mut(&parent) {
            *children -= 1;
            if *children > 0 {
                return;
            }
            self.extant_children.remove(&parent);
            // It may be alive, or have died before the record.
            let Some((grandparent, _)) = self.dead.remove(&parent) else { return };
            parent = grandparent;
        }
    }
}
