//! A sweep that is open for results: which runs are left, and a journal to which those that end are added.

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use terrarium_output::MANIFEST;

use super::interval_set::IntervalSet;
use super::journal::{JOURNAL, Journal};
use super::results::check_entry;
use super::{
    CHECKPOINTS, Case, CaseEnding, CaseResult, Experiment, ExperimentError, MANY_RUNS, Plan,
    Progress, Row, SOURCES, Shard, SweepManifest, SweepOptions, SweepResult, checkpoint, growth,
    kept, tables,
};

/// The directory of a sweep, open for results and locked against other processes.
///
/// [`sweep`](super::sweep) executes runs with it on the cores of this machine. Others can take runs from it, execute them wherever
/// they like, and add their results in any order: the tables are the same to the byte.
pub struct OpenSweep {
    dir: PathBuf,
    shard: Shard,
    checkpoint_every: Option<NonZeroU64>,
    /// Whether runs can have checkpoints, of this or an earlier process.
    has_checkpoints: bool,
    journal: Journal,
    /// The indices of the runs that have ended or are being executed.
    taken: IntervalSet,
    /// All indices before this one are taken.
    next: u64,
    /// The numbers of the runs that are being executed.
    running: BTreeSet<u64>,
    progress: Progress,
}

impl OpenSweep {
    /// Opens the directory of a sweep, or creates it, with the options of [`sweep`](super::sweep).
    ///
    /// # Errors
    /// When there are more than [`MANY_RUNS`] runs without [`SweepOptions::yes`], the directory has other content or is
    /// in use, or a file cannot be read or written.
    pub fn open(
        plan: &Plan,
        dir: impl AsRef<Path>,
        options: SweepOptions,
    ) -> Result<Self, ExperimentError> {
        let dir = dir.as_ref();
        check_number_of_runs(plan.experiment(), options)?;
        prepare(plan, dir, options)?;
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
            dir: dir.to_owned(),
            shard,
            checkpoint_every,
            has_checkpoints: has_earlier || checkpoint_every.is_some(),
            journal,
            taken,
            next: 0,
            running: BTreeSet::new(),
            progress,
        })
    }

    /// The directory.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The interval of checkpoints of each run, in ticks.
    #[must_use]
    pub fn checkpoint_every(&self) -> Option<NonZeroU64> {
        self.checkpoint_every
    }

    /// What has ended so far.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Takes the first run that has not ended and is not taken; `None` when none is left.
    pub fn take(&mut self, plan: &Plan) -> Option<Case> {
        self.next = self.taken.next_gap(self.next);
        if self.next >= self.progress.runs {
            return None;
        }
        self.taken.insert(self.next);
        let case = plan.experiment().case(self.shard.case(self.next))?;
        self.running.insert(case.number);
        self.progress.running = self.running.len() as u64;
        Some(case)
    }

    /// Gives up a run that was taken. It is not taken again while the sweep is open.
    pub fn release(&mut self, case: &Case) {
        self.running.remove(&case.number);
        self.progress.running = self.running.len() as u64;
    }

    /// Adds the result of a run that was taken.
    ///
    /// # Errors
    /// When it was not taken or has a result already, is of another experiment, or cannot be written. Nothing is added
    /// then.
    pub fn add(
        &mut self,
        plan: &Plan,
        result: &CaseResult,
        seconds: f64,
    ) -> Result<(), ExperimentError> {
        let row = &result.row;
        let case = plan.case(row.case)?;
        if !self.running.contains(&row.case) {
            let problem = format!("run {} has a result already, or was not taken", row.case);
            return Err(ExperimentError::InvalidRequest(problem));
        }
        if (case.seed, case.replicate, &case.point) != (row.seed, row.replicate, &row.point) {
            let problem = format!("the result of run {} is of another experiment", row.case);
            return Err(ExperimentError::InvalidRequest(problem));
        }
        self.journal.add(result, seconds)?;
        self.release(&case);
        self.progress.count(row);
        if self.has_checkpoints {
            checkpoint::remove(&self.dir, &case)?;
        }
        Ok(())
    }

    /// Writes the tables: of all runs, or of those that have ended.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn finish(self, vector_charts: bool) -> Result<SweepResult, ExperimentError> {
        let Self { dir, journal, progress, .. } = self;
        journal.sync()?;
        checkpoint::remove_leftovers(&dir)?;
        let finished = progress.done == progress.runs;
        if finished || progress.done > 0 {
            tables::write(&dir, finished, vector_charts)?;
        }
        Ok(SweepResult { dir, progress, finished })
    }

    /// The error of a sweep that cannot write its results.
    pub(super) fn stuck(&self, error: &ExperimentError) -> ExperimentError {
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
