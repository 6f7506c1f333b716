//! A compiled script: what follows from its source, and what a species adds to it.

use std::sync::Arc;

use rhai::{AST, Module};

use super::super::SightingKind;
use super::handlers::{self, HANDLERS};

/// A script that was parsed and checked. It follows from the source alone, so species and runs
/// share it.
pub(super) struct Parsed {
    /// The definitions of its constants.
    pub constants: AST,
    /// Its functions.
    pub functions: AST,
    /// Whether it defines each handler, in the order of [`HANDLERS`].
    pub handles: [bool; HANDLERS.len()],
}

/// The script of a species, which all its workers share.
pub(super) struct Program {
    /// The script.
    pub parsed: Arc<Parsed>,
    /// The values of its constants, and the functions that read the parameters of the species.
    pub own: Arc<Module>,
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
        handlers::index_of(name).is_some_and(|index| self.parsed.handles[index])
    }
}
