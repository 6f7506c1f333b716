//! Behaviours as WebAssembly modules, in any language: `behaviour.wasm`, or `behaviour.wat`.
//!
//! A module receives the senses of one creature in a buffer in its own memory, and writes the intent
//! to the same buffer. `docs/abi.md` describes the interface, which is the same for all languages.
//!
//! # Guarantees
//! - **Isolation.** A module can import the functions of [`imports`], and nothing else.
//! - **No state between turns.** The host restores memory and global variables after each turn (see
//!   `tracking`), so that one instance can decide for many creatures, on any thread. A creature
//!   remembers values only through [`Turn::memory`](terrarium_creatures::behaviour::Turn::memory).
//! - **Termination.** Every instruction uses fuel, and those that fill memory use more. A turn that
//!   runs out of fuel is aborted. The module's stack is separate from the host's.
//! - **Determinism.** There are no vectors and no threads; a NaN has the same bits on every machine;
//!   mathematics comes from `libm`; and the fuel of an instruction is fixed by an engine whose
//!   version is part of the species.
//!
//! [`limits`] holds the resource limits of a module.

#![forbid(unsafe_code)]

mod authors_code;
mod debug_info;
mod decoder;
mod encoder;
mod error;
mod fault_place;
mod guest;
mod heredity;
pub mod imports;
mod knowledge;
pub mod limits;
mod module;
mod module_info;
mod operands;
mod parameters;
mod prices;
mod probe;
pub mod record;
mod recorder;
mod tracking;

use std::collections::BTreeMap;
use std::sync::Arc;

use terrarium_creatures::behaviour::Pool;
use terrarium_creatures::behaviour::{Behaviour, Turn};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{BehaviourRefusal, Kind};

pub use encoder::{EVENT_KINDS, numbered};
pub use error::ModuleError;
use guest::Guest;
use module::{Module, Program};

/// A behaviour that is a WebAssembly module.
///
/// ```
/// use std::collections::BTreeMap;
/// use terrarium_wasm::Wasm;
/// use terrarium_creatures::rules::Rules;
/// use terrarium_creatures::species::Kind;
///
/// let idle = r#"(module
///     (memory (export "memory") 4)
///     (func (export "terrarium_abi") (result i32) (i32.const 1))
///     (func (export "terrarium_buffer") (result i32) (i32.const 0))
///     (func (export "terrarium_turn")))"#;
/// let load = |source| Wasm::new(Kind::Herbivore, source, &BTreeMap::new(), &Rules::default());
/// assert!(load(idle.as_bytes()).is_ok());
///
/// let empty = load(b"(module)");
/// assert!(empty.err().unwrap().problem.contains("does not export"));
/// ```
pub struct Wasm {
    program: Arc<Program>,
    guests: Pool<Guest>,
}

impl Wasm {
    /// Loads a module, in binary or text form, for animals of a kind with `parameters`, in a world with
    /// these rules.
    ///
    /// # Errors
    /// When the module is invalid or too large, has an unknown import or lacks a required export; or
    /// when a parameter is unknown or out of range.
    pub fn new(
        kind: Kind,
        source: &[u8],
        parameters: &BTreeMap<String, f64>,
        rules: &Rules,
    ) -> Result<Self, BehaviourRefusal> {
        probe::stack()?;
        let module = Module::new(source)?;
        let program = Program {
            kind,
            parameters: parameters::values(&module.declared, parameters)?,
            budget: u64::from(rules.turn_budget) * limits::INSTRUCTIONS_AN_OPERATION,
            keeps_decisions: rules.keep_decisions,
            memory_limit: rules.memory_limit as usize,
            module,
        };
        Ok(Self { program: Arc::new(program), guests: Pool::default() })
    }
}

impl Behaviour for Wasm {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        let make = || Guest::new(&self.program);
        self.guests.with_worker(make, |guest| {
            turns.iter_mut().for_each(|turn| turn.fault = guest.turn(turn).err());
        });
    }
}

impl From<ModuleError> for BehaviourRefusal {
    fn from(error: ModuleError) -> Self {
        let refusal = Self::new(error.problem(), error.remedy());
        match error {
            ModuleError::Text { offset, .. } => refusal.at(offset..offset),
            _ => refusal,
        }
    }
}
