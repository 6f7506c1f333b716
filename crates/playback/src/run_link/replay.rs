//! The run of a link, simulated: commands at their ticks, and the comparison at the end.

use std::ops::ControlFlow;

use terrarium_run::{FirstError, Observer};
use terrarium_sim::tick::{Command, CommandRefusal, Simulation};
use terrarium_sim::world::{StateHash, World};

use super::checking::at_most;
use super::limits::MAX_ORGANISMS;
use super::{LinkError, RunLink};
use crate::Playback;

/// Whether the world at the last tick of a link is that of the link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LinkVerdict {
    /// The last tick is not reached yet.
    #[default]
    Pending,
    /// It has the state hash of the link.
    Same,
    /// It has another one.
    Different {
        /// The state hash of the world.
        found: StateHash,
    },
}

/// Simulates the run of a link from tick 0: gives its commands at their ticks, and compares the state at its
/// last tick.
///
/// For a run without a record it is an [`Observer`]; [`begin`](Self::begin) and [`finish`](Self::finish) belong to
/// it. For a [`Playback`] it has [`advance`](Self::advance).
#[derive(Debug)]
pub struct LinkReplay {
    link: RunLink,
    /// The number of commands that were given.
    given: usize,
    /// The number of commands that were applied.
    applied: usize,
    verdict: LinkVerdict,
    problem: FirstError<LinkError>,
}

impl LinkReplay {
    /// The replay of a link, before its first tick.
    #[must_use]
    pub fn new(link: RunLink) -> Self {
        let verdict = LinkVerdict::Pending;
        Self { link, given: 0, applied: 0, verdict, problem: FirstError::default() }
    }

    /// The link.
    #[must_use]
    pub fn link(&self) -> &RunLink {
        &self.link
    }

    /// Whether the world at the last tick is that of the link.
    #[must_use]
    pub fn verdict(&self) -> LinkVerdict {
        self.verdict
    }

    /// Simulates at most `most` ticks towards the last one of the link, as new ticks of a playback. Returns whether
    /// it is reached; the commands of that tick are applied then, and the state is compared.
    ///
    /// # Errors
    /// When a command is invalid or refused, a tick cannot be recorded, or there are more organisms than links
    /// may have.
    pub fn advance(&mut self, playback: &mut Playback, most: u64) -> Result<bool, LinkError> {
        self.keep_favourites(playback)?;
        let mut left = most;
        loop {
            let due = self.due(playback.simulation().world())?;
            for command in due {
                let tick = playback.tick();
                playback.command(command).map_err(|error| match error {
                    crate::PlaybackError::Refused(refusal) => {
                        LinkError::Command { tick, problem: refusal.to_string() }
                    }
                    other => other.into(),
                })?;
                self.applied += 1;
            }
            let world = playback.simulation().world();
            check_size(world)?;
            self.judge(world);
            if world.tick() >= self.link.tick {
                return Ok(true);
            }
            if left == 0 {
                return Ok(false);
            }
            playback.step()?;
            left -= 1;
        }
    }

    /// Gives the playback the favourites of the link, once.
    fn keep_favourites(&mut self, playback: &mut Playback) -> Result<(), LinkError> {
        let favourites = std::mem::take(&mut self.link.favourites);
        if favourites.is_empty() {
            return Ok(());
        }
        playback.edit_album(|album| {
            // There are no more than an album may have.
            favourites.into_iter().for_each(|(id, favourite)| drop(album.add(id, favourite)));
        })?;
        Ok(())
    }

    /// Compares the first world, before a run that this observes.
    pub fn begin(&mut self, world: &World) {
        self.judge(world);
    }

    /// Applies the commands that were given after the last tick of the link, if the run ended there.
    ///
    /// # Errors
    /// When a command is invalid or was refused, or there were more organisms than links may have.
    pub fn finish(&mut self, simulation: &mut Simulation) -> Result<LinkVerdict, LinkError> {
        self.problem.take()?;
        if simulation.world().tick() == self.link.tick {
            for command in self.due(simulation.world())? {
                let result = simulation.apply(command);
                self.count(simulation, result.as_ref().copied())?;
            }
        }
        Ok(self.verdict)
    }

    /// The commands for the tick of a world that were not given yet.
    fn due(&mut self, world: &World) -> Result<Vec<Command>, LinkError> {
        let rest = &self.link.commands[self.given..];
        let due: Vec<_> = rest.iter().take_while(|it| it.tick <= world.tick()).collect();
        self.given += due.len();
        due.into_iter().map(|command| command.command(world)).collect()
    }

    /// Counts a command of the link that was applied.
    fn count(
        &mut self,
        simulation: &Simulation,
        result: Result<(), &CommandRefusal>,
    ) -> Result<(), LinkError> {
        let tick = simulation.world().tick();
        result.map_err(|refusal| LinkError::Command { tick, problem: refusal.to_string() })?;
        self.applied += 1;
        self.judge(simulation.world());
        Ok(())
    }

    /// Compares the state at the last tick, after all commands.
    fn judge(&mut self, world: &World) {
        let is_there = world.tick() == self.link.tick && self.applied == self.link.commands.len();
        if is_there && self.verdict == LinkVerdict::Pending {
            let found = world.state_hash();
            let is_same = found == self.link.hash;
            self.verdict =
                if is_same { LinkVerdict::Same } else { LinkVerdict::Different { found } };
        }
    }
}

impl Observer for LinkReplay {
    fn commands(&mut self, world: &World) -> Vec<Command> {
        self.due(world).unwrap_or_else(|error| {
            let _ = self.problem.keep(Err(error));
            Vec::new()
        })
    }

    fn after_command(
        &mut self,
        simulation: &Simulation,
        _: &Command,
        result: Result<(), &CommandRefusal>,
    ) -> ControlFlow<()> {
        let counted = self.count(simulation, result);
        self.problem.keep(counted)
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self.judge(simulation.world());
        self.problem.keep(check_size(simulation.world()))
    }
}

/// Refuses a world with more organisms than links may have.
fn check_size(world: &World) -> Result<(), LinkError> {
    at_most("organisms", world.organism_count() as u64, MAX_ORGANISMS)
}
