//! Bytes that a creature remembers or was handed down, made legible.

use crate::behaviour;
use crate::species::BehaviourChoice;

/// How many bytes are shown of what nobody can read.
const SHOWN: usize = 48;

/// Bytes that a creature remembers or was handed down.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MemoryView {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// What they mean, where that is known.
    pub meaning: Option<String>,
}

impl MemoryView {
    /// What a creature of this behaviour remembers.
    pub(super) fn memory(choice: Option<&BehaviourChoice>, bytes: &[u8]) -> Self {
        let meaning = choice.and_then(|choice| behaviour::memory_in_words(choice, bytes));
        Self { bytes: bytes.to_vec(), meaning }
    }

    /// What it was handed down.
    pub(super) fn dna(choice: Option<&BehaviourChoice>, bytes: &[u8]) -> Self {
        let meaning = choice.and_then(|choice| behaviour::dna_in_words(choice, bytes));
        Self { bytes: bytes.to_vec(), meaning }
    }

    /// In words where they are known, otherwise in hexadecimal and cut when it is long.
    #[must_use]
    pub fn text(&self) -> String {
        if self.bytes.is_empty() {
            return "nothing".to_owned();
        }
        self.meaning.clone().unwrap_or_else(|| {
            let shown = self.bytes.iter().take(SHOWN).map(|byte| format!("{byte:02x}"));
            let more = if self.bytes.len() > SHOWN { " …" } else { "" };
            format!("{}{more} ({} bytes)", shown.collect::<Vec<_>>().join(" "), self.bytes.len())
        })
    }
}
