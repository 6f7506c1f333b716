//! Choosing among sightings: lists that are made of lists, in the same order.

use rhai::{Array, Dynamic, NativeCallContext};

use super::super::super::Sighting;
use super::super::stage::{Raised, raise};
use super::sight::{Sight, seen};
use super::{Library, number, on_stage, whole_id};

pub(super) fn offer(library: &mut Library) {
    library.function(
        "only(list, ids)",
        "the sightings of a list whose id is in the other",
        |context: NativeCallContext<'_>, list: &mut Array, ids: Array| {
            let ids = whole(&ids);
            select(&context, list, ids.len(), |s| ids.contains(&whole_id(s.id)))
        },
    );
    library.function(
        "without(list, ids)",
        "the sightings of a list whose id is not in the other",
        |context: NativeCallContext<'_>, list: &mut Array, ids: Array| {
            let ids = whole(&ids);
            select(&context, list, ids.len(), |s| !ids.contains(&whole_id(s.id)))
        },
    );
    library.function(
        "no_smaller(list, radius)",
        "the sightings of a list that have that radius at least",
        |context: NativeCallContext<'_>, list: &mut Array, radius: Dynamic| {
            let least = number(&radius)?;
            select(&context, list, 0, |s| s.radius >= least)
        },
    );
    library.function(
        "no_larger(list, radius)",
        "the sightings of a list that have that radius at most",
        |context: NativeCallContext<'_>, list: &mut Array, radius: Dynamic| {
            let most = number(&radius)?;
            select(&context, list, 0, |s| s.radius <= most)
        },
    );
}

fn whole(ids: &Array) -> Vec<i64> {
    ids.iter().filter_map(|id| id.as_int().ok()).collect()
}

/// Those sightings of a list that are wanted; each costs an operation and `effort` more.
fn select(
    context: &NativeCallContext<'_>,
    list: &Array,
    effort: usize,
    is_wanted: impl Fn(&Sighting) -> bool,
) -> Raised<Array> {
    on_stage(context, |stage| {
        stage.meter.charge((list.len() * (1 + effort)) as u64)?;
        let mut selected = Array::new();
        for item in list {
            let Some(sight) = item.read_lock::<Sight>().map(|sight| *sight) else {
                return raise(format!(
                    "here must be a list of sightings, not of {}",
                    item.type_name()
                ));
            };
            if is_wanted(seen(stage, sight)?) {
                selected.push(item.clone());
            }
        }
        Ok(selected)
    })
}
