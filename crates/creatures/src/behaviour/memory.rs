//! The memory of a creature, which it keeps from turn to turn.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};

/// A creature's memory: bytes that the world owns and saves with the creature. The rule
/// `memory_limit` limits their number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory(#[serde(serialize_with = "as_bytes")] Vec<u8>);

/// Serialises bytes at once. In the files of this program they look the same as one by one.
pub fn as_bytes<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

impl Memory {
    /// Creates a memory that holds `bytes`.
    #[must_use]
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Decodes the state in memory. Returns the default when the memory is empty or cannot be
    /// decoded as a `T`.
    #[must_use]
    pub fn recall<T: DeserializeOwned + Default>(&self) -> T {
        postcard::from_bytes(&self.0).unwrap_or_default()
    }

    /// Replaces the memory with the encoded `state`.
    ///
    /// # Panics
    /// When `state` cannot be serialised, for instance a sequence of unknown length.
    pub fn remember<T: Serialize>(&mut self, state: &T) {
        let mut bytes = std::mem::take(&mut self.0);
        bytes.clear();
        self.0 = postcard::to_extend(state, bytes).expect("plain data can be serialised");
    }
}
