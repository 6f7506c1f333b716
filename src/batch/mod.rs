//! Runs: from what a user names to a living world, and from there to its outcome, again and again.

mod replay;
mod run;
mod start;

pub use replay::{Difference, Replay, ReplayError, replay};
pub use run::{Finished, RunError, RunOptions, run};
pub use start::{Ready, Start, StartError, found};
