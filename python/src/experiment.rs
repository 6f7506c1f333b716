//! Experiments and their sweeps: planned here, executed by this machine or by whoever takes their runs.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use terrarium::experiment::{
    self as experiments, CaseResult, ExperimentError, OpenSweep, Overrides, Plan, Progress,
    SweepObserver, SweepOptions,
};

use crate::errors::{failed, input_error, refused};
use crate::threads::{self, Threads};
use crate::values::{self, Places};
use crate::whole;

/// An experiment: many runs over values of factors and replicates, read and checked. The package's class `Experiment` is built on
/// it.
#[pyclass(frozen, module = "terrarium._native")]
pub struct Experiment {
    plan: Plan,
}

/// The path of an experiment among its texts, and these by path.
type Texts = (String, BTreeMap<PathBuf, Py<PyBytes>>);

/// The directory of a sweep, open for the results of its runs and locked against other processes.
#[pyclass(frozen, module = "terrarium._native")]
pub struct Sweep {
    plan: Plan,
    sweep: Mutex<Option<OpenSweep>>,
}

fn problem(error: ExperimentError) -> PyErr {
    if error.is_input() { input_error(&error.diagnostic()) } else { failed(error) }
}

impl Experiment {
    /// The plan of an experiment; `places` are those of its document, if it was built in code.
    fn planned(
        experiment: Result<experiments::Experiment, ExperimentError>,
        places: &Places,
    ) -> PyResult<Self> {
        let plan = experiment.and_then(Plan::new).map_err(|error| {
            if error.is_input() {
                input_error(&values::of_code(error.diagnostic(), places))
            } else {
                failed(error)
            }
        })?;
        Ok(Self { plan })
    }
}

#[pymethods]
impl Experiment {
    /// Reads an experiment from a file, with overrides of every run, or from a text whose lines were given so.
    #[new]
    #[pyo3(signature = (*, file=None, text=None, folder=PathBuf::new(), name="experiment", overrides=None, seeds=None))]
    fn new(
        py: Python<'_>,
        file: Option<PathBuf>,
        text: Option<(String, Places)>,
        folder: PathBuf,
        name: &str,
        overrides: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = whole::seeds)] seeds: Option<(u64, u64)>,
    ) -> PyResult<Self> {
        let overrides = Overrides { overrides: values::overrides(overrides.as_ref())?, seeds };
        threads::work(py, || match (file, text) {
            (Some(file), None) => {
                Self::planned(experiments::Experiment::read(&file, &overrides), &Places::new())
            }
            (None, Some((text, places))) => {
                let document = values::parsed(&text, &places)?;
                let folder = std::path::absolute(&folder).unwrap_or(folder);
                let read =
                    experiments::Experiment::from_document(name, &folder, &document, &overrides);
                Self::planned(read, &places)
            }
            _ => Err(refused("give a file or a text")),
        })
    }

    /// The number of runs.
    #[getter]
    fn runs(&self) -> u64 {
        self.plan.runs()
    }

    /// The name: that of the file without its ending.
    #[getter]
    fn name(&self) -> &str {
        &self.plan.experiment().name
    }

    /// The names of the factors.
    #[getter]
    fn factors(&self) -> Vec<String> {
        self.plan.experiment().factors.iter().map(|factor| factor.name.clone()).collect()
    }

    /// The names of the species that its runs can have.
    #[getter]
    fn species(&self) -> Vec<String> {
        self.plan.species().to_vec()
    }

    /// A hash of everything that determines the results: the experiment, the version of the engine, the scenario, maps and
    /// creatures.
    #[getter]
    fn fingerprint(&self) -> &str {
        self.plan.fingerprint()
    }

    /// The path of the experiment among its texts, and these by path; None if it was not read from a file.
    fn texts(&self, py: Python<'_>) -> PyResult<Option<Texts>> {
        let texts = self.plan.texts().map_err(problem)?;
        let bytes =
            |(path, content): (PathBuf, Vec<u8>)| (path, PyBytes::new(py, &content).unbind());
        Ok(texts.map(|texts| (texts.experiment, texts.files.into_iter().map(bytes).collect())))
    }

    /// Simulates a run in this process on this many threads, and returns its result as bytes for `Sweep.add`.
    #[pyo3(signature = (number, *, threads=1))]
    fn simulate<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole::number)] number: u64,
        #[pyo3(from_py_with = whole::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let case = self.plan.case(number).map_err(problem)?;
        let result = Threads::new(Some(threads))?.work(py, || {
            let result = self.plan.simulate_within(&case, None, &|| false).map_err(problem)?;
            result.ok_or_else(|| failed("the run was interrupted"))
        })?;
        Ok(PyBytes::new(py, &result.encode()))
    }

    /// The result of a run that failed for a reason of its own, such as a worker that died, as bytes for `Sweep.add`.
    fn failure<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole::number)] number: u64,
        reason: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let case = self.plan.case(number).map_err(problem)?;
        Ok(PyBytes::new(py, &self.plan.failure(&case, reason).encode()))
    }

    /// Executes the runs on the cores of this machine, as `terrarium batch` does. `progress(done, failed)` is called now and then.
    #[pyo3(signature = (dir, *, jobs=None, resume=true, vector_charts=false, progress=None))]
    fn sweep(
        &self,
        py: Python<'_>,
        dir: PathBuf,
        #[pyo3(from_py_with = whole::jobs)] jobs: Option<usize>,
        resume: bool,
        vector_charts: bool,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let jobs = jobs.map(|jobs| {
            NonZeroUsize::new(jobs).ok_or_else(|| refused("jobs cannot be 0; give 1 or more"))
        });
        let options = SweepOptions {
            jobs: jobs.transpose()?,
            resume,
            yes: true,
            vector_charts,
            ..SweepOptions::default()
        };
        // What is outside of runs. Those have pools of their own.
        let pool = Threads::new(Some(1))?.pool(py)?;
        let watch = Watch::default();
        std::thread::scope(|scope| {
            let sweep = || experiments::sweep(&self.plan, &dir, options, &watch);
            let worker = scope.spawn(move || pool.install(sweep));
            let mut interrupt = Ok(());
            while !worker.is_finished() {
                py.detach(|| std::thread::sleep(BETWEEN));
                if interrupt.is_ok() {
                    interrupt = watch.show(progress.as_ref()).and_then(|()| py.check_signals());
                    watch.stop.store(interrupt.is_err(), Relaxed);
                }
            }
            let result = py.detach(|| worker.join());
            interrupt?;
            watch.show(progress.as_ref())?;
            let result = result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok(result.map_err(problem)?.finished)
        })
    }

    fn __repr__(&self) -> String {
        format!("<Experiment {} of {} runs>", self.plan.experiment().name, self.plan.runs())
    }
}

/// How long interrupts wait, and the interval in which progress is shown.
const BETWEEN: Duration = Duration::from_millis(30);

/// Observes a sweep for the thread that waits for it.
struct Watch {
    begun: Instant,
    stop: AtomicBool,
    progress: Mutex<Progress>,
}

impl Default for Watch {
    #[expect(
        clippy::disallowed_methods,
        reason = "it measures how long runs take, which no result depends on"
    )]
    fn default() -> Self {
        Self { begun: Instant::now(), stop: AtomicBool::new(false), progress: Mutex::default() }
    }
}

impl Watch {
    fn show(&self, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let Some(show) = progress else { return Ok(()) };
        let (done, failed) = {
            let known = lock(&self.progress);
            (known.done, known.failed)
        };
        show.call1((done, failed)).map(drop)
    }
}

impl SweepObserver for Watch {
    fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    fn should_stop(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn progressed(&self, progress: &Progress) {
        lock(&self.progress).clone_from(progress);
    }
}

#[pymethods]
impl Sweep {
    /// Opens the directory of a sweep, or creates it.
    #[new]
    #[pyo3(signature = (experiment, dir, *, resume=true))]
    fn new(py: Python<'_>, experiment: &Experiment, dir: PathBuf, resume: bool) -> PyResult<Self> {
        let plan = experiment.plan.clone();
        let options = SweepOptions { resume, yes: true, ..SweepOptions::default() };
        let open = || OpenSweep::open(&plan, dir, options).map_err(problem);
        let sweep = threads::work(py, open)?;
        Ok(Self { plan, sweep: Mutex::new(Some(sweep)) })
    }

    /// Takes up to `most` runs that have not ended and are not taken. Returns their numbers; none if none is left.
    fn take(&self, most: usize) -> PyResult<Vec<u64>> {
        self.with(|sweep| {
            Ok((0..most).map_while(|_| sweep.take(&self.plan)).map(|case| case.number).collect())
        })
    }

    /// Adds the result of a run that was taken, and how long it took.
    fn add(&self, result: &[u8], seconds: f64) -> PyResult<()> {
        let Some(result) = CaseResult::decode(result) else {
            return Err(refused(
                "these bytes are not the result of a run; the worker may have another version",
            ));
        };
        self.with(|sweep| sweep.add(&self.plan, &result, seconds).map_err(problem))
    }

    /// The number of runs, of those that have ended, and of those that failed.
    #[getter]
    fn progress(&self) -> PyResult<(u64, u64, u64)> {
        self.with(|sweep| {
            let progress = sweep.progress();
            Ok((progress.runs, progress.done, progress.failed))
        })
    }

    /// Writes the tables of the runs that have ended, and closes the directory. Returns whether all have.
    #[pyo3(signature = (*, vector_charts=false))]
    fn finish(&self, py: Python<'_>, vector_charts: bool) -> PyResult<bool> {
        let sweep = lock(&self.sweep).take().ok_or_else(closed)?;
        threads::work(py, || Ok(sweep.finish(vector_charts).map_err(problem)?.finished))
    }
}

impl Sweep {
    fn with<T>(&self, work: impl FnOnce(&mut OpenSweep) -> PyResult<T>) -> PyResult<T> {
        work(lock(&self.sweep).as_mut().ok_or_else(closed)?)
    }
}

fn closed() -> PyErr {
    refused("the sweep is finished; open it again to continue it")
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
