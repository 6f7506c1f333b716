//! A compiled script: what all workers of a species share.

use std::sync::Arc;

use rhai::{AST, Module};

use super::super::SightingKind;
use super::handlers::{self, HANDLERS};

/// A compiled script.
pub(super) struct Program {
    /// Its functions.
    pub ast: AST,
    /// What the host offers it.
    pub library: Arc<Module>,
    /// Its own constants.
    pub constants: Arc<Module>,
    /// Which handlers it defines, by their place in the list.
    pub handles: [bool; HANDLERS.len()],
    /// What creatures of this species eat.
    pub diet: SightingKind,
    /// What a turn may take.
    pub budget: u64,
    /// The most that a creature can remember, in bytes.
    pub memory_limit: u64,
}

impl Program {
    /// Whether it defines a handler.
    pub fn handles(&self, name: &str) -> bool {
        handlers::place(name).is_some_and(|place| self.handles[place])
    }
}
