//! Hand-written WebAssembly modules for tests, in text form.

use std::collections::BTreeMap;

use terrarium::behaviour::wasm::Wasm;
use terrarium::prelude::*;
use terrarium::species::BehaviourRefusal;

/// A module with the required exports and its buffer at the beginning of its memory. `parts` are
/// inserted before the exports, `turn` is the body of `terrarium_turn`.
pub fn module(parts: &str, turn: &str) -> String {
    format!(
        r#"(module
            {parts}
            (memory (export "memory") 5)
            (func (export "terrarium_abi") (result i32) (i32.const 1))
            (func (export "terrarium_buffer") (result i32) (i32.const 0))
            (func (export "terrarium_turn") (local $i i32) (local $j i32) {turn}))"#
    )
}

/// The body of a turn that signals a number. The instructions `number` leave it on the stack, as 64
/// bits.
pub fn showing(number: &str) -> String {
    format!("(i32.store (i32.const 4) (i32.const 32)) (i64.store (i32.const 64) {number})")
}

/// Loads a module without parameters, under the default rules.
pub fn load(source: impl AsRef<[u8]>) -> Result<Wasm, BehaviourRefusal> {
    Wasm::new(Kind::Herbivore, source.as_ref(), &BTreeMap::new(), &Rules::default())
}

/// The error of loading a module.
pub fn refusal(source: impl AsRef<[u8]>) -> String {
    match load(source) {
        Ok(_) => panic!("the module was accepted"),
        Err(refusal) => refusal.to_string(),
    }
}
