//! A compiled script: what follows from its source, and what a species adds to it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rhai::{AST, Module, Position};
use terrarium_creatures::behaviour::SightingKind;

use super::caught_errors::CatchBlocks;
use super::handlers::{self, HANDLERS};
use super::prices;
use super::turn_state::HostResult;

/// A script that was parsed and checked. It follows from the source alone, so species and runs
/// share it.
pub(super) struct Parsed {
    /// The definitions of its constants.
    pub constants: AST,
    /// Its functions.
    pub functions: AST,
    /// The names of the parameters that it reads; `None` if they are computed.
    pub parameters: Option<BTreeSet<String>>,
    /// The names of the variables that it may copy, rather than only read items of.
    pub copied: BTreeSet<String>,
    /// Whether it may read the conditions of others.
    pub reads_conditions: bool,
    /// The place of the first loop of each function that has one, for errors of the loop itself, to which
    /// the engine gives no place.
    pub loops: BTreeMap<String, Position>,
    /// The beginnings of its `catch` blocks, where caught errors are charged for.
    pub catch_blocks: CatchBlocks,
    /// The place of each handler that it defines, in the order of [`HANDLERS`].
    pub handlers: [Option<Position>; HANDLERS.len()],
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
    /// Whether a turn that exceeds its budget keeps the actions requested before.
    pub keeps_decisions: bool,
    /// The maximum size of a creature's memory, in bytes.
    pub memory_limit: u64,
}

impl Parsed {
    /// Whether a variable of this name may be copied.
    pub fn copies(&self, name: &str) -> bool {
        self.copied.contains(name)
    }
}

impl Program {
    /// The price of reading a constant.
    ///
    /// # Errors
    /// When it contains too many values.
    pub fn constant_price(&self, name: &str) -> HostResult<u64> {
        self.own.get_var(name).map_or(Ok(0), |value| prices::reading(&value, true))
    }

    /// Whether the script defines a handler.
    pub fn handles(&self, name: &str) -> bool {
        handlers::index_of(name).is_some_and(|index| self.parsed.handlers[index].is_some())
    }

    /// The place of a function in the script: that of its first loop, or that of a handler itself.
    pub fn place_of(&self, name: &str) -> Option<Position> {
        let of_loop = self.parsed.loops.get(name).copied();
        of_loop.or_else(|| handlers::index_of(name).and_then(|index| self.parsed.handlers[index]))
    }
}
