//! `terrarium compare`: two branches of a world, or the paired runs of two sweeps.

mod branches;
mod sweeps;

use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use clap::Args;

use super::threads::with_threads;
use super::{Failure, Format};
use crate::experiment::file::MOST_TICKS;
use crate::record::MANIFEST;

/// Compare two branches of a world, or the paired runs of two sweeps
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium compare runs/bright.recording runs/dim.recording
  terrarium compare runs/bright runs/dim --out runs/dimmed
  terrarium compare before.snapshot after.snapshot --ticks 2000 --every 10
  terrarium compare runs/light-20 runs/light-30 --out runs/lights
  terrarium compare runs/light --between rules.light=20,30

Two branches are replayed in step from the first tick that both have. The report says what they differ
in, the first tick in which organisms differ and which, how many organisms are still identical as time
passes, and how the populations end. With --out, there are tables and a chart of all moments.

The runs of sweeps are pairs if they have the same seed and the same values of all other factors: use
`seeds` or `common_random_numbers = true` in the experiment. For each measure there is the mean
difference with its 95 % interval and the probability of Wilcoxon's signed-rank test.")]
pub(super) struct Compare {
    /// The first branch: a recording, the directory of a run, or a snapshot; or the directory of a sweep; for
    /// example runs/bright.recording
    a: PathBuf,
    /// The second branch or sweep; for example runs/dim.recording
    #[arg(required_unless_present = "between", conflicts_with = "between")]
    b: Option<PathBuf>,
    /// Compare the runs of one sweep at two values of a factor; for example rules.light=20,30
    #[arg(long, value_name = "FACTOR=A,B", value_parser = two_values)]
    between: Option<Between>,
    /// Compare branches for this many ticks, and simulate those that are not recorded; by default, up to
    /// the last tick that both have; for example 2000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_TICKS))]
    ticks: Option<u64>,
    /// Compare branches at every N-th tick; the default gives at most 500 moments; for example 10
    #[arg(long, value_name = "N")]
    every: Option<NonZeroU64>,
    /// Write the tables and the chart to this directory; for example runs/dimmed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Use T threads instead of one per core; affects only the speed; for example 2
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Print the result in this format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Two values of a factor.
#[derive(Debug, Clone)]
struct Between {
    factor: String,
    values: [String; 2],
}

fn two_values(text: &str) -> Result<Between, String> {
    let parts = text.split_once('=').and_then(|(factor, values)| {
        let (one, other) = values.split_once(',')?;
        let [factor, one, other] = [factor, one, other].map(|part| part.trim().to_owned());
        let is_complete = !(factor.is_empty() || one.is_empty() || other.is_empty());
        (is_complete && one != other).then_some(Between { factor, values: [one, other] })
    });
    parts.ok_or_else(|| {
        "give a factor and two different values, such as rules.light=20,30".to_owned()
    })
}

impl Compare {
    pub fn execute(self) -> Result<(), Failure> {
        with_threads(self.threads, |_| self.compare())?
    }

    fn compare(&self) -> Result<(), Failure> {
        self.create_out()?;
        let Some(b) = &self.b else {
            self.refuse_branch_options()?;
            if !is_sweep(&self.a) {
                return Err(Failure::input(format!(
                    "{}: this is not the directory of a sweep, whose runs --between compares; give what \
                     `terrarium batch` wrote",
                    self.a.display()
                )));
            }
            return self.compare_points(&self.a);
        };
        match (is_sweep(&self.a), is_sweep(b)) {
            (true, true) => {
                self.refuse_branch_options()?;
                self.compare_sweeps([&self.a, b])
            }
            (false, false) => self.compare_branches([&self.a, b]),
            (is_first, _) => {
                let (sweep, other) = if is_first { (&self.a, b) } else { (b, &self.a) };
                Err(Failure::input(format!(
                    "{}: this is the directory of a sweep, but {} is not; give two sweeps, or two branches of a \
                     world",
                    sweep.display(),
                    other.display()
                )))
            }
        }
    }

    /// Refuses options that only branches have.
    fn refuse_branch_options(&self) -> Result<(), Failure> {
        let given = [("--ticks", self.ticks.is_some()), ("--every", self.every.is_some())];
        match given.into_iter().find(|&(_, is_given)| is_given) {
            Some((option, _)) => Err(Failure::input(format!(
                "{option}: runs of sweeps are compared as a whole; leave it out"
            ))),
            None => Ok(()),
        }
    }

    /// Creates the directory of `--out`, if it was given.
    fn create_out(&self) -> Result<(), Failure> {
        let Some(dir) = &self.out else { return Ok(()) };
        fs::create_dir_all(dir).map_err(|error| {
            let dir = dir.display();
            Failure::input(format!(
                "--out {dir}: cannot be created: {error}; give another directory"
            ))
        })
    }
}

/// Whether a directory is that of a sweep.
fn is_sweep(path: &Path) -> bool {
    let manifest = fs::read(path.join(MANIFEST)).ok();
    let json = manifest.and_then(|text| serde_json::from_slice::<serde_json::Value>(&text).ok());
    json.is_some_and(|json| json.get("sweep_format").is_some())
}
