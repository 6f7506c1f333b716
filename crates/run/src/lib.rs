//! Runs and replays: start from a scenario or a snapshot, simulate ticks, compute the outcome.
//!
//! [`run_ticks`] is the only loop over ticks. Everything else that takes part in a run is an
//! [`Observer`]: the record, checks, progress, stop conditions, traces, reloading of creature
//! files.

#![forbid(unsafe_code)]

mod builder;
mod code_comparison;
mod execute;
mod first_error;
mod observer;
mod opening_commands;
pub mod palette;
mod prepared;
mod ready_run;
pub mod record;
mod record_observer;
mod recorded_commands;
mod reload;
mod reload_effect;
mod replacement;
mod replay;
pub mod scenario;
mod start;
mod tick_loop;

pub use builder::SimulationBuilder;
pub use code_comparison::{CodeComparison, ComparisonObserver, SpeciesComparison, SpeciesNumbers};
pub use execute::{FinishedRun, RunError, RunOptions, run};
pub use first_error::FirstError;
pub use observer::{Observer, stop_if};
pub use opening_commands::{OpeningCommands, opening_commands};
pub use prepared::PreparedScenario;
pub use ready_run::ReadyRun;
pub use record_observer::RecordObserver;
pub use recorded_commands::ContradictingCommand;
pub use reload::{Reloader, Saved};
pub use reload_effect::ReloadEffect;
pub use replacement::{Replacement, ReplacementError};
pub use replay::{Divergence, Replay, ReplayError, replay, replay_recording};
pub use start::{Ready, Start, StartError, catalogue, create_world};
pub use tick_loop::{apply_commands, run_ticks};
