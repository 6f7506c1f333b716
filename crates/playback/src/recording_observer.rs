//! The observer that writes the recording of a run.

use std::ops::ControlFlow;

use terrarium_run::record::Provenance;
use terrarium_run::record::recording::{Place, Recording, RecordingError, RecordingWriter};
use terrarium_run::{FirstError, Observer};
use terrarium_sim::tick::{Command, CommandRefusal, Simulation};

use super::chronicle::Chronicle;
use super::timeline::row_of;

/// Writes the recording of a run. Stops the run when the file cannot be written.
pub struct RecordingObserver {
    writer: RecordingWriter,
    chronicle: Chronicle,
    problem: FirstError<RecordingError>,
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
        Ok(Self { writer, chronicle, problem: FirstError::default() })
    }

    /// Completes the recording.
    ///
    /// # Errors
    /// When it could not be written. What was written until then can be played.
    pub fn finish(mut self) -> Result<Recording, RecordingError> {
        self.problem.take()?;
        self.writer.finish()
    }
}

impl Observer for RecordingObserver {
    fn after_command(
        &mut self,
        simulation: &Simulation,
        command: &Command,
        result: Result<(), &CommandRefusal>,
    ) -> ControlFlow<()> {
        if result.is_err() {
            return ControlFlow::Continue(());
        }
        let written = self.writer.command(simulation.world().tick(), command);
        self.problem.keep(written)
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        let row = row_of(&mut self.chronicle, simulation);
        let written = self.writer.tick(simulation, row);
        self.problem.keep(written)
    }
}
