//! Lists by a property of their values: sorted, filtered, mapped, and the least and greatest of them. The
//! values are sightings, bases, walls or links with their properties, or maps with their entries.

use rhai::{Array, Dynamic, Map, NativeCallContext};

use super::super::prices;
use super::super::turn_state::{HostResult, raise};
use super::{Library, a_value, charge, number, properties_of_type, suggestion, type_name};

pub(super) fn register(library: &mut Library) {
    library.function(
        "sort_by(list, name)",
        "a list of the same values, ordered by that property of sightings, bases, walls, links or messages, or \
         entry of maps; equal ones keep their order",
        |context: NativeCallContext<'_>, list: &mut Array, name: &str| -> HostResult<Dynamic> {
            let mut keyed = numbers(&context, list, name)?;
            charge(&context, SORTED * list.len() as u64)?;
            keyed.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            Ok(keyed.into_iter().map(|(_, item)| item.clone()).collect::<Array>().into())
        },
    );
    library.function(
        "min_by(list, name)",
        "the value with the least property or entry of that name, the first of equal ones, or ()",
        |context: NativeCallContext<'_>, list: &mut Array, name: &str| -> HostResult<Dynamic> {
            let keyed = numbers(&context, list, name)?.into_iter();
            let least = keyed.reduce(|least, next| if next.0 < least.0 { next } else { least });
            Ok(least.map_or(Dynamic::UNIT, |(_, item)| item.clone()))
        },
    );
    library.function(
        "max_by(list, name)",
        "the value with the greatest property or entry of that name, the first of equal ones, or ()",
        |context: NativeCallContext<'_>, list: &mut Array, name: &str| -> HostResult<Dynamic> {
            let keyed = numbers(&context, list, name)?.into_iter();
            let most = keyed.reduce(|most, next| if next.0 > most.0 { next } else { most });
            Ok(most.map_or(Dynamic::UNIT, |(_, item)| item.clone()))
        },
    );
    library.function(
        "filter(list, name)",
        "the values whose property or entry of that name is true",
        |context: NativeCallContext<'_>, list: &mut Array, name: &str| -> HostResult<Dynamic> {
            let mut kept = Array::new();
            for item in list.iter() {
                if property(&context, item, name)?.as_bool() == Ok(true) {
                    kept.push(item.clone());
                }
            }
            Ok(kept.into())
        },
    );
    library.function(
        "map(list, name)",
        "a list of the properties or entries of that name",
        |context: NativeCallContext<'_>, list: &mut Array, name: &str| -> HostResult<Dynamic> {
            let properties = list.iter().map(|item| property(&context, item, name));
            Ok(properties.collect::<HostResult<Array>>()?.into())
        },
    );
}

/// Whether the function with this name takes the name of a property, as its last argument.
pub(crate) fn takes_property(function: &str) -> bool {
    matches!(function, "sort_by" | "min_by" | "max_by" | "filter" | "map")
}

/// The operations for one value of a list that is sorted.
const SORTED: u64 = 2;

/// The operations for reading one property.
const PROPERTY: u64 = 5;

/// The values of a list with that property as a number.
fn numbers<'a>(
    context: &NativeCallContext<'_>,
    list: &'a Array,
    name: &str,
) -> HostResult<Vec<(f64, &'a Dynamic)>> {
    let keyed = list.iter().map(|item| Ok((number(&property(context, item, name)?)?, item)));
    keyed.collect()
}

/// A property of a value, or an entry of a map.
fn property(context: &NativeCallContext<'_>, item: &Dynamic, name: &str) -> HostResult<Dynamic> {
    charge(context, PROPERTY + prices::copying(item)?)?;
    if let Some(map) = item.read_lock::<Map>() {
        return Ok(map.get(name).cloned().unwrap_or_default());
    }
    let known = properties_of_type(type_name(item));
    if !known.contains(&name) {
        let hint = suggestion(context, name, known.iter().copied())?;
        return raise(format!("{} has no `{name}`{hint}", a_value(item)));
    }
    context.call_native_fn::<Dynamic>(format!("get${name}"), (item.clone(),))
}
