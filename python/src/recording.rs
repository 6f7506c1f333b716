//! Recordings: runs that can be entered at any tick.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use terrarium::playback::{Opened, Playback};

use crate::errors::refused;
use crate::observations::Options;
use crate::world::World;

/// A recording of a run, written by `terrarium run --record` or a viewer, or the directory of a recorded run.
#[pyclass(frozen, module = "terrarium")]
pub struct Recording {
    path: PathBuf,
    playback: Mutex<Playback>,
}

impl Recording {
    fn playback(&self) -> MutexGuard<'_, Playback> {
        self.playback.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Recording {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        py.detach(|| {
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
            Ok(Self { path, playback: Mutex::new(playback) })
        })
    }

    /// The first tick that it has.
    #[getter]
    fn first_tick(&self, py: Python<'_>) -> u64 {
        py.detach(|| self.playback().first_tick())
    }

    /// The last tick that it has.
    #[getter]
    fn last_tick(&self, py: Python<'_>) -> u64 {
        py.detach(|| self.playback().frontier())
    }

    /// The world after a tick: an independent one, which can be simulated further and changed.
    fn seek(&self, py: Python<'_>, tick: u64) -> PyResult<World> {
        py.detach(|| {
            let mut playback = self.playback();
            let (first, last) = (playback.first_tick(), playback.frontier());
            if !(first..=last).contains(&tick) {
                let path = self.path.display();
                return Err(refused(format!(
                    "{path} has no tick {tick}; give one from {first} to {last}"
                )));
            }
            playback.seek(tick).map_err(|error| refused(error.to_string()))?;
            let bytes = World::to_snapshot(playback.simulation())?;
            World::from_snapshot(&bytes, Options::default(), None)
        })
    }

    fn __repr__(&self) -> String {
        format!("Recording({:?})", self.path.display().to_string())
    }
}
