//! The limits on scripts, and their application to an engine.
//!
//! The size limits are small on purpose: the engine traverses a whole list or map whenever it is
//! changed or passed on, so they bound the cost of one operation.

use rhai::{Array, Dynamic, Engine, EvalAltResult, Map, OptimizationLevel, Position};

use super::turn_state::HostResult;

/// The maximum depth of nested function calls.
pub const CALL_DEPTH: usize = 12;

/// The maximum depth of nested expressions and blocks.
pub const EXPRESSION_DEPTH: usize = 64;

/// The maximum number of variables in scope.
pub const VARIABLES: usize = 64;

/// The maximum number of functions in a script.
pub const FUNCTIONS: usize = 128;

/// The maximum length of a string, and the total length of the strings in a list or map, in bytes.
pub const TEXT_LENGTH: usize = 1024;

/// The maximum number of values in a list, including those of nested lists.
pub const LIST_LENGTH: usize = 128;

/// The maximum number of values in a map, including those of nested maps.
pub const MAP_SIZE: usize = 64;

/// Disabled symbols: code created at run time, which cannot be checked beforehand; functions as
/// values; printing; and powers, whose rounding differs between machines.
const DISABLED: [&str; 10] =
    ["eval", "Fn", "call", "curry", "is_def_fn", "is_def_var", "print", "debug", "**", "**="];

/// Applies the limits to an engine.
pub(super) fn apply(engine: &mut Engine) {
    engine
        .set_max_call_levels(CALL_DEPTH)
        .set_max_expr_depths(EXPRESSION_DEPTH, EXPRESSION_DEPTH)
        .set_max_variables(VARIABLES)
        .set_max_functions(FUNCTIONS)
        .set_max_string_size(TEXT_LENGTH)
        .set_max_array_size(LIST_LENGTH)
        .set_max_map_size(MAP_SIZE)
        .set_max_strings_interned(0)
        // Otherwise the engine's own comparisons, which are inexact, take precedence over the host's.
        .set_fast_operators(false)
        .set_optimization_level(OptimizationLevel::None)
        .set_allow_anonymous_fn(false)
        .set_strict_variables(true);
    for symbol in DISABLED {
        engine.disable_symbol(symbol);
    }
}

/// Counts the values that a value contains, including nested ones.
///
/// The engine checks a value that is assigned to an item of a list or map, but not the resulting size
/// of the whole.
///
/// # Errors
/// When there are more than [`LIST_LENGTH`].
pub(super) fn count_values(value: &Dynamic) -> HostResult<u64> {
    let mut left = LIST_LENGTH;
    if subtract_values(value, &mut left) {
        return Ok((LIST_LENGTH - left) as u64);
    }
    let what = "Size of list or map".to_owned();
    Err(EvalAltResult::ErrorDataTooLarge(what, Position::NONE).into())
}

/// Subtracts the number of contained values from `left`. Returns false when there are more.
fn subtract_values(value: &Dynamic, left: &mut usize) -> bool {
    let mut one = |item: &Dynamic| {
        let rest = left.checked_sub(1);
        rest.is_some_and(|rest| {
            *left = rest;
            subtract_values(item, left)
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
