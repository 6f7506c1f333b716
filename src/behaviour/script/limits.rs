//! How large what a script makes can get, and how an engine is bound to it.
//!
//! The sizes are small on purpose: the engine looks at the whole of a list or map whenever it is
//! changed or handed on, so they bound what one operation can cost.

use rhai::{Array, Dynamic, Engine, EvalAltResult, Map, OptimizationLevel, Position};

use super::stage::Raised;

/// How deep functions of a script can call each other.
pub const CALL_DEPTH: usize = 12;

/// How deep expressions and blocks can be nested.
pub const EXPRESSION_DEPTH: usize = 64;

/// How many variables there can be at once.
pub const VARIABLES: usize = 64;

/// How many functions a script can define.
pub const FUNCTIONS: usize = 128;

/// The longest string, and the most that the strings of a list or map can hold together, in bytes.
pub const TEXT_LENGTH: usize = 1024;

/// The most values that a list can hold, those of lists within it counted.
pub const LIST_LENGTH: usize = 128;

/// The most values that a map can hold, those of maps within it counted.
pub const MAP_SIZE: usize = 64;

/// What is not to be had: code made at run time, which cannot be checked before; functions as
/// values; printing; and powers, for which every machine has its own rounding.
const DISABLED: [&str; 10] =
    ["eval", "Fn", "call", "curry", "is_def_fn", "is_def_var", "print", "debug", "**", "**="];

/// Binds an engine.
pub(super) fn bind(engine: &mut Engine) {
    engine
        .set_max_call_levels(CALL_DEPTH)
        .set_max_expr_depths(EXPRESSION_DEPTH, EXPRESSION_DEPTH)
        .set_max_variables(VARIABLES)
        .set_max_functions(FUNCTIONS)
        .set_max_string_size(TEXT_LENGTH)
        .set_max_array_size(LIST_LENGTH)
        .set_max_map_size(MAP_SIZE)
        .set_max_strings_interned(0)
        // Otherwise its own operators go before those of the host, and they compare inexactly.
        .set_fast_operators(false)
        .set_optimization_level(OptimizationLevel::None)
        .set_allow_anonymous_fn(false)
        .set_strict_variables(true);
    for symbol in DISABLED {
        engine.disable_symbol(symbol);
    }
}

/// How many values a value holds, all that is nested in it counted.
///
/// The engine looks at what is put into a list or map by its place or name, but not at what that
/// makes of the whole.
pub(super) fn weigh(value: &Dynamic) -> Raised<u64> {
    let mut left = LIST_LENGTH;
    if takes(value, &mut left) {
        return Ok((LIST_LENGTH - left) as u64);
    }
    let what = "Size of list or map".to_owned();
    Err(EvalAltResult::ErrorDataTooLarge(what, Position::NONE).into())
}

/// Takes what a value holds off what is left; whether there was as much.
fn takes(value: &Dynamic, left: &mut usize) -> bool {
    let mut one = |item: &Dynamic| {
        let rest = left.checked_sub(1);
        rest.is_some_and(|rest| {
            *left = rest;
            takes(item, left)
        })
    };
    if let Some(list) = value.read_lock::<Array>() {
        list.iter().all(&mut one)
    } else if let Some(map) = value.read_lock::<Map>() {
        map.values().all(&mut one)
    } else {
        true
    }
}
