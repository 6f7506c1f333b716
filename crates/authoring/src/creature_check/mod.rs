//! The creature check: one species in a small arena, and a report.
//!
//! The arena is always the same, so two reports differ only because of the creature. [`check`]
//! simulates the species among food, prey and threats, and reports how it survived, what its turns cost,
//! and what failed. [`TurnBenchmark`] runs turns of a species outside any world, for measurements.

mod arena;
mod fault_log;
mod report;
mod report_text;
mod turn_benchmark;
mod usage;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{BehaviourRefusal, Species, SpeciesContext, SpeciesError};
use terrarium_run::record::Tally;
use terrarium_run::scenario::{FoundingError, ScenarioError};
use terrarium_run::{Observer, run_ticks};
use terrarium_sim::behaviours;
use terrarium_sim::tick::{Simulation, TraceTarget};
use thiserror::Error;

pub use fault_log::FaultGroup;
pub(crate) use fault_log::FaultLog;
use report::CheckLog;
pub use report::{Budget, Points, RejectedAction, Report, Survival};
pub use turn_benchmark::TurnBenchmark;
use usage::{MeasuredBehaviour, Usage};

/// The number of ticks that a creature check simulates.
pub const TICKS: u64 = 1000;

/// The operations of all turns after which a creature check ends early, so that it takes seconds whatever
/// the creature does.
pub const MAX_OPERATIONS: u64 = 30_000_000;

/// The reason why a creature could not be checked.
#[derive(Debug, Error)]
pub enum CheckError {
    /// A species is invalid.
    #[error(transparent)]
    Species(#[from] SpeciesError),
    /// The scenario of the arena is invalid.
    #[error(transparent)]
    Arena(#[from] ScenarioError),
    /// The arena could not be founded.
    #[error(transparent)]
    Founding(#[from] FoundingError),
    /// The behaviour cannot be created.
    #[error(transparent)]
    Behaviour(#[from] BehaviourRefusal),
}

/// Reads the species in the creature folder `dir` and validates it under the default rules.
///
/// # Errors
/// When the folder cannot be read, or the creature file or its code is invalid.
pub fn subject(dir: &Path) -> Result<Species, SpeciesError> {
    let rules = Rules::default();
    Species::read(
        dir,
        &SpeciesContext { rules: &rules, overrides: &[], behaviours: &behaviours::check },
    )
}

/// Records the ticks of a check, and ends it when the turns have taken too many operations.
struct CheckObserver {
    log: CheckLog,
    usage: Arc<Mutex<Usage>>,
}

impl Observer for CheckObserver {
    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self.log.record(simulation);
        let used = self.usage.lock().unwrap_or_else(PoisonError::into_inner).operations;
        if used > MAX_OPERATIONS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Simulates a species in the arena for [`TICKS`] ticks, or until its turns took [`MAX_OPERATIONS`].
///
/// # Errors
/// When its behaviour cannot be created.
pub fn check(species: &Species) -> Result<Report, CheckError> {
    let world = arena::found(species)?;
    let mut behaviours = behaviours::make_all(&world.config().species, &world.config().rules)?;
    let usage = Arc::new(Mutex::new(Usage::default()));
    behaviours[arena::SUBJECT.index()] = behaviours[arena::SUBJECT.index()]
        .take()
        .map(|behaviour| MeasuredBehaviour::around(behaviour, Arc::clone(&usage)));
    let mut simulation = Simulation::new(world, behaviours);
    // For the places of its faults.
    simulation.trace(vec![TraceTarget::Species(arena::SUBJECT)]);
    let mut tally = Tally::new(simulation.world());
    let log = CheckLog::new(simulation.world(), arena::SUBJECT);
    let mut check = CheckObserver { log, usage: Arc::clone(&usage) };
    let _ = run_ticks(&mut simulation, TICKS, &mut [&mut tally, &mut check]);
    let usage = usage.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(check.log.report(simulation.world(), &tally, &usage))
}
