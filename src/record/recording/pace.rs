//! How often keyframes are kept: as often as it takes to reach any tick soon, and no more.

use crate::world::World;

/// How much may be lived again to reach a tick, in organisms times ticks. The shipped meadow comes to
/// it in some two hundred ticks.
const SPAN: u64 = 300_000;

/// The least ticks between keyframes: those of large worlds are large, too.
const LEAST: u64 = 100;

/// How much may be lost when a run is killed, in organisms times ticks, and in ticks.
const LOSS: u64 = 100_000;
const MOST_TICKS: u64 = 256;

/// What was lived since the last keyframe, and since the last chunk.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Pace {
    since_keyframe: (u64, u64),
    since_chunk: (u64, u64),
}

impl Pace {
    /// Counts a tick.
    pub fn note(&mut self, world: &World) {
        // Even where nobody lives, a tick is something.
        let organisms = u64::from(world.organisms.len()).max(16);
        for (ticks, lived) in [&mut self.since_keyframe, &mut self.since_chunk] {
            *ticks += 1;
            *lived += organisms;
        }
    }

    /// Whether it is time for a keyframe.
    pub fn wants_keyframe(&self) -> bool {
        let (ticks, lived) = self.since_keyframe;
        lived >= SPAN && ticks >= LEAST
    }

    /// Whether it is time to write down the ticks lived since.
    pub fn wants_chunk(&self) -> bool {
        let (ticks, lived) = self.since_chunk;
        lived >= LOSS || ticks >= MOST_TICKS
    }

    /// A keyframe was kept.
    pub fn kept(&mut self) {
        self.since_keyframe = (0, 0);
    }

    /// A chunk was written.
    pub fn written(&mut self) {
        self.since_chunk = (0, 0);
    }
}
