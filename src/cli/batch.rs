//! `terrarium batch`: live the many runs of an experiment.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::interruption::Interruption;
use super::output::columns;
use super::shell;
use super::sweep_monitor::SweepMonitor;
use super::{Failure, Format, batch_summary, output};
use crate::clock::now;
use crate::document::Override;
use crate::experiment::file::read_seeds;
use crate::experiment::summary::Summary;
use crate::experiment::{
    Case, Experiment, ExperimentError, Overrides, Plan, Results, Row, Shard, SweepOptions,
    SweepResult, share_out, sweep, tables,
};

/// Live the many runs of an experiment, and write down what came of each.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium batch light.toml --dry-run
  terrarium batch light.toml --out runs/light --jobs 4
  terrarium batch light.toml --out runs/light --resume
  terrarium batch light.toml --out shard-2 --shard 2/8 --resume
  terrarium batch light.toml --seeds 1..30 --set population.wolf=0
  terrarium batch --from-run runs/light 17

Rows are kept as runs end, so that what is killed or interrupted can go on with --resume. The tables
do not depend on how often that happened, nor on the number of jobs. Exit codes: 0 all runs ended well,
1 some failed (each is a row that says why) or nothing can be written, 2 wrong input, 130 interrupted.")]
pub(super) struct Batch {
    /// The file that says what to vary, how often, and what to keep; for example light.toml
    #[arg(required_unless_present = "from_run")]
    experiment: Option<PathBuf>,
    /// The directory of the sweep; runs/NAME if it is left out; for example runs/light
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many cores to use, by runs and, when there are fewer runs, by threads inside each;
    /// changes nothing but the speed; all there are if it is left out; for example 4
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Live only every N-th run, from the I-th on: one of N parts for `terrarium merge`; for
    /// example 2/8
    #[arg(long, value_name = "I/N", default_value_t)]
    shard: Shard,
    /// Go on with the sweep in the directory, or begin it if it is not there yet
    #[arg(long)]
    resume: bool,
    /// Say what would be lived, and live nothing
    #[arg(long)]
    dry_run: bool,
    /// More than a million runs are meant
    #[arg(long)]
    yes: bool,
    /// Live every point once with each of these seeds, both ends included, in place of the
    /// replicates of the file; for example 1..30
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    seeds: Option<(u64, u64)>,
    /// Set something in every run, as `terrarium run --set` does; for example rules.light=40
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Live one run of a sweep again, and compare its hash; for example runs/light 17
    #[arg(long, num_args = 2, value_names = ["DIR", "ROW"], conflicts_with_all = [
        "experiment", "out", "shard", "resume", "dry_run", "yes", "seeds", "set",
    ])]
    from_run: Vec<String>,
    /// How to print the result; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

fn seeds(text: &str) -> Result<(u64, u64), String> {
    read_seeds(text).ok_or_else(|| "give the first and the last seed, such as 1..30".to_owned())
}

/// Wrong input, or a failure, with the place that is wrong if there is one.
pub(super) fn failure(error: ExperimentError) -> Failure {
    if error.is_input() { Failure::Input(error.diagnostic()) } else { Failure::failed(error) }
}

impl Batch {
    pub fn execute(self) -> Result<(), Failure> {
        if let [dir, row] = &self.from_run[..] {
            return self.again(Path::new(dir), row);
        }
        let plan = Plan::new(self.read()?).map_err(failure)?;
        if self.dry_run { self.tell(&plan) } else { self.live(&plan) }
    }

    fn read(&self) -> Result<Experiment, Failure> {
        let mut settings = Vec::new();
        for text in &self.set {
            let setting = Override::parse(text);
            settings.push(setting.map_err(Failure::Input)?);
        }
        let overrides = Overrides { settings, seeds: self.seeds };
        let path = self.experiment.as_deref().unwrap_or(Path::new(""));
        Experiment::read(path, &overrides).map_err(failure)
    }

    /// Where the sweep goes.
    fn dir(&self, plan: &Plan) -> PathBuf {
        let name = &plan.experiment().name;
        let shard = match self.shard.to_string().split_once('/') {
            Some((number, of)) if !self.shard.is_whole() => format!("-shard-{number}-of-{of}"),
            _ => String::new(),
        };
        self.out.clone().unwrap_or_else(|| Path::new("runs").join(format!("{name}{shard}")))
    }

    fn live(&self, plan: &Plan) -> Result<(), Failure> {
        let dir = self.dir(plan);
        let options =
            SweepOptions { jobs: self.jobs, shard: self.shard, resume: self.resume, yes: self.yes };
        let watch = SweepMonitor::new(Interruption::listen());
        let start = now();
        let swept = watch.over(|sweep_monitor| sweep(plan, &dir, options, sweep_monitor));
        let swept = swept.map_err(failure)?;
        let seconds = start.elapsed().as_secs_f64();
        if !swept.finished {
            let (done, runs) = (swept.progress.done, swept.progress.runs);
            output::note(format_args!(
                "interrupted: {done} of {runs} runs have ended and are kept in {}; go on with the same \
                 command and --resume",
                dir.display()
            ));
            return Err(Failure::Interrupted);
        }
        report(&swept, seconds, self.format)?;
        match &swept.progress.first_failure {
            None => Ok(()),
            Some((case, reason)) => Err(Failure::failed(format!(
                "{} of {} runs failed; the first is run {case}: {reason}\n{} tells of each, and the \
                 others are whole",
                swept.progress.failed,
                swept.progress.runs,
                dir.join(tables::RUNS_CSV).display()
            ))),
        }
    }

    /// What would be lived.
    fn tell(&self, plan: &Plan) -> Result<(), Failure> {
        const SHOWN: u64 = 5;
        let experiment = plan.experiment();
        let runs = self.shard.runs(plan.runs());
        let cores = self.jobs.or_else(|| std::thread::available_parallelism().ok());
        let (jobs, threads) = share_out(cores.map_or(1, NonZeroUsize::get), runs);
        let points = experiment.design.points(&experiment.factors);
        let shown = (0..runs.min(SHOWN)).map(|place| plan.case(self.shard.case(place)));
        let shown: Vec<Case> = shown.collect::<Result<_, _>>().map_err(failure)?;
        if self.format == Format::Json {
            let object = json!({
                "experiment": experiment, "fingerprint": plan.fingerprint(),
                "points": u64::try_from(points).unwrap_or(u64::MAX), "runs": plan.runs(),
                "shard": self.shard, "own_runs": runs, "jobs": jobs, "threads": threads,
                "out": self.dir(plan),
            });
            return output::print(&format!("{object}\n"));
        }
        let mut text = format!("{}: {}\n\n", experiment.name, experiment.description);
        let _ = writeln!(
            text,
            "{} runs: {points} points ({}), {} at each, of up to {} ticks",
            plan.runs(),
            experiment.design.name(),
            experiment.replicates.count(),
            experiment.ticks,
        );
        if !self.shard.is_whole() {
            let _ = writeln!(text, "shard {}: {runs} of them", self.shard);
        }
        let _ = writeln!(text, "{jobs} at a time, on {threads} threads each");
        let _ = writeln!(text, "into {}\n", self.dir(plan).display());
        let factors = experiment.factors.iter().map(|factor| factor.name.clone());
        let mut rows = vec![["run".to_owned()].into_iter().chain(factors).collect::<Vec<_>>()];
        rows[0].extend(["replicate", "seed"].map(str::to_owned));
        for Case { number, point, replicate, seed } in shown {
            let mut row = vec![number.to_string()];
            row.extend(point.iter().map(ToString::to_string));
            row.extend([replicate.to_string(), seed.to_string()]);
            rows.push(row);
        }
        text.push_str(&columns(&rows, |_| true));
        if runs > SHOWN {
            let _ = writeln!(text, "… and {} more", runs - SHOWN);
        }
        output::print(&text)
    }

    /// Lives one run of a sweep again.
    fn again(&self, dir: &Path, number: &str) -> Result<(), Failure> {
        let number: u64 = number.parse().map_err(|_| {
            let problem =
                format!("--from-run: `{number}` is no number of a run; give one such as 17");
            Failure::input(problem)
        })?;
        let results = Results::open(dir).map_err(failure)?;
        let manifest = results.manifest();
        let plan = Plan::new(manifest.experiment.clone()).map_err(failure)?;
        manifest.check(dir, plan.fingerprint(), plan.experiment()).map_err(|error| {
            let told = error.to_string();
            let told = told.split("; choose another").next().unwrap_or_default();
            Failure::input(format!("{told}; have it as it was"))
        })?;
        let case = plan.case(number).map_err(failure)?;
        let Some(recorded) = results.row(number).map_err(failure)? else {
            let problem = format!("{}: run {number} has not ended there", dir.display());
            return Err(Failure::input(format!("{problem}; live it with `--resume` first")));
        };
        let watch = SweepMonitor::new(Interruption::listen());
        let cores = self.jobs.or_else(|| std::thread::available_parallelism().ok());
        let row = watch.alone(cores, || plan.simulate(&case))?;
        let command = command_of(plan.experiment(), &case);
        if row == recorded {
            return self.agree(dir, &row, &command);
        }
        let end = |row: &Row| {
            let hash = row.state_hash.map_or_else(|| "none".to_owned(), |hash| hash.to_string());
            format!(
                "{} {} after {} ticks, hash {hash}",
                row.ending.name(),
                row.ending.detail(),
                row.ticks
            )
        };
        Err(Failure::failed(format!(
            "{}: run {number} does not repeat: recorded {}; now {}\nlook for what differs with: {command}",
            dir.display(),
            end(&recorded),
            end(&row)
        )))
    }

    fn agree(&self, dir: &Path, row: &Row, command: &str) -> Result<(), Failure> {
        if self.format == Format::Json {
            return output::print(&format!("{}\n", json!({ "repeats": true, "row": row })));
        }
        let hash = row.state_hash.map_or_else(
            || format!("fails again: {}", row.ending.detail()),
            |hash| format!("repeats to the bit after {} ticks: state hash {hash}", row.ticks),
        );
        output::print(&format!(
            "{}: run {} {hash}\nby itself it is lived by: {command}\n",
            dir.display(),
            row.case
        ))
    }
}

/// The command that lives a run by itself.
fn command_of(experiment: &Experiment, case: &Case) -> String {
    let mut words = vec!["terrarium".to_owned()];
    words.extend(experiment.arguments(case));
    shell::command(&words)
}

/// Prints what came of a sweep.
pub(super) fn report(swept: &SweepResult, seconds: f64, format: Format) -> Result<(), Failure> {
    let results = Results::open(&swept.dir).map_err(failure)?;
    let summary = results.summary().map_err(failure)?;
    output::print(&match format {
        Format::Human => for_people(swept, seconds, &results, &summary),
        Format::Json => as_json(swept, seconds, &results, &summary),
    })
}

fn for_people(swept: &SweepResult, seconds: f64, results: &Results, summary: &Summary) -> String {
    let SweepResult { dir, progress, .. } = swept;
    let mut text = batch_summary::for_people(&results.manifest().experiment, summary, dir);
    let found = match progress.found {
        0 => String::new(),
        found => format!(", {found} of them before"),
    };
    let _ = writeln!(text, "\n{} runs have ended{found} ({seconds:.1} s)", progress.done);
    let _ = writeln!(
        text,
        "a row for each run in {}; live one again with: terrarium batch --from-run {} ROW",
        dir.join(tables::RUNS_CSV).display(),
        dir.display()
    );
    text
}

/// One JSON object on a line.
fn as_json(swept: &SweepResult, seconds: f64, results: &Results, summary: &Summary) -> String {
    let SweepResult { dir, progress, .. } = swept;
    let summary = batch_summary::as_json(&results.manifest().experiment, summary, dir);
    let object = json!({
        "out": dir, "runs": progress.runs, "done": progress.done, "failed": progress.failed,
        "found": progress.found, "seconds": seconds, "summary": summary,
    });
    format!("{object}\n")
}
