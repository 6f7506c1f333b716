//! `terrarium batch`: run an experiment.

use std::fmt::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::interruption::Interruption;
use super::isolation::{ChildProcesses, IsolatedRun};
use super::output::columns;
use super::sweep_monitor::SweepMonitor;
use super::{Failure, Format, batch_summary, memory, output};
use crate::clock::now;
use crate::document::Override;
use crate::experiment::file::read_seeds;
use crate::experiment::summary::Summary;
use crate::experiment::{
    Case, CaseEnding, Experiment, ExperimentError, InProcess, Overrides, Plan, Results, Row,
    RunExecutor, Shard, Stop, SweepManifest, SweepOptions, SweepResult, divide_cores, sweep_with,
    tables,
};
use crate::shell;
use crate::wording::counted;

/// Run an experiment: many simulations over parameter values and replicates.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium batch light.toml --dry-run
  terrarium batch light.toml --out runs/light --jobs 4
  terrarium batch light.toml --out runs/light --resume
  terrarium batch light.toml --out shard-2 --shard 2/8 --resume
  terrarium batch light.toml --seeds 1..30 --set population.wolf=0
  terrarium batch light.toml --out runs/light --checkpoint-every 5000 --memory-limit 4000
  terrarium batch --from-run runs/light 17

Each run is recorded as soon as it ends, so a sweep that is interrupted or killed continues with
--resume. So does a finished one whose file has more replicates, values or points now: only the new
runs are executed. The tables depend neither on interruptions nor on the number of jobs. Exit codes: 0 all
runs succeeded, 1 some runs failed (their rows give the reason) or a file cannot be written, 2
invalid input, 130 interrupted.")]
pub(super) struct Batch {
    /// Read the experiment from this file; for example light.toml
    #[arg(required_unless_present_any = ["from_run", "isolated_run"])]
    experiment: Option<PathBuf>,
    /// Write the results to this directory; the default is runs/NAME; for example runs/light
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Use this many cores: one for each run, or several if there are fewer runs than cores; the
    /// default is all cores; the results do not depend on it; for example 4
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Run only every N-th run, starting with the I-th: one of N parts for `terrarium merge`; for
    /// example 2/8
    #[arg(long, value_name = "I/N", default_value_t)]
    shard: Shard,
    /// Continue the sweep in the directory, also with more replicates or points than before; or
    /// start it if there is none
    #[arg(long)]
    resume: bool,
    /// Save the state of each run every N ticks, and when the sweep is interrupted, so that --resume
    /// continues runs that had not ended; the results do not depend on it; for example 5000
    #[arg(long, value_name = "N")]
    checkpoint_every: Option<NonZeroU64>,
    /// Execute each run in a process of its own, so that one that is killed, for example because there
    /// is no memory left, only becomes a failed row
    #[arg(long)]
    isolate: bool,
    /// Let each run have at most this much memory, in MiB, in a process of its own; for example 4000
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(256..))]
    memory_limit: Option<u64>,
    /// Print what would be run, and run nothing
    #[arg(long)]
    dry_run: bool,
    /// Allow more than a million runs
    #[arg(long)]
    yes: bool,
    /// Write charts also as SVG and PDF, 180 mm wide; with --resume also those of a finished sweep
    #[arg(long)]
    vector_charts: bool,
    /// Run every parameter point once with each of these seeds, both ends included, instead of the
    /// replicates of the file; for example 1..30
    #[arg(long, value_name = "A..B", value_parser = read_seeds)]
    seeds: Option<(u64, u64)>,
    /// Override a key in every run, as `terrarium run --set` does; for example rules.light=40
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Re-run one run of a sweep, and compare its row and state hash; for example runs/light 17
    #[arg(long, num_args = 2, value_names = ["DIR", "ROW"], conflicts_with_all = [
        "experiment", "out", "shard", "resume", "dry_run", "yes", "vector_charts", "seeds", "set",
        "checkpoint_every", "isolate", "memory_limit",
    ])]
    from_run: Vec<String>,
    /// Execute one run of the sweep in a directory for the process that executes the sweep
    #[arg(long, hide = true, num_args = 2, value_names = ["DIR", "ROW"])]
    isolated_run: Vec<String>,
    /// Print the result in this format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// What ends of runs by a stop condition mean for the survival of the species that live then.
pub(super) const INFORMATIVE_ENDS: &str = "\
runs end early when a stop condition holds, which depends on what happens to the species: survival.csv takes
those that live then for ones that would have fared like the others; incidence.csv does not";

/// Which points cannot be run, and why.
struct InfeasiblePoints {
    /// The first of them, with the reasons; empty if all can.
    text: String,
    /// Whether that holds for all that were checked.
    are_all: bool,
}

/// Finds the points that cannot be run.
fn infeasible_points(plan: &Plan) -> InfeasiblePoints {
    const CHECKED: u64 = 1000;
    const SHOWN: usize = 5;
    let experiment = plan.experiment();
    let points = plan.runs() / experiment.replicates.count();
    let checked = points.min(CHECKED);
    let first_run = |point: u64| experiment.case(point * experiment.replicates.count());
    let refused: Vec<String> =
        (0..checked).filter_map(first_run).filter_map(|case| plan.refusal(&case)).collect();
    let are_all = refused.len() as u64 == checked;
    if refused.is_empty() {
        return InfeasiblePoints { text: String::new(), are_all };
    }
    let mut text = format!(
        "\n{} of the first {} cannot be run; their rows will give the reason:\n",
        counted(refused.len() as u64, "point"),
        counted(checked, "point")
    );
    for reason in refused.iter().take(SHOWN) {
        let _ = writeln!(text, "  {reason}");
    }
    if refused.len() > SHOWN {
        let _ = writeln!(text, "  … and {} more", refused.len() - SHOWN);
    }
    InfeasiblePoints { text, are_all }
}

/// Notes for each factor that changes the land how many founders there are at its values.
fn founders_by_land(plan: &Plan) -> String {
    let experiment = plan.experiment();
    let mut text = String::new();
    let replicates = experiment.replicates.count();
    let points = (plan.runs() / replicates).min(1000);
    for (column, factor) in experiment.factors.iter().enumerate() {
        if !changes_land(&factor.name) {
            continue;
        }
        let mut found: Vec<(String, u64)> = Vec::new();
        for case in (0..points).filter_map(|point| experiment.case(point * replicates)) {
            let value = case.point[column].to_string();
            if found.iter().all(|(known, _)| *known != value) {
                found.extend(plan.founders(&case).map(|founders| (value, founders)));
            }
        }
        if found.iter().any(|(_, founders)| *founders != found[0].1) {
            let all: Vec<String> =
                found.iter().map(|(value, founders)| format!("{founders} at {value}")).collect();
            let _ = writeln!(
                text,
                "\nthe number of founders depends on {}: {}; counts of the scenario are scaled to the open ground \
                 unless `population.SPECIES` is set",
                factor.name,
                all.join(", ")
            );
        }
    }
    text
}

/// Whether a factor changes the land, to which the counts of founders are scaled.
pub(super) fn changes_land(factor: &str) -> bool {
    factor == "map" || ["world.", "terrain."].iter().any(|land| factor.starts_with(land))
}

/// The command's failure for an error: an input error with its location, or a failed operation.
pub(super) fn failure(error: ExperimentError) -> Failure {
    if error.is_input() { Failure::Input(error.diagnostic()) } else { Failure::failed(error) }
}

impl Batch {
    pub fn execute(self) -> Result<(), Failure> {
        if let [dir, row] = &self.from_run[..] {
            return self.rerun(Path::new(dir), row);
        }
        if let [dir, row] = &self.isolated_run[..] {
            let run = IsolatedRun {
                dir: Path::new(dir),
                checkpoint_every: self.checkpoint_every,
                memory_limit: self.memory_limit,
            };
            return run.execute(row, self.jobs);
        }
        let plan = Plan::new(self.read()?).map_err(failure)?;
        if self.dry_run { self.print_plan(&plan) } else { self.run(&plan) }
    }

    fn read(&self) -> Result<Experiment, Failure> {
        let overrides = self.set.iter().map(|text| Override::parse(text).map_err(Failure::Input));
        let overrides = overrides.collect::<Result<_, _>>()?;
        let overrides = Overrides { overrides, seeds: self.seeds };
        let path = self.experiment.as_deref().unwrap_or(Path::new(""));
        Experiment::read(path, &overrides).map_err(failure)
    }

    /// The directory of the sweep.
    fn dir(&self, plan: &Plan) -> PathBuf {
        let name = &plan.experiment().name;
        let shard = match self.shard.to_string().split_once('/') {
            Some((number, of)) if !self.shard.is_whole() => format!("-shard-{number}-of-{of}"),
            _ => String::new(),
        };
        self.out.clone().unwrap_or_else(|| Path::new("runs").join(format!("{name}{shard}")))
    }

    fn run(&self, plan: &Plan) -> Result<(), Failure> {
        let options = SweepOptions {
            jobs: self.jobs,
            shard: self.shard,
            resume: self.resume,
            yes: self.yes,
            vector_charts: self.vector_charts,
            checkpoint_every: self.checkpoint_every,
        };
        if self.memory_limit.is_none() {
            memory::check_plan(plan)?;
        }
        let children = ChildProcesses { memory_limit: self.memory_limit };
        let is_isolated = self.isolate || self.memory_limit.is_some();
        let executor: &dyn RunExecutor = if is_isolated { &children } else { &InProcess };
        let (result, seconds) = execute_sweep(executor, plan, &self.dir(plan), options)?;
        report(&result, seconds, self.format)?;
        check_failures(&result)
    }

    /// Prints what would be run.
    fn print_plan(&self, plan: &Plan) -> Result<(), Failure> {
        const SHOWN: u64 = 5;
        let experiment = plan.experiment();
        let runs = self.shard.runs(plan.runs());
        let cores = self.jobs.or_else(|| std::thread::available_parallelism().ok());
        let (jobs, threads) = divide_cores(cores.map_or(1, NonZeroUsize::get), runs);
        let points = experiment.design.points(&experiment.factors);
        let shown = (0..runs.min(SHOWN)).map(|index| plan.case(self.shard.case(index)));
        let shown: Vec<Case> = shown.collect::<Result<_, _>>().map_err(failure)?;
        let infeasible = infeasible_points(plan);
        let refused = match infeasible.are_all {
            true => Err(Failure::input("no point can be run; correct the factors or the base")),
            false => Ok(()),
        };
        if self.format == Format::Json {
            let object = json!({
                "experiment": experiment, "fingerprint": plan.fingerprint(),
                "points": u64::try_from(points).unwrap_or(u64::MAX), "runs": plan.runs(),
                "shard": self.shard, "own_runs": runs, "jobs": jobs, "threads": threads,
                "out": self.dir(plan),
            });
            output::print(&format!("{object}\n"))?;
            return refused;
        }
        let mut text = format!("{}: {}\n\n", experiment.name, experiment.description);
        let _ = writeln!(
            text,
            "{} runs: {points} points ({}), {} replicates each, up to {} ticks",
            plan.runs(),
            experiment.design.name(),
            experiment.replicates.count(),
            experiment.ticks,
        );
        if experiment.replicates.have_common_seeds() {
            text.push_str("replicates have the same seeds at every point\n");
        }
        if !self.shard.is_whole() {
            let _ = writeln!(text, "shard {}: {runs} of these runs", self.shard);
        }
        if let Some(evolution) = &experiment.evolution {
            let shadows = counted(evolution.shadows, "neutral shadow");
            let _ = writeln!(text, "each run is compared with {shadows} of it");
        }
        let plural = if threads == 1 { "" } else { "s" };
        let _ = writeln!(text, "{jobs} runs in parallel, {threads} thread{plural} each");
        let _ = writeln!(text, "output: {}\n", self.dir(plan).display());
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
        if !experiment.measures.is_empty() {
            let mut rows = vec![vec!["measure".to_owned(), "expression".to_owned()]];
            let measures = experiment.measures.iter();
            rows.extend(measures.map(|it| vec![it.name.clone(), it.expression.clone()]));
            let _ = write!(text, "\n{}", columns(&rows, |_| false));
        }
        text.push_str(&founders_by_land(plan));
        if experiment.stops.iter().any(|stop| !matches!(stop, Stop::When(_))) {
            let _ = writeln!(text, "\n{INFORMATIVE_ENDS}");
        }
        text.push_str(&infeasible.text);
        output::print(&text)?;
        refused
    }

    /// Re-runs one run of a sweep and compares it with its recorded row.
    fn rerun(&self, dir: &Path, number: &str) -> Result<(), Failure> {
        let number: u64 = number.parse().map_err(|_| {
            let problem =
                format!("--from-run: `{number}` is not a run number; give a number such as 17");
            Failure::input(problem)
        })?;
        let results = Results::open(dir).map_err(failure)?;
        let manifest = results.manifest();
        let plan = Plan::new(results.experiment()).map_err(failure)?;
        let check = manifest.check(dir, &SweepManifest::new(&plan, manifest.shard));
        check.map_err(|error| match error {
            ExperimentError::Directory { path, problem, .. } => {
                Failure::input(format!("{}: {problem}; restore it", path.display()))
            }
            other => failure(other),
        })?;
        let case = plan.case(number).map_err(failure)?;
        let Some(recorded) = results.row(number).map_err(failure)? else {
            let problem = format!("{}: run {number} has not ended yet", dir.display());
            return Err(Failure::input(format!(
                "{problem}; finish the sweep with `--resume` first"
            )));
        };
        let monitor = SweepMonitor::new(Interruption::install());
        let cores = self.jobs.or_else(|| std::thread::available_parallelism().ok());
        let row = monitor.single_run(cores, || plan.simulate(&case))?;
        let command = command_of(plan.experiment(), &case);
        if row == recorded {
            self.print_match(dir, &row, &command)?;
            return match row.ending {
                CaseEnding::Failed { reason } => Err(Failure::failed(format!(
                    "run {number} fails as it did in the sweep: {reason}"
                ))),
                _ => Ok(()),
            };
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
            "{}: run {number} is not reproduced: recorded: {}; now: {}\nto investigate: {command}",
            dir.display(),
            end(&recorded),
            end(&row)
        )))
    }

    /// Prints that a re-run gave its recorded row.
    fn print_match(&self, dir: &Path, row: &Row, command: &str) -> Result<(), Failure> {
        if self.format == Format::Json {
            return output::print(&format!("{}\n", json!({ "repeats": true, "row": row })));
        }
        let result = row.state_hash.map_or_else(
            || format!("fails again: {}", row.ending.detail()),
            |hash| format!("is reproduced exactly after {} ticks: state hash {hash}", row.ticks),
        );
        output::print(&format!(
            "{}: run {} {result}\nto run it on its own: {command}\n",
            dir.display(),
            row.case
        ))
    }
}

/// Executes a sweep with a progress bar. Returns its result and its duration in seconds; an interrupted
/// one is a failure that says how to continue.
pub(super) fn execute_sweep(
    executor: &dyn RunExecutor,
    plan: &Plan,
    dir: &Path,
    options: SweepOptions,
) -> Result<(SweepResult, f64), Failure> {
    let monitor = SweepMonitor::new(Interruption::install());
    let start = now();
    let result = monitor.observe(|observer| sweep_with(executor, plan, dir, options, observer));
    let result = result.map_err(failure)?;
    let seconds = start.elapsed().as_secs_f64();
    if result.finished {
        return Ok((result, seconds));
    }
    let (done, runs) = (result.progress.done, result.progress.runs);
    output::note(format_args!(
        "interrupted: {done} of {runs} runs have ended and are kept in {}; to continue, repeat the \
         command with --resume",
        dir.display()
    ));
    Err(Failure::Interrupted)
}

/// The failure of a sweep with failed runs.
pub(super) fn check_failures(result: &SweepResult) -> Result<(), Failure> {
    match &result.progress.first_failure {
        None => Ok(()),
        Some((case, reason)) => Err(Failure::failed(format!(
            "{} of {} runs failed; the first is run {case}: {reason}\n{} has the reason of each; the \
             other runs are complete",
            result.progress.failed,
            result.progress.runs,
            result.dir.join(tables::RUNS_CSV).display()
        ))),
    }
}

/// The command that runs a case on its own.
fn command_of(experiment: &Experiment, case: &Case) -> String {
    let mut words = vec!["terrarium".to_owned()];
    words.extend(experiment.arguments(case));
    shell::command(&words)
}

/// Prints the result of a sweep.
pub(super) fn report(result: &SweepResult, seconds: f64, format: Format) -> Result<(), Failure> {
    let results = Results::open(&result.dir).map_err(failure)?;
    let summary = results.summary().map_err(failure)?;
    output::print(&match format {
        Format::Human => as_text(result, seconds, &results, &summary),
        Format::Json => as_json(result, seconds, &results, &summary),
    })
}

fn as_text(result: &SweepResult, seconds: f64, results: &Results, summary: &Summary) -> String {
    let SweepResult { dir, progress, .. } = result;
    let mut text = batch_summary::as_text(&results.manifest().experiment, summary, dir);
    let found = match progress.found {
        0 => String::new(),
        found => format!(", {found} of them earlier"),
    };
    let _ = writeln!(text, "\n{} runs have ended{found} ({seconds:.1} s)", progress.done);
    let _ = writeln!(
        text,
        "{} has a row for each run; to re-run one: {} ROW",
        dir.join(tables::RUNS_CSV).display(),
        shell::terrarium(&[&"batch", &"--from-run", &dir.display()])
    );
    text
}

/// The result as one JSON object on a line.
fn as_json(result: &SweepResult, seconds: f64, results: &Results, summary: &Summary) -> String {
    let SweepResult { dir, progress, .. } = result;
    let summary = batch_summary::as_json(&results.manifest().experiment, summary, dir);
    let object = json!({
        "out": dir, "runs": progress.runs, "done": progress.done, "failed": progress.failed,
        "found": progress.found, "seconds": seconds, "summary": summary,
    });
    format!("{object}\n")
}
