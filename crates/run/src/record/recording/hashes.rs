//! The state hashes of a recording. Most of them stay in the file: a run of any length has one for each tick.

use std::sync::{Arc, Mutex, PoisonError};

use terrarium_sim::world::StateHash;

use super::RecordingProblem;
use super::chunk::Chunk;

/// The hashes of some ticks, in order.
pub(super) type Hashes = Vec<(u64, StateHash)>;

/// Where the state hash of each tick is found.
#[derive(Debug, Default)]
pub(super) struct HashIndex {
    /// The chunks with hashes, in the order of their ticks.
    chunks: Vec<Chunk>,
    /// The hashes that are in no chunk yet.
    unwritten: Hashes,
    /// The chunk that was read last: replays ask for one tick after the other.
    read: Mutex<Option<(u64, Arc<Hashes>)>>,
}

impl Clone for HashIndex {
    fn clone(&self) -> Self {
        let (chunks, unwritten) = (self.chunks.clone(), self.unwritten.clone());
        Self { chunks, unwritten, read: Mutex::default() }
    }
}

impl HashIndex {
    /// The last tick with a hash.
    pub fn last(&self) -> Option<u64> {
        let unwritten = self.unwritten.last().map(|&(tick, _)| tick);
        unwritten.or_else(|| self.chunks.last().map(|chunk| chunk.tick))
    }

    /// Adds the hash of a tick. Ticks must come in order; repeated ones are ignored.
    pub fn add(&mut self, tick: u64, hash: StateHash) {
        if self.last().is_none_or(|last| tick > last) {
            self.unwritten.push((tick, hash));
        }
    }

    /// Adds a chunk of the file. It contains everything that was added before.
    pub fn add_chunk(&mut self, chunk: Chunk) {
        self.unwritten.clear();
        if self.chunks.last().is_none_or(|last| chunk.tick > last.tick) {
            self.chunks.push(chunk);
        }
    }

    /// The hash of a tick, if there is one. `read` reads a chunk.
    pub fn get(
        &self,
        tick: u64,
        read: impl FnOnce(Chunk) -> Result<Hashes, RecordingProblem>,
    ) -> Result<Option<StateHash>, RecordingProblem> {
        let index = self.chunks.partition_point(|chunk| chunk.tick < tick);
        let Some(&chunk) = self.chunks.get(index) else {
            return Ok(hash_in(&self.unwritten, tick));
        };
        let mut last = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let hashes = match &*last {
            Some((at, hashes)) if *at == chunk.at => Arc::clone(hashes),
            _ => Arc::new(read(chunk)?),
        };
        *last = Some((chunk.at, Arc::clone(&hashes)));
        Ok(hash_in(&hashes, tick))
    }
}

fn hash_in(hashes: &Hashes, tick: u64) -> Option<StateHash> {
    let index = hashes.binary_search_by_key(&tick, |&(at, _)| at).ok()?;
    Some(hashes[index].1)
}
