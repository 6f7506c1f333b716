//! `memory`: what a creature takes from one turn to the next.

use rhai::{
    Dynamic, EvalAltResult, FuncRegistration, ImmutableString, NativeCallContext, Position,
};

use super::super::limits::{MAP_SIZE, weigh};
use super::super::stage::{Raised, Stage};
use super::{Entry, Library, list, on_stage};

/// Stands for what the creature remembers.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Memory;

pub(super) fn offer(library: &mut Library) {
    library.module.set_var("memory", Memory);
    let form = "memory.NAME";
    let meaning = "what is remembered under that name, to be read and set; () if nothing is";
    library.entries.push(Entry { form, meaning });
    let get = |context: NativeCallContext<'_>, _: &mut Memory, key: ImmutableString| {
        on_stage(&context, |stage| {
            let value = stage.memory.map().get(key.as_str()).cloned().unwrap_or_default();
            stage.meter.charge(weigh(&value)?)?;
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
     -> Raised<()> { on_stage(&context, |stage| put(stage, key.as_str(), value)) };
    // It is the place of what changes, and itself stays the same.
    FuncRegistration::new_index_setter()
        .in_global_namespace()
        .with_purity(true)
        .with_volatility(true)
        .set_into_module(&mut library.module, set);
    library.also("contains", |context: NativeCallContext<'_>, _: Memory, key: &str| {
        on_stage(&context, |stage| Ok(stage.memory.map().contains_key(key)))
    });
    library.also("remove", |context: NativeCallContext<'_>, _: Memory, key: &str| {
        on_stage(&context, |s| Ok(s.memory.map_mut().remove(key).unwrap_or_default()))
    });
    library.also("clear", |context: NativeCallContext<'_>, _: Memory| {
        on_stage(&context, |stage| {
            stage.memory.map_mut().clear();
            Ok(())
        })
    });
    library.also("keys", |context: NativeCallContext<'_>, _: Memory| {
        on_stage(&context, |s| Ok(list(s.memory.map().keys().map(|key| key.to_string().into()))))
    });
}

/// Remembers a value under a name.
pub(super) fn put(stage: &mut Stage, key: &str, value: Dynamic) -> Raised<()> {
    stage.meter.charge(weigh(&value)?)?;
    let map = stage.memory.map_mut();
    if map.len() >= MAP_SIZE && !map.contains_key(key) {
        let what = "Size of memory".to_owned();
        return Err(EvalAltResult::ErrorDataTooLarge(what, Position::NONE).into());
    }
    map.insert(key.into(), value);
    Ok(())
}
