//! Memory and DNA bytes of a creature as text.

use terrarium_creatures::species::BehaviourChoice;
use terrarium_sim::behaviours;

/// The number of bytes shown when they cannot be decoded.
const SHOWN: usize = 48;

/// The memory or DNA of a creature.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MemoryView {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The bytes decoded into text, if the behaviour defines a format.
    pub meaning: Option<String>,
}

impl MemoryView {
    /// The memory of a creature with this behaviour.
    pub(super) fn memory(choice: Option<&BehaviourChoice>, bytes: &[u8]) -> Self {
        let meaning = choice.and_then(|choice| behaviours::describe_memory(choice, bytes));
        Self { bytes: bytes.to_vec(), meaning }
    }

    /// The DNA of a creature with this behaviour.
    pub(super) fn dna(choice: Option<&BehaviourChoice>, bytes: &[u8]) -> Self {
        let meaning = choice.and_then(|choice| behaviours::describe_dna(choice, bytes));
        Self { bytes: bytes.to_vec(), meaning }
    }

    /// The decoded text, or else the first bytes in hexadecimal.
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
