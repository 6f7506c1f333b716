//! A run from its first tick to its outcome, with recording and checks.

use std::ops::ControlFlow;

use terrarium_sim::tick::{Command, CommandRefusal, Simulation, Violation};
use terrarium_sim::world::World;
use thiserror::Error;

use super::first_error::FirstError;
use super::observer::stop_if;
use super::record_observer::RecordObserver;
use super::{Observer, run_ticks};
use crate::record::{Ending, Outcome, RecordError, Recorded, Recorder, Tally};

/// The options of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunOptions {
    /// The number of ticks to simulate.
    pub ticks: u64,
    /// Whether to check all invariants after every tick.
    pub check: bool,
}

/// Why a run failed.
#[derive(Debug, Error)]
pub enum RunError {
    /// An invariant does not hold.
    #[error(transparent)]
    Violation(#[from] Violation),
    /// The record could not be written.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// A run that has ended.
#[derive(Debug, Clone)]
pub struct FinishedRun {
    /// The final state in numbers.
    pub outcome: Outcome,
    /// Why it ended.
    pub ending: Ending,
    /// The files it wrote, if it was recorded.
    pub recorded: Option<Recorded>,
}

/// Simulates up to `options.ticks` ticks. The record of a run that one of the `observers` stops is
/// completed like any other. A run ends with the tick in which a conquest is decided, unless it was
/// decided before the run began.
///
/// # Errors
/// When an invariant does not hold, or a file cannot be written; see [`Recorder::abandon`].
pub fn run(
    simulation: &mut Simulation,
    options: RunOptions,
    recorder: Option<Recorder>,
    observers: &mut [&mut dyn Observer],
) -> Result<FinishedRun, RunError> {
    let mut tally = Tally::new(simulation.world());
    let mut invariants = options.check.then(Invariants::default);
    let mut record = recorder.map(RecordObserver::new);
    let mut callers = Callers { observers, is_interrupted: false };
    let mut decision = Decision { was_decided: is_decided(simulation.world()), is_decided: false };
    let end = simulation.world().tick() + options.ticks;
    let _ = run_ticks(
        simulation,
        options.ticks,
        &mut [&mut invariants, &mut tally, &mut record, &mut callers, &mut decision],
    );
    invariants.map_or(Ok(()), |mut invariants| invariants.violation.take())?;
    let ending = if callers.is_interrupted && simulation.world().tick() < end {
        Ending::Interrupted
    } else if decision.is_decided {
        Ending::Decided
    } else {
        Ending::Complete
    };
    let outcome = tally.outcome(simulation.world());
    let recorded = record.map(|record| record.finish(simulation.world(), ending)).transpose()?;
    Ok(FinishedRun { outcome, ending, recorded })
}

/// Stops at the first violation of an invariant.
#[derive(Default)]
struct Invariants {
    violation: FirstError<Violation>,
}

impl Observer for Invariants {
    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self.violation.keep(simulation.check())
    }
}

/// The observers of the caller, and whether one of them stopped the run.
struct Callers<'a, 'b> {
    observers: &'a mut [&'b mut dyn Observer],
    is_interrupted: bool,
}

impl Callers<'_, '_> {
    fn record_interruption(&mut self, flow: ControlFlow<()>) -> ControlFlow<()> {
        self.is_interrupted |= flow.is_break();
        flow
    }
}

impl Observer for Callers<'_, '_> {
    fn commands(&mut self, world: &World) -> Vec<Command> {
        self.observers.commands(world)
    }

    fn after_command(
        &mut self,
        simulation: &Simulation,
        command: &Command,
        result: Result<(), &CommandRefusal>,
    ) -> ControlFlow<()> {
        let flow = self.observers.after_command(simulation, command, result);
        self.record_interruption(flow)
    }

    fn before_tick(&mut self) {
        self.observers.before_tick();
    }

    fn after_phase(&mut self, phase: &'static str) {
        self.observers.after_phase(phase);
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        let flow = self.observers.after_tick(simulation);
        self.record_interruption(flow)
    }
}

/// Stops when a conquest is decided that was not decided before.
struct Decision {
    was_decided: bool,
    is_decided: bool,
}

impl Observer for Decision {
    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self.is_decided = !self.was_decided && is_decided(simulation.world());
        stop_if(self.is_decided)
    }
}

fn is_decided(world: &World) -> bool {
    world.conquest().is_some_and(|conquest| conquest.verdict.is_some())
}
