//! The parents and the living children of an organism.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_sim::world::{Carcass, Identity, Mating, World};

/// Parents and living children.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// The parent; `None` for founders and creatures from nests.
    pub parent: Option<Relative>,
    /// The parent that did not bear it, in species that reproduce sexually.
    pub second_parent: Option<Relative>,
    /// The living children of which it is either parent, the eldest first.
    pub children: Vec<OrganismId>,
    /// The number of living siblings, which the same parent bore.
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
    pub(super) fn new(world: &World, who: &Identity, mating: Option<&Mating>) -> Self {
        let second = mating.map_or(OrganismId::NONE, |mating| mating.second_parent);
        let mut second_lives = false;
        let has_parent = who.parent != OrganismId::NONE;
        let (mut children, mut siblings, mut parent_lives) = (Vec::new(), 0, false);
        let query = world.query::<(&Identity, Option<&Mating>)>();
        for (other, mating) in query.without::<&Carcass>().iter() {
            second_lives |= other.id == second;
            let is_second = mating.is_some_and(|mating| mating.second_parent == who.id);
            if other.parent == who.id || is_second {
                children.push(other.id);
            }
            if has_parent {
                parent_lives |= other.id == who.parent;
                siblings += usize::from(other.parent == who.parent && other.id != who.id);
            }
        }
        children.sort_unstable();
        let parent = has_parent.then_some(Relative { id: who.parent, is_alive: parent_lives });
        let has_second = second != OrganismId::NONE;
        let second_parent = has_second.then_some(Relative { id: second, is_alive: second_lives });
        Self { parent, second_parent, children, siblings }
    }
}
