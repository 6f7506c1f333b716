//! Worlds: simulated, observed, copied and changed.

use std::io::Cursor;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};
use terrarium::behaviour;
use terrarium::experiment::Condition;
use terrarium::record::{EventChoice, snapshot};
use terrarium::scenario::read_intervention;
use terrarium::tick::{Command, Simulation};

use crate::errors::{failed, input_error, refused};
use crate::observations::{Observations, Options};
use crate::organisms;
use crate::picture::{Animation, Film, Picture, Shot};
use crate::shared::Shared;
use crate::table::Table;
use crate::threads::{self, Threads};
use crate::values;
use crate::whole;

/// How long a world is simulated before interrupts are answered and progress is shown.
const BETWEEN: Duration = Duration::from_millis(50);

/// The ticks of a call that lasts until a condition holds, if it sets no limit.
const NO_LIMIT: u64 = u64::MAX;

/// A world: its state, the behaviours of its creatures, and what was observed of it so far.
///
/// It is founded by `Scenario.create()`, restored by `World.restore(snapshot)`, or comes from a `Recording`. The same
/// scenario and seed have the same `state_hash` after each tick as with the command `terrarium run`, on any number of
/// threads.
///
/// Threads of Python can share a world: each call waits for its turn, `run` after each few ticks.
#[pyclass(frozen, module = "terrarium")]
pub struct World {
    state: Shared<State>,
    threads: Threads,
}

/// What changes from tick to tick.
struct State {
    simulation: Simulation,
    observations: Observations,
}

/// The events that a table has.
pub fn event_choice(name: &str) -> PyResult<EventChoice> {
    EventChoice::named(name).ok_or_else(|| {
        refused(format!("events cannot be {name:?}; give \"nothing\", \"lives\" or \"everything\""))
    })
}

impl World {
    pub fn new(simulation: Simulation, options: Options, threads: Threads) -> Self {
        let observations = Observations::new(simulation.world(), options);
        Self { state: Shared::new(State { simulation, observations }), threads }
    }

    /// A world from the bytes of a snapshot.
    pub fn from_snapshot(bytes: &[u8], options: Options, threads: Threads) -> PyResult<Self> {
        Ok(Self::new(Self::simulation_of(bytes)?, options, threads))
    }

    /// What continues from the bytes of a snapshot.
    pub fn simulation_of(bytes: &[u8]) -> PyResult<Simulation> {
        let snapshot = snapshot::read("snapshot", Cursor::new(bytes)).map_err(refused)?;
        let config = snapshot.world.config();
        let behaviours = behaviour::make_all(&config.species, &config.rules).map_err(refused)?;
        Ok(Simulation::new(snapshot.world, behaviours))
    }

    /// The bytes of a snapshot.
    pub fn to_snapshot(simulation: &Simulation) -> PyResult<Vec<u8>> {
        let mut bytes = Cursor::new(Vec::new());
        snapshot::write(simulation.world(), &mut bytes).map_err(failed)?;
        Ok(bytes.into_inner())
    }

    /// Reads the world as it is.
    fn read<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&State) -> T + Send) -> PyResult<T> {
        self.state.with(py, |state| work(state))
    }

    /// Works with the world on its threads.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut State) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let pool = self.threads.pool(py)?;
        self.state.with(py, |state| pool.install(|| work(state)))?
    }
}

impl State {
    fn world(&self) -> &terrarium::world::World {
        self.simulation.world()
    }

    /// The number of living organisms of each species, by name.
    fn populations(&self) -> Vec<(String, u64)> {
        let world = self.world();
        let names = world.config().species.iter().map(|species| species.name.clone());
        names.zip(world.populations()).collect()
    }

    /// Simulates up to `most` ticks, for a while. Returns how many, and whether the condition holds.
    fn advance(&mut self, most: u64, condition: Option<&Condition>) -> (u64, bool) {
        let begun = now();
        for tick in 1..=most {
            self.simulation.tick();
            let world = self.simulation.world();
            self.observations.record(world);
            if let Some(condition) = condition {
                let species = self.observations.standings(world);
                if condition.holds(&self.observations.context(world, &species)) {
                    return (tick, true);
                }
            }
            if begun.elapsed() >= BETWEEN {
                return (tick, false);
            }
        }
        (most, false)
    }

    /// The condition in a text, for this world.
    fn condition(&self, text: &str) -> PyResult<Condition> {
        let world = self.world();
        let species: Vec<String> =
            world.config().species.iter().map(|species| species.name.clone()).collect();
        Condition::parse(text, &species, world.conquest().is_some())
            .map_err(|error| refused(format!("until: {}; {}", error.problem, error.remedy)))
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "it decides how often interrupts are answered, not what happens"
)]
fn now() -> Instant {
    Instant::now()
}

#[pymethods]
impl World {
    /// Simulates ticks, and returns how many.
    ///
    /// ticks: how many at most; without it, until the condition holds.
    /// until: a condition such as "wolf == 0" or "hare < 10 && tick > 500", checked after each tick. `tick` is that of the world;
    ///     `elapsed`, births and deaths count from the beginning of this object, by founding, restoring or copying.
    /// progress: an object with a method `update(n)`, such as `tqdm(total=1000)`.
    ///
    /// Other threads of Python go on meanwhile. Ctrl-C stops it after a tick; the world is intact then.
    #[pyo3(signature = (ticks=None, *, until=None, progress=None))]
    fn run(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole::ticks)] ticks: Option<u64>,
        until: Option<&str>,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let Some(most) = ticks.or(until.map(|_| NO_LIMIT)) else {
            return Err(refused("give the number of ticks, or a condition with `until`"));
        };
        let condition =
            until.map(|text| self.read(py, |state| state.condition(text))?).transpose()?;
        let mut done = 0;
        while done < most {
            let left = most - done;
            let (ticks, holds) =
                self.work(py, |state| Ok(state.advance(left, condition.as_ref())))?;
            done += ticks;
            if let Some(progress) = &progress {
                progress.call_method1("update", (ticks,))?;
            }
            py.check_signals()?;
            if holds {
                break;
            }
        }
        Ok(done)
    }

    /// Simulates one tick.
    fn step(&self, py: Python<'_>) -> PyResult<()> {
        self.work(py, |state| {
            state.advance(1, None);
            Ok(())
        })
    }

    /// The number of ticks since the world was founded.
    #[getter]
    fn tick(&self, py: Python<'_>) -> PyResult<u64> {
        self.read(py, |state| state.world().tick())
    }

    /// The seed of all random numbers.
    #[getter]
    fn seed(&self, py: Python<'_>) -> PyResult<u64> {
        self.read(py, |state| state.world().config().seed)
    }

    /// The width and height, in units.
    #[getter]
    fn size(&self, py: Python<'_>) -> PyResult<(f64, f64)> {
        let size = self.read(py, |state| state.world().config().bounds.size())?;
        Ok((size.x, size.y))
    }

    /// The hash of the whole state, 32 hexadecimal digits. Worlds with equal hashes develop identically.
    #[getter]
    fn state_hash(&self, py: Python<'_>) -> PyResult<String> {
        self.work(py, |state| Ok(state.world().state_hash().to_string()))
    }

    /// The number of living organisms of each species, by name.
    #[getter]
    fn populations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (species, count) in self.read(py, State::populations)? {
            counts.set_item(species, count)?;
        }
        Ok(counts)
    }

    /// The number and state of each species so far: a row for each species every `census_every` ticks, with the columns of
    /// `census.csv`.
    #[getter]
    fn census(&self, py: Python<'_>) -> PyResult<Table> {
        self.read(py, |state| state.observations.census())?
    }

    /// The events so far, with the columns of `events.parquet`.
    #[getter]
    fn events(&self, py: Python<'_>) -> PyResult<Table> {
        self.read(py, |state| state.observations.events())?
    }

    /// The energy ledger so far: a row every `ledger_every` ticks, with the columns of `ledger.csv`.
    #[getter]
    fn ledger(&self, py: Python<'_>) -> PyResult<Table> {
        self.read(py, |state| state.observations.ledger())?
    }

    /// The living organisms and the carcasses now, a row each.
    #[getter]
    fn organisms(&self, py: Python<'_>) -> PyResult<Table> {
        self.work(py, |state| organisms::table(state.world()))
    }

    /// The whole state as bytes, those of a snapshot file: `terrarium run --from` reads them, and `World.restore`.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.work(py, |state| Self::to_snapshot(&state.simulation))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A world from the bytes of a snapshot. Its tables begin now. The options are those of `Scenario.found`.
    #[classmethod]
    #[pyo3(signature = (snapshot, *, census_every=10, ledger_every=0, events="lives", threads=None))]
    fn restore(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        snapshot: &[u8],
        #[pyo3(from_py_with = whole::census_every)] census_every: u64,
        #[pyo3(from_py_with = whole::ledger_every)] ledger_every: u64,
        events: &str,
        #[pyo3(from_py_with = whole::threads)] threads: Option<usize>,
    ) -> PyResult<Self> {
        let options = Options { census_every, ledger_every, events: event_choice(events)? };
        let threads = Threads::new(threads)?;
        let own = threads.clone();
        threads.work(py, || Self::from_snapshot(snapshot, options, own))
    }

    /// An independent world with the same state. Its tables begin now.
    fn clone(&self, py: Python<'_>) -> PyResult<Self> {
        self.work(py, |state| {
            let bytes = Self::to_snapshot(&state.simulation)?;
            Self::from_snapshot(&bytes, state.observations.options(), self.threads.clone())
        })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: Bound<'_, PyAny>) -> PyResult<Self> {
        self.clone(py)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let snapshot = slf.get().snapshot(py)?;
        Ok((slf.get_type().getattr("restore")?, PyTuple::new(py, [snapshot])?))
    }

    /// Changes the world by what a command of a timetable does, given by keyword: `drought`, `plague`, `fire`, `add`,
    /// `remove`, `feed`, `rules`, `open_link`, `close_link`, `wall`, `polygon`, `remove_walls`, `paint` or `reseed`.
    ///
    /// For example `world.command(drought={"light": 0.2, "ticks": 500})`, `world.command(add={"species": "hare", "count":
    /// 20})` or `world.command(rules={"light": 30})`.
    #[pyo3(signature = (**what))]
    fn command(&self, py: Python<'_>, what: Option<Bound<'_, PyDict>>) -> PyResult<()> {
        let (document, places) = match &what {
            Some(what) if !what.is_empty() => values::document(what)?,
            _ => {
                return Err(refused(
                    "give what the command does, such as drought={\"light\": 0.2, \"ticks\": 500}",
                ));
            }
        };
        self.work(py, |state| {
            let world = state.simulation.world();
            let intervention = read_intervention(&document, world)
                .map_err(|error| input_error(&values::of_code(error, &places)))?;
            let command = Command::new(&intervention, world);
            state.simulation.apply(command).map_err(refused)
        })
    }

    /// A picture of the world as it is.
    ///
    /// width, height: its size in pixels.
    /// centre: the place in the middle, in units; without it, the middle of the world.
    /// zoom: 1 shows the whole world.
    #[pyo3(signature = (width=960, height=640, *, centre=None, zoom=1.0))]
    fn render(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole::width)] width: u32,
        #[pyo3(from_py_with = whole::height)] height: u32,
        centre: Option<(f64, f64)>,
        zoom: f64,
    ) -> PyResult<Picture> {
        let shot = Shot::new((width, height), centre, zoom)?;
        self.work(py, |state| shot.take(&state.simulation))
    }

    /// Simulates ticks, and returns an animation of them.
    ///
    /// every: the ticks between two frames.
    /// per_second: the frames of a second, 1 to 50.
    /// The other options are those of `render` and `run`.
    #[pyo3(signature = (ticks, *, every=2, per_second=20, width=640, height=420, centre=None, zoom=1.0, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are given by keyword in Python")]
    fn animate(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole::ticks)] ticks: u64,
        #[pyo3(from_py_with = whole::every)] every: u64,
        #[pyo3(from_py_with = whole::per_second)] per_second: u32,
        #[pyo3(from_py_with = whole::width)] width: u32,
        #[pyo3(from_py_with = whole::height)] height: u32,
        centre: Option<(f64, f64)>,
        zoom: f64,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Animation> {
        if every == 0 {
            return Err(refused("every cannot be 0; give the ticks between two frames, from 1"));
        }
        let shot = Shot::new((width, height), centre, zoom)?;
        let mut film = self.work(py, |state| Film::begin(shot, per_second, &state.simulation))?;
        let mut left = ticks;
        while left > 0 {
            let part = every.min(left);
            self.run(py, Some(part), None, progress.clone())?;
            left -= part;
            self.work(py, |state| film.add(&state.simulation))?;
        }
        threads::work(py, || film.finish())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (tick, counts) = self.read(py, |state| (state.world().tick(), state.populations()))?;
        let counts: Vec<String> =
            counts.iter().map(|(species, count)| format!("{count} {species}")).collect();
        Ok(format!("<World after {tick} ticks: {}>", counts.join(", ")))
    }
}
