//! All runs of an experiment, or a shard of them: lived on all cores, written down as they end,
//! gone on with where they stopped.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::interval_set::IntervalSet;
use super::journal::{JOURNAL, Journal};
use super::results::note;
use super::{
    Case, CaseEnding, CaseResult, Experiment, ExperimentError, Plan, Row, Shard, SweepManifest,
    tables,
};
use crate::record::MANIFEST;

/// What the threads are called on which runs are lived.
pub const THREAD: &str = "terrarium run";

/// The most runs that are lived without being asked twice.
pub const MANY_RUNS: u128 = 1_000_000;

/// How a sweep is to be lived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SweepOptions {
    /// How many cores to use; all there are if it is left out.
    pub jobs: Option<NonZeroUsize>,
    /// Which of the runs.
    pub shard: Shard,
    /// Whether to go on with what is in the directory already. A sweep that is not there yet begins.
    pub resume: bool,
    /// Whether more runs than [`MANY_RUNS`] are meant.
    pub yes: bool,
}

/// Looks on at a sweep, from many threads.
pub trait SweepObserver: Sync {
    /// The time in seconds, from any beginning: the library has no clock of its own.
    fn seconds(&self) -> f64 {
        0.0
    }

    /// Whether to stop; asked after each tick of each run.
    fn is_asked_to_stop(&self) -> bool {
        false
    }

    /// Sees how far the sweep has come, whenever that has changed.
    fn progressed(&self, progress: &Progress) {
        let _ = progress;
    }
}

/// Nobody looks on.
impl SweepObserver for () {}

/// How far a sweep has come.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Progress {
    /// How many runs there are.
    pub runs: u64,
    /// How many have ended, those that failed among them.
    pub done: u64,
    /// How many had ended when it was gone on with.
    pub found: u64,
    /// How many have failed.
    pub failed: u64,
    /// How many are being lived.
    pub running: u64,
    /// Whether the journal ended in half a line, which was cut off.
    pub torn: bool,
    /// The mean of how many live at the end, for each species, over the runs that ended well.
    pub means: Vec<(String, f64)>,
    /// Why the first failed that did.
    pub first_failure: Option<(u64, String)>,
}

/// A sweep that has ended.
#[derive(Debug, Clone, PartialEq)]
pub struct SweepResult {
    /// Its directory.
    pub dir: PathBuf,
    /// How far it has come.
    pub progress: Progress,
    /// Whether all runs have ended and the tables are written; if not, it was stopped.
    pub finished: bool,
}

/// How cores are shared out: so many runs at a time, each on so many threads.
#[must_use]
pub fn share_out(cores: usize, runs: u64) -> (usize, usize) {
    let jobs = usize::try_from(runs).unwrap_or(usize::MAX).clamp(1, cores.max(1));
    (jobs, (cores / jobs).max(1))
}

/// Lives the runs of a plan into the directory `dir`, and writes the tables when all have ended.
///
/// What comes of it does not depend on how often it was stopped and gone on with, or on the number of
/// jobs: all files but `timings.csv` and the journal are the same to the byte.
///
/// # Errors
/// When there are many runs and nobody said yes, when the directory holds something else, or when
/// something cannot be written. Runs that have ended are kept in any case.
pub fn sweep(
    plan: &Plan,
    dir: impl AsRef<Path>,
    options: SweepOptions,
    sweep_monitor: &dyn SweepObserver,
) -> Result<SweepResult, ExperimentError> {
    let dir = dir.as_ref();
    ask(plan.experiment(), options)?;
    prepare(plan, dir, options)?;
    let mut sweep = Sweep::open(plan, dir, options.shard, sweep_monitor)?;
    let left = sweep.progress.runs - sweep.progress.done;
    sweep_monitor.progressed(&sweep.progress);
    if left > 0 {
        let cores = options.jobs.or_else(|| std::thread::available_parallelism().ok());
        let (jobs, threads) = share_out(cores.map_or(1, NonZeroUsize::get), left);
        sweep = live_all(sweep, jobs, threads)?;
    }
    sweep.journal.sync()?;
    let Sweep { progress, .. } = sweep;
    let finished = progress.done == progress.runs;
    if finished {
        tables::write(dir)?;
    }
    Ok(SweepResult { dir: dir.to_owned(), progress, finished })
}

/// Refuses very many runs unless they are meant.
fn ask(experiment: &Experiment, options: SweepOptions) -> Result<(), ExperimentError> {
    let runs = experiment.runs();
    if runs <= MANY_RUNS || options.yes {
        return Ok(());
    }
    Err(ExperimentError::Asked(format!(
        "these are {runs} runs: {} points, {} runs at each; say `--yes` if you mean it, or draw some \
         points: `[design] kind = \"latin\"`, `points = 100`",
        experiment.design.points(&experiment.factors),
        experiment.replicates.count(),
    )))
}

/// Makes the directory, or sees that it holds this sweep.
fn prepare(plan: &Plan, dir: &Path, options: SweepOptions) -> Result<(), ExperimentError> {
    let refuse = |problem: String| Err(ExperimentError::directory(dir, problem));
    if !dir.join(MANIFEST).exists() {
        if dir.exists() && !dir.is_dir() {
            return refuse("this is a file; give the path of a directory with `--out`".to_owned());
        }
        if dir.is_dir() && !is_free(dir)? {
            let problem = "there is something in this directory already, and it is no sweep; choose \
                           another with `--out`, or remove it first";
            return refuse(problem.to_owned());
        }
        fs::create_dir_all(dir).map_err(ExperimentError::writing(dir))?;
        return SweepManifest::new(plan, options.shard).write(dir);
    }
    let manifest = SweepManifest::read(dir)?;
    manifest.check(dir, plan.fingerprint(), plan.experiment())?;
    if manifest.shard != options.shard {
        return refuse(format!(
            "this is the directory of shard {}, not {}; choose another with `--out`",
            manifest.shard, options.shard
        ));
    }
    if options.resume {
        return Ok(());
    }
    let how = if manifest.finished { "is here already, finished" } else { "has begun here" };
    refuse(format!(
        "this very experiment {how}; go on with `--resume`, or choose another directory with `--out`"
    ))
}

/// Whether nothing is in a directory but what a killed process has left of a file.
fn is_free(dir: &Path) -> Result<bool, ExperimentError> {
    let entries = fs::read_dir(dir).map_err(ExperimentError::reading(dir))?;
    let ours = |name: &str| name.starts_with(".terrarium-") && name.ends_with(".partial");
    Ok(entries.flatten().all(|entry| entry.file_name().to_str().is_some_and(ours)))
}

/// A sweep while it goes on.
struct Sweep<'a> {
    plan: &'a Plan,
    dir: &'a Path,
    shard: Shard,
    sweep_monitor: &'a dyn SweepObserver,
    journal: Journal,
    /// The places of the runs that have ended or are being lived.
    taken: IntervalSet,
    /// No place before this is left.
    next: u64,
    progress: Progress,
    problem: Option<ExperimentError>,
}

impl<'a> Sweep<'a> {
    fn open(
        plan: &'a Plan,
        dir: &'a Path,
        shard: Shard,
        sweep_monitor: &'a dyn SweepObserver,
    ) -> Result<Self, ExperimentError> {
        let mut progress = Progress {
            runs: shard.runs(plan.runs()),
            means: plan.species().iter().map(|name| (name.clone(), 0.0)).collect(),
            ..Progress::default()
        };
        let mut taken = IntervalSet::default();
        let journal = Journal::open(dir, |line, entry| {
            note(dir, shard, plan.runs(), &mut taken, (line, &entry.row))?;
            progress.count(&entry.row);
            Ok(())
        })?;
        progress.found = progress.done;
        progress.torn = journal.was_torn();
        Ok(Self {
            plan,
            dir,
            shard,
            sweep_monitor,
            journal,
            taken,
            next: 0,
            progress,
            problem: None,
        })
    }

    /// The next run that nobody lives yet.
    fn take(&mut self) -> Option<Case> {
        if self.problem.is_some() || self.sweep_monitor.is_asked_to_stop() {
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

    /// Takes in what came of a run.
    fn put(&mut self, lived: Result<Option<CaseResult>, ExperimentError>, seconds: f64) {
        self.progress.running -= 1;
        let added = lived.and_then(|lived| match lived {
            Some(lived) if self.problem.is_none() => {
                self.journal.add(&lived, seconds)?;
                self.progress.count(&lived.row);
                Ok(())
            }
            _ => Ok(()),
        });
        if let Err(error) = added {
            self.problem.get_or_insert(error);
        }
        self.sweep_monitor.progressed(&self.progress);
    }

    /// Why nothing can be written any more, and what to do.
    fn stuck(&self, error: ExperimentError) -> ExperimentError {
        let (done, journal) = (self.progress.done, self.dir.join(JOURNAL));
        ExperimentError::Stuck {
            problem: format!(
                "{error}\nthe {done} runs that have ended are kept in {}; when there is room, go on \
                 with `--resume`",
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
        let well = (self.done - self.failed) as f64;
        for (name, mean) in &mut self.means {
            let alive = row.of_species(name).map_or(0, |species| species.alive);
            *mean += (alive as f64 - *mean) / well;
        }
    }
}

/// Lives all runs that are left, so many at a time, each on so many threads.
fn live_all(sweep: Sweep<'_>, jobs: usize, threads: usize) -> Result<Sweep<'_>, ExperimentError> {
    let (plan, dir, sweep_monitor) = (sweep.plan, sweep.dir, sweep.sweep_monitor);
    let shared = Mutex::new(sweep);
    let pools: Result<Vec<_>, _> = (0..jobs)
        .map(|_| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            pool.thread_name(|_| THREAD.to_owned()).build()
        })
        .collect();
    let pools = pools.map_err(|error| {
        let cores = jobs * threads;
        ExperimentError::Asked(format!(
            "{cores} threads cannot be started: {error}; have fewer `--jobs`"
        ))
    })?;
    std::thread::scope(|scope| {
        for pool in &pools {
            scope.spawn(|| {
                loop {
                    let Some(case) = lock(&shared).take() else { break };
                    let begin = sweep_monitor.seconds();
                    let lived = pool.install(|| {
                        plan.simulate_within(&case, Some(dir), &|| sweep_monitor.is_asked_to_stop())
                    });
                    let seconds = sweep_monitor.seconds() - begin;
                    lock(&shared).put(lived, seconds);
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
