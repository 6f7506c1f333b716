//! Errors of the engine as faults of a turn, told to the author.

use rhai::{EvalAltResult, Position};

use super::super::{Fault, FaultKind};
use super::library::{self, FUNCTION_NAMES};
use super::program::Program;
use crate::input::spelling;

/// The fault that an error amounts to.
pub(super) fn of(error: &EvalAltResult, program: &Program) -> Fault {
    let error = innermost(error);
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
        _ => told(error, program),
    };
    Fault::new(kind, &format!("{reason}{}", place(error.position())))
}

/// The error itself, whatever functions it came through.
pub(super) fn innermost(error: &EvalAltResult) -> &EvalAltResult {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => innermost(inner),
        _ => error,
    }
}

/// What went wrong, without its place, and what was probably meant.
fn told(error: &EvalAltResult, program: &Program) -> String {
    if let EvalAltResult::ErrorRuntime(value, _) = error {
        return value.to_string();
    }
    let mut bare = error_without_place(error);
    if let EvalAltResult::ErrorDotExpr(message, _) = error
        && let Some(told) = no_property(message)
    {
        return told;
    }
    if let EvalAltResult::ErrorFunctionNotFound(signature, _) = error {
        let name = signature.split(" (").next().unwrap_or(signature);
        let own = program.ast.iter_functions().map(|function| function.name);
        let known: Vec<_> = FUNCTION_NAMES.iter().map(String::as_str).chain(own).collect();
        bare = if known.contains(&name) {
            format!("`{signature}`: it does not take such values")
        } else {
            let hint = spelling::hint(spelling::nearest(name, known));
            format!("there is no function `{name}`{hint} for such values: `{signature}`")
        };
    }
    bare
}

/// What there is to say of a property that a value does not have: the engine names it and the type of
/// the value between quotes.
fn no_property(message: &str) -> Option<String> {
    let mut quoted = message.strip_prefix("Unknown property")?.split('\'').skip(1).step_by(2);
    let (name, of) = (quoted.next()?, quoted.next()?);
    if of == "()" {
        return Some(format!("`()`, which is nothing, has no `{name}`: ask `!= ()` first"));
    }
    let known = library::properties_of_type(of);
    let hint = spelling::hint(spelling::nearest(name, known.iter().copied()));
    Some(format!("this {of} has no `{name}`{hint}"))
}

fn error_without_place(error: &EvalAltResult) -> String {
    let text = error.to_string();
    match text.rfind(" (line ") {
        Some(end) if !error.position().is_none() => text[..end].to_owned(),
        _ => text,
    }
}

/// A place in the script, at the end of a message.
fn place(position: Position) -> String {
    match (position.line(), position.position()) {
        (Some(line), Some(column)) => format!(" (line {line}, column {column})"),
        (Some(line), None) => format!(" (line {line})"),
        _ => String::new(),
    }
}
