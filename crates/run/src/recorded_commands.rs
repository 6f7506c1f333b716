//! The observer that gives recorded commands at their ticks.

use std::ops::ControlFlow;

use terrarium_output::ReadError;
use terrarium_sim::tick::{Command, CommandRefusal, Simulation};
use terrarium_sim::world::World;
use thiserror::Error;

use super::Observer;
use super::first_error::FirstError;

/// A recorded command that is refused when it is applied again, so that the record contradicts
/// itself.
#[derive(Debug, Error)]
#[error("a command of tick {tick} cannot have been applied: {refusal}")]
pub struct ContradictingCommand {
    tick: u64,
    refusal: CommandRefusal,
}

impl ContradictingCommand {
    /// An error if a recorded command was refused.
    pub fn check(simulation: &Simulation, result: Result<(), &CommandRefusal>) -> Result<(), Self> {
        let tick = simulation.world().tick();
        result.map_err(|refusal| Self { tick, refusal: refusal.clone() })
    }
}

/// Gives the commands that `of_tick` reads for the tick of a world, and stops the run when one cannot
/// be read or is refused.
pub(crate) struct RecordedCommands<F> {
    of_tick: F,
    problem: FirstError<Problem>,
}

enum Problem {
    Unreadable(ReadError),
    Contradiction(ContradictingCommand),
}

impl<F: FnMut(&World) -> Result<Vec<Command>, ReadError>> RecordedCommands<F> {
    pub fn new(of_tick: F) -> Self {
        Self { of_tick, problem: FirstError::default() }
    }

    /// Returns the first problem as an error; `contradicts` creates it from a refused command.
    pub fn check<E: From<ReadError>>(
        &mut self,
        contradicts: impl FnOnce(ContradictingCommand) -> E,
    ) -> Result<(), E> {
        self.problem.take().map_err(|problem| match problem {
            Problem::Unreadable(error) => error.into(),
            Problem::Contradiction(command) => contradicts(command),
        })
    }
}

impl<F: FnMut(&World) -> Result<Vec<Command>, ReadError>> Observer for RecordedCommands<F> {
    fn commands(&mut self, world: &World) -> Vec<Command> {
        (self.of_tick)(world).unwrap_or_else(|error| {
            let _ = self.problem.keep(Err(Problem::Unreadable(error)));
            Vec::new()
        })
    }

    fn after_command(
        &mut self,
        simulation: &Simulation,
        _: &Command,
        result: Result<(), &CommandRefusal>,
    ) -> ControlFlow<()> {
        let checked = ContradictingCommand::check(simulation, result);
        self.problem.keep(checked.map_err(Problem::Contradiction))
    }

    fn after_tick(&mut self, _: &Simulation) -> ControlFlow<()> {
        self.problem.keep(Ok(()))
    }
}
