//! Another branch at the tick that is shown, replayed from a copy of its recording.

use std::sync::Arc;

use terrarium_playback::{Playback, PlaybackError, Progress};
use terrarium_run::record::Scene;
use terrarium_sim::tick::Simulation;

/// A branch that is shown beside the current one.
pub struct SideBranch {
    playback: Playback,
    scene: Option<Arc<Scene>>,
}

impl SideBranch {
    /// Copies the branch with this index.
    ///
    /// # Errors
    /// When there is no such branch, or it cannot be replayed.
    pub fn new(playback: &mut Playback, branch: usize) -> Result<Self, PlaybackError> {
        let recording = playback.recorded_timeline(branch)?;
        Ok(Self { playback: Playback::of_recorded(recording)?, scene: None })
    }

    /// Its scene; `None` until the first tick is reached, and after its last tick.
    #[must_use]
    pub fn scene(&self) -> Option<&Arc<Scene>> {
        self.scene.as_ref()
    }

    /// Its simulation, at the tick of the scene or on the way to another one.
    #[must_use]
    pub fn simulation(&self) -> &Simulation {
        self.playback.simulation()
    }

    /// Its last tick.
    #[must_use]
    pub fn frontier(&self) -> u64 {
        self.playback.frontier()
    }

    /// Whether it has this tick, and does not show it yet.
    #[must_use]
    pub fn is_late(&self, tick: u64) -> bool {
        tick <= self.frontier() && self.scene.as_ref().is_none_or(|scene| scene.tick != tick)
    }

    /// Continues towards a tick by at most `most` ticks. Returns whether there is another scene, or none after the last tick.
    ///
    /// # Errors
    /// When a keyframe is damaged, or a recorded command is refused.
    pub fn advance(&mut self, tick: u64, most: u64) -> Result<bool, PlaybackError> {
        if tick > self.frontier() {
            return Ok(self.scene.take().is_some());
        }
        if !self.is_late(tick) {
            return Ok(false);
        }
        if self.playback.target() != Some(tick) {
            self.playback.begin_seek(tick)?;
        }
        if self.playback.advance(most)? != Progress::Arrived {
            return Ok(false);
        }
        let scene = Scene::new(self.playback.simulation(), self.scene.as_deref());
        self.scene = Some(Arc::new(scene));
        Ok(true)
    }
}
