//! Whoever looks on at a run.

use std::ops::ControlFlow;

use crate::tick::{Command, CommandRefusal, Simulation};
use crate::world::World;

/// Looks on at a run, tick by tick. A closure that looks at the world is an observer too.
pub trait Observer {
    /// What is to be done before the next tick, in order: the only way to meddle with a run.
    fn commands(&mut self, world: &World) -> Vec<Command> {
        let _ = world;
        Vec::new()
    }

    /// Hears what became of a command; one that was refused has changed nothing.
    fn answered(
        &mut self,
        simulation: &Simulation,
        command: &Command,
        answer: Result<(), &CommandRefusal>,
    ) {
        let _ = (simulation, command, answer);
    }

    /// Sees the tick that was just lived, and can stop the run.
    fn observe(&mut self, simulation: &Simulation) -> ControlFlow<()>;
}

impl<F: FnMut(&World) -> ControlFlow<()>> Observer for F {
    fn observe(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self(simulation.world())
    }
}
