//! The observer that writes the recording of a run.

use std::ops::ControlFlow;

use super::chronicle::Chronicle;
use super::timeline::row_of;
use crate::record::Provenance;
use crate::record::recording::{Place, Recording, RecordingError, RecordingWriter};
use crate::run::Observer;
use crate::tick::{Command, CommandRefusal, Simulation};

/// Writes the recording of a run. Stops the run when the file cannot be written.
pub struct RecordingObserver {
    writer: RecordingWriter,
    chronicle: Chronicle,
    problem: Option<RecordingError>,
}

impl RecordingObserver {
    /// Begins a recording with the current state.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin(
        place: &Place,
        simulation: &Simulation,
        provenance: Provenance,
    ) -> Result<Self, RecordingError> {
        let writer = RecordingWriter::begin(place, simulation, provenance)?;
        let chronicle = Chronicle::new(simulation.world());
        Ok(Self { writer, chronicle, problem: None })
    }

    /// Completes the recording.
    ///
    /// # Errors
    /// When it could not be written. What was written until then can be played.
    pub fn finish(self) -> Result<Recording, RecordingError> {
        match self.problem {
            Some(problem) => Err(problem),
            None => self.writer.finish(),
        }
    }

    fn stop_on_error(&mut self, written: Result<(), RecordingError>) -> ControlFlow<()> {
        self.problem = self.problem.take().or(written.err());
        match self.problem {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

impl Observer for RecordingObserver {
    fn after_command(
        &mut self,
        simulation: &Simulation,
        command: &Command,
        result: Result<(), &CommandRefusal>,
    ) -> ControlFlow<()> {
        if result.is_err() || self.problem.is_some() {
            return ControlFlow::Continue(());
        }
        let written = self.writer.command(simulation.world().tick(), command);
        self.stop_on_error(written)
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        if self.problem.is_some() {
            return ControlFlow::Break(());
        }
        let row = row_of(&mut self.chronicle, simulation.world());
        let written = self.writer.tick(simulation, row);
        self.stop_on_error(written)
    }
}
