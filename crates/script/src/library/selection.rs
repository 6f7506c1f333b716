//! Filters for lists of sightings, which keep their order.

use rhai::{Array, Dynamic, NativeCallContext};
use terrarium_creatures::behaviour::Sighting;

use super::super::turn_state::{HostResult, raise};
use super::sight::{Sight, sighting_of};
use super::{Library, a_value, number, script_id, with_turn};

pub(super) fn register(library: &mut Library) {
    library.function(
        "only(list, ids)",
        "the sightings of a list whose id is in `ids`",
        |context: NativeCallContext<'_>, list: &mut Array, ids: Array| {
            let ids = integers(&ids);
            filter(&context, list, ids.len(), |s| ids.contains(&script_id(s.id)))
        },
    );
    library.function(
        "without(list, ids)",
        "the sightings of a list whose id is not in `ids`",
        |context: NativeCallContext<'_>, list: &mut Array, ids: Array| {
            let ids = integers(&ids);
            filter(&context, list, ids.len(), |s| !ids.contains(&script_id(s.id)))
        },
    );
    library.function(
        "no_smaller(list, radius)",
        "the sightings of a list with at least this radius",
        |context: NativeCallContext<'_>, list: &mut Array, radius: Dynamic| {
            let least = number(&radius)?;
            filter(&context, list, 0, |s| s.radius >= least)
        },
    );
    library.function(
        "no_larger(list, radius)",
        "the sightings of a list with at most this radius",
        |context: NativeCallContext<'_>, list: &mut Array, radius: Dynamic| {
            let most = number(&radius)?;
            filter(&context, list, 0, |s| s.radius <= most)
        },
    );
}

fn integers(ids: &Array) -> Vec<i64> {
    ids.iter().filter_map(|id| id.as_int().ok()).collect()
}

/// Filters a list of sightings. Each item costs one operation and `extra_cost` more.
fn filter(
    context: &NativeCallContext<'_>,
    list: &Array,
    extra_cost: usize,
    is_wanted: impl Fn(&Sighting) -> bool,
) -> HostResult<Array> {
    with_turn(context, |state| {
        state.meter.charge((list.len() * (1 + extra_cost)) as u64)?;
        let mut selected = Array::new();
        for item in list {
            let Some(sight) = item.read_lock::<Sight>().map(|sight| *sight) else {
                let found = a_value(item);
                return raise(format!("here must be a list of sightings, but it holds {found}"));
            };
            if is_wanted(sighting_of(state, sight)?) {
                selected.push(item.clone());
            }
        }
        Ok(selected)
    })
}
