//! One timeline of a run: its recording and its chronicle.

use terrarium_run::Divergence;
use terrarium_run::record::recording::{Place, Recording, RecordingError, RecordingWriter};
use terrarium_sim::tick::{Command, Simulation};
use terrarium_sim::world::World;

use super::album::Album;
use super::chronicle::{Chronicle, Remark, Row};
use super::recent_worlds::RecentWorlds;
use super::{Founders, History, Pedigree};

/// One timeline of a run, from the first tick to its frontier. A branch shares the ticks before it
/// with its parent.
pub struct Timeline {
    name: String,
    parent: Option<(usize, u64)>,
    store: Store,
    chronicle: Chronicle,
    founders: Founders,
    /// The organisms of all ticks from the first one on, if they are known.
    pedigree: Option<Pedigree>,
    /// The organisms of the newest ticks, until those before them are known.
    newest: Option<Pedigree>,
    difference: Option<Divergence>,
    recent: RecentWorlds,
}

/// The file of a timeline.
enum Store {
    /// Read only.
    Read(Box<Recording>),
    /// Appended to.
    Write(Box<RecordingWriter>),
}

impl Timeline {
    fn new(name: String, store: Store, chronicle: Chronicle, founders: Founders) -> Self {
        let recent = RecentWorlds::default();
        Self {
            name,
            parent: None,
            store,
            chronicle,
            founders,
            pedigree: None,
            newest: None,
            difference: None,
            recent,
        }
    }

    /// The timeline of a run that is recorded; `world` is its first world.
    pub(super) fn written(
        name: String,
        writer: RecordingWriter,
        chronicle: Chronicle,
        world: &World,
    ) -> Self {
        let store = Store::Write(Box::new(writer));
        Self::new(name, store, chronicle, Founders::begin(world))
    }

    /// The timeline of a recording; `world` is its first world.
    pub(super) fn read(recording: Recording, world: &World) -> Result<Self, RecordingError> {
        let name = recording.head().name();
        let chronicle = chronicle_of(&recording, world)?;
        let store = Store::Read(Box::new(recording));
        Ok(Self::new(name, store, chronicle, Founders::begin(world)))
    }

    /// The timeline of a recording with an empty chronicle.
    pub(super) fn replayed_from(recording: Recording, world: &World) -> Self {
        let (name, chronicle) = (recording.head().name(), Chronicle::new(world));
        let store = Store::Read(Box::new(recording));
        Self::new(name, store, chronicle, Founders::begin(world))
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The index of the timeline that it branched from, and the tick of the branch.
    #[must_use]
    pub fn parent(&self) -> Option<(usize, u64)> {
        self.parent
    }

    /// Its chronicle.
    #[must_use]
    pub fn chronicle(&self) -> &Chronicle {
        &self.chronicle
    }

    /// The founders of its organisms, up to a tick.
    #[must_use]
    pub fn founders(&self) -> &Founders {
        &self.founders
    }

    /// All its organisms up to a tick, if they are known.
    #[must_use]
    pub fn pedigree(&self) -> Option<&Pedigree> {
        self.pedigree.as_ref()
    }

    /// Its recording.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        match &self.store {
            Store::Read(recording) => recording,
            Store::Write(writer) => writer.recording(),
        }
    }

    /// Its last tick.
    #[must_use]
    pub fn frontier(&self) -> u64 {
        self.recording().last_tick()
    }

    /// The first tick at which a replay differed from the record.
    #[must_use]
    pub fn difference(&self) -> Option<Divergence> {
        self.difference
    }

    pub(super) fn chronicle_mut(&mut self) -> &mut Chronicle {
        &mut self.chronicle
    }

    pub(super) fn learn_founders(&mut self, founders: Founders) {
        if founders.last_tick() > self.founders.last_tick() {
            self.founders = founders;
        }
    }

    /// Keeps the organisms of all new ticks, if `world` is at its last tick.
    pub(super) fn keep_pedigree(&mut self, world: &World) {
        let frontier = self.frontier();
        let is_complete = |it: &Pedigree| it.last_tick() == frontier;
        let is_kept = self.pedigree.iter().chain(&self.newest).any(is_complete);
        if world.tick() == frontier && !is_kept {
            self.newest = Some(Pedigree::begin(world));
        }
    }

    pub(super) fn learn_pedigree(&mut self, mut pedigree: Pedigree) {
        if self.newest.as_ref().is_some_and(|newest| pedigree.join(newest)) {
            self.newest = None;
        }
        if self.pedigree.as_ref().is_none_or(|it| it.last_tick() < pedigree.last_tick()) {
            self.pedigree = Some(pedigree);
        }
    }

    /// Adds a tick to what follows from all ticks.
    fn record(&mut self, world: &World) {
        self.founders.record(world);
        self.pedigree.iter_mut().chain(&mut self.newest).for_each(|it| it.record(world));
    }

    /// Adds a new tick.
    pub(super) fn simulated(&mut self, simulation: &Simulation) -> Result<(), RecordingError> {
        let row = row_of(&mut self.chronicle, simulation);
        self.record(simulation.world());
        self.writer()?.tick(simulation, row)
    }

    /// Compares a replayed tick with the record.
    pub(super) fn replayed(&mut self, simulation: &Simulation) -> Result<(), RecordingError> {
        let world = simulation.world();
        self.record(world);
        let is_compared = self.difference.is_none();
        let recorded = if is_compared { self.recording().hash(world.tick())? } else { None };
        if let Some(recorded) = recorded {
            let replayed = world.state_hash();
            let differs = recorded != replayed;
            self.difference =
                differs.then_some(Divergence { tick: world.tick(), recorded, replayed });
        }
        match &mut self.store {
            Store::Write(writer) if self.difference.is_none() => writer.replayed(simulation),
            _ => Ok(()),
        }
    }

    /// Keeps a world that was replayed on a seek to `target` in memory, if it is near to it.
    pub(super) fn pass(&mut self, world: &World, target: u64) {
        // Where the replay differs, seeks begin with what was recorded.
        if self.difference.is_none() {
            self.recent.pass(world, target);
        }
    }

    /// The tick of the last world up to `tick` that can be restored.
    pub(super) fn restorable_before(&self, tick: u64) -> u64 {
        let keyframe = self.recording().keyframe_before(tick).unwrap_or(0);
        self.recent.before(tick).map_or(keyframe, |recent| recent.max(keyframe))
    }

    /// Restores the last world up to `tick` that can be restored, and prepares for a replay from it.
    pub(super) fn restore(&mut self, tick: u64) -> Result<World, RecordingError> {
        self.prepare_replay();
        let at = self.restorable_before(tick);
        if let Some(Ok(world)) = self.recent.world(at) {
            return Ok(world);
        }
        let world = self.recording().world_at_or_before(tick)?;
        if self.difference.is_none() {
            self.recent.keep(&world);
        }
        Ok(world)
    }

    /// Prepares for a replay from an earlier world.
    pub(super) fn prepare_replay(&mut self) {
        if let Store::Write(writer) = &mut self.store {
            writer.restored();
        }
    }

    /// Adds a command that was applied.
    pub(super) fn command_applied(
        &mut self,
        simulation: &Simulation,
        command: &Command,
    ) -> Result<(), RecordingError> {
        let world = simulation.world();
        if let Some(remark) = Remark::on(command, world) {
            self.chronicle.remark(remark);
        }
        self.writer()?.command(world.tick(), command)
    }

    /// A branch of this timeline after the current tick, with its first `commands` commands.
    pub(super) fn branch(
        &mut self,
        own: usize,
        name: String,
        simulation: &Simulation,
        commands: usize,
    ) -> Result<Self, RecordingError> {
        let tick = simulation.world().tick();
        if let Store::Write(writer) = &mut self.store {
            writer.flush()?;
        }
        let parent = self.recording();
        let place = Place::beside(parent);
        let mut writer = RecordingWriter::branch(&place, parent, tick, commands)?;
        if writer.recording().last_tick() < tick {
            // Not every tick of a record has its hash.
            writer.keyframe(simulation)?;
        }
        let mut chronicle = self.chronicle.until(tick);
        chronicle.keep_commands(tick, commands);
        chronicle.album_mut().cut(tick, simulation.world().next_id());
        keep_album(&mut writer, chronicle.album())?;
        let store = Store::Write(Box::new(writer));
        let founders = self.founders.until(simulation.world());
        let is_known = |it: &&Pedigree| it.last_tick() >= tick;
        let pedigree = self.pedigree.as_ref().filter(is_known);
        let pedigree = pedigree.map(|it| it.until(simulation.world()));
        let branch = Self::new(name, store, chronicle, founders);
        Ok(Self { parent: Some((own, tick)), pedigree, ..branch })
    }

    /// Changes what those who watch the run keep of it. A file that was read stays as it is, until the run is written to
    /// another one.
    pub(super) fn edit_album<T>(
        &mut self,
        edit: impl FnOnce(&mut Album) -> T,
    ) -> Result<T, RecordingError> {
        let result = edit(self.chronicle.album_mut());
        if let Store::Write(writer) = &mut self.store {
            writer.album(self.chronicle.album().to_bytes())?;
        }
        Ok(result)
    }

    /// Whether its file is removed at the end.
    pub(super) fn is_temporary(&self) -> bool {
        match &self.store {
            Store::Read(_) => false,
            Store::Write(writer) => writer.is_temporary(),
        }
    }

    /// Continues as a branch of itself, under its own name.
    pub(super) fn replace_by(&mut self, branch: Self) {
        (self.store, self.chronicle) = (branch.store, branch.chronicle);
        (self.founders, self.pedigree, self.newest) = (branch.founders, branch.pedigree, None);
        self.recent.clear();
    }

    /// Writes its recording to another file.
    pub(super) fn save(&mut self, path: &std::path::Path) -> Result<(), RecordingError> {
        self.writer()?.save(path)
    }

    /// The bytes of its recording.
    pub(super) fn bytes(&mut self) -> Result<Vec<u8>, RecordingError> {
        self.writer()?.bytes()
    }

    /// A copy of its recording so far, which reads the same file. Later ticks are not part of it.
    pub(super) fn recorded(&mut self) -> Result<Recording, RecordingError> {
        if let Store::Write(writer) = &mut self.store {
            writer.flush()?;
        }
        Ok(self.recording().clone())
    }

    /// Completes its file, if the file is kept.
    pub(super) fn finish(self) -> Result<(), RecordingError> {
        match self.store {
            Store::Write(writer) if !writer.is_temporary() => writer.finish().map(drop),
            _ => Ok(()),
        }
    }

    /// The writer of its file. A file that was read is copied first and stays as it is.
    fn writer(&mut self) -> Result<&mut RecordingWriter, RecordingError> {
        if let Store::Read(recording) = &self.store {
            let all = usize::MAX;
            let last = recording.last_tick();
            let place = Place::beside(recording);
            let mut writer = RecordingWriter::branch(&place, recording, last, all)?;
            keep_album(&mut writer, self.chronicle.album())?;
            self.store = Store::Write(Box::new(writer));
        }
        match &mut self.store {
            Store::Write(writer) => Ok(writer),
            Store::Read(_) => unreachable!("it was just copied"),
        }
    }
}

/// Writes an album to a new recording, if anything is in it.
fn keep_album(writer: &mut RecordingWriter, album: &Album) -> Result<(), RecordingError> {
    if album.is_empty() { Ok(()) } else { writer.album(album.to_bytes()) }
}

/// Adds a tick to a chronicle, and returns the row that a recording keeps of it.
pub(super) fn row_of(chronicle: &mut Chronicle, simulation: &Simulation) -> Option<Vec<u8>> {
    let row = chronicle.record_tick(simulation)?;
    Some(postcard::to_stdvec(&row).expect("plain data can be serialised"))
}

/// The chronicle in a recording.
fn chronicle_of(recording: &Recording, world: &World) -> Result<Chronicle, RecordingError> {
    let mut chronicle = Chronicle::new(world);
    recording.rows(|_, bytes| {
        // Rows of another version are left out: a replay adds them again.
        if let Ok(row) = postcard::from_bytes::<Row>(bytes) {
            chronicle.add(row);
        }
    })?;
    for (tick, command) in recording.commands() {
        if let Some(remark) = Remark::on(command, world) {
            chronicle.remark(Remark { tick: *tick, ..remark });
        }
    }
    *chronicle.album_mut() = Album::of_bytes(recording.album());
    Ok(chronicle)
}
