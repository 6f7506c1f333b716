//! One taxon of a phylogeny.

use super::TraitValues;

/// An organism, or a group of related organisms with equal or similar traits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Taxon {
    /// The identity of the organism, of a group that of its first member.
    pub id: u64,
    /// The index of the taxon from which it descends, which is lower than its own; `None` for a root.
    pub parent: Option<usize>,
    /// The identity of its second parent, of an organism that has one; it may be missing among the taxa.
    pub second_parent: Option<u64>,
    /// The index of its species.
    pub species: usize,
    /// The tick in which it was born, of a group its first member.
    pub origin: u64,
    /// The tick in which it died, of a group its last member; `None` if one is alive at the end.
    pub destruction: Option<u64>,
    /// The number of organisms that ever belonged to it.
    pub members: u64,
    /// The number of those that are alive at the end.
    pub living_members: u64,
    /// Its traits, of a group those of its first member; `None` if they are unknown.
    pub traits: Option<TraitValues>,
}

impl Taxon {
    /// Whether a member is alive at the end.
    #[must_use]
    pub fn is_living(&self) -> bool {
        self.destruction.is_none()
    }

    /// Adds the members of another taxon to this one.
    pub(super) fn absorb(&mut self, other: &Self) {
        self.members += other.members;
        self.living_members += other.living_members;
        self.destruction = self.destruction.zip(other.destruction).map(|(a, b)| a.max(b));
    }
}
