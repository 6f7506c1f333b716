//! Lists and maps: only functions that take linear time.

use rhai::{Array, Dynamic, EvalAltResult, Map, NativeCallContext, Position};

use super::super::limits::LIST_LENGTH;
use super::super::prices;
use super::super::turn_state::HostResult;
use super::equality::Comparison;
use super::{Library, charge, list};

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
}

fn lists(library: &mut Library) {
    library.function(
        "len(list)",
        "the length of a list or map, or the number of characters of a text",
        |a: &mut Array| length(a.len()),
    );
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
        "the index of the first value of a list that equals another one, or −1; of a text, where a part of it begins",
        |context: NativeCallContext<'_>, a: &mut Array, value: Dynamic| -> HostResult<i64> {
            Ok(place_of(&context, a, &value)?.map_or(-1, length))
        },
    );
    library.function(
        "slice(list, from, to)",
        "a list of the values from one index up to, but without, another; of a text, its characters there",
        |context: NativeCallContext<'_>,
         a: &mut Array,
         from: i64,
         to: i64|
         -> HostResult<Dynamic> {
            let (from, to) = (limited(from, a.len()), limited(to, a.len()));
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
        "whether a list contains a value, a map or `memory` a name, a text a part; the same as `value in list`",
        |context: NativeCallContext<'_>, a: &mut Array, value: Dynamic| -> HostResult<bool> {
            Ok(place_of(&context, a, &value)?.is_some())
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

/// A list of the names of a map, and its price.
pub(super) fn names(map: &Map) -> (Dynamic, u64) {
    let bytes: usize = map.keys().map(|key| key.len()).sum();
    let names = list(map.keys().map(|key| key.to_string().into()));
    (names, 2 * map.len() as u64 + prices::reading_text(bytes))
}

/// The index of the first value of a list that equals another one.
fn place_of(
    context: &NativeCallContext<'_>,
    list: &Array,
    value: &Dynamic,
) -> HostResult<Option<usize>> {
    let mut comparison = Comparison::default();
    let place = list.iter().position(|item| comparison.values(item, value));
    charge(context, 1 + comparison.price())?;
    Ok(place)
}

/// An index, limited to those of `length` values and the end.
pub(super) fn limited(index: i64, length: usize) -> usize {
    usize::try_from(index).unwrap_or(0).min(length)
}

/// A length as a script integer.
pub(super) fn length(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
