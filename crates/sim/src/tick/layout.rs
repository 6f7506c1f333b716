//! The layout of organisms in memory: neighbours in space are near in memory, too.

use super::Simulation;

/// The number of ticks between two layouts. Meanwhile organisms move, are born and die.
const INTERVAL: u64 = 32;

/// The number of organisms up to which all of them are near in memory anyway.
const FEW: usize = 4096;

/// Lays the organisms of a large world out along the curve of the index's pages, every [`INTERVAL`] ticks. Only the speed of
/// later ticks depends on it.
pub(super) fn lay_out_now_and_then(sim: &mut Simulation) {
    if sim.world.tick % INTERVAL == INTERVAL - 1 && sim.world.organism_count() > FEW {
        sim.lay_out();
    }
}

impl Simulation {
    /// Lays the organisms out along a Hilbert curve, as phase "store" does in large worlds now and then. All of them become
    /// other entities, in other slots, and have visible traits with the identity only.
    #[doc(hidden)]
    pub fn lay_out(&mut self) {
        self.world.lay_out_along_curve();
        self.scratch.derived.find_organisms(&self.world);
    }
}
