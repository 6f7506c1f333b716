//! The organisms that a creature avoids for a while, as a part of its memory.

use rhai::{Array, Dynamic, NativeCallContext, Position};
use terrarium_creatures::behaviour::OrganismId;

use super::super::turn_state::{HostResult, TurnState};
use super::actions::identity;
use super::{Library, memory, script_id, with_turn};

/// Their name in memory: a list of pairs of an id and the tick until which it is avoided.
const NAME: &str = "shunned";

/// The maximum number of organisms remembered. The latest ones are kept.
const MAX_COUNT: usize = 6;

pub(super) fn register(library: &mut Library) {
    library.function(
        "shun(whom, ticks)",
        "adds a sighting or id to `memory.shunned` for that many ticks, which keeps the latest six; \
         does nothing when `whom` is 0",
        |context: NativeCallContext<'_>, whom: Dynamic, ticks: i64| {
            let at = context.call_position();
            with_turn(&context, |state| shun(state, &whom, ticks, at))
        },
    );
    library.function(
        "shunned()",
        "a list of the ids in `memory.shunned` whose time is not over",
        |context: NativeCallContext<'_>| {
            with_turn(&context, |state| {
                let shunned = shunned(state)?.into_iter();
                Ok(shunned.map(|(id, _)| id.into()).collect::<Array>())
            })
        },
    );
}

fn shun(state: &mut TurnState, whom: &Dynamic, ticks: i64, at: Position) -> HostResult<()> {
    let id = identity(state, whom)?;
    if id == OrganismId::NONE {
        return Ok(());
    }
    let mut shunned = shunned(state)?;
    shunned.push((script_id(id), state.tick.cast_signed().saturating_add(ticks)));
    let latest = shunned.into_iter().rev().take(MAX_COUNT).rev();
    let pair = |(id, end): (i64, i64)| Dynamic::from(vec![Dynamic::from(id), end.into()]);
    memory::put(state, NAME, latest.map(pair).collect::<Array>().into(), at)
}

/// The ids that are avoided now, and the ticks until which they are. Other values under that name,
/// which the script may have stored, are ignored.
fn shunned(state: &mut TurnState) -> HostResult<Vec<(i64, i64)>> {
    let tick = state.tick.cast_signed();
    let Some(remembered) = state.memory.map()?.get(NAME) else { return Ok(Vec::new()) };
    let Some(list) = remembered.read_lock::<Array>() else { return Ok(Vec::new()) };
    state.meter.charge(list.len() as u64)?;
    let pair = |item: &Dynamic| match item.read_lock::<Array>()?.as_slice() {
        [id, end] => Some((id.as_int().ok()?, end.as_int().ok()?)),
        _ => None,
    };
    Ok(list.iter().filter_map(pair).filter(|&(_, end)| tick < end).collect())
}
