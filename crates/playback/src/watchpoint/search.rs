//! Searches a run for a tick in which a condition holds.

use std::ops::ControlFlow;

use serde::Serialize;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_sim::tick::Simulation;
use thiserror::Error;

use super::condition::Watchpoint;
use super::values::Values;
use crate::life_history::{ReplayObserver, ReplayProgress, approach, begin_of, replay};
use crate::{Playback, PlaybackError};

/// The direction of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From the first tick on, for the first tick in which the condition holds.
    Forward,
    /// From the last tick back, for the last tick in which the condition holds.
    Backward,
}

/// A tick in which a condition holds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hit {
    /// The tick.
    pub tick: u64,
    /// What the condition reads, before and after the tick.
    pub values: Vec<ValueChange>,
}

/// A value before and after a tick, as text in the notation of Rhai.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ValueChange {
    /// Its name.
    pub name: String,
    /// The value in the tick before; `None` if the organism was not observed then.
    pub before: Option<String>,
    /// The value in the tick.
    pub after: String,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Search {
    /// The tick that was found, if there is one.
    pub hit: Option<Hit>,
    /// The first and last tick in which the condition was evaluated, if there is one.
    pub ticks: Option<(u64, u64)>,
    /// The number of ticks in which it could not be evaluated, and the first reason. It does not hold
    /// in them.
    pub failures: Option<(u64, String)>,
    /// The names that it reads and that had a value in no tick.
    pub missing: Vec<String>,
}

/// Why a run cannot be searched.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The run cannot be replayed.
    #[error(transparent)]
    Playback(#[from] PlaybackError),
    /// The first tick of the search is outside the run.
    #[error("tick {tick} is outside the run, which has ticks {first} to {last}")]
    Outside {
        /// The tick.
        tick: u64,
        /// The first tick of the run.
        first: u64,
        /// The last tick of the run.
        last: u64,
    },
}

impl Watchpoint {
    /// Searches a run for the first tick from `from` on in which the condition holds, or backward for
    /// the last one up to `from`. Backward, the intervals between keyframes are replayed from the last
    /// to the first, each once.
    ///
    /// # Errors
    /// When the run cannot be replayed, or `from` is outside it.
    pub fn search(
        &mut self,
        playback: &mut Playback,
        organism: OrganismId,
        direction: Direction,
        from: Option<u64>,
        observer: &mut ReplayObserver<'_>,
    ) -> Result<Search, SearchError> {
        let (first, last) = (playback.first_tick(), playback.frontier());
        if let Some(tick) = from.filter(|tick| !(first..=last).contains(tick)) {
            return Err(SearchError::Outside { tick, first, last });
        }
        playback.trace(Vec::new());
        let born = begin_of(playback, organism)?;
        let mut scan = Scan { watchpoint: self, organism, search: Search::default(), before: None };
        match direction {
            Direction::Forward => {
                let from = from.unwrap_or(first);
                scan.forward(playback, (born.max(from.saturating_sub(1)), from, last), observer)?;
            }
            Direction::Backward => {
                scan.backward(playback, (born, from.unwrap_or(last)), observer)?;
            }
        }
        Ok(scan.finish())
    }
}

/// A search under way.
struct Scan<'a> {
    watchpoint: &'a mut Watchpoint,
    organism: OrganismId,
    search: Search,
    before: Option<Values>,
}

impl Scan<'_> {
    /// Replays from `begin`, and stops at the first tick from `from` to `last` in which the condition
    /// holds.
    fn forward(
        &mut self,
        playback: &mut Playback,
        (begin, from, last): (u64, u64, u64),
        observer: &mut ReplayObserver<'_>,
    ) -> Result<(), PlaybackError> {
        let done_before = approach(playback, begin, last, observer)?;
        let ticks = done_before + last.saturating_sub(begin);
        let mut progress = |ReplayProgress { done, .. }| {
            observer(ReplayProgress { done: done_before + done, ticks })
        };
        if self.visit(playback.simulation(), from).is_break() || self.search.hit.is_some() {
            return Ok(());
        }
        let mut visit = |simulation: &Simulation| {
            let flow = self.visit(simulation, from);
            if self.search.hit.is_some() { ControlFlow::Break(()) } else { flow }
        };
        replay(playback, last, &mut visit, &mut progress)
    }

    /// Replays the intervals between keyframes from the last to that with the birth, and stops after
    /// the first interval in which the condition holds.
    fn backward(
        &mut self,
        playback: &mut Playback,
        (born, last): (u64, u64),
        observer: &mut ReplayObserver<'_>,
    ) -> Result<(), PlaybackError> {
        let keyframes = playback.timeline().recording().keyframes();
        let keyframes: Vec<u64> = keyframes.filter(|tick| (born..=last).contains(tick)).collect();
        let begin = keyframes.first().copied().unwrap_or(born);
        let (mut end, ticks, mut replayed) = (last, last.saturating_sub(begin), 0);
        for &keyframe in keyframes.iter().rev() {
            playback.seek(keyframe)?;
            self.before = None;
            // The keyframe itself is the last tick of the interval before, if there is one.
            let from = if keyframe == begin { keyframe } else { keyframe + 1 };
            let flow = self.visit(playback.simulation(), from);
            if flow.is_continue() {
                let mut progress = |ReplayProgress { done, .. }| {
                    observer(ReplayProgress { done: replayed + done, ticks })
                };
                let mut visit = |simulation: &Simulation| self.visit(simulation, from);
                replay(playback, end, &mut visit, &mut progress)?;
            }
            if self.search.hit.is_some() {
                return Ok(());
            }
            replayed += end.saturating_sub(keyframe);
            end = keyframe;
        }
        Ok(())
    }

    /// Evaluates the condition after a tick, if that is at least `from`. Returns `Break` when the
    /// organism is dead.
    fn visit(&mut self, simulation: &Simulation, from: u64) -> ControlFlow<()> {
        let world = simulation.world();
        let Some(now) = Values::new(world, self.organism, self.before.as_ref()) else {
            let is_over = self.organism < world.next_id();
            return if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        };
        if now.tick >= from {
            self.evaluate(&now);
        }
        let flow = if now.died { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.before = Some(now);
        flow
    }

    fn evaluate(&mut self, now: &Values) {
        let (first, last) = self.search.ticks.unwrap_or((now.tick, now.tick));
        if self.search.ticks.is_none() {
            self.search.missing = self.watchpoint.reads().to_vec();
        }
        self.search.ticks = Some((first.min(now.tick), last.max(now.tick)));
        self.search.missing.retain(|name| now.get(name).is_none());
        match self.watchpoint.holds(now, self.before.as_ref()) {
            Ok(false) => {}
            Ok(true) => self.search.hit = Some(self.hit(now)),
            Err(why) => {
                let (count, first) = self.search.failures.take().unwrap_or((0, why));
                self.search.failures = Some((count + 1, first));
            }
        }
    }

    fn hit(&self, now: &Values) -> Hit {
        let text = |value: rhai::Dynamic| format!("{value:?}");
        let change = |name: &String| ValueChange {
            name: name.clone(),
            before: self
                .before
                .as_ref()
                .map(|before| before.get(name).map_or_else(|| "()".to_owned(), text)),
            after: now.get(name).map_or_else(|| "()".to_owned(), text),
        };
        let values = self.watchpoint.reads().iter().map(change).collect();
        Hit { tick: now.tick, values }
    }

    fn finish(self) -> Search {
        self.search
    }
}
