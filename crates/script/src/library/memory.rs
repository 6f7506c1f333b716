//! `memory`: the values that a creature keeps from turn to turn.

use rhai::{Dynamic, FuncRegistration, ImmutableString, NativeCallContext, Position};
use terrarium_creatures::behaviour::FaultKind;

use super::super::limits::MAP_SIZE;
use super::super::turn_state::{HostResult, TurnState, blame_at};
use super::super::{plain_data, prices};
use super::lists::names;
use super::{Entry, Library, with_turn};

/// The type of `memory`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Memory;

/// The operations for finding a name in memory.
const ACCESS: u64 = 3;

pub(super) fn register(library: &mut Library) {
    library.module.set_var("memory", Memory);
    let form = "memory.NAME";
    let meaning =
        "the value remembered under that name, for reading and writing; () if there is none";
    library.entries.push(Entry { form, meaning });
    let get = |context: NativeCallContext<'_>, _: &mut Memory, key: ImmutableString| {
        with_turn(&context, |state| {
            let value = state.memory.map()?.get(key.as_str()).cloned().unwrap_or_default();
            state.meter.charge(ACCESS + prices::reading(&value, true)?)?;
            Ok(value)
        })
    };
    FuncRegistration::new_index_getter()
        .with_volatility(true)
        .set_into_module(&mut library.module, get);
    let set = |context: NativeCallContext<'_>,
               _: &mut Memory,
               key: ImmutableString,
               value: Dynamic|
     -> HostResult<()> {
        let at = context.call_position();
        with_turn(&context, |state| put(state, key.as_str(), value, at))
    };
    // The setter changes the state of the turn, not the value `memory` itself.
    FuncRegistration::new_index_setter()
        .in_global_namespace()
        .with_purity(true)
        .with_volatility(true)
        .set_into_module(&mut library.module, set);
    library.overload("contains", |context: NativeCallContext<'_>, _: Memory, key: &str| {
        with_turn(&context, |state| Ok(state.memory.map()?.contains_key(key)))
    });
    library.overload("remove", |context: NativeCallContext<'_>, _: Memory, key: &str| {
        let at = context.call_position();
        with_turn(&context, |s| Ok(s.memory.map_mut(key, at)?.remove(key).unwrap_or_default()))
    });
    library.overload("clear", |context: NativeCallContext<'_>, _: Memory| {
        with_turn(&context, |state| {
            state.memory.map_mut("", context.call_position())?.clear();
            Ok(())
        })
    });
    library.overload("keys", |context: NativeCallContext<'_>, _: Memory| {
        with_turn(&context, |state| {
            let names = names(state.memory.map()?);
            state.meter.charge(names.1)?;
            Ok(names.0)
        })
    });
}

/// What to remember instead of a value that is not plain.
fn instead_of(what: &str) -> &'static str {
    if what.ends_with("sighting") {
        ": remember its id, and find it again with `find(id)`"
    } else {
        ""
    }
}

/// Stores a value in memory under a name. `at` is the place in the script.
pub(super) fn put(
    state: &mut TurnState,
    key: &str,
    value: Dynamic,
    at: Position,
) -> HostResult<()> {
    state.meter.charge(ACCESS + prices::encoding(&value)?)?;
    if let Err(what) = plain_data::check(&value) {
        let reason = format!("`memory.{key}`: {what} cannot be remembered{}", instead_of(&what));
        return blame_at(FaultKind::BadMemory, reason, at);
    }
    let map = state.memory.map_mut(key, at)?;
    if map.len() >= MAP_SIZE && !map.contains_key(key) {
        let reason = format!(
            "`memory.{key}` would be one more than the {MAP_SIZE} names that memory holds: keep several values in a list \
             under one name"
        );
        return blame_at(FaultKind::OutOfMemory, reason, at);
    }
    map.insert(key.into(), value);
    Ok(())
}
