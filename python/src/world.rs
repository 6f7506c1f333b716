//! Worlds: simulated, observed, copied and changed.

use std::io::Cursor;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};
use rayon::{ThreadPool, ThreadPoolBuilder};
use terrarium::behaviour;
use terrarium::document::Document;
use terrarium::experiment::Condition;
use terrarium::record::{EventChoice, snapshot};
use terrarium::scenario::read_intervention;
use terrarium::tick::{Command, Simulation};

use crate::errors::{failed, input_error, refused};
use crate::observations::{Observations, Options};
use crate::organisms;
use crate::picture::{Animation, Film, Picture, Shot};
use crate::table::Table;
use crate::values;

/// How long a world is simulated before interrupts are answered and progress is shown.
const BETWEEN: Duration = Duration::from_millis(50);

/// The ticks of a call that lasts until a condition holds, if it sets no limit.
const NO_LIMIT: u64 = u64::MAX;

/// A world: its state, the behaviours of its creatures, and what was observed of it so far.
///
/// It is founded by `Scenario.create()`, restored by `World.restore(snapshot)`, or comes from a `Recording`. The same
/// scenario and seed have the same `state_hash` after each tick as with the command `terrarium run`, on any number of
/// threads.
#[pyclass(module = "terrarium")]
pub struct World {
    simulation: Simulation,
    observations: Observations,
    pool: Option<Arc<ThreadPool>>,
}

/// The threads that simulate a world; `None` for all cores.
pub fn pool_of(threads: Option<usize>) -> PyResult<Option<Arc<ThreadPool>>> {
    let Some(threads) = threads else { return Ok(None) };
    if !(1..=1024).contains(&threads) {
        return Err(refused(format!(
            "threads cannot be {threads}; give 1 to 1024, or None for all cores"
        )));
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(failed)?;
    Ok(Some(Arc::new(pool)))
}

/// The events that a table has.
pub fn event_choice(name: &str) -> PyResult<EventChoice> {
    EventChoice::named(name).ok_or_else(|| {
        refused(format!("events cannot be {name:?}; give \"nothing\", \"lives\" or \"everything\""))
    })
}

impl World {
    pub fn new(simulation: Simulation, options: Options, pool: Option<Arc<ThreadPool>>) -> Self {
        let observations = Observations::new(simulation.world(), options);
        Self { simulation, observations, pool }
    }

    /// A world from the bytes of a snapshot.
    pub fn from_snapshot(
        bytes: &[u8],
        options: Options,
        pool: Option<Arc<ThreadPool>>,
    ) -> PyResult<Self> {
        Ok(Self::new(Self::simulation_of(bytes)?, options, pool))
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

    /// Simulates up to `most` ticks, for a while. Returns how many, and whether the condition holds.
    fn advance(&mut self, most: u64, condition: Option<&Condition>) -> (u64, bool) {
        let Self { simulation, observations, pool } = self;
        let mut work = || {
            let begun = now();
            for tick in 1..=most {
                simulation.tick();
                let world = simulation.world();
                observations.record(world);
                if let Some(condition) = condition {
                    let species = observations.standings(world);
                    if condition.holds(&observations.context(world, &species)) {
                        return (tick, true);
                    }
                }
                if begun.elapsed() >= BETWEEN {
                    return (tick, false);
                }
            }
            (most, false)
        };
        match pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// The condition in a text, for this world.
    fn condition(&self, text: &str) -> PyResult<Condition> {
        let world = self.simulation.world();
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
    /// until: a condition such as "wolf == 0" or "hare < 10 && tick > 500", in which `tick` counts from the founding of this
    ///     object; it is checked after each tick.
    /// progress: an object with a method `update(n)`, such as `tqdm(total=1000)`.
    ///
    /// Other threads of Python go on meanwhile. Ctrl-C stops it after a tick; the world is intact then.
    #[pyo3(signature = (ticks=None, *, until=None, progress=None))]
    fn run(
        &mut self,
        py: Python<'_>,
        ticks: Option<u64>,
        until: Option<&str>,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let Some(most) = ticks.or(until.map(|_| NO_LIMIT)) else {
            return Err(refused("give the number of ticks, or a condition with `until`"));
        };
        let condition = until.map(|text| self.condition(text)).transpose()?;
        let mut done = 0;
        while done < most {
            let left = most - done;
            let (ticks, holds) = py.detach(|| self.advance(left, condition.as_ref()));
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
    fn step(&mut self, py: Python<'_>) {
        py.detach(|| self.advance(1, None));
    }

    /// The number of ticks since the world was founded.
    #[getter]
    fn tick(&self) -> u64 {
        self.simulation.world().tick()
    }

    /// The seed of all random numbers.
    #[getter]
    fn seed(&self) -> u64 {
        self.simulation.world().config().seed
    }

    /// The width and height, in units.
    #[getter]
    fn size(&self) -> (f64, f64) {
        let size = self.simulation.world().config().bounds.size();
        (size.x, size.y)
    }

    /// The hash of the whole state, 32 hexadecimal digits. Worlds with equal hashes develop identically.
    #[getter]
    fn state_hash(&self, py: Python<'_>) -> String {
        py.detach(|| self.simulation.world().state_hash().to_string())
    }

    /// The number of living organisms of each species, by name.
    #[getter]
    fn populations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let world = self.simulation.world();
        let counts = PyDict::new(py);
        for (species, count) in world.config().species.iter().zip(world.populations()) {
            counts.set_item(&species.name, count)?;
        }
        Ok(counts)
    }

    /// The number and state of each species so far: a row for each species every `census_every` ticks, with the columns of
    /// `census.csv`.
    #[getter]
    fn census(&self) -> PyResult<Table> {
        self.observations.census()
    }

    /// The events so far, with the columns of `events.parquet`.
    #[getter]
    fn events(&self) -> PyResult<Table> {
        self.observations.events()
    }

    /// The energy ledger so far: a row every `ledger_every` ticks, with the columns of `ledger.csv`.
    #[getter]
    fn ledger(&self) -> PyResult<Table> {
        self.observations.ledger()
    }

    /// The living organisms and the carcasses now, a row each.
    #[getter]
    fn organisms(&self, py: Python<'_>) -> PyResult<Table> {
        py.detach(|| organisms::table(self.simulation.world()))
    }

    /// The whole state as bytes, those of a snapshot file: `terrarium run --from` reads them, and `World.restore`.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| Self::to_snapshot(&self.simulation))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A world from the bytes of a snapshot. Its tables begin now. The options are those of `Scenario.found`.
    #[classmethod]
    #[pyo3(signature = (snapshot, *, census_every=10, ledger_every=0, events="lives", threads=None))]
    fn restore(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        snapshot: &[u8],
        census_every: u64,
        ledger_every: u64,
        events: &str,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let options = Options { census_every, ledger_every, events: event_choice(events)? };
        let pool = pool_of(threads)?;
        py.detach(|| Self::from_snapshot(snapshot, options, pool))
    }

    /// An independent world with the same state. Its tables begin now.
    fn clone(&self, py: Python<'_>) -> PyResult<Self> {
        py.detach(|| {
            let bytes = Self::to_snapshot(&self.simulation)?;
            Self::from_snapshot(&bytes, self.observations.options(), self.pool.clone())
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
        let snapshot = slf.borrow().snapshot(py)?;
        Ok((slf.get_type().getattr("restore")?, PyTuple::new(py, [snapshot])?))
    }

    /// Changes the world by what a command of a timetable does, given by keyword: `drought`, `plague`, `fire`, `add`,
    /// `remove`, `feed`, `rules`, `open_link`, `close_link`, `wall`, `polygon`, `remove_walls`, `paint` or `reseed`.
    ///
    /// For example `world.command(drought={"light": 0.2, "ticks": 500})`, `world.command(add={"species": "hare", "count":
    /// 20})` or `world.command(rules={"light": 30})`.
    #[pyo3(signature = (**what))]
    fn command(&mut self, what: Option<Bound<'_, PyDict>>) -> PyResult<()> {
        let text = match &what {
            Some(what) if !what.is_empty() => values::document(what)?,
            _ => {
                return Err(refused(
                    "give what the command does, such as drought={\"light\": 0.2, \"ticks\": 500}",
                ));
            }
        };
        let document =
            Document::parse("command", &text).map_err(|error| input_error(&error.diagnostic()))?;
        let world = self.simulation.world();
        let intervention =
            read_intervention(&document, world).map_err(|error| input_error(&error))?;
        let command = Command::new(&intervention, world);
        self.simulation.apply(command).map_err(refused)
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
        width: u32,
        height: u32,
        centre: Option<(f64, f64)>,
        zoom: f64,
    ) -> PyResult<Picture> {
        let shot = Shot::new((width, height), centre, zoom)?;
        py.detach(|| shot.take(&self.simulation))
    }

    /// Simulates ticks, and returns an animation of them.
    ///
    /// every: the ticks between two frames.
    /// per_second: the frames of a second, 1 to 50.
    /// The other options are those of `render` and `run`.
    #[pyo3(signature = (ticks, *, every=2, per_second=20, width=640, height=420, centre=None, zoom=1.0, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are given by keyword in Python")]
    fn animate(
        &mut self,
        py: Python<'_>,
        ticks: u64,
        every: u64,
        per_second: u32,
        width: u32,
        height: u32,
        centre: Option<(f64, f64)>,
        zoom: f64,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Animation> {
        if every == 0 {
            return Err(refused("every cannot be 0; give the ticks between two frames, from 1"));
        }
        let shot = Shot::new((width, height), centre, zoom)?;
        let mut film = py.detach(|| Film::begin(shot, per_second, &self.simulation))?;
        let mut left = ticks;
        while left > 0 {
            let part = every.min(left);
            self.run(py, Some(part), None, progress.clone())?;
            left -= part;
            py.detach(|| film.add(&self.simulation))?;
        }
        py.detach(|| film.finish())
    }

    fn __repr__(&self) -> String {
        let world = self.simulation.world();
        let counts = world.config().species.iter().zip(world.populations());
        let counts: Vec<String> =
            counts.map(|(species, count)| format!("{count} {}", species.name)).collect();
        format!("<World after {} ticks: {}>", world.tick(), counts.join(", "))
    }
}
