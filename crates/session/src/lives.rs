//! The life of the selected organism, replayed in pieces and kept up to date.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_playback::inspection::Section;
use terrarium_playback::life_history::{LifeHistory, LifeReplay};
use terrarium_playback::{FrameSource, Playback};

use crate::replay::replayed;
use crate::session::Session;

/// A life, as far as it is known.
#[derive(Default)]
pub(crate) struct Lives {
    /// The organism, and the index of the branch.
    of: Option<(OrganismId, usize)>,
    /// Whether it was asked for since it was replayed last.
    is_wanted: bool,
    known: Option<Known>,
    underway: Option<Underway>,
}

/// What a replay has found up to a tick.
struct Known {
    last_tick: u64,
    life: Result<LifeHistory, String>,
}

/// A replay under way.
struct Underway {
    playback: Playback,
    life: LifeReplay,
}

impl Lives {
    /// Asks for the life of an organism.
    pub fn want(&mut self, organism: OrganismId, playback: &Playback) {
        let of = Some((organism, playback.present()));
        if self.of != of {
            *self = Self { of, ..Self::default() };
        }
        self.is_wanted = true;
    }

    /// The life in sections, or why it is not known.
    pub fn sections(&self) -> Result<Vec<Section>, String> {
        match &self.known {
            Some(Known { life, .. }) => {
                life.as_ref().map(LifeHistory::sections).map_err(String::clone)
            }
            None => Err(self.progress().map_or_else(
                || "replaying …".to_owned(),
                |(tick, last)| format!("replayed to tick {tick} of at most {last}"),
            )),
        }
    }

    /// The tick that is replayed, and the last one of the replay under way.
    pub fn progress(&self) -> Option<(u64, u64)> {
        let playback = &self.underway.as_ref()?.playback;
        Some((playback.tick(), playback.frontier()))
    }

    /// Whether the life was asked for, and is not known up to its end or that of the branch.
    fn is_due(&self, playback: &Playback) -> bool {
        let is_of_branch = self.of.is_some_and(|(_, branch)| branch == playback.present());
        let is_behind = self.known.as_ref().is_none_or(|known| {
            let is_over = known.life.as_ref().is_ok_and(|life| life.died.is_some());
            !is_over && known.last_tick != playback.frontier()
        });
        is_of_branch && self.is_wanted && is_behind
    }

    /// Replays at most `most` ticks. Returns whether the replay is done.
    fn advance(&mut self, playback: &mut Playback, most: u64) -> bool {
        let last_tick = playback.frontier();
        let replayed = match self.replay(playback, most) {
            Ok(None) => return false,
            Ok(Some(life)) => Ok(life),
            Err(problem) => Err(problem),
        };
        let last_tick = replayed.as_ref().map_or(last_tick, |life| life.last_tick);
        (self.known, self.is_wanted) = (Some(Known { last_tick, life: replayed }), false);
        true
    }

    /// Begins or continues the replay. Returns the life at its end.
    fn replay(
        &mut self,
        playback: &mut Playback,
        most: u64,
    ) -> Result<Option<LifeHistory>, String> {
        let mut underway = match (self.underway.take(), self.of) {
            (Some(underway), _) => underway,
            (None, Some((organism, _))) => Underway::begin(organism, playback)?,
            (None, None) => return Ok(None),
        };
        let Underway { playback, life } = &mut underway;
        let is_done =
            life.advance(playback, most, &mut |_| {}).map_err(|error| error.to_string())?;
        if is_done {
            let Underway { playback, life } = underway;
            return life.finish(&playback).map(Some).map_err(|error| error.to_string());
        }
        self.underway = Some(underway);
        Ok(None)
    }
}

impl Underway {
    fn begin(organism: OrganismId, playback: &mut Playback) -> Result<Self, String> {
        let mut playback = replayed(playback)?;
        let life = LifeReplay::begin(&mut playback, organism).map_err(|error| error.to_string())?;
        Ok(Self { playback, life })
    }
}

impl Session {
    /// Whether the life that was asked for is to be replayed: for the first time, or also `anew` since the branch is longer now.
    #[must_use]
    pub fn is_life_due(&self, anew: bool) -> bool {
        let is_new = anew || self.lives.known.is_none();
        is_new && self.playback().is_some_and(|playback| self.lives.is_due(playback))
    }

    /// Continues the replay of a life by at most `most` ticks. Returns whether it is done.
    pub fn continue_life(&mut self, most: u32) -> bool {
        let FrameSource::Run(playback) = &mut self.source else { return true };
        self.lives.advance(playback, most.into())
    }
}
