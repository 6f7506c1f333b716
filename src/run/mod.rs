//! Runs: from what a user names to a living world, and from there to its outcome, again and again.

mod observer;
mod reload;
mod replay;
mod run;
mod start;

pub use observer::Observer;
pub use reload::{Reloader, Saved};
pub use replay::{Divergence, Replay, ReplayError, replay, replay_recording};
pub use run::{FinishedRun, RunError, RunOptions, run};
pub use start::{Ready, Start, StartError, found};
