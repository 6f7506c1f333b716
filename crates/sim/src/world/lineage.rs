//! Lineages: names of organisms by descent, which no birth or death elsewhere shifts.

use serde::{Deserialize, Serialize};
use terrarium_creatures::species::SpeciesId;
use xxhash_rust::xxh3::xxh3_64;

/// The name of an organism by its descent, which names its random streams.
///
/// An [`OrganismId`](terrarium_creatures::behaviour::OrganismId) is a count, so a birth more or less anywhere shifts those of
/// all later organisms. A lineage is a hash of the parent's and of the tick of birth, so it is the same in two
/// branches of a run as long as the ancestors of the organism are born alike. Two organisms have the same lineage
/// with negligible probability; they would draw the same random numbers, and nothing else would follow.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Lineage(pub u64);

/// Where organisms without a parent come from.
#[derive(Debug, Clone, Copy)]
pub enum Origin {
    /// They were there from the beginning.
    Founding,
    /// They left a nest.
    Nest,
    /// A command added them.
    Command,
}

impl Lineage {
    /// The lineage of an organism without a parent: the one with this `number`, counted from 0, among those of its
    /// species that have the same origin in the same tick.
    pub fn beginning(origin: Origin, species: SpeciesId, tick: u64, number: u64) -> Self {
        Self::new([origin as u64, species.0.into(), tick, number])
    }

    /// The lineage of the child or seed that is born to it in a tick. A parent has at most one in a tick.
    pub(crate) fn child(self, tick: u64) -> Self {
        Self::new([self.0, tick])
    }

    fn new<const N: usize>(numbers: [u64; N]) -> Self {
        Self(xxh3_64(numbers.map(u64::to_le_bytes).as_flattened()))
    }
}
