//! What follows from all ticks of a run, and so has to be replayed where ticks were skipped.

use terrarium_sim::world::World;

use super::{Playback, PlaybackError};

/// What follows from all ticks of a run up to one of them.
pub trait History {
    /// Begins with the organisms of `world`.
    #[must_use]
    fn begin(world: &World) -> Self
    where
        Self: Sized;

    /// The last tick that is known.
    fn last_tick(&self) -> u64;

    /// Adds the tick that `world` has just completed. Ignores a tick that does not follow the last one.
    fn record(&mut self, world: &World);

    /// Replays a run from its first tick to this one. `progress` is called with the number of ticks that are done, and of all.
    ///
    /// # Errors
    /// When a keyframe is damaged, or a recorded command is refused.
    fn replayed(
        playback: &mut Playback,
        tick: u64,
        progress: impl FnMut(u64, u64),
    ) -> Result<Self, PlaybackError>
    where
        Self: Sized,
    {
        playback.seek(playback.first_tick())?;
        let mut history = Self::begin(playback.simulation().world());
        history.extend(playback, tick, progress)?;
        Ok(history)
    }

    /// Adds the ticks of a playback up to `last`. Goes first to the last tick that is known. `progress` is called with the
    /// number of ticks that are done, and of all.
    ///
    /// # Errors
    /// When a keyframe is damaged, or a recorded command is refused.
    fn extend(
        &mut self,
        playback: &mut Playback,
        last: u64,
        mut progress: impl FnMut(u64, u64),
    ) -> Result<(), PlaybackError> {
        let first = self.last_tick();
        if first < last {
            playback.seek(first)?;
        }
        while playback.tick() < last {
            playback.step()?;
            self.record(playback.simulation().world());
            progress(self.last_tick() - first, last - first);
        }
        Ok(())
    }
}
