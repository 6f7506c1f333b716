//! The identity of an organism.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The identity of an organism, in all files, orders and tie-breaks. Identities are numbered from 1
/// in the order of birth and never reused.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct OrganismId(pub u64);

impl OrganismId {
    /// No organism: the parent of a founder.
    pub const NONE: Self = Self(0);
}

impl fmt::Display for OrganismId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
