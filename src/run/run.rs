//! One run: tick after tick, written down and checked as asked, until it ends or is stopped.

use thiserror::Error;

use super::Observer;
use crate::record::{Ending, Outcome, RecordError, Recorded, Recorder, Tally};
use crate::tick::{Simulation, Violation};
use crate::world::World;

/// How a run goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunOptions {
    /// How many ticks.
    pub ticks: u64,
    /// Whether everything that must hold is checked after every tick.
    pub check: bool,
}

/// Why a run failed.
#[derive(Debug, Error)]
pub enum RunError {
    /// Something came about that must never be.
    #[error(transparent)]
    Violation(#[from] Violation),
    /// The run could not be written down.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// A run that has ended.
#[derive(Debug, Clone)]
pub struct FinishedRun {
    /// What came of it.
    pub outcome: Outcome,
    /// How it ended: whether it lived all its ticks.
    pub ending: Ending,
    /// What it left, if it was written down.
    pub recorded: Option<Recorded>,
}

/// Lets a world live. `observer` sees it after every tick and can stop it; what was lived until then
/// is finished like any run. Its commands are obeyed before the next tick and recorded; one that is
/// refused is only told to it. A run ends with the tick in which a conquest is decided; one that begins after that lives
/// all its ticks.
///
/// # Errors
/// When a check fails or something cannot be written. Nothing is left on the disk then.
pub fn run(
    simulation: &mut Simulation,
    options: RunOptions,
    mut recorder: Option<Recorder>,
    observer: &mut dyn Observer,
) -> Result<FinishedRun, RunError> {
    let mut tally = Tally::new(simulation.world());
    let mut ending = Ending::Complete;
    let was_decided = is_decided(simulation.world());
    for lived in 1..=options.ticks {
        for command in observer.commands(simulation.world()) {
            let answer = simulation.apply(command.clone());
            if let (Ok(()), Some(recorder)) = (&answer, &mut recorder) {
                recorder.command(simulation.world(), &command)?;
            }
            observer.answered(simulation, &command, answer.as_ref().copied());
        }
        simulation.tick();
        if options.check {
            simulation.check()?;
        }
        tally.note(simulation.world());
        if let Some(recorder) = &mut recorder {
            recorder.record(simulation.world())?;
        }
        let decided = is_decided(simulation.world());
        if observer.observe(simulation).is_break() && lived < options.ticks {
            ending = Ending::Interrupted;
            break;
        }
        if decided && !was_decided {
            ending = Ending::Decided;
            break;
        }
    }
    let outcome = tally.outcome(simulation.world());
    let recorded =
        recorder.map(|recorder| recorder.finish(simulation.world(), ending)).transpose()?;
    Ok(FinishedRun { outcome, ending, recorded })
}

fn is_decided(world: &World) -> bool {
    world.conquest.as_ref().is_some_and(|conquest| conquest.verdict.is_some())
}
