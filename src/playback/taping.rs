//! A run that is recorded while something else has it live.

use std::ops::ControlFlow;

use super::chronicle::Chronicle;
use super::timeline::row_of;
use crate::record::Provenance;
use crate::record::recording::{Place, Recording, RecordingError, RecordingWriter};
use crate::run::Observer;
use crate::tick::{Command, CommandRefusal, Simulation};
use crate::world::World;

/// Looks on at a run together with another observer, and records it.
pub struct RecordingObserver<'a> {
    writer: RecordingWriter,
    chronicle: Chronicle,
    other: &'a mut dyn Observer,
    problem: Option<RecordingError>,
}

impl<'a> RecordingObserver<'a> {
    /// Begins a recording with the world as it stands.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin(
        place: &Place,
        simulation: &Simulation,
        provenance: Provenance,
        other: &'a mut dyn Observer,
    ) -> Result<Self, RecordingError> {
        let writer = RecordingWriter::begin(place, simulation, provenance)?;
        let chronicle = Chronicle::new(simulation.world());
        Ok(Self { writer, chronicle, other, problem: None })
    }

    /// Ends the recording.
    ///
    /// # Errors
    /// When it could not be written: then the run was stopped, and what was recorded until then can be
    /// played.
    pub fn finish(self) -> Result<Recording, RecordingError> {
        match self.problem {
            Some(problem) => Err(problem),
            None => self.writer.finish(),
        }
    }
}

impl Observer for RecordingObserver<'_> {
    fn commands(&mut self, world: &World) -> Vec<Command> {
        self.other.commands(world)
    }

    fn answered(
        &mut self,
        simulation: &Simulation,
        command: &Command,
        answer: Result<(), &CommandRefusal>,
    ) {
        if answer.is_ok() && self.problem.is_none() {
            self.problem = self.writer.command(simulation.world().tick, command).err();
        }
        self.other.answered(simulation, command, answer);
    }

    fn observe(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        if self.problem.is_none() {
            let row = row_of(&mut self.chronicle, simulation.world());
            self.problem = self.writer.tick(simulation, row).err();
        }
        let flow = self.other.observe(simulation);
        if self.problem.is_some() { ControlFlow::Break(()) } else { flow }
    }
}
