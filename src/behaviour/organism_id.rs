//! The identity of an individual.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Who an organism is, in every file, order and tie-break. Counted up from 1 in the order of
/// birth and never used again.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct OrganismId(pub u64);

impl OrganismId {
    /// The parent of those that were there from the beginning.
    pub const NOBODY: Self = Self(0);
}

impl fmt::Display for OrganismId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
