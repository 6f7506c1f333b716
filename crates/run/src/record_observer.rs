//! The observer that writes the record of a run.

use std::ops::ControlFlow;

use terrarium_sim::tick::{Command, CommandRefusal, Simulation};
use terrarium_sim::world::World;

use super::Observer;
use super::first_error::FirstError;
use crate::record::{Ending, RecordError, Recorded, Recorder};

/// Writes the record of a run: its ticks and the applied commands. Stops the run when a file cannot
/// be written.
pub struct RecordObserver {
    recorder: Recorder,
    problem: FirstError<RecordError>,
}

impl RecordObserver {
    /// Records what it observes.
    pub fn new(recorder: Recorder) -> Self {
        Self { recorder, problem: FirstError::default() }
    }

    /// Completes the record.
    ///
    /// # Errors
    /// When the record could not be written; see [`Recorder::abandon`].
    pub fn finish(mut self, world: &World, ending: Ending) -> Result<Recorded, RecordError> {
        match self.problem.take() {
            Ok(()) => self.recorder.finish(world, ending),
            Err(problem) => Err(self.recorder.abandon(world, problem)),
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
        self.problem.keep(written)
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self.recorder.timetable(simulation.timed_outcomes());
        let written = self.recorder.record(simulation.world());
        self.problem.keep(written)
    }
}
