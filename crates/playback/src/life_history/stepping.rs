//! Turns of a recorded run, step by step, and what the lines of a script cost in many of them.

use std::ops::{ControlFlow, RangeInclusive};

use serde::Serialize;
use terrarium_creatures::behaviour::{LineCosts, OrganismId, Steps};
use terrarium_creatures::species::SpeciesId;
use terrarium_sim::tick::{Simulation, TraceTarget, TurnTrace};

use super::replaying::{ReplayObserver, replay};
use crate::{Playback, PlaybackError};

/// What the turns of a species cost in some ticks.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct LineProfile {
    /// The number of turns.
    pub turns: u64,
    /// The operations that they used in all.
    pub spent: u64,
    /// The turn that used most.
    pub dearest: Option<DearestTurn>,
    /// The costs of the lines of its script; empty of other behaviours.
    pub lines: LineCosts,
}

/// The turn that used most operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DearestTurn {
    /// The creature.
    pub id: OrganismId,
    /// The tick in which it decided.
    pub tick: u64,
    /// The operations used.
    pub spent: u64,
}

/// The turn that led to a tick, with its steps; `None` if the organism had none.
///
/// # Errors
/// When the run cannot be replayed.
pub fn turn_of(
    playback: &mut Playback,
    id: OrganismId,
    tick: u64,
    observer: &mut ReplayObserver<'_>,
) -> Result<Option<TurnTrace>, PlaybackError> {
    playback.trace(vec![TraceTarget::Steps(id)]);
    playback.seek(tick.saturating_sub(1))?;
    replay(playback, tick, &mut |_| ControlFlow::Continue(()), observer)?;
    Ok(playback.simulation().turn_trace(id).cloned())
}

/// The costs of the turns of a species that led to some ticks.
///
/// # Errors
/// When the run cannot be replayed.
pub fn profile(
    playback: &mut Playback,
    species: SpeciesId,
    ticks: RangeInclusive<u64>,
    observer: &mut ReplayObserver<'_>,
) -> Result<LineProfile, PlaybackError> {
    playback.trace(vec![TraceTarget::Lines(species)]);
    playback.seek(ticks.start().saturating_sub(1))?;
    let mut profile = LineProfile::default();
    let mut note = |simulation: &Simulation| {
        simulation.turn_traces().iter().for_each(|turn| profile.add(turn));
        ControlFlow::Continue(())
    };
    replay(playback, *ticks.end(), &mut note, observer)?;
    Ok(profile)
}

impl LineProfile {
    fn add(&mut self, turn: &TurnTrace) {
        self.turns += 1;
        self.spent += turn.spent;
        let here = DearestTurn { id: turn.by, tick: turn.tick + 1, spent: turn.spent };
        if self.dearest.is_none_or(|dearest| dearest.spent < here.spent) {
            self.dearest = Some(here);
        }
        if let Steps::Lines(lines) = &turn.steps {
            for (line, cost) in lines {
                let of_line = self.lines.entry(line.clone()).or_default();
                of_line.count += cost.count;
                of_line.cost += cost.cost;
            }
        }
    }
}
