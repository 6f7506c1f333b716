//! The parent and the living children of an organism.

use crate::behaviour::OrganismId;
use crate::world::{Carcass, Identity, World};

/// Parent and living children.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// The parent; `None` for founders and creatures from nests.
    pub parent: Option<Relative>,
    /// The living children, the eldest first.
    pub children: Vec<OrganismId>,
    /// The number of living siblings.
    pub siblings: usize,
}

/// A relative that may be dead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relative {
    /// The identity.
    pub id: OrganismId,
    /// Whether it is alive.
    pub is_alive: bool,
}

impl Family {
    pub(super) fn of(world: &World, who: &Identity) -> Self {
        let has_parent = who.parent != OrganismId::NONE;
        let (mut children, mut siblings, mut parent_lives) = (Vec::new(), 0, false);
        for other in world.organisms.query::<&Identity>().without::<&Carcass>().iter() {
            if other.parent == who.id {
                children.push(other.id);
            }
            if has_parent {
                parent_lives |= other.id == who.parent;
                siblings += usize::from(other.parent == who.parent && other.id != who.id);
            }
        }
        children.sort_unstable();
        let parent = has_parent.then_some(Relative { id: who.parent, is_alive: parent_lives });
        Self { parent, children, siblings }
    }
}
