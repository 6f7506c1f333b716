//! Reading a recording.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use terrarium_input::regular_file;
use terrarium_sim::tick::Command;
use terrarium_sim::world::StateHash;

use super::block::{self, Block, unpack};
use super::chunk::{self, Chunk, ChunkError, FILE_HEADER, Kind, TRAILER};
use super::hashes::HashIndex;
use super::storage::Storage;
use super::{RecordingError, RecordingHeader, RecordingProblem};

/// A recording that can be read, also while it is being written.
///
/// It keeps in memory the offsets of the chunks and the commands: one or two bytes a tick.
#[derive(Debug, Clone)]
pub struct Recording {
    pub(super) path: PathBuf,
    /// Copies of a recording read the same bytes.
    pub(super) storage: Arc<Mutex<Storage>>,
    pub(super) head: RecordingHeader,
    /// All chunks except the index, in the order of the file.
    pub(super) chunks: Vec<Chunk>,
    pub(super) worlds: BTreeMap<u64, Chunk>,
    pub(super) scenes: BTreeMap<u64, Chunk>,
    commands: Vec<(u64, Command)>,
    pub(super) album: Vec<u8>,
    hashes: HashIndex,
    shortfall: Option<MissingEnd>,
    pub(super) incompatibility: Option<String>,
}

/// Where the usable part of an incomplete recording ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingEnd {
    /// The last usable tick.
    pub last_tick: u64,
    /// The offset of the first unusable byte.
    pub at: u64,
    /// Whether the file is damaged there; otherwise it ends there.
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

/// Whether the file at a path begins with the signature of recordings.
#[must_use]
pub fn is_recording(path: &Path) -> bool {
    regular_file::begins_with(path, &chunk::MAGIC)
}

impl Recording {
    /// Opens the recording at `path`. The recording of a killed run has no index; it is usable up
    /// to its last complete chunk, and [`shortfall`](Self::shortfall) returns where that is.
    ///
    /// # Errors
    /// When the file cannot be read, is not a recording, or has no valid keyframe.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, RecordingError> {
        let path = path.as_ref();
        Self::open_file(path).map_err(|problem| problem.of(path))
    }

    fn open_file(path: &Path) -> Result<Self, RecordingProblem> {
        if path.is_dir() {
            return Err(RecordingProblem::Directory);
        }
        let file = regular_file::open(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => RecordingProblem::NoFile,
            _ => RecordingProblem::Unreadable(error),
        })?;
        Self::load_storage(path, Storage::File(file))
    }

    /// Reads a recording from a copy of these bytes. Errors call it by the name `name`.
    ///
    /// # Errors
    /// When it is not a valid recording, or too little of it can be used.
    pub fn of_bytes(name: impl AsRef<Path>, bytes: &[u8]) -> Result<Self, RecordingError> {
        let name = name.as_ref();
        Self::load_storage(name, Storage::of_bytes(bytes)).map_err(|problem| problem.of(name))
    }

    fn load_storage(path: &Path, mut storage: Storage) -> Result<Self, RecordingProblem> {
        let length = storage.length().map_err(RecordingProblem::Unreadable)?;
        let format = chunk::read_file_header(&mut storage)?;
        let (first, content) = chunk::read(&mut storage, FILE_HEADER, length).map_err(|error| {
            let why = match error {
                ChunkError::Truncated => "it is cut short",
                ChunkError::Damaged => "its header is damaged",
                ChunkError::Unreadable(error) => return RecordingProblem::Unreadable(error),
            };
            RecordingProblem::TooShort { why: why.to_owned() }
        })?;
        let head: RecordingHeader = match serde_json::from_slice(&content) {
            Ok(head) if first.kind == Kind::HEAD => head,
            Ok(_) => return Err(invalid(first, "it is not a header")),
            Err(error) => return Err(invalid(first, &error.to_string())),
        };
        let incompatibility = head.incompatibility(format);
        let mut recording = Self::empty(path.to_owned(), storage, head, incompatibility);
        recording.chunks.push(first);
        match recording.index(length)? {
            Some(chunks) => recording.load_indexed(chunks)?,
            None => recording.scan(first.end(), length)?,
        }
        if recording.worlds.is_empty() && recording.scenes.is_empty() {
            let why = recording.shortfall.map_or_else(
                || "it has none".to_owned(),
                |it| format!("it is unusable from byte {} on", it.at),
            );
            return Err(RecordingProblem::TooShort { why });
        }
        Ok(recording)
    }

    /// A recording without any chunks.
    pub(super) fn empty(
        path: PathBuf,
        storage: Storage,
        head: RecordingHeader,
        incompatibility: Option<String>,
    ) -> Self {
        Self {
            path,
            storage: Arc::new(Mutex::new(storage)),
            head,
            chunks: Vec::new(),
            worlds: BTreeMap::new(),
            scenes: BTreeMap::new(),
            commands: Vec::new(),
            album: Vec::new(),
            hashes: HashIndex::default(),
            shortfall: None,
            incompatibility,
        }
    }

    /// The chunks of the index, if there is a valid one.
    fn index(&self, length: u64) -> Result<Option<Vec<Chunk>>, RecordingProblem> {
        let mut storage = self.storage.lock().unwrap_or_else(PoisonError::into_inner);
        let at =
            chunk::read_trailer(&mut *storage, length).map_err(RecordingProblem::Unreadable)?;
        let Some(at) = at else { return Ok(None) };
        let Ok((chunk, content)) = chunk::read(&mut *storage, at, length) else { return Ok(None) };
        let is_last = chunk.kind == Kind::INDEX && chunk.end() + TRAILER == length;
        let chunks: Option<Vec<Chunk>> = block::decode(&content).ok().filter(|_| is_last);
        // The chunks must fill the file without gaps, from the file header to the index.
        let is_complete = |chunks: &Vec<Chunk>| {
            let ends = chunks.iter().map(Chunk::end);
            let begins = chunks.iter().skip(1).map(|chunk| chunk.at).chain([at]);
            chunks.first().is_some_and(|first| first.at == FILE_HEADER) && ends.eq(begins)
        };
        Ok(chunks.filter(is_complete))
    }

    /// Loads the chunks of an index up to the first damaged one, without the content of keyframes after the first.
    fn load_indexed(&mut self, chunks: Vec<Chunk>) -> Result<(), RecordingProblem> {
        for chunk in chunks.into_iter().skip(1) {
            let is_keyframe = chunk.kind.is_world() || chunk.kind == Kind::SCENE;
            let is_first = self.worlds.is_empty() && self.scenes.is_empty();
            let read = if is_keyframe && !is_first { Ok(Vec::new()) } else { self.content(chunk) };
            match read {
                Ok(content) => self.load(chunk, &content)?,
                Err(RecordingProblem::Damaged { at }) => {
                    self.end_early(at, true);
                    return Ok(());
                }
                Err(problem) => return Err(problem),
            }
        }
        Ok(())
    }

    /// Reads all chunks from `at` on, and loads those before the first incomplete one.
    fn scan(&mut self, mut at: u64, length: u64) -> Result<(), RecordingProblem> {
        while at < length {
            let read = {
                let mut storage = self.storage.lock().unwrap_or_else(PoisonError::into_inner);
                chunk::read(&mut *storage, at, length)
            };
            match read {
                Ok((chunk, _)) if chunk.kind == Kind::INDEX => break,
                Ok((chunk, content)) => {
                    self.load(chunk, &content)?;
                    at = chunk.end();
                }
                Err(ChunkError::Unreadable(error)) => {
                    return Err(RecordingProblem::Unreadable(error));
                }
                Err(error) => {
                    let is_damaged = matches!(error, ChunkError::Damaged);
                    self.end_early(at, is_damaged);
                    return Ok(());
                }
            }
        }
        self.end_early(at, false);
        Ok(())
    }

    fn end_early(&mut self, at: u64, is_damaged: bool) {
        self.shortfall = Some(MissingEnd { last_tick: self.last_tick(), at, is_damaged });
    }

    /// Loads a chunk with this content.
    fn load(&mut self, chunk: Chunk, content: &[u8]) -> Result<(), RecordingProblem> {
        match chunk.kind {
            Kind::WORLD | Kind::DIFFERENCE | Kind::SCENE => {}
            // The content of other chunks is unknown in another format.
            _ if self.incompatibility.is_some() => {}
            Kind::COMMAND => {
                let json = unpack(content).map_err(|why| invalid(chunk, &why))?;
                let command = serde_json::from_slice(&json);
                let command = command.map_err(|error| invalid(chunk, &error.to_string()))?;
                if self.commands.last().is_some_and(|&(last, _)| chunk.tick < last) {
                    return Err(invalid(chunk, "its command is out of order"));
                }
                self.commands.push((chunk.tick, command));
            }
            Kind::ALBUM => self.album = unpack(content).map_err(|why| invalid(chunk, &why))?,
            Kind::TICKS => {
                Block::decode(content).map_err(|why| invalid(chunk, &why))?;
                self.hashes.add_chunk(chunk);
            }
            _ => {}
        }
        self.add_chunk(chunk);
        Ok(())
    }

    fn add_chunk(&mut self, chunk: Chunk) {
        match chunk.kind {
            Kind::WORLD | Kind::DIFFERENCE => drop(self.worlds.insert(chunk.tick, chunk)),
            Kind::SCENE => drop(self.scenes.insert(chunk.tick, chunk)),
            _ => {}
        }
        self.chunks.push(chunk);
    }

    /// Adds a chunk that was just written.
    pub(super) fn add_written(&mut self, chunk: Chunk) {
        if chunk.kind == Kind::TICKS {
            self.hashes.add_chunk(chunk);
        }
        self.add_chunk(chunk);
    }

    /// Adds the state hash after a tick. Ticks must come in order; repeated ones are ignored.
    pub(super) fn add_hash(&mut self, tick: u64, hash: StateHash) {
        self.hashes.add(tick, hash);
    }

    pub(super) fn add_command(&mut self, tick: u64, command: Command) {
        self.commands.push((tick, command));
    }

    /// Reads and checks the content of a chunk.
    pub(super) fn content(&self, chunk: Chunk) -> Result<Vec<u8>, RecordingProblem> {
        let mut storage = self.storage.lock().unwrap_or_else(PoisonError::into_inner);
        match chunk::read(&mut *storage, chunk.at, chunk.end()) {
            Ok((found, content)) if found == chunk => Ok(content),
            Ok(_) => Err(RecordingProblem::Damaged { at: chunk.at }),
            Err(error) => Err(error.problem(chunk.at)),
        }
    }

    fn block(&self, chunk: Chunk) -> Result<Block, RecordingProblem> {
        Block::decode(&self.content(chunk)?).map_err(|why| invalid(chunk, &why))
    }

    /// The path of the file, as the user gave it; in memory, its name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether its bytes are in memory.
    #[must_use]
    pub fn is_in_memory(&self) -> bool {
        self.storage.lock().unwrap_or_else(PoisonError::into_inner).is_in_memory()
    }

    /// The header.
    #[must_use]
    pub fn head(&self) -> &RecordingHeader {
        &self.head
    }

    /// The first tick.
    #[must_use]
    pub fn first_tick(&self) -> u64 {
        let first = self.keyframes().next();
        first.unwrap_or(self.head.first_tick)
    }

    /// The last tick that can be reached.
    #[must_use]
    pub fn last_tick(&self) -> u64 {
        let kept = [&self.worlds, &self.scenes].map(|of| of.keys().next_back().copied());
        let last = kept.into_iter().fold(self.hashes.last(), Option::max);
        last.unwrap_or(self.head.first_tick)
    }

    /// Where the recording ends early, if it was not finished or is damaged.
    #[must_use]
    pub fn shortfall(&self) -> Option<&MissingEnd> {
        self.shortfall.as_ref()
    }

    /// Why this version cannot simulate its worlds, if it cannot. Its scenes can be read anyway.
    #[must_use]
    pub fn incompatibility(&self) -> Option<&str> {
        self.incompatibility.as_deref()
    }

    /// All commands, each with the tick after which it was applied, in order.
    #[must_use]
    pub fn commands(&self) -> &[(u64, Command)] {
        &self.commands
    }

    /// The commands that were applied after a tick.
    #[must_use]
    pub fn commands_at(&self, tick: u64) -> &[(u64, Command)] {
        let from = self.commands.partition_point(|&(at, _)| at < tick);
        let to = self.commands.partition_point(|&(at, _)| at <= tick);
        &self.commands[from..to]
    }

    /// What those who watch keep of the run, in the album's own encoding; empty if they keep nothing.
    #[must_use]
    pub fn album(&self) -> &[u8] {
        &self.album
    }

    /// The state hash after a tick, before any command, if it was recorded.
    ///
    /// # Errors
    /// When the file can no longer be read.
    pub fn hash(&self, tick: u64) -> Result<Option<StateHash>, RecordingError> {
        let read = |chunk| Ok(self.block(chunk)?.state_hashes());
        self.hashes.get(tick, read).map_err(|problem| problem.of(&self.path))
    }

    /// Calls `visit` with the history of each tick, in order, in the history's own encoding.
    ///
    /// # Errors
    /// When a chunk is damaged.
    pub fn rows(&self, mut visit: impl FnMut(u64, &[u8])) -> Result<(), RecordingError> {
        for &chunk in self.chunks.iter().filter(|chunk| chunk.kind == Kind::TICKS) {
            let block = self.block(chunk).map_err(|problem| problem.of(&self.path))?;
            block.rows.iter().for_each(|(tick, row)| visit(*tick, row));
        }
        Ok(())
    }

    /// The size of the file so far, in bytes, without an index.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.chunks.last().map_or(FILE_HEADER, Chunk::end)
    }
}

pub(super) fn invalid(chunk: Chunk, why: &str) -> RecordingProblem {
    RecordingProblem::Invalid { at: chunk.at, why: why.to_owned() }
}
