//! Seeking: back to a keyframe, and forward from there.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use terrarium_run::record::recording::RecordingError;
use terrarium_run::{ContradictingCommand, FirstError, Observer, apply_commands, run_ticks};
use terrarium_sim::tick::{Command, CommandRefusal, Simulation};
use terrarium_sim::world::World;

use super::{Playback, PlaybackError, Timeline};

/// The progress of a seek.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The simulation is at the tick.
    Arrived,
    /// Ticks are still to be replayed.
    Underway {
        /// The number of ticks.
        left: u64,
    },
}

impl Playback {
    /// Seeks to a tick of the current timeline; a tick outside it becomes its first or last. It can
    /// take long: [`begin_seek`](Self::begin_seek) and [`advance`](Self::advance) do it in slices.
    ///
    /// # Errors
    /// When a keyframe is damaged, or a recorded command is refused.
    pub fn seek(&mut self, tick: u64) -> Result<(), PlaybackError> {
        self.begin_seek(tick)?;
        while self.advance(u64::MAX)? != Progress::Arrived {}
        Ok(())
    }

    /// Begins a seek: restores the keyframe before the tick, or a later world that the last seeks have passed, unless
    /// replaying from here is shorter.
    ///
    /// # Errors
    /// When the keyframe is damaged.
    pub fn begin_seek(&mut self, tick: u64) -> Result<(), PlaybackError> {
        let tick = tick.clamp(self.first_tick(), self.frontier());
        let begin = self.replay_begin(tick);
        let keyframe = self.timeline().restorable_before(begin);
        // At the frontier a command may have been applied that no keyframe holds.
        let is_there = || self.is_settled() && (self.knows_turns() || !self.replays_turns);
        let is_ahead = self.tick() <= tick && (self.tick() < tick || is_there());
        if !is_ahead || keyframe > self.tick() {
            self.restore(tick)?;
        }
        self.target = Some(tick);
        Ok(())
    }

    /// The tick from which a replay must lead to `tick`: the one before, if its turns are to be traced.
    fn replay_begin(&self, tick: u64) -> u64 {
        let before = u64::from(self.replays_turns && !self.trace_targets.is_empty());
        tick.saturating_sub(before).max(self.first_tick())
    }

    /// Whether the same commands of this tick are applied as after a seek to it.
    fn is_settled(&self) -> bool {
        let recorded = self.timeline().recording().commands_at(self.tick()).len();
        self.applied == if self.is_at_frontier() { recorded } else { 0 }
    }

    /// Replays at most `most` of the ticks to the target of [`begin_seek`](Self::begin_seek).
    ///
    /// # Errors
    /// When a recorded command is refused.
    pub fn advance(&mut self, most: u64) -> Result<Progress, PlaybackError> {
        let Some(target) = self.target else { return Ok(Progress::Arrived) };
        self.replay(target.saturating_sub(self.tick()).min(most))?;
        if self.tick() >= target {
            self.target = None;
            return Ok(Progress::Arrived);
        }
        Ok(Progress::Underway { left: target - self.tick() })
    }

    /// The target of the seek under way.
    #[must_use]
    pub fn target(&self) -> Option<u64> {
        self.target
    }

    /// Restores the keyframe from which a replay leads to a tick.
    pub(super) fn restore(&mut self, tick: u64) -> Result<(), PlaybackError> {
        let begin = self.replay_begin(tick);
        let world = self.timeline_mut().restore(begin)?;
        self.simulation.restart(world)?;
        self.simulation.trace(self.trace_targets.clone());
        (self.applied, self.is_traced) = (0, false);
        self.catch_up()
    }

    /// Simulates recorded ticks again, with their commands, and compares them with the record.
    pub fn replay(&mut self, ticks: u64) -> Result<(), PlaybackError> {
        self.with_replayer(|simulation, replayer| run_ticks(simulation, ticks, &mut [replayer]))?;
        self.is_traced |= ticks > 0;
        self.catch_up()
    }

    /// Applies the commands that were recorded at the frontier, once the simulation is there.
    pub(super) fn catch_up(&mut self) -> Result<(), PlaybackError> {
        if !self.is_at_frontier() {
            return Ok(());
        }
        self.with_replayer(|simulation, replayer| apply_commands(simulation, &mut [replayer]))
    }

    /// Calls `replay` with a replayer of the current timeline.
    pub(super) fn with_replayer(
        &mut self,
        replay: impl FnOnce(&mut Simulation, &mut Replayer<'_>) -> ControlFlow<()>,
    ) -> Result<(), PlaybackError> {
        let Self { simulation, timelines, present, applied, cancelled, target, .. } = self;
        let (timeline, target) = (&mut timelines[*present], *target);
        let mut replayer =
            Replayer { timeline, applied, target, cancelled, problem: FirstError::default() };
        let _ = replay(simulation, &mut replayer);
        replayer.finish()
    }
}

/// Gives the commands of a timeline that were recorded, and compares its ticks with the record.
pub(super) struct Replayer<'a> {
    timeline: &'a mut Timeline,
    /// The number of commands of the current tick that have been applied.
    applied: &'a mut usize,
    /// The target of the seek under way.
    target: Option<u64>,
    cancelled: &'a Option<Arc<AtomicBool>>,
    problem: FirstError<Problem>,
}

enum Problem {
    Contradiction(ContradictingCommand),
    Recording(RecordingError),
    Cancelled,
}

impl Replayer<'_> {
    fn finish(mut self) -> Result<(), PlaybackError> {
        self.problem.take().map_err(|problem| match problem {
            Problem::Recording(error) => error.into(),
            Problem::Cancelled => PlaybackError::Cancelled,
            Problem::Contradiction(command) => PlaybackError::Contradiction {
                path: self.timeline.recording().path().to_owned(),
                problem: command.to_string(),
            },
        })
    }
}

impl Observer for Replayer<'_> {
    fn commands(&mut self, world: &World) -> Vec<Command> {
        let recorded = self.timeline.recording().commands_at(world.tick());
        let left = recorded.get(*self.applied..).unwrap_or_default();
        left.iter().map(|(_, command)| command.clone()).collect()
    }

    fn after_command(
        &mut self,
        simulation: &Simulation,
        _: &Command,
        result: Result<(), &CommandRefusal>,
    ) -> ControlFlow<()> {
        *self.applied += usize::from(result.is_ok());
        let checked = ContradictingCommand::check(simulation, result);
        self.problem.keep(checked.map_err(Problem::Contradiction))
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        *self.applied = 0;
        if self.cancelled.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return self.problem.keep(Err(Problem::Cancelled));
        }
        let replayed = self.timeline.replayed(simulation).map_err(Problem::Recording);
        if let Some(target) = self.target {
            self.timeline.pass(simulation.world(), target);
        }
        self.problem.keep(replayed)
    }
}
