//! A recording, read at any place.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::block::{Block, unpack, unpacked};
use super::chunk::{self, Broken, CHUNK_HEAD, CLOSING, Chunk, Kind, OPENING};
use super::{RecordingError, RecordingHead, RecordingProblem};
use crate::input::regular_file;
use crate::record::scene::Scene;
use crate::record::{Snapshot, snapshot};
use crate::tick::Command;
use crate::world::StateHash;

/// A recording that can be read, while it is written or after.
///
/// What it keeps in memory is where its keyframes are, its commands, and the state hash of each tick.
#[derive(Debug)]
pub struct Recording {
    pub(super) path: PathBuf,
    pub(super) file: Mutex<File>,
    pub(super) head: RecordingHead,
    /// All its chunks but the index, in the order of the file.
    pub(super) chunks: Vec<Chunk>,
    worlds: BTreeMap<u64, Chunk>,
    scenes: BTreeMap<u64, Chunk>,
    commands: Vec<(u64, Command)>,
    hashes: Vec<(u64, StateHash)>,
    shortfall: Option<MissingEnd>,
    foreign: Option<String>,
}

/// What is missing at the end of a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingEnd {
    /// The last tick that it still holds.
    pub last_tick: u64,
    /// From which byte on nothing more of the file can be used.
    pub at: u64,
    /// Whether it is damaged there, and not cut short.
    pub is_damaged: bool,
}

impl fmt::Display for MissingEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { last_tick, at, is_damaged } = self;
        if *is_damaged {
            write!(f, "the recording is damaged at byte {at}: it ends with tick {last_tick}")
        } else {
            write!(f, "the recording was not finished: it ends with tick {last_tick}")
        }
    }
}

/// Whether the file at a path begins like a recording.
#[must_use]
pub fn is_recording(path: &Path) -> bool {
    regular_file::begins_with(path, &chunk::MAGIC)
}

impl Recording {
    /// Opens the recording at `path`. One without an index, of a run that was killed, is used up to its
    /// last whole part; [`shortfall`](Self::shortfall) tells then what is missing.
    ///
    /// # Errors
    /// When the file cannot be read, is no recording, or has not even a first keyframe that is sound.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, RecordingError> {
        let path = path.as_ref();
        Self::opened(path).map_err(|problem| problem.of(path))
    }

    fn opened(path: &Path) -> Result<Self, RecordingProblem> {
        if path.is_dir() {
            return Err(RecordingProblem::Directory);
        }
        let mut file = regular_file::open(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => RecordingProblem::NoFile,
            _ => RecordingProblem::Unreadable(error),
        })?;
        let length = file.metadata().map_err(RecordingProblem::Unreadable)?.len();
        let format = chunk::read_opening(&mut file)?;
        let (first, content) = chunk::read(&mut file, OPENING, length).map_err(|broken| {
            let why = match broken {
                Broken::Short => "it is cut short",
                Broken::Damaged => "its head is damaged",
                Broken::Unreadable(error) => return RecordingProblem::Unreadable(error),
            };
            RecordingProblem::TooShort { why: why.to_owned() }
        })?;
        let head: RecordingHead = match serde_json::from_slice(&content) {
            Ok(head) if first.kind == Kind::HEAD => head,
            Ok(_) => return Err(senseless(first, "it is not a head")),
            Err(error) => return Err(senseless(first, &error.to_string())),
        };
        let foreign = head.foreign(format);
        let mut recording = Self::begun(path.to_owned(), file, head, foreign);
        recording.chunks.push(first);
        match recording.index(length)? {
            Some(chunks) => recording.take_indexed(chunks)?,
            None => recording.scan(first.end(), length)?,
        }
        if recording.worlds.is_empty() && recording.scenes.is_empty() {
            let why = recording.shortfall.map_or_else(
                || "it has none".to_owned(),
                |it| format!("nothing can be used from byte {} on", it.at),
            );
            return Err(RecordingProblem::TooShort { why });
        }
        Ok(recording)
    }

    /// A recording in which nothing is yet.
    pub(super) fn begun(
        path: PathBuf,
        file: File,
        head: RecordingHead,
        foreign: Option<String>,
    ) -> Self {
        Self {
            path,
            file: Mutex::new(file),
            head,
            chunks: Vec::new(),
            worlds: BTreeMap::new(),
            scenes: BTreeMap::new(),
            commands: Vec::new(),
            hashes: Vec::new(),
            shortfall: None,
            foreign,
        }
    }

    /// What the index lists, if there is a sound one.
    fn index(&self, length: u64) -> Result<Option<Vec<Chunk>>, RecordingProblem> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let at = chunk::read_closing(&mut *file, length).map_err(RecordingProblem::Unreadable)?;
        let Some(at) = at else { return Ok(None) };
        let Ok((chunk, content)) = chunk::read(&mut *file, at, length) else { return Ok(None) };
        let is_last = chunk.kind == Kind::INDEX && chunk.end() + CLOSING == length;
        let chunks: Option<Vec<Chunk>> = unpacked(&content).ok().filter(|_| is_last);
        // One after the other, from the first to the index: then none is missing, and none lies.
        let is_whole = |chunks: &Vec<Chunk>| {
            let ends = chunks.iter().map(Chunk::end);
            let begins = chunks.iter().skip(1).map(|chunk| chunk.at).chain([at]);
            chunks.first().is_some_and(|first| first.at == OPENING) && ends.eq(begins)
        };
        Ok(chunks.filter(is_whole))
    }

    /// Takes in the chunks of an index: of keyframes only where they are.
    fn take_indexed(&mut self, chunks: Vec<Chunk>) -> Result<(), RecordingProblem> {
        for chunk in chunks.into_iter().skip(1) {
            let is_large = [Kind::WORLD, Kind::SCENE].contains(&chunk.kind);
            let content = if is_large { Vec::new() } else { self.content(chunk)? };
            self.take(chunk, &content)?;
        }
        Ok(())
    }

    /// Looks at all chunks, and takes in those before the first that is not whole.
    fn scan(&mut self, mut at: u64, length: u64) -> Result<(), RecordingProblem> {
        while at < length {
            let read = {
                let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
                chunk::read(&mut *file, at, length)
            };
            match read {
                Ok((chunk, _)) if chunk.kind == Kind::INDEX => break,
                Ok((chunk, content)) => {
                    self.take(chunk, &content)?;
                    at = chunk.end();
                }
                Err(Broken::Unreadable(error)) => return Err(RecordingProblem::Unreadable(error)),
                Err(broken) => {
                    let is_damaged = matches!(broken, Broken::Damaged);
                    self.fall_short(at, is_damaged);
                    return Ok(());
                }
            }
        }
        self.fall_short(at, false);
        Ok(())
    }

    fn fall_short(&mut self, at: u64, is_damaged: bool) {
        self.shortfall = Some(MissingEnd { last_tick: self.last_tick(), at, is_damaged });
    }

    /// Takes in a chunk.
    fn take(&mut self, chunk: Chunk, content: &[u8]) -> Result<(), RecordingProblem> {
        match chunk.kind {
            Kind::WORLD | Kind::SCENE => {}
            // Of another format nothing is known but where its scenes are.
            _ if self.foreign.is_some() => {}
            Kind::COMMAND => {
                let json = unpack(content).map_err(|why| senseless(chunk, &why))?;
                let command = serde_json::from_slice(&json);
                let command = command.map_err(|error| senseless(chunk, &error.to_string()))?;
                if self.commands.last().is_some_and(|&(last, _)| chunk.tick < last) {
                    return Err(senseless(chunk, "its command is out of order"));
                }
                self.commands.push((chunk.tick, command));
            }
            Kind::TICKS => {
                let block = Block::decoded(content).map_err(|why| senseless(chunk, &why))?;
                for (tick, hash) in block.hashes {
                    self.note_hash(tick, StateHash(u128::from_le_bytes(hash)));
                }
            }
            _ => {}
        }
        self.note_chunk(chunk);
        Ok(())
    }

    pub(super) fn note_chunk(&mut self, chunk: Chunk) {
        match chunk.kind {
            Kind::WORLD => drop(self.worlds.insert(chunk.tick, chunk)),
            Kind::SCENE => drop(self.scenes.insert(chunk.tick, chunk)),
            _ => {}
        }
        self.chunks.push(chunk);
    }

    /// Notes the state after a tick; ticks come in order.
    pub(super) fn note_hash(&mut self, tick: u64, hash: StateHash) {
        if self.hashes.last().is_none_or(|&(last, _)| tick > last) {
            self.hashes.push((tick, hash));
        }
    }

    pub(super) fn note_command(&mut self, tick: u64, command: Command) {
        self.commands.push((tick, command));
    }

    /// Reads the content of a chunk and checks it.
    pub(super) fn content(&self, chunk: Chunk) -> Result<Vec<u8>, RecordingProblem> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        match chunk::read(&mut *file, chunk.at, chunk.end()) {
            Ok((found, content)) if found == chunk => Ok(content),
            Ok(_) => Err(RecordingProblem::Damaged { at: chunk.at }),
            Err(broken) => Err(broken.problem(chunk.at)),
        }
    }

    /// The file, as the user named it.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it is of.
    #[must_use]
    pub fn head(&self) -> &RecordingHead {
        &self.head
    }

    /// The tick it begins with.
    #[must_use]
    pub fn first_tick(&self) -> u64 {
        let first = self.keyframes().next();
        first.unwrap_or(self.head.first_tick)
    }

    /// The last tick that can be reached.
    #[must_use]
    pub fn last_tick(&self) -> u64 {
        let hashed = self.hashes.last().map(|&(tick, _)| tick);
        let kept = self.worlds.keys().chain(self.scenes.keys()).copied().max();
        hashed.max(kept).unwrap_or(self.head.first_tick)
    }

    /// What is missing at its end, if it did not end well.
    #[must_use]
    pub fn shortfall(&self) -> Option<&MissingEnd> {
        self.shortfall.as_ref()
    }

    /// Why this version cannot have its worlds live, if it cannot. Its scenes can be seen all the same.
    #[must_use]
    pub fn foreign(&self) -> Option<&str> {
        self.foreign.as_deref()
    }

    /// The ticks of its keyframes, in order.
    pub fn keyframes(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        let of = if self.foreign.is_some() { &self.scenes } else { &self.worlds };
        of.keys().copied()
    }

    /// Whether the world of a tick is kept.
    #[must_use]
    pub fn has_keyframe(&self, tick: u64) -> bool {
        self.worlds.contains_key(&tick)
    }

    /// The tick of the last keyframe up to a tick; of the first, if there is none.
    #[must_use]
    pub fn keyframe_before(&self, tick: u64) -> Option<u64> {
        let before = self.worlds.range(..=tick).next_back();
        before.or_else(|| self.worlds.iter().next()).map(|(&tick, _)| tick)
    }

    /// The world of the last keyframe up to a tick.
    ///
    /// # Errors
    /// When that keyframe is damaged, or of another version.
    pub fn world_at_or_before(&self, tick: u64) -> Result<Snapshot, RecordingError> {
        let of_file = |problem: RecordingProblem| problem.of(&self.path);
        if let Some(why) = &self.foreign {
            return Err(of_file(RecordingProblem::Foreign(why.clone())));
        }
        let chunk = self.worlds.range(..=tick).next_back().or_else(|| self.worlds.iter().next());
        let none = || RecordingProblem::TooShort { why: "it has none".to_owned() };
        let (_, &chunk) = chunk.ok_or_else(|| of_file(none()))?;
        let content = self.content(chunk).map_err(of_file)?;
        let name = format!("tick {} of {}", chunk.tick, self.path.display());
        let read = snapshot::read(name, Cursor::new(content));
        let snapshot =
            read.map_err(|error| of_file(senseless(chunk, &error.problem.to_string())))?;
        if snapshot.head.tick != chunk.tick {
            return Err(of_file(senseless(chunk, "its world is of another tick")));
        }
        Ok(snapshot)
    }

    /// How the world looked at the last keyframe up to a tick.
    ///
    /// # Errors
    /// When that is damaged, or of a later version, or there is none.
    pub fn scene_at_or_before(&self, tick: u64) -> Result<Scene, RecordingError> {
        let of_file = |problem: RecordingProblem| problem.of(&self.path);
        let chunk = self.scenes.range(..=tick).next_back().or_else(|| self.scenes.iter().next());
        let none = || RecordingProblem::TooShort { why: "it has no pictures".to_owned() };
        let (_, &chunk) = chunk.ok_or_else(|| of_file(none()))?;
        let content = self.content(chunk).map_err(of_file)?;
        let plain = unpack(&content).map_err(|why| of_file(senseless(chunk, &why)))?;
        Scene::from_bytes(&plain).map_err(|error| of_file(senseless(chunk, &error.to_string())))
    }

    /// All commands, each with the tick after which it was obeyed, in that order.
    #[must_use]
    pub fn commands(&self) -> &[(u64, Command)] {
        &self.commands
    }

    /// The commands that were obeyed after a tick.
    #[must_use]
    pub fn commands_at(&self, tick: u64) -> &[(u64, Command)] {
        let from = self.commands.partition_point(|&(at, _)| at < tick);
        let to = self.commands.partition_point(|&(at, _)| at <= tick);
        &self.commands[from..to]
    }

    /// The state after a tick, before any command, if it was written down.
    #[must_use]
    pub fn hash(&self, tick: u64) -> Option<StateHash> {
        let place = self.hashes.binary_search_by_key(&tick, |&(at, _)| at).ok()?;
        Some(self.hashes[place].1)
    }

    /// Hands what the history holds of each tick to `see`, in order: bytes that only the history
    /// understands.
    ///
    /// # Errors
    /// When a part is damaged.
    pub fn rows(&self, mut see: impl FnMut(u64, &[u8])) -> Result<(), RecordingError> {
        for &chunk in self.chunks.iter().filter(|chunk| chunk.kind == Kind::TICKS) {
            let block = self
                .content(chunk)
                .and_then(|content| Block::decoded(&content).map_err(|why| senseless(chunk, &why)));
            let block = block.map_err(|problem| problem.of(&self.path))?;
            block.rows.iter().for_each(|(tick, row)| see(*tick, row));
        }
        Ok(())
    }

    /// How long its file is up to now, in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.chunks.last().map_or(OPENING, Chunk::end)
    }

    /// How long its keyframes are together, in bytes: worlds and scenes.
    #[must_use]
    pub fn size_of_keyframes(&self) -> (u64, u64) {
        let sum = |of: &BTreeMap<u64, Chunk>| {
            of.values().map(|chunk| u64::from(chunk.length) + CHUNK_HEAD).sum()
        };
        (sum(&self.worlds), sum(&self.scenes))
    }
}

fn senseless(chunk: Chunk, why: &str) -> RecordingProblem {
    RecordingProblem::Senseless { at: chunk.at, why: why.to_owned() }
}
