//! Behaviours as WebAssembly modules, in any language: `behaviour.wasm`, or `behaviour.wat`.
//!
//! A module is handed the senses of one creature in a buffer in its own memory, and leaves there
//! what the creature wants. `docs/abi.md` tells how, in whatever language it was written.
//!
//! # What is promised
//! - **Nothing gets out.** A module can import the functions of [`imports`], and nothing else.
//! - **Nothing stays behind.** Whatever a turn leaves in the memory and the global variables is
//!   taken back after it (see `tracking`), so that one instance can decide for creature after
//!   creature, on whatever thread. What a creature is to remember goes through
//!   [`Turn::memory`](super::Turn::memory).
//! - **It comes to an end.** Every instruction takes fuel, and those that fill memory take more; a
//!   turn that has used up its fuel is broken off. The stack of the module is not the host's.
//! - **It repeats.** There are no vectors and no threads; a number that is none has the same bits on
//!   every machine; mathematics comes from `libm`; and fuel is charged where code is compiled,
//!   by an engine whose version is part of what a creature is.
//!
//! The limits of what a module may take up are those in [`limits`].

mod decoder;
mod encoder;
mod error;
mod guest;
pub mod imports;
pub mod limits;
mod module;
mod module_info;
mod operands;
mod parameters;
mod probe;
pub mod record;
mod tracking;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::pool::Pool;
use super::{Behaviour, Turn};
use crate::rules::{Rules, few, whole};
use crate::species::BehaviourRefusal;

pub use encoder::{HAPPENINGS, numbered};
pub use error::ModuleError;

use guest::Guest;
use module::Module;

/// A behaviour that is a WebAssembly module.
///
/// ```
/// use std::collections::BTreeMap;
/// use terrarium::behaviour::wasm::Wasm;
/// use terrarium::rules::Rules;
///
/// let sleeper = r#"(module
///     (memory (export "memory") 4)
///     (func (export "terrarium_abi") (result i32) (i32.const 1))
///     (func (export "terrarium_buffer") (result i32) (i32.const 0))
///     (func (export "terrarium_turn")))"#;
/// assert!(Wasm::new(sleeper.as_bytes(), &BTreeMap::new(), &Rules::default()).is_ok());
///
/// let empty = Wasm::new(b"(module)", &BTreeMap::new(), &Rules::default());
/// assert!(empty.err().unwrap().problem.contains("does not export"));
/// ```
pub struct Wasm {
    module: Arc<Module>,
    guests: Pool<Guest>,
}

impl Wasm {
    /// The behaviour of a module, in its binary form or as text, set up with `parameters` for a
    /// world with these rules.
    ///
    /// # Errors
    /// When the module is not sound, too large, asks for what there is not or lacks what the
    /// interface asks for; or when a parameter is not one of its own, or out of range.
    pub fn new(
        source: &[u8],
        parameters: &BTreeMap<String, f64>,
        rules: &Rules,
    ) -> Result<Self, BehaviourRefusal> {
        probe::stack()?;
        let mut module = Module::load(source)?;
        module.parameters = parameters::values(&module.declared, parameters)?;
        module.budget = whole(rules.turn_budget) * limits::INSTRUCTIONS_AN_OPERATION;
        module.memory_limit = few(rules.memory_limit) as usize;
        Ok(Self { module: Arc::new(module), guests: Pool::default() })
    }
}

impl Behaviour for Wasm {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        let make = || Guest::new(&self.module);
        self.guests.employ(make, |guest| {
            turns.iter_mut().for_each(|turn| turn.fault = guest.turn(turn).err());
        });
    }
}

impl From<ModuleError> for BehaviourRefusal {
    /// Every message ends with what to do.
    fn from(error: ModuleError) -> Self {
        let message = error.to_string();
        let (problem, remedy) = message.rsplit_once("; ").unwrap_or((&message, "mend it"));
        let refusal = Self::new(problem, remedy);
        match error {
            ModuleError::Text { offset, .. } => refusal.at(offset..offset),
            _ => refusal,
        }
    }
}
