//! Sweeps: execute all runs of an experiment, or a shard of them, on all cores; record each when it
//! ends; and resume after an interruption.

use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::interval_set::IntervalSet;
use super::journal::{JOURNAL, Journal};
use super::results::check_entry;
use super::{
    CHECKPOINTS, Case, CaseEnding, CaseResult, Experiment, ExperimentError, Plan, Row, RunFiles,
    SOURCES, Shard, SweepManifest, checkpoint, growth, kept, tables,
};
use crate::record::MANIFEST;

/// The name of the threads that execute runs.
pub const THREAD: &str = "terrarium run";

/// The most runs of a sweep without [`SweepOptions::yes`].
pub const MANY_RUNS: u128 = 1_000_000;

/// The options of a sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SweepOptions {
    /// The number of cores to use; all cores by default.
    pub jobs: Option<NonZeroUsize>,
    /// The shard to run.
    pub shard: Shard,
    /// Whether to continue the sweep in the directory, also one of the same experiment with fewer
    /// points or replicates. If there is none, it is started.
    pub resume: bool,
    /// Whether to allow more than [`MANY_RUNS`] runs.
    pub yes: bool,
    /// Whether to write charts also as SVG and PDF.
    pub vector_charts: bool,
    /// The interval of checkpoints of each run, in ticks, from which a resumed sweep continues runs that
    /// had not ended. Runs whose record is kept have none.
    pub checkpoint_every: Option<NonZeroU64>,
}

/// Executes the runs of a sweep, from several threads.
pub trait RunExecutor: Sync {
    /// Executes a run on the threads of the current pool, as [`Plan::simulate_within`] does. `None` when
    /// it was interrupted.
    ///
    /// # Errors
    /// When the sweep cannot go on. A run that fails alone has a result: [`Plan::failure`].
    fn execute(
        &self,
        plan: &Plan,
        case: &Case,
        files: RunFiles<'_>,
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Option<CaseResult>, ExperimentError>;
}

/// Executes runs in this process.
#[derive(Debug, Clone, Copy, Default)]
pub struct InProcess;

impl RunExecutor for InProcess {
    fn execute(
        &self,
        plan: &Plan,
        case: &Case,
        files: RunFiles<'_>,
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Option<CaseResult>, ExperimentError> {
        plan.simulate_within(case, Some(files), is_interrupted)
    }
}

/// Observes a sweep, from several threads.
pub trait SweepObserver: Sync {
    /// The time in seconds, since an arbitrary moment: the library does not read clocks.
    fn seconds(&self) -> f64 {
        0.0
    }

    /// Whether the sweep should stop. Called after each tick of each run.
    fn should_stop(&self) -> bool {
        false
    }

    /// Called whenever the progress of the sweep changes.
    fn progressed(&self, progress: &Progress) {
        let _ = progress;
    }
}

/// No observer.
impl SweepObserver for () {}

/// The progress of a sweep.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Progress {
    /// The number of runs.
    pub runs: u64,
    /// The number of runs that have ended, including failed ones.
    pub done: u64,
    /// The number of runs that had ended before the sweep was resumed.
    pub found: u64,
    /// The number of failed runs.
    pub failed: u64,
    /// The number of runs being executed.
    pub running: u64,
    /// Whether the journal ended with an incomplete line, which was removed.
    pub torn: bool,
    /// For each species, the mean number alive at the end, over the runs that did not fail.
    pub means: Vec<(String, f64)>,
    /// The number of the first failed run, and the reason.
    pub first_failure: Option<(u64, String)>,
}

/// The result of a sweep.
#[derive(Debug, Clone, PartialEq)]
pub struct SweepResult {
    /// Its directory.
    pub dir: PathBuf,
    /// Its progress.
    pub progress: Progress,
    /// Whether all runs have ended; if not, the sweep was stopped, and the tables have the runs that
    /// have ended.
    pub finished: bool,
}

/// Divides cores among runs: returns the number of parallel runs, and the threads of each.
#[must_use]
pub fn divide_cores(cores: usize, runs: u64) -> (usize, usize) {
    let jobs = usize::try_from(runs).unwrap_or(usize::MAX).clamp(1, cores.max(1));
    (jobs, (cores / jobs).max(1))
}

/// Executes the runs of a plan, records them in the directory `dir`, and writes the tables: of all
/// runs, or of those that have ended when the sweep is stopped.
///
/// The results depend neither on interruptions nor on the number of jobs: all files except
/// `timings.csv` and the journal are equal to the byte.
///
/// # Errors
/// When there are more than [`MANY_RUNS`] runs without [`SweepOptions::yes`], the directory has
/// other content, or a file cannot be written. Runs that have ended are kept in any case.
pub fn sweep(
    plan: &Plan,
    dir: impl AsRef<Path>,
    options: SweepOptions,
    observer: &dyn SweepObserver,
) -> Result<SweepResult, ExperimentError> {
    sweep_with(&InProcess, plan, dir, options, observer)
}

/// Does the same as [`sweep`] with another way to execute runs.
///
/// # Errors
/// Those of [`sweep`], and those of the executor.
pub fn sweep_with(
    executor: &dyn RunExecutor,
    plan: &Plan,
    dir: impl AsRef<Path>,
    options: SweepOptions,
    observer: &dyn SweepObserver,
) -> Result<SweepResult, ExperimentError> {
    let dir = dir.as_ref();
    check_number_of_runs(plan.experiment(), options)?;
    prepare(plan, dir, options)?;
    let mut sweep = Sweep::open(plan, dir, options, observer)?;
    let left = sweep.progress.runs - sweep.progress.done;
    observer.progressed(&sweep.progress);
    if left > 0 {
        let cores = options.jobs.or_else(|| std::thread::available_parallelism().ok());
        let (jobs, threads) = divide_cores(cores.map_or(1, NonZeroUsize::get), left);
        sweep = run_all(sweep, executor, jobs, threads)?;
    }
    sweep.journal.sync()?;
    checkpoint::remove_leftovers(dir)?;
    let Sweep { progress, .. } = sweep;
    let finished = progress.done == progress.runs;
    if finished || progress.done > 0 {
        tables::write(dir, finished, options.vector_charts)?;
    }
    Ok(SweepResult { dir: dir.to_owned(), progress, finished })
}

/// Refuses more than [`MANY_RUNS`] runs unless they are confirmed.
fn check_number_of_runs(
    experiment: &Experiment,
    options: SweepOptions,
) -> Result<(), ExperimentError> {
    let runs = experiment.runs();
    if runs <= MANY_RUNS || options.yes {
        return Ok(());
    }
    Err(ExperimentError::InvalidRequest(format!(
        "the experiment has {runs} runs: {} points with {} replicates each; confirm this with \
         `--yes`, or sample points: `[design] kind = \"latin\"`, `points = 100`",
        experiment.design.points(&experiment.factors),
        experiment.replicates.count(),
    )))
}

/// Creates the directory, or checks that it is that of this sweep, and makes it one of this many runs.
fn prepare(plan: &Plan, dir: &Path, options: SweepOptions) -> Result<(), ExperimentError> {
    let planned = SweepManifest::new(plan, options.shard);
    if dir.join(MANIFEST).exists() {
        continue_in(dir, plan, &planned, options)?;
    } else {
        create(dir)?;
        planned.write(dir)?;
    }
    // A process that was killed may have left none.
    match plan.sources() {
        Some(sources) if !dir.join(SOURCES).is_dir() => sources.write(dir),
        _ => Ok(()),
    }
}

fn create(dir: &Path) -> Result<(), ExperimentError> {
    let refuse =
        |problem: &str, remedy: &str| Err(ExperimentError::directory(dir, problem, remedy));
    if dir.exists() && !dir.is_dir() {
        return refuse("this is a file", "give the path of a directory with `--out`");
    }
    if dir.is_dir() && !is_free(dir)? {
        let problem = "this directory is not empty, and not that of a sweep";
        return refuse(problem, "choose another with `--out`, or remove it first");
    }
    fs::create_dir_all(dir).map_err(ExperimentError::writing(dir))
}

/// Checks that the sweep in `dir` can be continued as `planned`, and lets it grow if it has fewer runs.
fn continue_in(
    dir: &Path,
    plan: &Plan,
    planned: &SweepManifest,
    options: SweepOptions,
) -> Result<(), ExperimentError> {
    let refuse =
        |problem: &str, remedy: &str| Err(ExperimentError::directory(dir, problem, remedy));
    growth::recover(dir)?;
    let found = SweepManifest::read(dir)?;
    let is_smaller = found.fingerprint != planned.fingerprint;
    if is_smaller {
        growth::check(&found, planned).map_err(|why| found.of_another(dir, &why))?;
    }
    if found.shard != planned.shard {
        let (found, planned) = (found.shard, planned.shard);
        let problem = format!("this is the directory of shard {found}, not {planned}");
        return refuse(&problem, "choose another with `--out`");
    }
    if is_smaller && !found.shard.is_whole() {
        let problem = "this shard has fewer runs, and cannot grow: all runs get other numbers";
        return refuse(problem, "merge the shards, and continue in the merged directory");
    }
    if options.resume {
        return match is_smaller {
            true => growth::grow(dir, &found, planned, plan.sources()),
            false => Ok(()),
        };
    }
    if is_smaller {
        let problem = "this experiment was run here before, with fewer points or replicates";
        let remedy =
            "add the missing runs with `--resume`, or choose another directory with `--out`";
        return refuse(problem, remedy);
    }
    let state = if found.finished { "finished" } else { "started" };
    refuse(
        &format!("this experiment was {state} here before"),
        "continue it with `--resume`, or choose another directory with `--out`",
    )
}

fn remove_checkpoint(dir: &Path, plan: &Plan, row: &Row) -> Result<(), ExperimentError> {
    plan.case(row.case).and_then(|case| checkpoint::remove(dir, &case))
}

/// Whether a directory has no files, except temporary files of killed processes.
fn is_free(dir: &Path) -> Result<bool, ExperimentError> {
    let entries = fs::read_dir(dir).map_err(ExperimentError::reading(dir))?;
    let is_temporary = |name: &str| name.starts_with(".terrarium-") && name.ends_with(".partial");
    Ok(entries.flatten().all(|entry| entry.file_name().to_str().is_some_and(is_temporary)))
}

/// The state of a sweep.
struct Sweep<'a> {
    plan: &'a Plan,
    dir: &'a Path,
    shard: Shard,
    checkpoint_every: Option<NonZeroU64>,
    /// Whether runs can have checkpoints, of this or an earlier process.
    has_checkpoints: bool,
    observer: &'a dyn SweepObserver,
    journal: Journal,
    /// The indices of the runs that have ended or are being executed.
    taken: IntervalSet,
    /// All indices before this one are taken.
    next: u64,
    progress: Progress,
    problem: Option<ExperimentError>,
}

impl<'a> Sweep<'a> {
    fn open(
        plan: &'a Plan,
        dir: &'a Path,
        options: SweepOptions,
        observer: &'a dyn SweepObserver,
    ) -> Result<Self, ExperimentError> {
        let SweepOptions { shard, checkpoint_every, .. } = options;
        let has_earlier = dir.join(CHECKPOINTS).is_dir();
        let mut progress = Progress {
            runs: shard.runs(plan.runs()),
            means: plan.species().iter().map(|name| (name.clone(), 0.0)).collect(),
            ..Progress::default()
        };
        let mut taken = IntervalSet::default();
        let journal = Journal::open(dir, |line, entry| {
            check_entry(dir, shard, plan.runs(), &mut taken, (line, &entry.row))?;
            kept::check(dir, plan.experiment(), &entry.row)?;
            progress.count(&entry.row);
            if has_earlier { remove_checkpoint(dir, plan, &entry.row) } else { Ok(()) }
        })?;
        kept::remove_leftovers(dir)?;
        checkpoint::remove_leftovers(dir)?;
        progress.found = progress.done;
        progress.torn = journal.was_torn();
        Ok(Self {
            plan,
            dir,
            shard,
            checkpoint_every,
            has_checkpoints: has_earlier || checkpoint_every.is_some(),
            observer,
            journal,
            taken,
            next: 0,
            progress,
            problem: None,
        })
    }

    /// Takes the next run; `None` when none is left, or the sweep stops.
    fn next_case(&mut self) -> Option<Case> {
        if self.problem.is_some() || self.observer.should_stop() {
            return None;
        }
        self.next = self.taken.next_gap(self.next);
        if self.next >= self.progress.runs {
            return None;
        }
        self.taken.insert(self.next);
        self.progress.running += 1;
        self.plan.experiment().case(self.shard.case(self.next))
    }

    /// Records the result of a run.
    fn record(&mut self, result: Result<Option<CaseResult>, ExperimentError>, seconds: f64) {
        self.progress.running -= 1;
        let added = result.and_then(|result| match result {
            Some(result) if self.problem.is_none() => {
                self.journal.add(&result, seconds)?;
                self.progress.count(&result.row);
                if self.has_checkpoints {
                    remove_checkpoint(self.dir, self.plan, &result.row)?;
                }
                Ok(())
            }
            _ => Ok(()),
        });
        if let Err(error) = added {
            self.problem.get_or_insert(error);
        }
        self.observer.progressed(&self.progress);
    }

    /// The error of a sweep that cannot write its results.
    fn stuck(&self, error: ExperimentError) -> ExperimentError {
        let (done, journal) = (self.progress.done, self.dir.join(JOURNAL));
        ExperimentError::Stuck {
            problem: format!(
                "{error}\nthe {done} runs that have ended are kept in {}; after fixing this, \
                 continue with `--resume`",
                journal.display()
            ),
        }
    }
}

impl Progress {
    #[expect(clippy::cast_precision_loss, reason = "counts are far smaller than 2^53")]
    fn count(&mut self, row: &Row) {
        self.done += 1;
        if let CaseEnding::Failed { reason } = &row.ending {
            self.failed += 1;
            if self.first_failure.as_ref().is_none_or(|(case, _)| row.case < *case) {
                self.first_failure = Some((row.case, reason.clone()));
            }
            return;
        }
        let succeeded = (self.done - self.failed) as f64;
        for (name, mean) in &mut self.means {
            let alive = row.of_species(name).map_or(0, |species| species.alive);
            *mean += (alive as f64 - *mean) / succeeded;
        }
    }
}

/// Executes all remaining runs: `jobs` in parallel, each with this many threads.
fn run_all<'a>(
    sweep: Sweep<'a>,
    executor: &dyn RunExecutor,
    jobs: usize,
    threads: usize,
) -> Result<Sweep<'a>, ExperimentError> {
    let (plan, observer) = (sweep.plan, sweep.observer);
    let files = RunFiles { dir: sweep.dir, checkpoint_every: sweep.checkpoint_every };
    let shared = Mutex::new(sweep);
    let pools: Result<Vec<_>, _> = (0..jobs)
        .map(|_| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            pool.thread_name(|_| THREAD.to_owned()).build()
        })
        .collect();
    let pools = pools.map_err(|error| {
        let cores = jobs * threads;
        ExperimentError::InvalidRequest(format!(
            "{cores} threads cannot be started: {error}; use fewer `--jobs`"
        ))
    })?;
    std::thread::scope(|scope| {
        for pool in &pools {
            scope.spawn(|| {
                loop {
                    let Some(case) = lock(&shared).next_case() else { break };
                    let begin = observer.seconds();
                    let result = pool.install(|| {
                        executor.execute(plan, &case, files, &|| observer.should_stop())
                    });
                    let seconds = observer.seconds() - begin;
                    lock(&shared).record(result, seconds);
                }
            });
        }
    });
    let mut sweep = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    match sweep.problem.take() {
        Some(error) => Err(sweep.stuck(error)),
        None => Ok(sweep),
    }
}

fn lock<'m, 'a>(shared: &'m Mutex<Sweep<'a>>) -> MutexGuard<'m, Sweep<'a>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
