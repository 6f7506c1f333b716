//! Whom a creature leaves alone for a while, as a part of its memory.

use rhai::{Array, Dynamic, NativeCallContext};

use super::super::super::OrganismId;
use super::super::stage::{Raised, Stage};
use super::deeds::identity;
use super::{Library, memory, on_stage, whole_id};

/// Under which name they are remembered: a list of lists of an id and of the tick in which that ends.
const NAME: &str = "shunned";

/// How many are remembered at once: the latest.
const MOST: usize = 6;

pub(super) fn offer(library: &mut Library) {
    library.function(
        "shun(whom, ticks)",
        "remembers for so many ticks, in `memory.shunned`, to leave somebody alone: the latest six; \
         nobody where `whom` is 0",
        |context: NativeCallContext<'_>, whom: Dynamic, ticks: i64| {
            on_stage(&context, |stage| shun(stage, &whom, ticks))
        },
    );
    library.function(
        "shunned()",
        "a list of the ids of those that it leaves alone now because of `shun`",
        |context: NativeCallContext<'_>| {
            on_stage(&context, |stage| {
                let shunned = shunned(stage)?.into_iter();
                Ok(shunned.map(|(whom, _)| whom.into()).collect::<Array>())
            })
        },
    );
}

fn shun(stage: &mut Stage, whom: &Dynamic, ticks: i64) -> Raised<()> {
    let whom = identity(stage, whom)?;
    if whom == OrganismId::NOBODY {
        return Ok(());
    }
    let mut shunned = shunned(stage)?;
    shunned.push((whole_id(whom), stage.tick.cast_signed().saturating_add(ticks)));
    let latest = shunned.into_iter().rev().take(MOST).rev();
    let pair = |(whom, end): (i64, i64)| Dynamic::from(vec![Dynamic::from(whom), end.into()]);
    memory::put(stage, NAME, latest.map(pair).collect::<Array>().into())
}

/// Whom it leaves alone now, and the ticks in which that ends. Anything else under that name, which
/// the script may have put there, is passed over.
fn shunned(stage: &mut Stage) -> Raised<Vec<(i64, i64)>> {
    let tick = stage.tick.cast_signed();
    let Some(remembered) = stage.memory.map().get(NAME) else { return Ok(Vec::new()) };
    let Some(list) = remembered.read_lock::<Array>() else { return Ok(Vec::new()) };
    stage.meter.charge(list.len() as u64)?;
    let pair = |item: &Dynamic| match item.read_lock::<Array>()?.as_slice() {
        [whom, end] => Some((whom.as_int().ok()?, end.as_int().ok()?)),
        _ => None,
    };
    Ok(list.iter().filter_map(pair).filter(|&(_, end)| tick < end).collect())
}
