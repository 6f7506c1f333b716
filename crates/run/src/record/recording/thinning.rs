//! Fewer keyframes, so that recordings in memory stay small however long a run is.
//!
//! Ticks, commands and the newest keyframes are kept. Of the others, the differences go first, from the oldest on, then
//! every second world, and so on: to reach a tick long ago, more ticks have to be replayed.

use super::chunk::{CHUNK_HEADER, Chunk, Kind};
use super::{Place, RecordingError, RecordingWriter};

/// The bytes at which a recording in memory is thinned out for the first time, to about half of them. The shipped
/// meadow has as many after about 55,000 ticks.
pub(super) const MOST_BYTES: u64 = 30 << 20;

impl RecordingWriter {
    /// Thins out the keyframes of a recording in memory if it is too large. Copies of the recording keep theirs.
    /// Nothing may be pending.
    pub(super) fn thin(&mut self) -> Result<(), RecordingError> {
        if self.end < self.thin_at || !self.recording.is_in_memory() {
            return Ok(());
        }
        let kept = thinned(&self.recording.chunks, self.thin_at / 2);
        let mut next = Self::create(&Place::Memory, self.recording.head.clone())?;
        for chunk in kept.into_iter().filter(|chunk| chunk.kind != Kind::HEAD) {
            let content = self.recording.content(chunk);
            let content = content.map_err(|problem| problem.of(&self.recording.path))?;
            next.append(chunk.kind, chunk.tick, &content)?;
        }
        for (tick, command) in self.recording.commands() {
            next.recording.add_command(*tick, command.clone());
        }
        next.recording.album = std::mem::take(&mut self.recording.album);
        std::mem::swap(&mut self.recording, &mut next.recording);
        self.end = next.end;
        self.thin_at = self.thin_at.max(2 * self.end);
        Ok(())
    }
}

/// The chunks that are kept so that they have about `most` bytes, in the same order.
fn thinned(chunks: &[Chunk], most: u64) -> Vec<Chunk> {
    let chains = chains(chunks);
    // The two newest chains are kept: the next keyframe is a difference to the last.
    let newest = chains.iter().rev().nth(1).copied().unwrap_or(0);
    let is_whole = |chunk: &&Chunk| chunk.kind == Kind::WORLD;
    let mut worlds: Vec<u64> = chunks.iter().filter(is_whole).map(|chunk| chunk.tick).collect();
    worlds.sort_unstable();
    for &from in chains.iter().take_while(|&&tick| tick <= newest) {
        let kept = kept(chunks, &worlds, from);
        if size(&kept) <= most {
            return kept;
        }
    }
    loop {
        let old = worlds.partition_point(|&tick| tick < newest);
        let kept = kept(chunks, &worlds, newest);
        if size(&kept) <= most || old <= 1 {
            return kept;
        }
        let mut indices = 0..;
        worlds.retain(|&tick| indices.next().is_some_and(|it| it % 2 == 0) || tick >= newest);
    }
}

/// The ticks of the worlds that differences follow, which are in the order of the run. Worlds that were added in
/// replays are not.
fn chains(chunks: &[Chunk]) -> Vec<u64> {
    let mut chains: Vec<u64> = Vec::new();
    for chunk in chunks.iter().filter(|chunk| chunk.kind == Kind::WORLD) {
        if chains.last().is_none_or(|&last| chunk.tick > last) {
            chains.push(chunk.tick);
        }
    }
    chains
}

/// All chunks but keyframes before the tick `from` that are not among these worlds.
fn kept(chunks: &[Chunk], worlds: &[u64], from: u64) -> Vec<Chunk> {
    let is_kept = |chunk: &&Chunk| match chunk.kind {
        Kind::DIFFERENCE => chunk.tick >= from,
        Kind::WORLD | Kind::SCENE => {
            chunk.tick >= from || worlds.binary_search(&chunk.tick).is_ok()
        }
        _ => true,
    };
    chunks.iter().filter(is_kept).copied().collect()
}

fn size(chunks: &[Chunk]) -> u64 {
    chunks.iter().map(|chunk| CHUNK_HEADER + u64::from(chunk.length)).sum()
}
