//! Whoever looks on at a run.

use std::ops::ControlFlow;

use crate::tick::{Change, Simulation};
use crate::world::World;

/// Looks on at a run, tick by tick. A closure that looks at the world is an observer too.
pub trait Observer {
    /// The species that change before the next tick, which is the only way to meddle with a run.
    fn changes(&mut self, world: &World) -> Vec<Change> {
        let _ = world;
        Vec::new()
    }

    /// Sees the tick that was just lived, and can stop the run.
    fn observe(&mut self, simulation: &Simulation) -> ControlFlow<()>;
}

impl<F: FnMut(&World) -> ControlFlow<()>> Observer for F {
    fn observe(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self(simulation.world())
    }
}
