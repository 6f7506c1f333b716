//! The conversion of engine errors to faults.
//!
//! The reason of a fault is part of the state hash: a change to one of these messages changes the
//! hashes of worlds in which it occurs.

use rhai::{EvalAltResult, Position};
use terrarium_creatures::behaviour::{Fault, FaultKind};
use terrarium_input::spelling;

use super::library::{self, FUNCTION_NAMES};
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
        _ => message(error, program),
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

/// The message of an error without its position, with a suggestion for a misspelt name.
fn message(error: &EvalAltResult, program: &Program) -> String {
    if let EvalAltResult::ErrorRuntime(value, _) = error {
        return value.to_string();
    }
    let mut message = without_position(error);
    if let EvalAltResult::ErrorDotExpr(engine_message, _) = error
        && let Some(message) = unknown_property(engine_message)
    {
        return message;
    }
    if let EvalAltResult::ErrorFunctionNotFound(signature, _) = error {
        let name = signature.split(" (").next().unwrap_or(signature);
        let own = program.parsed.functions.iter_functions().map(|function| function.name);
        let known: Vec<_> = FUNCTION_NAMES.iter().map(String::as_str).chain(own).collect();
        message = if known.contains(&name) {
            format!("`{signature}`: it does not take such values")
        } else {
            let hint = spelling::hint(spelling::nearest(name, known));
            format!("there is no function `{name}`{hint} for such values: `{signature}`")
        };
    }
    message
}

/// The message for an unknown property. The engine's message holds its name and the type of the value
/// in quotes.
fn unknown_property(message: &str) -> Option<String> {
    let mut quoted = message.strip_prefix("Unknown property")?.split('\'').skip(1).step_by(2);
    let (name, of) = (quoted.next()?, quoted.next()?);
    if of == "()" {
        return Some(format!("`()`, which is nothing, has no `{name}`: ask `!= ()` first"));
    }
    let known = library::properties_of_type(of);
    let hint = spelling::hint(spelling::nearest(name, known.iter().copied()));
    Some(format!("this {of} has no `{name}`{hint}"))
}

fn without_position(error: &EvalAltResult) -> String {
    let text = error.to_string();
    match text.rfind(" (line ") {
        Some(end) if !error.position().is_none() => text[..end].to_owned(),
        _ => text,
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
