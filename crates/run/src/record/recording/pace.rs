//! The intervals between keyframes and between chunks.

use terrarium_sim::world::World;

/// The organism-ticks to replay at most to reach a tick, a compromise between short seeks and small files. The shipped
/// meadow has as many in about 170 ticks.
const KEYFRAME_WORK: u64 = 330_000;

/// The least ticks between keyframes, because the keyframes of large worlds are large.
const KEYFRAME_TICKS: u64 = 100;

/// The most organism-ticks, and the most ticks, that a killed run loses.
const CHUNK_WORK: u64 = 100_000;
const CHUNK_TICKS: u64 = 256;

/// The ticks and organism-ticks since the last keyframe, and since the last chunk.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Pace {
    since_keyframe: (u64, u64),
    since_chunk: (u64, u64),
}

impl Pace {
    /// Counts a tick.
    pub fn count(&mut self, world: &World) {
        // A tick has a cost even in an empty world.
        let organisms = (world.organism_count() as u64).max(16);
        for (ticks, work) in [&mut self.since_keyframe, &mut self.since_chunk] {
            *ticks += 1;
            *work += organisms;
        }
    }

    /// Whether a keyframe is due.
    pub fn is_keyframe_due(&self) -> bool {
        let (ticks, work) = self.since_keyframe;
        work >= KEYFRAME_WORK && ticks >= KEYFRAME_TICKS
    }

    /// Whether a chunk is due.
    pub fn is_chunk_due(&self) -> bool {
        let (ticks, work) = self.since_chunk;
        work >= CHUNK_WORK || ticks >= CHUNK_TICKS
    }

    /// Resets the interval after a keyframe was written.
    pub fn keyframe_written(&mut self) {
        self.since_keyframe = (0, 0);
    }

    /// Resets the interval after a chunk was written.
    pub fn chunk_written(&mut self) {
        self.since_chunk = (0, 0);
    }
}
