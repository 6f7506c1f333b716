//! Undo: back to the tick of the last command, without it.

use terrarium_run::run_ticks;
use terrarium_sim::tick::Command;

use super::{Playback, PlaybackError};

/// What [`Playback::undo`] did.
#[derive(Debug, Clone, PartialEq)]
pub struct Undone {
    /// The command that was taken back.
    pub command: Command,
    /// The tick after which it had been applied, which is the current one now.
    pub tick: u64,
    /// The name of the new timeline, or `None` if no tick had been simulated with the command: then the
    /// command was dropped from its own timeline.
    pub branch: Option<String>,
}

impl Playback {
    /// Takes back the last command before the current moment: goes to its tick, applies the commands before it
    /// again, and starts a new timeline there. The timeline with the command stays unchanged. If no
    /// tick has been simulated since the command, it is dropped without a new timeline, unless the
    /// file of its timeline is kept.
    ///
    /// Returns `None` if no command has been applied so far. Ends a seek.
    ///
    /// # Errors
    /// When a keyframe is damaged, a recorded command is refused, or the new timeline cannot be
    /// recorded.
    pub fn undo(&mut self) -> Result<Option<Undone>, PlaybackError> {
        let commands = self.timeline().recording().commands();
        let earlier = commands.partition_point(|&(at, _)| at < self.tick());
        let Some(last) = (earlier + self.applied).checked_sub(1) else { return Ok(None) };
        let Some((tick, command)) = commands.get(last).cloned() else { return Ok(None) };
        let kept = last - commands.partition_point(|&(at, _)| at < tick);
        let is_pending =
            tick == self.frontier() && last + 1 == commands.len() && self.timeline().is_temporary();
        self.rewind(tick, kept)?;
        let index = self.branch()?;
        if is_pending {
            self.take_place_of_parent(index);
        }
        let branch = (!is_pending).then(|| self.timeline().name().to_owned());
        Ok(Some(Undone { command, tick, branch }))
    }

    /// Goes to a tick of the current timeline, with only the first `kept` of its commands.
    fn rewind(&mut self, tick: u64, kept: usize) -> Result<(), PlaybackError> {
        let commands = self.timeline().recording().commands_at(tick)[..kept].to_vec();
        let world = self.timeline_mut().restore(tick)?;
        self.simulation.restart(world)?;
        self.simulation.trace(self.trace_targets.clone());
        (self.applied, self.is_traced, self.target) = (0, false, None);
        let ticks = tick - self.tick();
        self.with_replayer(|simulation, replayer| run_ticks(simulation, ticks, &mut [replayer]))?;
        for (_, command) in commands {
            self.simulation.apply(command)?;
            self.applied += 1;
        }
        Ok(())
    }

    /// Puts the last timeline, which was just branched, in the place of the one it branched from.
    fn take_place_of_parent(&mut self, index: usize) {
        let new = self.timelines.pop().expect("it was just added");
        let (own, _) = new.parent().expect("it is a branch");
        debug_assert_eq!(index, self.timelines.len(), "the last one");
        self.timelines[own].replace_by(new);
        self.present = own;
    }
}
