//! `terrarium verify`: live a recorded run again, and compare it tick by tick.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::debug::Debug;
use super::interruption::Interruption;
use super::lookout::Lookout;
use super::threads::with_threads;
use super::{Failure, output};
use crate::batch::{Difference, Replay, replay};
use crate::record::Manifest;

/// Live a recorded run again, and compare it tick by tick.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium verify runs/first --threads 1
  terrarium verify runs/first --debug fox

A run that repeats exits with 0; one that does not with 1, naming the first tick that differs.")]
pub(super) struct Verify {
    /// The directory that `terrarium run --out` filled; for example runs/first
    run_dir: PathBuf,
    /// How many threads to use: the result must not depend on it; for example 8
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    debug: Debug,
}

impl Verify {
    pub fn execute(self) -> Result<(), Failure> {
        with_threads(self.threads, |threads| self.compare(threads))?
    }

    fn compare(&self, threads: usize) -> Result<(), Failure> {
        let manifest = Manifest::read(&self.run_dir).map_err(Failure::input)?;
        let names = manifest.species.iter().map(|species| species.name.as_str());
        let listening = self.debug.listening(names)?;
        let interruption = Interruption::listen();
        let mut lookout =
            Lookout::new(manifest.outcome.ticks, interruption.clone(), self.debug.ear()?);
        let replayed = replay(&self.run_dir, listening, &mut lookout);
        lookout.finish()?;
        let Replay { ticks: compared, difference, founding } = replayed?;
        if interruption.is_asked_for() {
            output::note(format_args!("interrupted: the first {compared} ticks agree"));
            return Err(Failure::Interrupted);
        }
        let dir = self.run_dir.display();
        if let Some(Difference { tick, recorded, replayed }) = difference {
            return Err(Failure::failed(format!(
                "{dir}: the first tick that differs is {tick}: recorded {recorded}, now {replayed}"
            )));
        }
        if let Some(why) = founding {
            output::note(format_args!(
                "note: lived again from start.snapshot only, not founded again: {why}"
            ));
        }
        let of_threads =
            if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
        output::print(&format!("{dir}: all {compared} ticks repeat to the bit, on {of_threads}\n"))
    }
}
