//! The observer that gives recorded commands at their ticks.

use std::ops::ControlFlow;

use super::Observer;
use crate::record::ReadError;
use crate::tick::{Command, CommandRefusal, Simulation};
use crate::world::World;

/// Gives the commands that `of_tick` reads for the tick of a world. They were applied when they
/// were recorded, so one that is refused now means that the record contradicts itself: the run
/// stops.
pub(crate) struct RecordedCommands<F> {
    of_tick: F,
    problem: Option<Problem>,
}

enum Problem {
    Unreadable(ReadError),
    Refused(u64, CommandRefusal),
}

impl<F: FnMut(&World) -> Result<Vec<Command>, ReadError>> RecordedCommands<F> {
    pub fn new(of_tick: F) -> Self {
        Self { of_tick, problem: None }
    }

    /// Returns the first problem as an error; `refused` creates it from a tick and a refusal.
    pub fn check<E: From<ReadError>>(
        &mut self,
        refused: impl FnOnce(u64, &CommandRefusal) -> E,
    ) -> Result<(), E> {
        match self.problem.take() {
            None => Ok(()),
            Some(Problem::Unreadable(error)) => Err(error.into()),
            Some(Problem::Refused(tick, refusal)) => Err(refused(tick, &refusal)),
        }
    }
}

impl<F: FnMut(&World) -> Result<Vec<Command>, ReadError>> Observer for RecordedCommands<F> {
    fn commands(&mut self, world: &World) -> Vec<Command> {
        (self.of_tick)(world).unwrap_or_else(|error| {
            self.problem = Some(Problem::Unreadable(error));
            Vec::new()
        })
    }

    fn after_command(
        &mut self,
        simulation: &Simulation,
        _: &Command,
        result: Result<(), &CommandRefusal>,
    ) -> ControlFlow<()> {
        match result {
            Ok(()) => ControlFlow::Continue(()),
            Err(refusal) => {
                let tick = simulation.world().tick();
                self.problem.get_or_insert(Problem::Refused(tick, refusal.clone()));
                ControlFlow::Break(())
            }
        }
    }

    fn after_tick(&mut self, _: &Simulation) -> ControlFlow<()> {
        match self.problem {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}
