//! The life of an organism, replayed in the background and kept up to date.

use std::ops::ControlFlow;
use std::sync::Arc;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_playback::Playback;
use terrarium_playback::inspection::Section;
use terrarium_playback::life_history::{LifeHistory, LifeReplay};
use terrarium_run::record::Recording;

use crate::background::{Background, Task, Work};

/// A life, as far as it is known.
pub struct Lives<B: Background> {
    /// The organism, and the index of the branch.
    of: Option<(OrganismId, usize)>,
    /// Whether it was asked for since it was replayed last.
    is_wanted: bool,
    /// The last tick of the branch that it is known for, and the life or why it is not known.
    known: Option<(u64, Result<Arc<KnownLife>, String>)>,
    underway: Option<B::Task<Replay>>,
}

/// A life and its text.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownLife {
    /// The life.
    pub life: LifeHistory,
    /// The life as sections of lines.
    pub sections: Vec<Section>,
}

/// The replay of a life.
pub enum Replay {
    /// A copy of the recording, which is not open yet.
    Closed(Box<Recording>, OrganismId),
    /// An open one.
    Open(Box<(Playback, LifeReplay)>),
}

impl<B: Background> Default for Lives<B> {
    fn default() -> Self {
        Self { of: None, is_wanted: false, known: None, underway: None }
    }
}

impl<B: Background> Lives<B> {
    /// Asks for the life of an organism.
    pub fn want(&mut self, organism: OrganismId, playback: &Playback) {
        let of = Some((organism, playback.present()));
        if self.of != of {
            *self = Self { of, ..Self::default() };
        }
        self.is_wanted = true;
    }

    /// The life, or why it is not known.
    ///
    /// # Errors
    /// The progress of its replay, or why that has failed.
    pub fn life(&self) -> Result<&Arc<KnownLife>, String> {
        match (&self.known, self.progress()) {
            (Some((_, life)), _) => life.as_ref().map_err(String::clone),
            (None, None) => Err("replaying …".to_owned()),
            (None, Some((tick, last))) => Err(format!("replayed to tick {tick} of at most {last}")),
        }
    }

    /// The tick that is replayed, and the last one of the replay under way.
    #[must_use]
    pub fn progress(&self) -> Option<(u64, u64)> {
        self.underway.as_ref()?.progress()
    }

    /// Whether a replay is under way.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.underway.is_some()
    }

    /// Whether the life was asked for, and is not known up to its end or that of the branch: for the first time, or also
    /// `anew` since the branch is longer now.
    #[must_use]
    pub fn is_due(&self, playback: &Playback, anew: bool) -> bool {
        let is_of_branch = self.of.is_some_and(|(_, branch)| branch == playback.present());
        let is_behind = self.known.as_ref().is_none_or(|(last_tick, life)| {
            let is_over = life.as_ref().is_ok_and(|it| it.life.died.is_some());
            anew && !is_over && *last_tick != playback.frontier()
        });
        is_of_branch && self.is_wanted && is_behind
    }

    /// Continues the replay under way by at most `most` ticks, or begins one. Returns whether it is done.
    pub fn advance(&mut self, playback: &mut Playback, most: u64) -> bool {
        let Some((organism, _)) = self.of else { return false };
        let frontier = playback.frontier();
        let answer = match &mut self.underway {
            Some(replay) => replay.advance(most),
            None => match playback.recorded() {
                Ok(recording) => {
                    let replay = B::begin(Replay::Closed(Box::new(recording), organism));
                    self.underway.insert(replay).advance(most)
                }
                Err(error) => Some(Err(error.to_string())),
            },
        };
        let Some(answer) = answer else { return false };
        let last_tick = answer.as_ref().map_or(frontier, |it| it.life.last_tick);
        self.known = Some((last_tick, answer.map(Arc::new)));
        (self.underway, self.is_wanted) = (None, false);
        true
    }
}

impl Work for Replay {
    type Answer = KnownLife;

    fn advance(self, most: u64) -> Result<ControlFlow<KnownLife, Self>, String> {
        let mut replayed = match self {
            Self::Closed(recording, organism) => open(*recording, organism)?,
            Self::Open(replayed) => replayed,
        };
        let (playback, life) = &mut *replayed;
        let advanced = life.advance(playback, most, &mut |_| {});
        if !advanced.map_err(|error| error.to_string())? {
            return Ok(ControlFlow::Continue(Self::Open(replayed)));
        }
        let (playback, life) = *replayed;
        let life = life.finish(&playback).map_err(|error| error.to_string())?;
        let sections = life.sections();
        Ok(ControlFlow::Break(KnownLife { life, sections }))
    }

    fn progress(&self) -> Option<(u64, u64)> {
        match self {
            Self::Closed(..) => None,
            Self::Open(replayed) => Some((replayed.0.tick(), replayed.0.frontier())),
        }
    }
}

/// Opens a recording at the last keyframe before the birth of an organism.
fn open(recording: Recording, organism: OrganismId) -> Result<Box<(Playback, LifeReplay)>, String> {
    let mut playback = Playback::of_recorded(recording).map_err(|error| error.to_string())?;
    let life = LifeReplay::begin(&mut playback, organism).map_err(|error| error.to_string())?;
    Ok(Box::new((playback, life)))
}
