//! One course of a run: what was recorded of it, and its chronicle.

use super::chronicle::{Chronicle, Remark, Row};
use crate::record::recording::{Place, Recording, RecordingError, RecordingWriter};
use crate::run::Divergence;
use crate::tick::{Command, Simulation};
use crate::world::World;

/// One course of a run: from its beginning, over the tick at which it left another, to its frontier.
pub struct Timeline {
    name: String,
    parent: Option<(usize, u64)>,
    store: Store,
    chronicle: Chronicle,
    difference: Option<Divergence>,
}

/// Where the past of a future is kept.
enum Store {
    /// In a file that stays as it is.
    Read(Box<Recording>),
    /// In one that grows.
    Write(Box<RecordingWriter>),
}

impl Timeline {
    pub(super) fn written(name: String, writer: RecordingWriter, chronicle: Chronicle) -> Self {
        let store = Store::Write(Box::new(writer));
        Self { name, parent: None, store, chronicle, difference: None }
    }

    /// The future that a recording holds; `world` is its first.
    pub(super) fn read(recording: Recording, world: &World) -> Result<Self, RecordingError> {
        let name = recording.head().name();
        let chronicle = chronicle_of(&recording, world)?;
        let store = Store::Read(Box::new(recording));
        Ok(Self { name, parent: None, store, chronicle, difference: None })
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Which future it left, by its place in the list, and after which tick.
    #[must_use]
    pub fn parent(&self) -> Option<(usize, u64)> {
        self.parent
    }

    /// Its chronicle.
    #[must_use]
    pub fn chronicle(&self) -> &Chronicle {
        &self.chronicle
    }

    /// What was recorded of it.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        match &self.store {
            Store::Read(recording) => recording,
            Store::Write(writer) => writer.recording(),
        }
    }

    /// The last tick that was lived in it.
    #[must_use]
    pub fn frontier(&self) -> u64 {
        self.recording().last_tick()
    }

    /// The first tick that was another than recorded when it was lived again, if any was.
    #[must_use]
    pub fn difference(&self) -> Option<Divergence> {
        self.difference
    }

    pub(super) fn chronicle_mut(&mut self) -> &mut Chronicle {
        &mut self.chronicle
    }

    /// Notes the tick that was lived for the first time.
    pub(super) fn lived(&mut self, simulation: &Simulation) -> Result<(), RecordingError> {
        let row = row_of(&mut self.chronicle, simulation.world());
        self.writer()?.tick(simulation, row)
    }

    /// Compares a tick that was lived again with what was recorded.
    pub(super) fn relived(&mut self, simulation: &Simulation) -> Result<(), RecordingError> {
        let world = simulation.world();
        let recorded = self.recording().hash(world.tick);
        if let (None, Some(recorded)) = (self.difference, recorded) {
            let replayed = world.state_hash();
            let is_other = recorded != replayed;
            self.difference =
                is_other.then_some(Divergence { tick: world.tick, recorded, replayed });
        }
        match &mut self.store {
            Store::Write(writer) if self.difference.is_none() => writer.relived(simulation),
            _ => Ok(()),
        }
    }

    /// The past is about to be lived again from a keyframe on.
    pub(super) fn restored(&mut self) {
        if let Store::Write(writer) = &mut self.store {
            writer.restored();
        }
    }

    /// Notes a command that was obeyed.
    pub(super) fn obeyed(
        &mut self,
        simulation: &Simulation,
        command: &Command,
    ) -> Result<(), RecordingError> {
        let world = simulation.world();
        self.chronicle.remark(Remark::on(command, world));
        self.writer()?.command(world.tick, command)
    }

    /// Another future that leaves this one after a tick, of whose commands so many were obeyed.
    pub(super) fn branch(
        &mut self,
        own: usize,
        name: String,
        simulation: &Simulation,
        commands: usize,
    ) -> Result<Self, RecordingError> {
        let tick = simulation.world().tick;
        if let Store::Write(writer) = &mut self.store {
            writer.flush()?;
        }
        let past = self.recording();
        let mut writer = RecordingWriter::branch(&Place::Passing, past, tick, commands)?;
        if writer.recording().last_tick() < tick {
            // Not every tick of a record has its hash.
            writer.keyframe(simulation)?;
        }
        let store = Store::Write(Box::new(writer));
        let chronicle = self.chronicle.until(tick);
        Ok(Self { name, parent: Some((own, tick)), store, chronicle, difference: None })
    }

    /// Writes its recording into another file.
    pub(super) fn save(&mut self, path: &std::path::Path) -> Result<(), RecordingError> {
        self.writer()?.save(path)
    }

    /// Ends its file, if it is to stay.
    pub(super) fn finish(self) -> Result<(), RecordingError> {
        match self.store {
            Store::Write(writer) if !writer.is_passing() => writer.finish().map(drop),
            _ => Ok(()),
        }
    }

    /// Who writes it down; a file that was only read is left as it is and copied first.
    fn writer(&mut self) -> Result<&mut RecordingWriter, RecordingError> {
        if let Store::Read(recording) = &self.store {
            let all = usize::MAX;
            let last = recording.last_tick();
            let writer = RecordingWriter::branch(&Place::Passing, recording, last, all)?;
            self.store = Store::Write(Box::new(writer));
        }
        match &mut self.store {
            Store::Write(writer) => Ok(writer),
            Store::Read(_) => unreachable!("it was just copied"),
        }
    }
}

/// What a recording keeps of a tick for the chronicle, which notes it as well.
pub(super) fn row_of(chronicle: &mut Chronicle, world: &World) -> Option<Vec<u8>> {
    let row = chronicle.note(world)?;
    Some(postcard::to_stdvec(&row).expect("plain data can be serialised"))
}

/// The chronicle that a recording holds.
fn chronicle_of(recording: &Recording, world: &World) -> Result<Chronicle, RecordingError> {
    let mut chronicle = Chronicle::new(world);
    recording.rows(|_, bytes| {
        // What another version noted is left out: the worlds tell all of it again.
        if let Ok(row) = postcard::from_bytes::<Row>(bytes) {
            chronicle.add(row);
        }
    })?;
    for (tick, command) in recording.commands() {
        chronicle.remark(Remark { tick: *tick, ..Remark::on(command, world) });
    }
    Ok(chronicle)
}
