//! Scenarios: what worlds are founded from.

use std::path::PathBuf;

use pyo3::prelude::*;
use terrarium::document::Override;
use terrarium::run::PreparedScenario;
use terrarium::tick::Simulation;

use crate::errors::input_error;
use crate::observations::Options;
use crate::threads::{self, Threads};
use crate::values;
use crate::whole;
use crate::world::{World, event_choice};

/// A scenario with overrides, read and checked. Worlds of any seed are founded from it.
///
/// name: the name of a shipped scenario (meadow, archipelago, conquest), or the path of a TOML file.
/// seed: the seed of all random numbers; the default is that of the scenario.
/// overrides: a dictionary such as {"rules.light": 40, "population.wolf": 6, "world.size": [1800, 1300]}, or a list of
///     "KEY=VALUE", as for `terrarium run --set`.
/// creatures: a folder of creatures besides the shipped ones, or a list of folders.
#[pyclass(frozen, module = "terrarium")]
pub struct Scenario {
    name: String,
    prepared: PreparedScenario,
    seed: Option<u64>,
}

impl Scenario {
    /// Founds a world, perhaps with another seed.
    pub fn simulation(&self, seed: Option<u64>) -> PyResult<Simulation> {
        let found = match seed.or(self.seed) {
            Some(seed) => self.prepared.found_with_seed(seed),
            None => self.prepared.create(),
        };
        found.map(|ready| ready.simulation).map_err(|error| input_error(&error.diagnostic()))
    }
}

#[pymethods]
impl Scenario {
    #[new]
    #[pyo3(signature = (name, *, seed=None, overrides=None, creatures=None))]
    fn new(
        py: Python<'_>,
        name: PathBuf,
        #[pyo3(from_py_with = whole::seed)] seed: Option<u64>,
        overrides: Option<Bound<'_, PyAny>>,
        creatures: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let overrides: Vec<Override> = values::overrides(overrides.as_ref())?;
        let creatures = values::paths("creatures", creatures.as_ref())?;
        let name = name.to_string_lossy().into_owned();
        let prepared = threads::work(py, || {
            PreparedScenario::read(&name, &overrides, &creatures)
                .map_err(|error| input_error(&error.diagnostic()))
        })?;
        Ok(Self { name, prepared, seed })
    }

    /// Founds a world.
    ///
    /// seed: another seed than that of the scenario.
    /// census_every, ledger_every: the intervals of the rows of the tables `census` and `ledger`, in ticks; 0 for none.
    /// events: which events the table `events` has: "nothing", "lives" (births, deaths, attacks, …) or "everything".
    /// threads: the threads that simulate it; the default is all cores. The state does not depend on it.
    #[pyo3(signature = (seed=None, *, census_every=10, ledger_every=0, events="lives", threads=None))]
    fn create(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole::seed)] seed: Option<u64>,
        #[pyo3(from_py_with = whole::census_every)] census_every: u64,
        #[pyo3(from_py_with = whole::ledger_every)] ledger_every: u64,
        events: &str,
        #[pyo3(from_py_with = whole::threads)] threads: Option<usize>,
    ) -> PyResult<World> {
        let options = Options { census_every, ledger_every, events: event_choice(events)? };
        let threads = Threads::new(threads)?;
        let own = threads.clone();
        threads.work(py, || Ok(World::new(self.simulation(seed)?, options, own)))
    }

    /// The name or path.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __repr__(&self) -> String {
        format!("Scenario({:?})", self.name)
    }
}
