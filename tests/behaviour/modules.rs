//! WebAssembly modules written by hand, as text: for tests.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::collections::BTreeMap;

use terrarium::behaviour::wasm::Wasm;
use terrarium::prelude::*;
use terrarium::species::BehaviourRefusal;

/// What every module needs, with its buffer at the beginning of its memory; `parts` are put before
/// and `turn` is what it does.
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

/// A turn that shows a number as a signal: its instructions leave the number, of 64 bits.
pub fn showing(number: &str) -> String {
    format!("(i32.store (i32.const 4) (i32.const 32)) (i64.store (i32.const 64) {number})")
}

/// The behaviour of a module without parameters, under the usual rules.
pub fn load(source: impl AsRef<[u8]>) -> Result<Wasm, BehaviourRefusal> {
    Wasm::new(source.as_ref(), &BTreeMap::new(), &Rules::default())
}

/// Why a module is refused.
pub fn refusal(source: impl AsRef<[u8]>) -> String {
    match load(source) {
        Ok(_) => panic!("the module was accepted"),
        Err(refusal) => refusal.to_string(),
    }
}
