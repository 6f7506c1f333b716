//! Recordings: runs that can be entered at any tick.

use std::path::PathBuf;

use pyo3::prelude::*;
use terrarium::experiment::JOURNAL;
use terrarium::playback::{Opened, Playback};

use crate::errors::refused;
use crate::observations::Options;
use crate::shared::Shared;
use crate::threads::{self, Threads};
use crate::whole;
use crate::world::World;

/// A recording of a run, written by `terrarium run --record` or a viewer, or the directory of a recorded run.
#[pyclass(frozen, module = "terrarium")]
pub struct Recording {
    path: PathBuf,
    playback: Shared<Playback>,
}

impl Recording {
    fn world_at(&self, playback: &mut Playback, tick: u64) -> PyResult<World> {
        let (first, last) = (playback.first_tick(), playback.frontier());
        if !(first..=last).contains(&tick) {
            let path = self.path.display();
            return Err(refused(format!(
                "{path} has no tick {tick}; give one from {first} to {last}"
            )));
        }
        playback.seek(tick).map_err(|error| refused(error.to_string()))?;
        let bytes = World::to_snapshot(playback.simulation())?;
        World::from_snapshot(&bytes, Options::default(), Threads::OneEachCore)
    }
}

#[pymethods]
impl Recording {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        threads::work(py, || {
            if path.join(JOURNAL).is_file() {
                return Err(refused(format!(
                    "{}: this is a sweep of many runs; open it with terrarium.Results, or give one of the runs that it keeps, \
                     in its folder `kept`",
                    path.display()
                )));
            }
            let playback = if path.is_dir() {
                Playback::of_run_dir(&path).map_err(|error| refused(error.to_string()))?
            } else {
                match Playback::of_recording(&path).map_err(|error| refused(error.to_string()))? {
                    Opened::Playback(playback) => *playback,
                    Opened::Keyframes { why, .. } => {
                        return Err(refused(format!(
                            "{}: it cannot be simulated: {why}",
                            path.display()
                        )));
                    }
                }
            };
            Ok(Self { path, playback: Shared::new(playback) })
        })
    }

    /// The first tick that it has.
    #[getter]
    fn first_tick(&self, py: Python<'_>) -> PyResult<u64> {
        self.playback.with(py, |playback| playback.first_tick())
    }

    /// The last tick that it has.
    #[getter]
    fn last_tick(&self, py: Python<'_>) -> PyResult<u64> {
        self.playback.with(py, |playback| playback.frontier())
    }

    /// The world after a tick: an independent one, which can be simulated further and changed.
    fn seek(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole::tick)] tick: u64,
    ) -> PyResult<World> {
        let pool = Threads::OneEachCore.pool(py)?;
        self.playback.with(py, |playback| pool.install(|| self.world_at(playback, tick)))?
    }

    fn __repr__(&self) -> String {
        format!("Recording({:?})", self.path.display().to_string())
    }
}
