//! `terrarium verify`: replay a recorded run and compare its state after every tick.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::debug::Debug;
use super::interruption::Interruption;
use super::recorded::report_shortfall;
use super::run_monitor::RunMonitor;
use super::target::Target;
use super::threads::with_threads;
use super::{Failure, output};
use crate::record::{Manifest, Recording};
use crate::run::{Divergence, Replay, replay, replay_recording};

/// Replay a recorded run and compare its state after every tick
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium verify runs/first --threads 1
  terrarium verify runs/meadow.recording
  terrarium verify runs/first --debug fox

Exit codes: 0 all ticks agree, 1 a tick differs (the first is printed), 2 invalid input, 130
interrupted.")]
pub(super) struct Verify {
    /// The directory or the recording that `terrarium run --out` or `--record` wrote; for example
    /// runs/first
    #[arg(value_name = "RUN_DIR|RECORDING")]
    run: PathBuf,
    /// Use this many threads instead of one per core; the results must be the same; for example 8
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    debug: Debug,
}

/// What a run left behind.
enum RecordedRun {
    Directory(Box<Manifest>),
    File(Box<Recording>),
}

impl Verify {
    pub fn execute(self) -> Result<(), Failure> {
        with_threads(self.threads, |threads| self.compare(threads))?
    }

    fn compare(&self, threads: usize) -> Result<(), Failure> {
        let recorded_run = self.open()?;
        let (species, ticks) = match &recorded_run {
            RecordedRun::Directory(manifest) => (&manifest.species, manifest.outcome.ticks),
            RecordedRun::File(recording) => {
                let ticks = recording.last_tick() - recording.first_tick();
                (&recording.head().species, ticks)
            }
        };
        let names = species.iter().map(|species| species.name.as_str());
        let traced = self.debug.trace_targets(names)?;
        let interruption = Interruption::install();
        let mut run_monitor =
            RunMonitor::new(ticks, interruption.clone(), self.debug.trace_output()?);
        let replayed = match &recorded_run {
            RecordedRun::Directory(_) => replay(&self.run, traced, &mut run_monitor),
            RecordedRun::File(recording) => replay_recording(recording, traced, &mut run_monitor),
        };
        run_monitor.finish()?;
        let Replay { ticks: compared, difference, founding } = replayed?;
        if interruption.is_requested() {
            output::note(format_args!("interrupted: the first {compared} ticks agree"));
            return Err(Failure::Interrupted);
        }
        let run = self.run.display();
        if let Some(Divergence { tick, recorded, replayed }) = difference {
            return Err(Failure::failed(format!(
                "{run}: the first tick that differs is {tick}: recorded {recorded}, now {replayed}"
            )));
        }
        if let Some(why) = founding {
            output::note(format_args!(
                "note: replayed from start.snapshot only; founding was not repeated: {why}"
            ));
        }
        let of_threads =
            if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
        output::print(&format!("{run}: all {compared} ticks repeat to the bit, on {of_threads}\n"))
    }

    fn open(&self) -> Result<RecordedRun, Failure> {
        let given = self.run.to_string_lossy();
        let is_recording = matches!(Target::find(&given), Ok(Target::Recording(_)));
        if !self.run.is_file() && !is_recording {
            let manifest = Manifest::read(&self.run).map_err(Failure::input)?;
            return Ok(RecordedRun::Directory(manifest.into()));
        }
        let recording = Recording::open(&self.run).map_err(Failure::input)?;
        report_shortfall(&recording);
        Ok(RecordedRun::File(Box::new(recording)))
    }
}
