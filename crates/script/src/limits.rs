//! The limits on scripts, and their application to an engine.
//!
//! The size limits are small on purpose: the engine traverses a whole list or map whenever it is
//! changed or passed on, so they bound the cost of one operation.

use rhai::{Engine, OptimizationLevel};

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

/// The maximum length of a string that is written in a function, in bytes.
pub const LITERAL_LENGTH: usize = 128;

/// The maximum number of values in a list, including those of nested lists.
pub const LIST_LENGTH: usize = 128;

/// The maximum number of values in a map, including those of nested maps.
pub const MAP_SIZE: usize = 64;

/// Disabled symbols: code created at run time, which cannot be checked beforehand; functions as
/// values; printing; powers, whose rounding differs between machines; and `^`, which combines bits and is mistaken for
/// a power.
const DISABLED: [&str; 12] = [
    "eval",
    "Fn",
    "call",
    "curry",
    "is_def_fn",
    "is_def_var",
    "print",
    "debug",
    "**",
    "**=",
    "^",
    "^=",
];

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
