//! `terrarium recover`: the record of a run that was killed, or that could not be written to its end.

use std::path::PathBuf;

use clap::Args;

use super::{Failure, output};
use crate::record::{RecordError, Recorded, RecoveryError, UnfinishedRecord};
use crate::shell;

/// Recover the record of a run that was killed or ran out of disk space
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium recover runs/first.partial-a1B2c3
  terrarium recover runs/first
  terrarium recover runs/first.partial-a1B2c3 --out /data/first

The record has everything up to its last checkpoint, which is written about every ten seconds, and a
manifest whose ending is \"incomplete\". What the run left is removed once the record is complete.
Exit codes: 0 recovered, 1 a file cannot be written (nothing is lost), 2 there is nothing to recover.")]
pub(super) struct Recover {
    /// The directory that the run left, or the directory that it should have written; for example
    /// runs/first.partial-a1B2c3
    #[arg(value_name = "PARTIAL|RUN_DIR")]
    run: PathBuf,
    /// Write the record to this new directory; the default is runs/first-recovered-tick-4200 for a run
    /// into runs/first; for example /data/first
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Recover {
    pub fn execute(self) -> Result<(), Failure> {
        let unfinished = UnfinishedRecord::open(self.path()?).map_err(failure)?;
        let target = self.out.unwrap_or_else(|| unfinished.default_target());
        let Recorded { dir, manifest } = unfinished.recover(&target).map_err(failure)?;
        let dir = dir.display();
        let (ticks, asked) = (manifest.outcome.ticks, manifest.provenance.ticks_asked);
        let (snapshot, left) = (format!("{dir}/final.snapshot"), asked.saturating_sub(ticks));
        let resume = shell::terrarium(&[&"run", &"--from", &snapshot, &"--ticks", &left]);
        output::print(&format!(
            "{dir}: the record of {ticks} of {asked} ticks\nto continue: {resume}\n"
        ))
    }

    /// The staging directory: the given one, or the only one of a run into the given directory.
    fn path(&self) -> Result<PathBuf, Failure> {
        let found = UnfinishedRecord::beside(&self.run);
        match &found[..] {
            [] => Ok(self.run.clone()),
            [only] => Ok(only.clone()),
            several => {
                let several: Vec<_> =
                    several.iter().map(|path| path.display().to_string()).collect();
                Err(Failure::input(format!(
                    "{}: several runs into this directory were killed; give one of {}",
                    self.run.display(),
                    several.join(", ")
                )))
            }
        }
    }
}

/// A file that cannot be written is a failure; any other error is invalid input.
fn failure(error: RecoveryError) -> Failure {
    match error {
        RecoveryError::Write(RecordError::Write { .. }) => Failure::failed(error),
        other => Failure::input(other),
    }
}
