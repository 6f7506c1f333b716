//! The observer that writes the record of a run.

use std::ops::ControlFlow;

use super::Observer;
use crate::record::{Ending, RecordError, Recorded, Recorder};
use crate::tick::{Command, CommandRefusal, Simulation};
use crate::world::World;

/// Writes the record of a run: its ticks and the commands that were applied. Stops the run when it
/// cannot write.
pub(crate) struct RecordObserver {
    recorder: Recorder,
    problem: Option<RecordError>,
}

impl RecordObserver {
    pub fn new(recorder: Recorder) -> Self {
        Self { recorder, problem: None }
    }

    /// Completes the record.
    ///
    /// # Errors
    /// When it could not be written; nothing is left of it then.
    pub fn finish(self, world: &World, ending: Ending) -> Result<Recorded, RecordError> {
        match self.problem {
            Some(problem) => Err(problem),
            None => self.recorder.finish(world, ending),
        }
    }

    fn keep(&mut self, written: Result<(), RecordError>) -> ControlFlow<()> {
        self.problem = self.problem.take().or(written.err());
        match self.problem {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

impl Observer for RecordObserver {
    fn after_command(
        &mut self,
        simulation: &Simulation,
        command: &Command,
        result: Result<(), &CommandRefusal>,
    ) -> ControlFlow<()> {
        if result.is_err() {
            return ControlFlow::Continue(());
        }
        let written = self.recorder.command(simulation.world(), command);
        self.keep(written)
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        let written = self.recorder.record(simulation.world());
        self.keep(written)
    }
}
