//! Sweeps: execute all runs of an experiment, or a shard of them, on all cores; record each when it
//! ends; and resume after an interruption.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Case, CaseResult, ExperimentError, OpenSweep, Plan, RunFiles, Shard};

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
    let sweep = OpenSweep::open(plan, dir, options)?;
    let left = sweep.progress().runs - sweep.progress().done;
    observer.progressed(sweep.progress());
    let mut shared = Shared { plan, observer, sweep, problem: None };
    if left > 0 {
        let cores = options.jobs.or_else(|| std::thread::available_parallelism().ok());
        let (jobs, threads) = divide_cores(cores.map_or(1, NonZeroUsize::get), left);
        shared = run_all(shared, executor, jobs, threads)?;
    }
    shared.sweep.finish(options.vector_charts)
}

/// A sweep and its observer, while its runs are executed.
struct Shared<'a> {
    plan: &'a Plan,
    observer: &'a dyn SweepObserver,
    sweep: OpenSweep,
    problem: Option<ExperimentError>,
}

impl Shared<'_> {
    /// Takes the next run; `None` when none is left, or the sweep stops.
    fn next_case(&mut self) -> Option<Case> {
        if self.problem.is_some() || self.observer.should_stop() {
            return None;
        }
        self.sweep.take(self.plan)
    }

    /// Records the result of a run.
    fn record(
        &mut self,
        case: &Case,
        result: Result<Option<CaseResult>, ExperimentError>,
        seconds: f64,
    ) {
        let added = result.and_then(|result| match result {
            Some(result) if self.problem.is_none() => self.sweep.add(self.plan, &result, seconds),
            _ => {
                self.sweep.release(case);
                Ok(())
            }
        });
        if let Err(error) = added {
            self.sweep.release(case);
            self.problem.get_or_insert(error);
        }
        self.observer.progressed(self.sweep.progress());
    }
}

/// Executes all remaining runs: `jobs` in parallel, each with this many threads.
fn run_all<'a>(
    shared: Shared<'a>,
    executor: &dyn RunExecutor,
    jobs: usize,
    threads: usize,
) -> Result<Shared<'a>, ExperimentError> {
    let (plan, observer) = (shared.plan, shared.observer);
    let (dir, checkpoint_every) = (shared.sweep.dir().to_owned(), shared.sweep.checkpoint_every());
    let files = RunFiles { dir: &dir, checkpoint_every };
    let shared = Mutex::new(shared);
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
                    lock(&shared).record(&case, result, seconds);
                }
            });
        }
    });
    let mut shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    match shared.problem.take() {
        Some(error) => Err(shared.sweep.stuck(&error)),
        None => Ok(shared),
    }
}

fn lock<'m, 'a>(shared: &'m Mutex<Shared<'a>>) -> MutexGuard<'m, Shared<'a>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
