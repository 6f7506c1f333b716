//! Parent and children of an organism, as far as they are still there.

use crate::behaviour::OrganismId;
use crate::world::{Carcass, Identity, World};

/// Parent and living children.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// Its parent; `None` for founders.
    pub parent: Option<Relative>,
    /// Its children that live, the eldest first.
    pub children: Vec<OrganismId>,
    /// How many others of its parent's children live.
    pub siblings: usize,
}

/// A relative that may be dead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relative {
    /// Who it is.
    pub id: OrganismId,
    /// Whether it still lives.
    pub lives: bool,
}

impl Family {
    pub(super) fn of(world: &World, who: &Identity) -> Self {
        let has_parent = who.parent != OrganismId::NOBODY;
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
        let parent = has_parent.then_some(Relative { id: who.parent, lives: parent_lives });
        Self { parent, children, siblings }
    }
}
