//! The texts of the engine's errors, in the words of the library, with what to do.
//!
//! They are reasons of faults, which are part of the state hash.

use rhai::EvalAltResult;
use terrarium_input::spelling;

use super::library::{self, FUNCTION_NAMES, with_article};
use super::{limits, other_languages};

const TEXT_OF_VALUES: &str = "write a text with values in it as in `` `energy: ${me.energy}` ``";
const MISSING: &str = "what is missing is `()`: ask `!= ()` first, or set it, as in `if memory.count == () { \
                       memory.count = 0; }`";
const DOUBLE_QUOTES: &str = "write a text in double quotes, as in `\"plant\"`";
const CONDITION: &str = "compare it, as in `me.energy > 100` or, with nothing, `prey != ()`";

/// The text of an error without its place. `own` are the functions of the script.
pub(super) fn text<'a>(error: &EvalAltResult, own: impl Iterator<Item = &'a str>) -> String {
    use EvalAltResult as E;
    match error {
        E::ErrorRuntime(value, _) => value.to_string(),
        E::ErrorDotExpr(message, _) => {
            unknown_property(message).unwrap_or_else(|| without_position(error))
        }
        E::ErrorFunctionNotFound(signature, _) => unknown_call(signature, own),
        E::ErrorMismatchDataType(expected, actual, _) => mismatch(expected, actual),
        E::ErrorDataTooLarge(what, _) => too_large(what),
        E::ErrorUnboundThis(_) => {
            "`this` is only what a method is called for: the creature itself is `me`".to_owned()
        }
        E::ErrorAssignmentToConstant(name, _) => format!("`{name}` is a constant: {}", changed(name)),
        E::ErrorFor(_) => "a loop needs a list or a range, as in `for i in 0..10`: of a map take `keys(map)`, of a text \
                           `split(text, \"\")`"
            .to_owned(),
        _ => without_position(error),
    }
}

/// How what a constant stands for is changed.
pub(super) fn changed(name: &str) -> &'static str {
    match name {
        "memory" => "change an entry of it, as in `memory.count = 1`",
        "me" | "world" => "what it holds changes by actions, such as `go_to(x, y)`",
        _ => {
            "define a variable with `let`, or keep the value in `memory`, as in `memory.count = 1`"
        }
    }
}

/// A call of a function that is unknown, or takes no such values. The engine gives its name and the types of its
/// arguments in parentheses.
fn unknown_call<'a>(signature: &str, own: impl Iterator<Item = &'a str>) -> String {
    let (name, types) = signature.split_once(" (").unwrap_or((signature, ")"));
    let types = types.strip_suffix(')').unwrap_or(types);
    let types: Vec<&str> =
        types.split(", ").filter(|ty| !ty.is_empty()).map(library::name_of_type).collect();
    let is_operator = !name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let known: Vec<&str> = FUNCTION_NAMES.iter().map(String::as_str).chain(own).collect();
    if !is_operator && !known.contains(&name) {
        if let Some(remedy) = other_languages::of_function(name) {
            return format!("there is no function `{name}`: {remedy}");
        }
        let hint = spelling::hint(spelling::nearest(name, known));
        return format!("there is no function `{name}`{hint}");
    }
    let given: Vec<String> = types.iter().map(|ty| with_article(ty)).collect();
    let remedy = remedy_for(name, &types);
    let remedy = remedy.map(|remedy| format!(": {remedy}")).unwrap_or_default();
    format!("`{name}` does not take {}{remedy}", given.join(" and "))
}

/// What to write instead of a call with values of these types.
fn remedy_for(name: &str, types: &[&str]) -> Option<&'static str> {
    let has = |ty: &str| types.contains(&ty);
    match name {
        "!" => Some(CONDITION),
        "push" | "pop" | "insert" | "shift" if has("()") => Some(
            "what is missing is `()`: set it first, as in `if memory.list == () { memory.list = []; }`",
        ),
        _ if has("()") => Some(MISSING),
        "+" | ".." | "%" if has("string") => Some(TEXT_OF_VALUES),
        "+" if has("list") => Some("append a value with `list.push(value)`"),
        _ if has("character") => Some(DOUBLE_QUOTES),
        "+" | "-" | "*" | "/" if has("string") => {
            Some("make a number of a text with `int(text)` or `float(text)`")
        }
        "+" | "-" | "*" | "/" | "<" | ">" | "<=" | ">=" if has("sighting") => {
            Some("its numbers are properties, such as `gap`, `x` and `y`")
        }
        "-" | "remove" if has("list") => {
            Some("remove a value by its index with `list.remove(index)`")
        }
        _ => None,
    }
}

/// A value where the engine needs one of another type.
fn mismatch(expected: &str, actual: &str) -> String {
    let [expected, actual] = [expected, actual].map(library::name_of_type);
    let remedy = match (expected, actual) {
        ("boolean", _) => CONDITION,
        ("integer", "range") => "take a part of a list or text with `slice(list, from, to)`",
        ("integer", "float") => "make an integer of it with `int(x)`",
        _ => "",
    };
    let (separator, needed) = (if remedy.is_empty() { "" } else { ": " }, with_article(expected));
    format!("here must be {needed}, not {}{separator}{remedy}", with_article(actual))
}

/// A value that is larger than the limits allow. The engine names what is.
fn too_large(what: &str) -> String {
    match what {
        "Size of array" => format!(
            "a list holds at most {} values, with those of the lists in it",
            limits::LIST_LENGTH
        ),
        "Size of object map" => {
            format!("a map holds at most {} values, with those of the maps in it", limits::MAP_SIZE)
        }
        "Size of list or map" => {
            format!("a list with all that it contains holds at most {} values", limits::LIST_LENGTH)
        }
        "Length of string" => format!(
            "a text has at most {} bytes, with those of all texts in a list or map",
            limits::TEXT_LENGTH
        ),
        other => format!("{other} too large"),
    }
}

/// The text about an unknown property, or one that cannot be set. The engine's message holds its name and the type of
/// the value in quotes.
fn unknown_property(message: &str) -> Option<String> {
    let is_read = message.starts_with("Unknown property");
    if !is_read && !message.starts_with("No writable property") {
        return None;
    }
    let mut quoted = message.split('\'').skip(1).step_by(2);
    let (name, of) = (quoted.next()?, library::name_of_type(quoted.next()?));
    if of == "()" {
        return Some(format!("`()`, which is nothing, has no `{name}`: ask `!= ()` first"));
    }
    let known = library::properties_of_type(of);
    if !is_read && known.contains(&name) {
        return Some(format!(
            "`{name}` of a {of} is only read: remember what is to change in `memory`"
        ));
    }
    if let Some(remedy) = other_languages::of_property(of, name) {
        return Some(format!("this {of} has no `{name}`: {remedy}"));
    }
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
