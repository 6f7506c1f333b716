//! Commands before the first tick of a run, such as those of `terrarium run --from --set`.

use std::ops::ControlFlow;

use super::Observer;
use crate::tick::{Command, Simulation};
use crate::world::World;

/// The observer that gives commands before the first tick of a run. The record of the run holds them,
/// so that every replay applies them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OpeningCommands {
    commands: Vec<Command>,
}

impl OpeningCommands {
    /// Gives these commands, in their order.
    #[must_use]
    pub fn new(commands: Vec<Command>) -> Self {
        Self { commands }
    }
}

impl Observer for OpeningCommands {
    fn commands(&mut self, _: &World) -> Vec<Command> {
        std::mem::take(&mut self.commands)
    }

    fn after_tick(&mut self, _: &Simulation) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
