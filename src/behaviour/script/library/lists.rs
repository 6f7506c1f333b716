//! Lists, maps and strings: only functions that take linear time.

use rhai::{Array, Dynamic, EvalAltResult, ImmutableString, Map, Position};

use super::super::limits::LIST_LENGTH;
use super::super::turn_state::raise;
use super::{Library, list};

pub(super) fn register(library: &mut Library) {
    library.module.set_iterable::<Array>();
    lists(library);
    maps(library);
    strings(library);
}

fn lists(library: &mut Library) {
    library.function("len(list)", "the length of a list, map or string", |a: &mut Array| {
        length(a.len())
    });
    library.function(
        "push(list, value)",
        "appends a value to a list",
        |a: &mut Array, value: Dynamic| {
            if a.len() < LIST_LENGTH {
                a.push(value);
                return Ok(());
            }
            let what = "Size of array".to_owned();
            Err(Box::new(EvalAltResult::ErrorDataTooLarge(what, Position::NONE)))
        },
    );
    library.function(
        "pop(list)",
        "removes and returns the last value of a list, or ()",
        |a: &mut Array| a.pop().unwrap_or_default(),
    );
    library.function(
        "shift(list)",
        "removes and returns the first value of a list, or ()",
        |a: &mut Array| {
            if a.is_empty() { Dynamic::UNIT } else { a.remove(0) }
        },
    );
    library.function("first(list)", "the first value of a list, or ()", |a: &mut Array| {
        a.first().cloned().unwrap_or_default()
    });
    library.function(
        "remove(list, place)",
        "removes and returns a value of a list by its index, or of a map or `memory` by its name",
        |a: &mut Array, place: i64| match usize::try_from(place) {
            Ok(place) if place < a.len() => a.remove(place),
            _ => Dynamic::UNIT,
        },
    );
    library.function(
        "clear(list)",
        "removes all values of a list, a map or `memory`",
        |a: &mut Array| {
            a.clear();
        },
    );
    library.function(
        "contains(list, value)",
        "whether a list contains a plain value, a map or `memory` a name, a string a substring; the \
         same as `value in list`",
        |a: &mut Array, value: Dynamic| a.iter().any(|item| is_same(item, &value)),
    );
}

fn maps(library: &mut Library) {
    library.overload("len", |map: &mut Map| length(map.len()));
    library.overload("clear", |map: &mut Map| map.clear());
    library.overload("remove", |map: &mut Map, key: &str| map.remove(key).unwrap_or_default());
    library.overload("contains", |map: &mut Map, key: &str| map.contains_key(key));
    library.function("keys(map)", "a list of the names of a map or `memory`", |map: &mut Map| {
        list(map.keys().map(|key| key.to_string().into()))
    });
}

fn strings(library: &mut Library) {
    library.overload("len", |text: &str| length(text.chars().count()));
    library.overload("contains", |text: &str, part: &str| text.contains(part));
    library.function(
        "text(value)",
        "the string form of a number, boolean or character",
        |value: Dynamic| {
            let is_plain = value.is_int() || value.is_float() || value.is_bool() || value.is_char();
            match value.read_lock::<ImmutableString>() {
                Some(text) => Ok(text.clone()),
                None if is_plain => Ok(value.to_string().into()),
                None => raise(format!("{} is not written as a text", value.type_name())),
            }
        },
    );
}

/// Whether two values are equal booleans, numbers, characters or strings, or both `()`.
fn is_same(a: &Dynamic, b: &Dynamic) -> bool {
    if let (Ok(a), Ok(b)) = (super::number(a), super::number(b)) {
        return a == b;
    }
    let text = |value: &Dynamic| value.read_lock::<ImmutableString>().map(|text| text.clone());
    match (text(a), text(b)) {
        (Some(a), Some(b)) => a == b,
        (None, None) => {
            (a.is_unit() && b.is_unit())
                || a.as_bool().is_ok_and(|a| b.as_bool() == Ok(a))
                || a.as_char().is_ok_and(|a| b.as_char() == Ok(a))
        }
        _ => false,
    }
}

fn length(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
