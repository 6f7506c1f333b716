//! Lists, maps and strings: only functions that take linear time.

use rhai::{Array, Dynamic, EvalAltResult, ImmutableString, Map, NativeCallContext, Position};

use super::super::limits::LIST_LENGTH;
use super::super::prices;
use super::super::turn_state::{HostResult, raise};
use super::{Library, a_value, charge, list, number};

/// The functions that change their first argument. Of an entry of a map or of `memory` they are to be called as
/// methods: as an argument it is a copy.
const CHANGING: [&str; 6] = ["push", "pop", "shift", "insert", "remove", "clear"];

/// Whether a function changes its first argument.
pub(crate) fn changes_its_value(function: &str) -> bool {
    CHANGING.contains(&function)
}

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
        "appends a value to a list; to one that is an entry as in `memory.path.push(value)`, which goes for all \
         functions that change a value",
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
    library.function(
        "first(list)",
        "the first value of a list, or ()",
        |context: NativeCallContext<'_>, a: &mut Array| -> HostResult<Dynamic> {
            let first = a.first().cloned().unwrap_or_default();
            charge(&context, prices::copying(&first)?)?;
            Ok(first)
        },
    );
    library.function(
        "remove(list, place)",
        "removes and returns a value of a list by its index, or of a map or `memory` by its name",
        |a: &mut Array, place: i64| match usize::try_from(place) {
            Ok(place) if place < a.len() => a.remove(place),
            _ => Dynamic::UNIT,
        },
    );
    library.function(
        "insert(list, place, value)",
        "inserts a value before the one with that index, or at the end",
        |a: &mut Array, place: i64, value: Dynamic| {
            if a.len() >= LIST_LENGTH {
                let what = "Size of array".to_owned();
                return Err(Box::new(EvalAltResult::ErrorDataTooLarge(what, Position::NONE)));
            }
            let place = usize::try_from(place).unwrap_or(0).min(a.len());
            a.insert(place, value);
            Ok(())
        },
    );
    library.function(
        "reverse(list)",
        "a list of the same values in the opposite order",
        |context: NativeCallContext<'_>, a: &mut Array| -> HostResult<Dynamic> {
            let reversed = a.iter().rev().cloned().collect::<Array>().into();
            charge(&context, prices::copying(&reversed)?)?;
            Ok(reversed)
        },
    );
    library.function(
        "index_of(list, value)",
        "the index of the first value of a list that equals a plain one, or −1",
        |context: NativeCallContext<'_>, a: &mut Array, value: Dynamic| -> HostResult<i64> {
            charge(&context, 1 + a.len() as u64 / COMPARED)?;
            let index = a.iter().position(|item| is_same(item, &value));
            Ok(index.map_or(-1, length))
        },
    );
    library.function(
        "slice(list, from, to)",
        "a list of the values from one index up to, but without, another",
        |context: NativeCallContext<'_>,
         a: &mut Array,
         from: i64,
         to: i64|
         -> HostResult<Dynamic> {
            let limited = |index: i64| usize::try_from(index).unwrap_or(0).min(a.len());
            let (from, to) = (limited(from), limited(to));
            let slice = a.get(from..to).unwrap_or_default().to_vec().into();
            charge(&context, prices::copying(&slice)?)?;
            Ok(slice)
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
        |context: NativeCallContext<'_>, a: &mut Array, value: Dynamic| -> HostResult<bool> {
            charge(&context, 1 + a.len() as u64 / COMPARED)?;
            Ok(a.iter().any(|item| is_same(item, &value)))
        },
    );
}

fn maps(library: &mut Library) {
    library.overload("len", |map: &mut Map| length(map.len()));
    library.overload("clear", |map: &mut Map| map.clear());
    library.overload("remove", |map: &mut Map, key: &str| map.remove(key).unwrap_or_default());
    library.overload("contains", |map: &mut Map, key: &str| map.contains_key(key));
    library.function(
        "keys(map)",
        "a list of the names of a map or `memory`",
        |context: NativeCallContext<'_>, map: &mut Map| -> HostResult<Dynamic> {
            let (names, price) = names(map);
            charge(&context, price)?;
            Ok(names)
        },
    );
}

fn strings(library: &mut Library) {
    library.overload("len", |text: &str| length(text.chars().count()));
    library.overload(
        "contains",
        |context: NativeCallContext<'_>, text: &str, part: &str| -> HostResult<bool> {
            charge(&context, 1 + prices::reading_text(2 * (text.len() + part.len())))?;
            Ok(text.contains(part))
        },
    );
    library.overload(
        "-",
        |context: NativeCallContext<'_>, text: &str, part: &str| -> HostResult<ImmutableString> {
            charge(&context, 1 + prices::reading_text(2 * (text.len() + part.len())))?;
            Ok(text.replace(part, "").into())
        },
    );
    library.overload(
        "-",
        |context: NativeCallContext<'_>, text: &str, part: char| -> HostResult<ImmutableString> {
            charge(&context, 1 + prices::reading_text(2 * text.len()))?;
            Ok(text.replace(part, "").into())
        },
    );
    // What the engine calls for values in a text.
    library.overload(
        "to_string",
        |context: NativeCallContext<'_>, number: f64| -> HostResult<ImmutableString> {
            charge(&context, 1)?;
            Ok(Dynamic::from(number).to_string().into())
        },
    );
    library.overload(
        "to_string",
        |context: NativeCallContext<'_>, number: i64| -> HostResult<ImmutableString> {
            charge(&context, 1)?;
            Ok(number.to_string().into())
        },
    );
    library.overload("to_string", |context: NativeCallContext<'_>, list: &mut Array| {
        written(&context, &Dynamic::from(std::mem::take(list)))
    });
    library.overload("to_string", |context: NativeCallContext<'_>, map: &mut Map| {
        written(&context, &Dynamic::from(std::mem::take(map)))
    });
    library.function(
        "text(value)",
        "the string form of a number, boolean or character",
        |context: NativeCallContext<'_>, value: Dynamic| {
            charge(&context, 0)?;
            let is_plain = value.is_int() || value.is_float() || value.is_bool() || value.is_char();
            match value.read_lock::<ImmutableString>() {
                Some(text) => Ok(text.clone()),
                None if is_plain => Ok(value.to_string().into()),
                None => raise(format!("{} is not written as a text", a_value(&value))),
            }
        },
    );
}

/// The number of values that are compared for one operation.
const COMPARED: u64 = 4;

/// A list of the names of a map, and its price.
pub(super) fn names(map: &Map) -> (Dynamic, u64) {
    let bytes: usize = map.keys().map(|key| key.len()).sum();
    let names = list(map.keys().map(|key| key.to_string().into()));
    (names, 2 * map.len() as u64 + prices::reading_text(bytes))
}

/// A list or map as text.
fn written(context: &NativeCallContext<'_>, value: &Dynamic) -> HostResult<ImmutableString> {
    charge(context, prices::writing(value)?)?;
    Ok(format!("{value:?}").into())
}

/// Whether two values are equal booleans, numbers, characters or strings, or both `()`.
fn is_same(a: &Dynamic, b: &Dynamic) -> bool {
    let is_number = |value: &Dynamic| value.is_int() || value.is_float();
    if is_number(a) && is_number(b) {
        return matches!((number(a), number(b)), (Ok(a), Ok(b)) if a == b);
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
