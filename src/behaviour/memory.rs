//! What a creature remembers from one turn to the next.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A creature's memory: plain bytes that the world owns, saves with the creature and limits in
/// size (rule `memory_limit`).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory(Vec<u8>);

impl Memory {
    /// A memory that holds `bytes`.
    #[must_use]
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// What was remembered, or a fresh start when there is nothing or it is of another make.
    #[must_use]
    pub fn recall<T: DeserializeOwned + Default>(&self) -> T {
        postcard::from_bytes(&self.0).unwrap_or_default()
    }

    /// Remembers `state` in place of what was there.
    ///
    /// # Panics
    /// When `state` cannot be serialised: maps with unknown length, for instance.
    pub fn remember<T: Serialize>(&mut self, state: &T) {
        let mut bytes = std::mem::take(&mut self.0);
        bytes.clear();
        self.0 = postcard::to_extend(state, bytes).expect("plain data can be serialised");
    }
}
