//! The end of a tick: events and visible traits are stored for the next.

use super::Simulation;

/// Stores events and visible traits, and increments the tick.
pub(super) fn freeze(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    scratch.update_visible_traits(world);
    // A stable sort keeps the events of one organism in the order in which they happened.
    scratch.events.sort_by_key(|event| event.to);
    std::mem::swap(&mut world.events, &mut scratch.events);
    scratch.events.clear();
    if let Some(conquest) = &mut world.conquest {
        std::mem::swap(&mut conquest.news, &mut scratch.news);
        scratch.news.clear();
    }
    world.tick += 1;
}
