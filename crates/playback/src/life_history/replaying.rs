//! Replays the part of a run that a question is about.

use std::ops::ControlFlow;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::{Code, SpeciesId};
use terrarium_sim::tick::{Simulation, TraceTarget};
use thiserror::Error;

use super::life::LifeHistory;
use super::mortality::{Mortality, MortalityTracker};
use super::tracker::LifeTracker;
use crate::Progress;
use crate::{Playback, PlaybackError};

/// Why there is no life history.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LifeHistoryError {
    /// The run cannot be replayed.
    #[error(transparent)]
    Playback(#[from] PlaybackError),
    /// No organism of the run has this identity.
    #[error("there is no organism {id} in this run; its organisms are #1 to {last}")]
    Unknown {
        /// The identity.
        id: OrganismId,
        /// The greatest identity of the run.
        last: OrganismId,
    },
    /// The organism was gone before the run began.
    #[error(
        "organism {id} was gone before tick {first_tick}, with which this run begins; ask the run from \
         which it resumed"
    )]
    Gone {
        /// The identity.
        id: OrganismId,
        /// The first tick of the run.
        first_tick: u64,
    },
}

/// How far a replay is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReplayProgress {
    /// The number of ticks that were replayed.
    pub done: u64,
    /// The number of ticks to replay at most.
    pub ticks: u64,
}

/// Called after each tick of a replay.
pub type ReplayObserver<'a> = dyn FnMut(ReplayProgress) + 'a;

/// The replay of a life under way, for those who replay in pieces.
#[derive(Debug)]
pub struct LifeReplay {
    tracker: LifeTracker,
    is_over: bool,
}

impl LifeReplay {
    /// Goes to the last keyframe before the birth of an organism.
    ///
    /// # Errors
    /// When the run cannot be replayed, or has no such organism.
    pub fn begin(playback: &mut Playback, id: OrganismId) -> Result<Self, LifeHistoryError> {
        let first_tick = playback.first_tick();
        playback.trace(Vec::new());
        playback.seek(begin_of(playback, id)?)?;
        playback.trace(vec![TraceTarget::Organism(id)]);
        let tracker = LifeTracker::begin(playback.simulation(), id);
        if !tracker.is_born() && id < playback.simulation().world().next_id() {
            return Err(LifeHistoryError::Gone { id, first_tick });
        }
        Ok(Self { tracker, is_over: false })
    }

    /// Replays at most `most` ticks. Returns whether the life is over, or the run.
    ///
    /// # Errors
    /// When the run cannot be replayed.
    pub fn advance(
        &mut self,
        playback: &mut Playback,
        most: u64,
        observer: &mut ReplayObserver<'_>,
    ) -> Result<bool, PlaybackError> {
        let ticks = if self.is_over { 0 } else { most };
        let end = playback.frontier().min(playback.tick().saturating_add(ticks));
        let mut note = |simulation: &Simulation| {
            let flow = self.tracker.record(simulation);
            self.is_over = flow.is_break();
            flow
        };
        replay(playback, end, &mut note, observer)?;
        Ok(self.is_over || playback.is_at_frontier())
    }

    /// The life up to the tick that was replayed last.
    ///
    /// # Errors
    /// When no such organism was born.
    pub fn finish(self, playback: &Playback) -> Result<LifeHistory, LifeHistoryError> {
        let world = playback.simulation().world();
        let (id, last) = (self.tracker.id(), OrganismId(world.next_id().0 - 1));
        self.tracker.finish(world).ok_or(LifeHistoryError::Unknown { id, last })
    }
}

/// The life of an organism of a run. Replays from the last keyframe before its birth to its death, and
/// leaves the playback there.
///
/// # Errors
/// When the run cannot be replayed, or has no such organism.
pub fn of_organism(
    playback: &mut Playback,
    id: OrganismId,
    observer: &mut ReplayObserver<'_>,
) -> Result<LifeHistory, LifeHistoryError> {
    let mut replay = LifeReplay::begin(playback, id)?;
    replay.advance(playback, u64::MAX, observer)?;
    replay.finish(playback)
}

/// The deaths of all species in a run, by cause. Replays all of it.
///
/// # Errors
/// When the run cannot be replayed.
pub fn mortality(
    playback: &mut Playback,
    observer: &mut ReplayObserver<'_>,
) -> Result<Mortality, PlaybackError> {
    playback.trace(Vec::new());
    playback.seek(playback.first_tick())?;
    let world = playback.simulation().world();
    let mut tracker = MortalityTracker::begin(world);
    // For the places of their faults; the reasons of scripts have them.
    let ids = (0..).map(SpeciesId).zip(&world.config().species);
    let modules = ids.filter(|(_, species)| {
        let choice = species.behaviour.as_ref();
        choice.is_some_and(|choice| matches!(choice.code, Code::Module { .. }))
    });
    let modules = modules.map(|(id, _)| TraceTarget::Species(id)).collect();
    playback.trace(modules);
    let frontier = playback.frontier();
    let mut note = |simulation: &Simulation| {
        tracker.record(simulation);
        ControlFlow::Continue(())
    };
    replay(playback, frontier, &mut note, observer)?;
    Ok(tracker.finish(playback.simulation().world()))
}

/// Steps to a recorded tick, and calls `visit` after each step, which ends the replay with `Break`.
pub fn replay(
    playback: &mut Playback,
    end: u64,
    visit: &mut dyn FnMut(&Simulation) -> ControlFlow<()>,
    observer: &mut ReplayObserver<'_>,
) -> Result<(), PlaybackError> {
    let ticks = end.saturating_sub(playback.tick());
    for done in 1..=ticks {
        playback.step()?;
        observer(ReplayProgress { done, ticks });
        if visit(playback.simulation()).is_break() {
            break;
        }
    }
    Ok(())
}

/// Seeks to a tick, as the first part of a replay that ends with `end`. Returns the number of ticks that
/// were replayed for it.
pub(crate) fn approach(
    playback: &mut Playback,
    tick: u64,
    end: u64,
    observer: &mut ReplayObserver<'_>,
) -> Result<u64, PlaybackError> {
    playback.begin_seek(tick)?;
    let begin = playback.tick();
    let ticks = end.saturating_sub(begin);
    while playback.advance(1)? != Progress::Arrived {
        observer(ReplayProgress { done: playback.tick() - begin, ticks });
    }
    Ok(playback.tick() - begin)
}

/// The tick of the last keyframe before the birth of an organism, or else the first tick.
pub(crate) fn begin_of(playback: &Playback, id: OrganismId) -> Result<u64, PlaybackError> {
    let recording = playback.timeline().recording();
    let keyframes: Vec<u64> = recording.keyframes().collect();
    let (mut low, mut high) = (0, keyframes.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        let world = recording.world_at_or_before(keyframes[middle])?;
        if world.next_id() <= id { low = middle + 1 } else { high = middle }
    }
    Ok(low.checked_sub(1).map_or(playback.first_tick(), |index| keyframes[index]))
}
