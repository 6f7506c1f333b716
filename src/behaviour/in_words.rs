//! What creatures remember and are handed down, in words for people.

use super::{Memory, native};
use crate::species::{BehaviourChoice, Code};

/// What a creature of a behaviour remembers; `None` where nobody can read it but the creature.
#[must_use]
pub fn memory_in_words(choice: &BehaviourChoice, bytes: &[u8]) -> Option<String> {
    match &choice.code {
        Code::Native(name) => native::memory_in_words(name, &Memory::from_bytes(bytes.to_vec())),
        Code::Script { .. } => plain_data(bytes),
        Code::Module { .. } => None,
    }
}

/// What a creature of a behaviour was handed down; `None` where nobody can read it but the creature.
#[must_use]
pub fn dna_in_words(choice: &BehaviourChoice, bytes: &[u8]) -> Option<String> {
    match choice.code {
        Code::Script { .. } => plain_data(bytes),
        Code::Native(_) | Code::Module { .. } => None,
    }
}

#[cfg(feature = "scripts")]
fn plain_data(bytes: &[u8]) -> Option<String> {
    super::script::in_words(bytes)
}

#[cfg(not(feature = "scripts"))]
fn plain_data(_: &[u8]) -> Option<String> {
    None
}
