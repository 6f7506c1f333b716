//! A recording while it is written, which can be read all the while.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use tempfile::TempPath;

use super::block::{Block, pack};
use super::chunk::{self, Chunk, Kind};
use super::pace::Pace;
use super::{Recording, RecordingError, RecordingHead, RecordingProblem};
use crate::atomic_file;
use crate::record::scene::Scene;
use crate::record::{Provenance, snapshot};
use crate::tick::{Command, Simulation};
use crate::world::{StateHash, World};

/// Where a recording is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Into a new file, which stays.
    File(PathBuf),
    /// Somewhere for now: it goes with its writer.
    Passing,
}

/// Writes a recording as a run goes on.
///
/// Dropped without [`finish`](Self::finish), it leaves a file that can be played, if not opened as fast.
#[derive(Debug)]
pub struct RecordingWriter {
    recording: Recording,
    passing: Option<TempPath>,
    /// Where the file ends.
    end: u64,
    pending: Block,
    /// Commands that are still to be written, after those ticks.
    owed: Vec<(u64, Command)>,
    pace: Pace,
    /// The same, of the past that is lived again.
    again: Pace,
    scene: Option<Scene>,
    is_finished: bool,
}

impl RecordingWriter {
    /// Begins a recording with a world as it stands. Directories above the file are made.
    ///
    /// # Errors
    /// When there is a file already, or it cannot be written.
    pub fn begin(
        place: &Place,
        simulation: &Simulation,
        provenance: Provenance,
    ) -> Result<Self, RecordingError> {
        let head = RecordingHead::of(simulation.world(), provenance);
        let mut writer = Self::of_head(place, head)?;
        let world = simulation.world();
        writer.note(world.tick, world.state_hash(), None);
        writer.keyframe(simulation)?;
        writer.flush()?;
        Ok(writer)
    }

    /// Begins a file with a head and nothing else.
    fn of_head(place: &Place, head: RecordingHead) -> Result<Self, RecordingError> {
        let (file, path, passing) = created(place)?;
        let unwritable = |error| RecordingProblem::Unwritable(error).of(&path);
        (&file).write_all(&chunk::opening()).map_err(unwritable)?;
        let json = serde_json::to_vec(&head).map_err(|error| unwritable(error.into()))?;
        let mut writer = Self {
            recording: Recording::begun(path, file, head, None),
            passing,
            end: chunk::OPENING,
            pending: Block::default(),
            owed: Vec::new(),
            pace: Pace::default(),
            again: Pace::default(),
            scene: None,
            is_finished: false,
        };
        let first_tick = writer.recording.head.first_tick;
        writer.append(Kind::HEAD, first_tick, &json)?;
        Ok(writer)
    }

    /// Begins another recording, of the same run up to a tick; of the commands after that tick it takes
    /// only so many. Nothing of `past` changes.
    ///
    /// # Errors
    /// When `past` is damaged, or the new one cannot be written.
    pub fn branch(
        place: &Place,
        past: &Recording,
        tick: u64,
        commands: usize,
    ) -> Result<Self, RecordingError> {
        let mut writer = Self::of_head(place, past.head.clone())?;
        let is_past = |chunk: &&Chunk| match chunk.kind {
            Kind::WORLD | Kind::SCENE => chunk.tick <= tick,
            kind => kind == Kind::TICKS,
        };
        let mut taken = past.commands().iter();
        let mut left = commands;
        for &chunk in past.chunks.iter().filter(is_past) {
            let content = past.content(chunk).map_err(|problem| problem.of(&past.path))?;
            if chunk.kind == Kind::TICKS {
                let block = Block::decoded(&content);
                let senseless = |why| RecordingProblem::Senseless { at: chunk.at, why };
                let block = block.map_err(|why| senseless(why).of(&past.path))?.until(tick);
                writer.write_block(block)?;
            } else {
                writer.append(chunk.kind, chunk.tick, &content)?;
            }
        }
        for (at, command) in taken.by_ref().take_while(|&&(at, _)| at <= tick) {
            if *at == tick {
                let Some(less) = left.checked_sub(1) else { break };
                left = less;
            }
            writer.command(*at, command)?;
        }
        Ok(writer)
    }

    /// Writes a past together that was kept in other files: worlds as snapshots, and commands and hashes.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn assemble(
        place: &Place,
        head: RecordingHead,
        worlds: impl IntoIterator<Item = (u64, Vec<u8>)>,
        commands: &[(u64, Command)],
        hashes: &[(u64, StateHash)],
    ) -> Result<Self, RecordingError> {
        let mut writer = Self::of_head(place, head)?;
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

    /// What was recorded up to now.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Whether its file goes with it.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        self.passing.is_some()
    }

    /// Writes down the tick that was just lived, with what the history holds of it. To be called after
    /// each tick, before any command.
    ///
    /// # Errors
    /// When it cannot be written. The run can go on, but not be recorded any further.
    pub fn tick(
        &mut self,
        simulation: &Simulation,
        row: Option<Vec<u8>>,
    ) -> Result<(), RecordingError> {
        let world = simulation.world();
        self.note(world.tick, world.state_hash(), row);
        self.pace.note(world);
        if self.pace.wants_keyframe() {
            self.flush()?;
            self.keyframe(simulation)
        } else if self.pace.wants_chunk() {
            self.flush()
        } else {
            Ok(())
        }
    }

    fn note(&mut self, tick: u64, hash: StateHash, row: Option<Vec<u8>>) {
        self.recording.note_hash(tick, hash);
        self.pending.add(tick, hash, row);
    }

    /// Keeps the world as it stands after its tick, before any command. Ticks of the past will do.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keyframe(&mut self, simulation: &Simulation) -> Result<(), RecordingError> {
        let tick = simulation.world().tick;
        let world = bytes_of(simulation.world()).map_err(|error| self.unwritable(error))?;
        self.append(Kind::WORLD, tick, &world)?;
        let scene = Scene::of(simulation, self.scene.as_ref());
        self.append(Kind::SCENE, tick, &pack(&scene.to_bytes()))?;
        self.scene = Some(scene);
        self.pace.kept();
        Ok(())
    }

    /// Counts a tick of the past that was lived again, and keeps it if no keyframe is near: pasts that
    /// were kept in other files have few. To be called like [`tick`](Self::tick).
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn relived(&mut self, simulation: &Simulation) -> Result<(), RecordingError> {
        let tick = simulation.world().tick;
        if self.recording.has_keyframe(tick) {
            self.again = Pace::default();
            return Ok(());
        }
        self.again.note(simulation.world());
        if self.again.wants_keyframe() {
            self.again.kept();
            let (scene, pace) = (self.scene.take(), self.pace);
            self.keyframe(simulation)?;
            (self.scene, self.pace) = (scene, pace);
        }
        Ok(())
    }

    /// The past is to be lived again from a keyframe on.
    pub fn restored(&mut self) {
        self.again = Pace::default();
    }

    /// Writes down a command that was obeyed after a tick.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn command(&mut self, tick: u64, command: &Command) -> Result<(), RecordingError> {
        self.recording.note_command(tick, command.clone());
        self.owed.push((tick, command.clone()));
        self.flush()
    }

    /// Writes down all ticks that are not yet.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn flush(&mut self) -> Result<(), RecordingError> {
        self.pace.written();
        if !self.pending.is_empty() {
            self.append(Kind::TICKS, self.pending.last(), &self.pending.encoded())?;
            self.pending = Block::default();
        }
        while let Some((tick, command)) = self.owed.first() {
            let json =
                serde_json::to_vec(command).map_err(|error| self.unwritable(error.into()))?;
            self.append(Kind::COMMAND, *tick, &pack(&json))?;
            self.owed.remove(0);
        }
        Ok(())
    }

    fn write_block(&mut self, block: Block) -> Result<(), RecordingError> {
        for &(tick, hash) in &block.hashes {
            self.recording.note_hash(tick, StateHash(u128::from_le_bytes(hash)));
        }
        if block.is_empty() {
            Ok(())
        } else {
            self.append(Kind::TICKS, block.last(), &block.encoded())
        }
    }

    fn append(&mut self, kind: Kind, tick: u64, content: &[u8]) -> Result<(), RecordingError> {
        let chunk = self.write_at_end(|file, end| chunk::write(file, end, kind, tick, content));
        let chunk = chunk.map_err(|error| self.unwritable(error))?;
        self.end = chunk.end();
        self.recording.note_chunk(chunk);
        Ok(())
    }

    fn write_at_end<T>(
        &self,
        write: impl FnOnce(&mut File, u64) -> io::Result<T>,
    ) -> io::Result<T> {
        let mut file = self.recording.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.end))?;
        write(&mut file, self.end)
    }

    fn unwritable(&self, error: io::Error) -> RecordingError {
        RecordingProblem::Unwritable(error).of(&self.recording.path)
    }

    /// Ends the recording with an index, and brings it to the disk.
    ///
    /// # Errors
    /// When it cannot be written. What was written until then can be played.
    pub fn finish(mut self) -> Result<Recording, RecordingError> {
        self.flush()?;
        self.is_finished = true;
        let index = self.index();
        let written = self.write_at_end(|file, _| {
            file.write_all(&index)?;
            // What could not be written whole may have left something behind.
            let end = file.stream_position()?;
            file.set_len(end)?;
            file.sync_all()
        });
        written.map_err(|error| self.unwritable(error))?;
        let path = self.recording.path.clone();
        Recording::open(path)
    }

    /// Writes all that was recorded into another file, which appears whole or not at all; a file that
    /// was there is replaced.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&mut self, path: &Path) -> Result<(), RecordingError> {
        self.flush()?;
        let index = self.index();
        let written = atomic_file::write(path, |out| {
            self.write_at_end(|file, end| {
                file.rewind()?;
                io::copy(&mut io::Read::take(file, end), out)
            })?;
            out.write_all(&index)
        });
        written.map_err(|error| RecordingProblem::Unwritable(error).of(path))
    }

    /// The index, and what follows it.
    fn index(&self) -> Vec<u8> {
        let chunks = &self.recording.chunks;
        let content = pack(&postcard::to_stdvec(chunks).expect("plain data can be serialised"));
        let mut bytes = Vec::new();
        let tick = self.recording.last_tick();
        chunk::write(&mut bytes, self.end, Kind::INDEX, tick, &content).expect("memory is enough");
        bytes.extend(chunk::closing(self.end));
        bytes
    }
}

impl Drop for RecordingWriter {
    fn drop(&mut self) {
        if !self.is_finished && self.passing.is_none() {
            // Nobody is left to tell; what was written can be played anyway.
            let _ = self.flush();
        }
    }
}

fn created(place: &Place) -> Result<(File, PathBuf, Option<TempPath>), RecordingError> {
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
            Ok((file.map_err(of_file)?, path.clone(), None))
        }
        Place::Passing => {
            let made =
                tempfile::Builder::new().prefix("terrarium-").suffix(".recording").tempfile();
            let folder = std::env::temp_dir();
            let made = made.map_err(|error| RecordingProblem::Unwritable(error).of(&folder))?;
            let (file, path) = made.into_parts();
            Ok((file, path.to_path_buf(), Some(path)))
        }
    }
}

/// A world as a snapshot.
fn bytes_of(world: &World) -> io::Result<Vec<u8>> {
    let mut bytes = Cursor::new(Vec::new());
    snapshot::write(world, &mut bytes)?;
    Ok(bytes.into_inner())
}
