//! Writing a recording, which can be read at the same time.

use std::fs::{self, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use tempfile::TempPath;
use terrarium_output::atomic_file;
use terrarium_sim::tick::{Command, Simulation};
use terrarium_sim::world::StateHash;

use super::block::{Block, pack};
use super::chunk::{self, Chunk, Kind};
use super::keyframe_chain::{KeyframeChain, whole};
use super::pace::Pace;
use super::storage::Storage;
use super::thinning::MOST_BYTES;
use super::{Recording, RecordingError, RecordingHeader, RecordingProblem};
use crate::record::Provenance;
use crate::record::scene::Scene;

/// How the names of temporary recordings begin and end.
pub(super) const TEMPORARY_PREFIX: &str = "terrarium-";
pub(super) const TEMPORARY_SUFFIX: &str = ".recording";

/// Where a recording is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// To a new file.
    File(PathBuf),
    /// To a temporary file, removed together with the writer.
    Temporary,
    /// To memory.
    Memory,
}

/// Writes a recording during a run.
///
/// If it is dropped without [`finish`](Self::finish), the file can be played but has no index, so
/// that opening it takes longer.
#[derive(Debug)]
pub struct RecordingWriter {
    pub(super) recording: Recording,
    temporary: Option<TempPath>,
    /// The length of the file.
    pub(super) end: u64,
    /// The length at which one in memory is thinned out.
    pub(super) thin_at: u64,
    pending: Block,
    /// The commands to be written after the pending ticks.
    pending_commands: Vec<(u64, Command)>,
    pace: Pace,
    /// The intervals of the ticks that are being replayed.
    replay_pace: Pace,
    chain: KeyframeChain,
    scene: Option<Scene>,
    is_finished: bool,
}

impl Place {
    /// Where what continues a recording is written, unless it is to be kept: in memory if the recording is.
    #[must_use]
    pub fn beside(recording: &Recording) -> Self {
        if recording.is_in_memory() { Self::Memory } else { Self::Temporary }
    }
}

impl RecordingWriter {
    /// Begins a recording with the current world. Missing parent directories are created.
    ///
    /// # Errors
    /// When the file exists already, or cannot be written.
    pub fn begin(
        place: &Place,
        simulation: &Simulation,
        provenance: Provenance,
    ) -> Result<Self, RecordingError> {
        let head = RecordingHeader::new(simulation.world(), provenance);
        let mut writer = Self::create(place, head)?;
        let world = simulation.world();
        writer.add_tick(world.tick(), world.state_hash(), None);
        writer.keyframe(simulation)?;
        writer.flush()?;
        Ok(writer)
    }

    /// Creates a file with only the header.
    pub(super) fn create(place: &Place, head: RecordingHeader) -> Result<Self, RecordingError> {
        let (mut storage, path, temporary) = create_storage(place)?;
        let is_temporary = temporary.is_some();
        let unwritable = |error| unwritable(is_temporary, error).of(&path);
        storage.write_all(&chunk::file_header()).map_err(unwritable)?;
        let json = serde_json::to_vec(&head).map_err(|error| unwritable(error.into()))?;
        let mut writer = Self {
            recording: Recording::empty(path, storage, head, None),
            temporary,
            end: chunk::FILE_HEADER,
            thin_at: MOST_BYTES,
            pending: Block::default(),
            pending_commands: Vec::new(),
            pace: Pace::default(),
            replay_pace: Pace::default(),
            chain: KeyframeChain::default(),
            scene: None,
            is_finished: false,
        };
        let first_tick = writer.recording.head.first_tick;
        writer.append(Kind::HEAD, first_tick, &json)?;
        Ok(writer)
    }

    /// Begins a new recording with a copy of `source` up to a tick, and with the first `commands`
    /// of the commands at that tick.
    ///
    /// # Errors
    /// When `source` is damaged, or the new file cannot be written.
    pub fn branch(
        place: &Place,
        source: &Recording,
        tick: u64,
        commands: usize,
    ) -> Result<Self, RecordingError> {
        let mut writer = Self::create(place, source.head.clone())?;
        let is_included = |chunk: &&Chunk| match chunk.kind {
            Kind::SCENE => chunk.tick <= tick,
            kind if kind.is_world() => chunk.tick <= tick,
            kind => kind == Kind::TICKS,
        };
        let mut left = commands;
        for &chunk in source.chunks.iter().filter(is_included) {
            let content = source.content(chunk).map_err(|problem| problem.of(&source.path))?;
            if chunk.kind == Kind::TICKS {
                let block = Block::decode(&content);
                let invalid = |why| RecordingProblem::Invalid { at: chunk.at, why };
                let block = block.map_err(|why| invalid(why).of(&source.path))?.until(tick);
                writer.write_block(block)?;
            } else {
                writer.append(chunk.kind, chunk.tick, &content)?;
            }
        }
        for (at, command) in source.commands().iter().take_while(|&&(at, _)| at <= tick) {
            if *at == tick {
                let Some(less) = left.checked_sub(1) else { break };
                left = less;
            }
            writer.command(*at, command)?;
        }
        Ok(writer)
    }

    /// Creates a recording from the files of a recorded run: snapshots, commands and state hashes.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn assemble(
        place: &Place,
        head: RecordingHeader,
        worlds: impl IntoIterator<Item = (u64, Vec<u8>)>,
        commands: &[(u64, Command)],
        hashes: &[(u64, StateHash)],
    ) -> Result<Self, RecordingError> {
        let mut writer = Self::create(place, head)?;
        for (tick, world) in worlds {
            writer.append(Kind::WORLD, tick, &world)?;
        }
        for (tick, command) in commands {
            writer.command(*tick, command)?;
        }
        for some in hashes.chunks(1024) {
            let mut block = Block::default();
            some.iter().for_each(|&(tick, hash)| block.add(tick, hash, None));
            writer.write_block(block)?;
        }
        Ok(writer)
    }

    /// The recording so far.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Whether what is written disappears together with the writer.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        self.temporary.is_some() || self.recording.is_in_memory()
    }

    /// Records the last tick, with its row of the history. Must be called after each tick, before
    /// any command.
    ///
    /// # Errors
    /// When the file cannot be written. The run can continue, but the recording ends there.
    pub fn tick(
        &mut self,
        simulation: &Simulation,
        row: Option<Vec<u8>>,
    ) -> Result<(), RecordingError> {
        let world = simulation.world();
        self.add_tick(world.tick(), world.state_hash(), row);
        self.pace.count(world);
        if self.pace.is_keyframe_due() {
            self.flush()?;
            self.keyframe(simulation)?;
            self.thin()
        } else if self.pace.is_chunk_due() {
            self.flush()
        } else {
            Ok(())
        }
    }

    fn add_tick(&mut self, tick: u64, hash: StateHash, row: Option<Vec<u8>>) {
        self.recording.add_hash(tick, hash);
        self.pending.add(tick, hash, row);
    }

    /// Writes a keyframe of the current world, which must not have had a command since its tick, and
    /// which must be the last.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keyframe(&mut self, simulation: &Simulation) -> Result<(), RecordingError> {
        let world = simulation.world();
        let (kind, content) = self.chain.next(world).map_err(|error| self.unwritable(error))?;
        self.append(kind, world.tick(), &content)?;
        if self.chain.has_scene() {
            let scene = Scene::new(simulation, self.scene.as_ref());
            self.append(Kind::SCENE, world.tick(), &pack(&scene.to_bytes()))?;
            self.scene = Some(scene);
        }
        self.pace.keyframe_written();
        Ok(())
    }

    /// Counts a replayed tick, and writes a keyframe if none is near: recordings made from the
    /// files of a run have few. Must be called like [`tick`](Self::tick).
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn replayed(&mut self, simulation: &Simulation) -> Result<(), RecordingError> {
        let tick = simulation.world().tick();
        if self.recording.has_keyframe(tick) {
            self.replay_pace = Pace::default();
            return Ok(());
        }
        self.replay_pace.count(simulation.world());
        if self.replay_pace.is_keyframe_due() {
            self.replay_pace.keyframe_written();
            // It is before the last one, so it is no part of their chain.
            let content = whole(simulation.world()).map_err(|error| self.unwritable(error))?;
            self.append(Kind::WORLD, tick, &content)?;
        }
        Ok(())
    }

    /// Notes that the simulation was restored from a keyframe, from which ticks are replayed.
    pub fn restored(&mut self) {
        self.replay_pace = Pace::default();
    }

    /// Records a command that was applied after a tick.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn command(&mut self, tick: u64, command: &Command) -> Result<(), RecordingError> {
        self.recording.add_command(tick, command.clone());
        self.pending_commands.push((tick, command.clone()));
        self.flush()
    }

    /// Records what those who watch keep of the run, in the album's own encoding, in place of what was recorded before.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn album(&mut self, album: Vec<u8>) -> Result<(), RecordingError> {
        self.append(Kind::ALBUM, self.recording.last_tick(), &pack(&album))?;
        self.recording.album = album;
        Ok(())
    }

    /// Writes all pending ticks and commands.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn flush(&mut self) -> Result<(), RecordingError> {
        self.pace.chunk_written();
        if !self.pending.is_empty() {
            self.append(Kind::TICKS, self.pending.last(), &self.pending.encode())?;
            self.pending = Block::default();
        }
        while let Some((tick, command)) = self.pending_commands.first() {
            let json =
                serde_json::to_vec(command).map_err(|error| self.unwritable(error.into()))?;
            self.append(Kind::COMMAND, *tick, &pack(&json))?;
            self.pending_commands.remove(0);
        }
        Ok(())
    }

    fn write_block(&mut self, block: Block) -> Result<(), RecordingError> {
        if block.is_empty() {
            Ok(())
        } else {
            self.append(Kind::TICKS, block.last(), &block.encode())
        }
    }

    pub(super) fn append(
        &mut self,
        kind: Kind,
        tick: u64,
        content: &[u8],
    ) -> Result<(), RecordingError> {
        let chunk = self.write_at_end(|file, end| chunk::write(file, end, kind, tick, content));
        let chunk = chunk.map_err(|error| self.unwritable(error))?;
        self.end = chunk.end();
        self.recording.add_written(chunk);
        Ok(())
    }

    fn write_at_end<T>(
        &self,
        write: impl FnOnce(&mut Storage, u64) -> io::Result<T>,
    ) -> io::Result<T> {
        let mut storage = self.recording.storage.lock().unwrap_or_else(PoisonError::into_inner);
        storage.seek(SeekFrom::Start(self.end))?;
        write(&mut storage, self.end)
    }

    fn unwritable(&self, error: io::Error) -> RecordingError {
        unwritable(self.temporary.is_some(), error).of(&self.recording.path)
    }

    /// Finishes the recording with an index, and syncs it to the disk.
    ///
    /// # Errors
    /// When it cannot be written. The file can be played up to its last complete chunk.
    pub fn finish(mut self) -> Result<Recording, RecordingError> {
        self.flush()?;
        self.is_finished = true;
        let index = self.index();
        let written = self.write_at_end(|storage, _| {
            storage.write_all(&index)?;
            // A failed write may have left bytes after the end.
            storage.complete()
        });
        written.map_err(|error| self.unwritable(error))?;
        Ok(self.recording.clone())
    }

    /// Writes the recording so far to another file, atomically; an existing file is replaced.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&mut self, path: &Path) -> Result<(), RecordingError> {
        self.flush()?;
        let written = atomic_file::write(path, |out| self.copy_to(out));
        written.map_err(|error| RecordingProblem::Unwritable(error).of(path))
    }

    /// The bytes of the recording so far, as [`save`](Self::save) writes them.
    ///
    /// # Errors
    /// When the last ticks cannot be written, or what was written cannot be read.
    pub fn bytes(&mut self) -> Result<Vec<u8>, RecordingError> {
        self.flush()?;
        let mut bytes = Vec::new();
        self.copy_to(&mut bytes).map_err(|error| self.unwritable(error))?;
        Ok(bytes)
    }

    /// Copies what was written, and adds an index.
    fn copy_to(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_at_end(|storage, end| {
            storage.rewind()?;
            io::copy(&mut io::Read::take(storage, end), out)
        })?;
        out.write_all(&self.index())
    }

    /// The index and the trailer.
    fn index(&self) -> Vec<u8> {
        let chunks = &self.recording.chunks;
        let content = pack(&postcard::to_stdvec(chunks).expect("plain data can be serialised"));
        let mut bytes = Vec::new();
        let tick = self.recording.last_tick();
        chunk::write(&mut bytes, self.end, Kind::INDEX, tick, &content).expect("memory is enough");
        bytes.extend(chunk::trailer(self.end));
        bytes
    }
}

impl Drop for RecordingWriter {
    fn drop(&mut self) {
        if !self.is_finished && !self.is_temporary() {
            // An error cannot be reported here.
            let _ = self.flush();
        }
    }
}

fn unwritable(is_temporary: bool, error: io::Error) -> RecordingProblem {
    if is_temporary {
        RecordingProblem::UnwritableTemporary(error)
    } else {
        RecordingProblem::Unwritable(error)
    }
}

fn create_storage(place: &Place) -> Result<(Storage, PathBuf, Option<TempPath>), RecordingError> {
    match place {
        Place::File(path) => {
            let of_file = |error: io::Error| match error.kind() {
                io::ErrorKind::AlreadyExists => RecordingProblem::Occupied.of(path),
                _ if path.is_dir() => RecordingProblem::Directory.of(path),
                _ => RecordingProblem::Unwritable(error).of(path),
            };
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)
                    .map_err(|error| RecordingProblem::Unwritable(error).of(path))?;
            }
            let mut options = OpenOptions::new();
            let file = options.read(true).write(true).create_new(true).open(path);
            Ok((Storage::File(file.map_err(of_file)?), path.clone(), None))
        }
        Place::Temporary => {
            let mut builder = tempfile::Builder::new();
            let file = builder.prefix(TEMPORARY_PREFIX).suffix(TEMPORARY_SUFFIX).tempfile();
            let folder = std::env::temp_dir();
            let file =
                file.map_err(|error| RecordingProblem::UnwritableTemporary(error).of(&folder))?;
            let (file, path) = file.into_parts();
            // Without locks, as on some file systems, it cannot be recovered after a kill, and that is all.
            let _ = file.lock();
            Ok((Storage::File(file), path.to_path_buf(), Some(path)))
        }
        Place::Memory => Ok((Storage::of_bytes(&[]), PathBuf::from("recording in memory"), None)),
    }
}
