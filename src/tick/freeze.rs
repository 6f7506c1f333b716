//! The tick ends: what happened and how everybody looks is fixed for the next.

use super::Simulation;

/// Fixes events and looks, and counts the tick.
pub(super) fn freeze(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    scratch.freeze_looks(world);
    // Stable: what befell one organism stays in the order in which it happened.
    scratch.events.sort_by_key(|event| event.to);
    std::mem::swap(&mut world.events, &mut scratch.events);
    scratch.events.clear();
    if let Some(conquest) = &mut world.conquest {
        std::mem::swap(&mut conquest.news, &mut scratch.news);
        scratch.news.clear();
    }
    world.tick += 1;
}
