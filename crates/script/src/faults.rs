//! The conversion of engine errors to faults.
//!
//! The reason of a fault is part of the state hash: a change to one of these messages changes the
//! hashes of worlds in which it occurs.

use rhai::{EvalAltResult, Position};
use terrarium_creatures::behaviour::{Fault, FaultKind};

use super::engine_errors;
use super::program::Program;
use super::turn_state::{Blame, TooLarge};

/// Converts an engine error to a fault. `handler` is the function that was called.
pub(super) fn of(error: &EvalAltResult, program: &Program, handler: &str) -> Fault {
    let place = position_suffix(place(error, program, handler).unwrap_or_default());
    let error = innermost(error);
    if let EvalAltResult::ErrorRuntime(value, _) = error
        && let Some(Blame { kind, reason }) = value.read_lock::<Blame>().as_deref()
    {
        return Fault::located(*kind, reason, &place);
    }
    let kind = match error {
        EvalAltResult::ErrorTooManyOperations(_) | EvalAltResult::ErrorTerminated(..) => {
            FaultKind::OverBudget
        }
        EvalAltResult::ErrorStackOverflow(_) => FaultKind::TooDeep,
        EvalAltResult::ErrorDataTooLarge(..) | EvalAltResult::ErrorTooManyVariables(_) => {
            FaultKind::OutOfMemory
        }
        _ => FaultKind::Trapped,
    };
    let reason = match kind {
        FaultKind::OverBudget => format!("it took more than {} operations", program.budget),
        _ => {
            let own = program.parsed.functions.iter_functions().map(|function| function.name);
            engine_errors::text(error, own)
        }
    };
    Fault::located(kind, &reason, &place)
}

/// The fault of a handler that leaves too large a memory.
pub(super) fn of_memory(too_large: &TooLarge, program: &Program) -> Fault {
    let limit = program.memory_limit;
    let TooLarge { size, largest, written } = too_large;
    let largest = largest.as_ref().map(|(name, size)| format!(": `memory.{name}` takes {size}"));
    let largest = largest.unwrap_or_default();
    let reason = format!("{size} bytes to remember, of {limit} at most{largest}");
    Fault::located(
        FaultKind::BadMemory,
        &reason,
        &position_suffix(program.parsed.catch_blocks.in_script(*written)),
    )
}

/// The innermost error, without the function calls it passed through.
pub(super) fn innermost(error: &EvalAltResult) -> &EvalAltResult {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => innermost(inner),
        _ => error,
    }
}

/// The place of an error in a function: its own, or else that of the innermost function or call around
/// it that has one.
fn place(error: &EvalAltResult, program: &Program, function: &str) -> Option<Position> {
    let own = Some(program.parsed.catch_blocks.in_script(error.position()));
    let own = own.filter(|own| !own.is_none());
    match error {
        EvalAltResult::ErrorInFunctionCall(name, _, inner, _) => {
            place(inner, program, name).or(own)
        }
        _ => own.or_else(|| program.place_of(function)),
    }
}

/// A position in the script, as the end of a message.
fn position_suffix(position: Position) -> String {
    match (position.line(), position.position()) {
        (Some(line), Some(column)) => format!(" (line {line}, column {column})"),
        (Some(line), None) => format!(" (line {line})"),
        _ => String::new(),
    }
}
