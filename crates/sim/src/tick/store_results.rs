//! The end of a tick: events and visible traits are stored for the next.

use rayon::prelude::*;

use super::event_index::EventIndex;
use super::hearing::Hearing;
use super::layout::lay_out_now_and_then;
use super::{Phase, Simulation};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "store",
    file: file!(),
    what: "events are sorted, the appearance of organisms is fixed for the next tick, the tick \
        is counted",
    order: "identity",
    run: store_results,
};

/// Stores events and visible traits, and increments the tick.
pub(super) fn store_results(sim: &mut Simulation) {
    // They would lie in memory beside those of the next tick, and refer to entities before a new layout.
    sim.scratch.this_tick.intents.clear();
    lay_out_now_and_then(sim);
    let Simulation { world, scratch, .. } = sim;
    // A stable sort keeps the events of one organism in the order in which they happened.
    scratch.this_tick.events.par_sort_by_key(|event| event.to);
    std::mem::swap(&mut world.events, &mut scratch.this_tick.events);
    scratch.this_tick.events.clear();
    scratch.derived.events = EventIndex::new(&world.events);
    scratch.derived.index.settle();
    scratch.derived.update_appearances(world);
    scratch.derived.hearing = Hearing::new(world);
    if let Some(conquest) = &mut world.conquest {
        std::mem::swap(&mut conquest.events, &mut scratch.this_tick.conquest_events);
        scratch.this_tick.conquest_events.clear();
    }
    world.tick += 1;
}
