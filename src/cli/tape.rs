//! `terrarium tape`: the probability of an outcome over a recorded history.

use std::fmt::Write;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::batch::{check_failures, execute_sweep, failure};
use super::output::{self, columns};
use super::{Failure, Format};
use crate::experiment::file::MOST_TICKS;
use crate::experiment::tape::{TAPE_CSV, Tape, TapeMoment, TapeQuestion};
use crate::experiment::{InProcess, Plan, Results, Shard, SweepOptions};
use crate::shell;

/// Ask a recorded run how probable an outcome was at each moment
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium tape runs/meadow.recording --outcome 'wolf == 0'
  terrarium tape runs/meadow.recording --outcome 'wolf == 0' --every 500 --replicates 40 --ticks 5000
  terrarium tape runs/meadow.recording --outcome 'hare < 50' --from 2000 --to 3000 --every 50
  terrarium tape runs/meadow.recording --outcome 'wolf == 0' --out runs/wolves --resume

From every so many ticks of the recording, branches continue with other random numbers until the
outcome holds or their ticks are over. The share of branches with the outcome is its probability at
that moment; where it jumps, something was decided. This is an experiment: its runs are recorded as
they end, a killed one continues with --resume, and shards are merged with `terrarium merge`, after
which the same command with --resume writes the table and the chart.")]
pub(super) struct TapeCommand {
    /// The recording, such as that of `terrarium run --record`; for example runs/meadow.recording
    recording: PathBuf,
    /// The outcome, a condition as in `stop.when` of experiments; for example 'wolf == 0'
    #[arg(long, value_name = "CONDITION")]
    outcome: String,
    /// Begin branches at every N-th tick; for example 500
    #[arg(long, value_name = "N", default_value = "500")]
    every: NonZeroU64,
    /// The number of branches from each of these ticks; for example 40
    #[arg(long, value_name = "N", default_value = "20")]
    replicates: NonZeroU32,
    /// The ticks of each branch, unless the outcome holds before; for example 5000
    #[arg(long, value_name = "N", default_value = "5000",
        value_parser = clap::value_parser!(u64).range(1..=MOST_TICKS))]
    ticks: u64,
    /// The first tick from which branches begin; the default is the first of the recording; for
    /// example 2000
    #[arg(long, value_name = "TICK")]
    from: Option<u64>,
    /// The last tick at the latest; the default is the last of the recording; for example 3000
    #[arg(long, value_name = "TICK")]
    to: Option<u64>,
    /// Derive the seeds of all branches from this one; for example 7
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Write the results to this directory; the default is in runs, by the name of the recording; for example runs/wolves
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Use this many cores; the default is all; the results do not depend on it; for example 4
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Run only every N-th branch, starting with the I-th: one of N parts for `terrarium merge`; for
    /// example 2/8
    #[arg(long, value_name = "I/N", default_value_t)]
    shard: Shard,
    /// Continue in the directory, or start if there is nothing
    #[arg(long)]
    resume: bool,
    /// Allow more than a million branches
    #[arg(long)]
    yes: bool,
    /// Write charts also as SVG and PDF, 180 mm wide; with --resume also if all branches have ended
    #[arg(long)]
    vector_charts: bool,
    /// Print the result in this format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

impl TapeCommand {
    pub fn execute(self) -> Result<(), Failure> {
        let question = TapeQuestion {
            from: self.from,
            to: self.to,
            every: self.every.get(),
            replicates: self.replicates,
            outcome: self.outcome.clone(),
            ticks: self.ticks,
            seed: self.seed,
        };
        let experiment = question.experiment(&self.recording).map_err(failure)?;
        let name = experiment.name.clone();
        let dir = self.out.clone().unwrap_or_else(|| Path::new("runs").join(name));
        let plan = Plan::new(experiment).map_err(failure)?;
        let options = SweepOptions {
            jobs: self.jobs,
            shard: self.shard,
            resume: self.resume,
            yes: self.yes,
            vector_charts: self.vector_charts,
            ..SweepOptions::default()
        };
        let (result, _) = execute_sweep(&InProcess, &plan, &dir, options)?;
        let results = Results::open(&dir).map_err(failure)?;
        let tape = Tape::new(&results).map_err(failure)?;
        let tape = tape.expect("these are the results of the tape");
        tape.write(&dir).map_err(failure)?;
        crate::experiment::charts::save_tape(
            &tape,
            &results.manifest().experiment.description,
            &dir,
            self.vector_charts,
        )
        .map_err(|error| Failure::failed(format!("{}: {error}", dir.display())))?;
        output::print(&match self.format {
            Format::Human => self.as_text(&tape, &dir),
            Format::Json => format!("{}\n", as_json(&tape, &dir)),
        })?;
        check_failures(&result)
    }

    fn as_text(&self, tape: &Tape, dir: &Path) -> String {
        let mut text = format!("{} within {} ticks\n\n", tape.outcome, self.ticks);
        let mut rows =
            vec![["tick", "branches", "share", "95 % interval"].map(str::to_owned).to_vec()];
        for moment in &tape.moments {
            let interval = moment.interval.map(|(low, high)| format!("{low:.3} to {high:.3}"));
            let (tick, runs) = (moment.tick.to_string(), moment.runs.to_string());
            rows.push(vec![tick, runs, share_text(moment), interval.unwrap_or_default()]);
        }
        text.push_str(&columns(&rows, |_| true));
        let jumps = tape.jumps();
        text.push_str(match jumps.is_empty() {
            true => "\nno jump: the intervals of all neighbouring ticks overlap\n",
            false => "\nit jumps, since these intervals do not overlap:\n",
        });
        for [one, other] in jumps.iter().take(5) {
            let (before, after) = (share_text(one), share_text(other));
            let _ = writeln!(text, "  tick {} to {}: {before} to {after}", one.tick, other.tick);
            let tick = one.tick.to_string();
            let recording = self.recording.display().to_string();
            let words = ["terrarium", "watch", &recording, "--tick", &tick].map(str::to_owned);
            let _ = writeln!(text, "    watch: {}", shell::command(&words));
        }
        let _ = writeln!(text, "\nresults in {}: see {TAPE_CSV} and tape.png", dir.display());
        text
    }
}

fn share_text(moment: &TapeMoment) -> String {
    moment.share().map_or_else(String::new, |share| format!("{share:.3}"))
}

fn as_json(tape: &Tape, dir: &Path) -> serde_json::Value {
    let moment = |moment: &TapeMoment| {
        let (low, high) = moment.interval.unzip();
        json!({
            "tick": moment.tick, "runs": moment.runs, "failed": moment.failed, "hits": moment.hits,
            "share": moment.share(), "low": low, "high": high,
        })
    };
    let jumps: Vec<_> = tape.jumps().iter().map(|[a, b]| json!([a.tick, b.tick])).collect();
    let moments: Vec<_> = tape.moments.iter().map(moment).collect();
    json!({ "out": dir, "outcome": tape.outcome, "moments": moments, "jumps": jumps })
}
