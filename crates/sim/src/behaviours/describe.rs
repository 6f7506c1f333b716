//! Descriptions of a creature's memory and dna as text.

use terrarium_creatures::behaviour::{Memory, native};
use terrarium_creatures::species::{BehaviourChoice, Code};

/// Describes the memory of a creature; `None` when its format is private to the behaviour.
#[must_use]
pub fn describe_memory(choice: &BehaviourChoice, bytes: &[u8]) -> Option<String> {
    match &choice.code {
        Code::Native(name) => native::describe_memory(name, &Memory::from_bytes(bytes.to_vec())),
        Code::Script { .. } => terrarium_script::describe(bytes),
        Code::Module { .. } => None,
    }
}

/// Describes the dna of a creature; `None` when its format is private to the behaviour.
#[must_use]
pub fn describe_dna(choice: &BehaviourChoice, bytes: &[u8]) -> Option<String> {
    match choice.code {
        Code::Script { .. } => terrarium_script::describe(bytes),
        Code::Native(_) | Code::Module { .. } => None,
    }
}
