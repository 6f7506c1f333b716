//! Getting to another tick: back to a keyframe, and on from there.

use super::{Playback, PlaybackError};
use crate::record::Snapshot;

/// How far a search for a tick has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// It is there.
    Arrived,
    /// So many ticks are still to be lived again.
    Underway {
        /// How many.
        left: u64,
    },
}

impl Playback {
    /// Goes to a tick of the present future, or to the end of its past that is nearer. A long way takes
    /// a while: [`begin_seek`](Self::begin_seek) and [`advance`](Self::advance) do it in slices.
    ///
    /// # Errors
    /// When a keyframe on the way is damaged, or a command that was recorded cannot be obeyed.
    pub fn seek(&mut self, tick: u64) -> Result<(), PlaybackError> {
        self.begin_seek(tick)?;
        while self.advance(u64::MAX)? != Progress::Arrived {}
        Ok(())
    }

    /// Sets out for a tick, and goes back to the keyframe before it, unless the way on from here is
    /// shorter.
    ///
    /// # Errors
    /// When that keyframe is damaged.
    pub fn begin_seek(&mut self, tick: u64) -> Result<(), PlaybackError> {
        let tick = tick.clamp(self.first_tick(), self.frontier());
        let keyframe = self.timeline().recording().keyframe_before(tick).unwrap_or(0);
        // At the frontier a command may have been obeyed, which no keyframe knows of.
        let is_ahead = self.tick() <= tick && (self.tick() < tick || self.is_settled());
        if !is_ahead || keyframe > self.tick() {
            self.restore(tick)?;
        }
        self.target = Some(tick);
        Ok(())
    }

    /// Whether as many commands of this tick were obeyed as whoever comes here from elsewhere finds.
    fn is_settled(&self) -> bool {
        let recorded = self.timeline().recording().commands_at(self.tick()).len();
        self.obeyed == if self.is_at_frontier() { recorded } else { 0 }
    }

    /// Lives again at most so many of the ticks to where [`begin_seek`](Self::begin_seek) set out for.
    ///
    /// # Errors
    /// When a command that was recorded cannot be obeyed.
    pub fn advance(&mut self, most: u64) -> Result<Progress, PlaybackError> {
        let Some(target) = self.target else { return Ok(Progress::Arrived) };
        for _ in 0..most {
            if self.tick() >= target {
                break;
            }
            self.relive()?;
        }
        if self.tick() >= target {
            self.target = None;
            return Ok(Progress::Arrived);
        }
        Ok(Progress::Underway { left: target - self.tick() })
    }

    /// The tick that is being sought, if one is.
    #[must_use]
    pub fn target(&self) -> Option<u64> {
        self.target
    }

    /// Goes back to the keyframe before a tick.
    pub(super) fn restore(&mut self, tick: u64) -> Result<(), PlaybackError> {
        let Snapshot { world, .. } = self.timeline().recording().world_at_or_before(tick)?;
        self.simulation.restart(world)?;
        self.simulation.listen(self.listening.clone());
        self.obeyed = 0;
        self.timeline_mut().restored();
        self.catch_up()
    }

    /// Lives a tick of the past again, with the commands that came before it.
    pub(super) fn relive(&mut self) -> Result<(), PlaybackError> {
        self.apply_recorded()?;
        self.simulation.tick();
        self.obeyed = 0;
        self.timelines[self.present].relived(&self.simulation)?;
        self.catch_up()
    }

    /// At the frontier, all commands that were given there hold.
    pub(super) fn catch_up(&mut self) -> Result<(), PlaybackError> {
        if self.is_at_frontier() { self.apply_recorded() } else { Ok(()) }
    }

    /// Obeys the commands that were given after this tick, as far as they were not obeyed yet.
    fn apply_recorded(&mut self) -> Result<(), PlaybackError> {
        let tick = self.tick();
        let recording = self.timelines[self.present].recording();
        let commands = recording.commands_at(tick).get(self.obeyed..).unwrap_or_default();
        for (_, command) in commands {
            self.simulation.apply(command.clone()).map_err(|refusal| {
                PlaybackError::Contradiction {
                    path: recording.path().to_owned(),
                    problem: format!("a command of tick {tick} cannot have been obeyed: {refusal}"),
                }
            })?;
            self.obeyed += 1;
        }
        Ok(())
    }
}
