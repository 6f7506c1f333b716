//! A run of a ready simulation, described step by step.

use std::path::PathBuf;

use terrarium_sim::tick::Simulation;

use super::{FinishedRun, Observer, Ready, RunError, RunOptions, run};
use crate::record::{Options, Provenance, Recorder};

impl Ready {
    /// Describes a run of up to `ticks` ticks, which [`ReadyRun::finish`] simulates. It is neither recorded nor
    /// checked unless that is asked for.
    ///
    /// ```
    /// use terrarium_run::SimulationBuilder;
    /// use terrarium_run::record::{Manifest, Options};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let dir = folder.path().join("small");
    /// let mut ready = SimulationBuilder::new("meadow").world_size(600.0, 400.0)
    ///     .population("clover", 20).population("oak", 0).population("hare", 4)
    ///     .population("deer", 0).population("lynx", 0).population("wolf", 0)
    ///     .ready()?;
    /// let finished = ready.run(10).record(&dir, Options::default()).finish()?;
    /// assert_eq!(finished.outcome.ticks, 10);
    /// assert_eq!(Manifest::read(&dir)?.outcome, finished.outcome);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(&mut self, ticks: u64) -> ReadyRun<'_> {
        ReadyRun {
            simulation: &mut self.simulation,
            provenance: Provenance {
                ticks_asked: ticks,
                threads: rayon::current_num_threads(),
                ..self.provenance.clone()
            },
            options: RunOptions { ticks, check: false },
            record: None,
            observers: Vec::new(),
        }
    }
}

/// A run that has not begun; see [`Ready::run`].
#[must_use = "a run begins when it is finished"]
pub struct ReadyRun<'a> {
    simulation: &'a mut Simulation,
    provenance: Provenance,
    options: RunOptions,
    record: Option<(PathBuf, Options)>,
    observers: Vec<&'a mut dyn Observer>,
}

impl<'a> ReadyRun<'a> {
    /// Checks all invariants after every tick.
    pub fn check(mut self) -> Self {
        self.options.check = true;
        self
    }

    /// Records the run in the directory `dir`, with its provenance.
    pub fn record(mut self, dir: impl Into<PathBuf>, options: Options) -> Self {
        self.record = Some((dir.into(), options));
        self
    }

    /// Lets `observer` take part in the run, after those that were added before.
    pub fn observe(mut self, observer: &'a mut dyn Observer) -> Self {
        self.observers.push(observer);
        self
    }

    /// Simulates the run; see [`run`].
    ///
    /// # Errors
    /// When an invariant does not hold, when the directory of the record is not empty, or when a file cannot be
    /// written.
    pub fn finish(mut self) -> Result<FinishedRun, RunError> {
        let recorder = match self.record {
            Some((dir, options)) => {
                Some(Recorder::new(dir, self.simulation.world(), self.provenance, options)?)
            }
            None => None,
        };
        run(self.simulation, self.options, recorder, &mut self.observers)
    }
}
