//! A compiled script, which all workers of a species share.

use std::sync::Arc;

use rhai::{AST, Module};

use super::super::SightingKind;
use super::handlers::{self, HANDLERS};

/// A compiled script.
pub(super) struct Program {
    /// The functions of the script.
    pub ast: AST,
    /// The host functions and values.
    pub library: Arc<Module>,
    /// The constants of the script.
    pub constants: Arc<Module>,
    /// Whether the script defines each handler, in the order of [`HANDLERS`].
    pub handles: [bool; HANDLERS.len()],
    /// The kind of food that creatures of this species eat.
    pub diet: SightingKind,
    /// The operations allowed in a turn.
    pub budget: u64,
    /// The maximum size of a creature's memory, in bytes.
    pub memory_limit: u64,
}

impl Program {
    /// Whether the script defines a handler.
    pub fn handles(&self, name: &str) -> bool {
        handlers::index_of(name).is_some_and(|index| self.handles[index])
    }
}
