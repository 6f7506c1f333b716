//! What makes a tick slow, in counts. They are the same on any number of threads and no part of the state.

use crate::world::PlanningEffort;

/// The effort of one tick, apart from that of path planning (see [`PlanningEffort`]).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TickEffort {
    /// The number of times that the spatial index was searched for bodies.
    pub index_queries: u64,
    /// The number of travellers that a body, the terrain or the border stopped before the end of their step.
    pub collisions: u64,
}

/// The effort of one creature's request to move.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TravelEffort {
    pub planning: PlanningEffort,
    pub index_queries: u64,
}
