//! The observer that writes the record of a run.

use std::ops::ControlFlow;

use super::Observer;
use crate::record::{Ending, RecordError, Recorded, Recorder};
use crate::tick::{Command, CommandRefusal, Simulation};
use crate::world::World;

/// Writes the record of a run: its ticks and the applied commands. Stops the run when a file cannot
/// be written.
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
    /// When the record could not be written. No files are left then.
    pub fn finish(self, world: &World, ending: Ending) -> Result<Recorded, RecordError> {
        match self.problem {
            Some(problem) => Err(problem),
            None => self.recorder.finish(world, ending),
        }
    }

    fn stop_on_error(&mut self, written: Result<(), RecordError>) -> ControlFlow<()> {
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
        self.stop_on_error(written)
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        let written = self.recorder.record(simulation.world());
        self.stop_on_error(written)
    }
}
