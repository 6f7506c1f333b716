//! Animals of one species whose decisions come from Python, tick by tick.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use terrarium::behaviour::{Drives, EventKind, OrganismId, driven_inputs};
use terrarium::genome::brain::{Input, OUTPUTS, Output};
use terrarium::playback::RecordingObserver;
use terrarium::record::Provenance;
use terrarium::record::recording::Place;
use terrarium::run::Observer;
use terrarium::species::{BehaviourChoice, DRIVEN, Kind, SpeciesId};
use terrarium::tick::{Change, Command, Simulation};

use crate::errors::{failed, refused};
use crate::observations::Options;
use crate::scenario::Scenario;
use crate::shared::Shared;
use crate::threads::Threads;
use crate::whole;
use crate::world::World;

/// The bytes of the drives of an animal.
const ROW: usize = OUTPUTS * size_of::<f32>();

/// The animals of one species in a world, whose decisions come from Python. `terrarium.env` is built on it.
///
/// What they sense and what drives them are the inputs and outputs of brains (docs/evolution.md#brains), as 32-bit floats
/// in the order of the machine, one row for each animal in the order of identity.
#[pyclass(frozen, module = "terrarium._native")]
pub struct Herd {
    scenario: Py<Scenario>,
    species: String,
    state: Shared<State>,
    threads: Threads,
}

/// What changes from tick to tick.
struct State {
    simulation: Simulation,
    id: SpeciesId,
    recording: Option<RecordingObserver>,
}

/// What happened to a herd in a tick: those that died, those that ate, the energy that each gained so, and the parents of
/// those that were born.
type Fates = (Vec<u64>, Vec<u64>, Vec<f64>, Vec<u64>);

impl Herd {
    /// Works with the herd on its threads.
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
    /// Continues with another world.
    fn begin(&mut self, mut simulation: Simulation, species: &str) -> PyResult<()> {
        self.id = drive(&mut simulation, species)?;
        self.simulation = simulation;
        Ok(())
    }

    /// What the living animals sense, as the floats of rows.
    fn sensed(&self) -> (Vec<u64>, Vec<u8>) {
        let kind = self.simulation.world().config().species(self.id).kind;
        let sensed = self
            .simulation
            .sensed_by_all(self.id, |senses, memory| driven_inputs(senses, kind, memory));
        let floats = sensed.values().flatten();
        let bytes = floats.flat_map(|value| value.to_ne_bytes()).collect();
        (sensed.keys().map(|id| id.0).collect(), bytes)
    }

    /// Drives the animals, and simulates a tick.
    fn advance(&mut self, drives: Vec<(OrganismId, Drives)>) -> PyResult<()> {
        let Self { simulation, id, recording } = self;
        let command = Command::Drive { species: *id, drives };
        simulation.apply(command.clone()).map_err(refused)?;
        let Some(observer) = recording else {
            simulation.tick();
            return Ok(());
        };
        let is_written = observer.after_command(simulation, &command, Ok(())).is_continue();
        simulation.tick();
        if is_written && observer.after_tick(simulation).is_continue() {
            return Ok(());
        }
        self.end_recording()
    }

    /// Ends a recording.
    fn end_recording(&mut self) -> PyResult<()> {
        match self.recording.take() {
            Some(recording) => recording.finish().map(drop).map_err(failed),
            None => Ok(()),
        }
    }

    fn fates(&self) -> Fates {
        let (mut died, mut eaters, mut eaten, mut parents) = Fates::default();
        let events = self.simulation.world().events().iter();
        for event in events.filter(|event| event.species == self.id) {
            match &event.what {
                EventKind::Died { .. } => died.push(event.to.0),
                EventKind::Ate { energy, .. } => {
                    eaters.push(event.to.0);
                    eaten.push(energy.units());
                }
                EventKind::Born { parent } if *parent != OrganismId::NONE => parents.push(parent.0),
                _ => {}
            }
        }
        (died, eaters, eaten, parents)
    }
}

/// Lets a species of a world be driven. Returns which it is.
fn drive(simulation: &mut Simulation, species: &str) -> PyResult<SpeciesId> {
    let all = &simulation.world().config().species;
    let Some(index) = all.iter().position(|it| it.name == species) else {
        let names: Vec<&str> = all.iter().map(|it| it.name.as_str()).collect();
        let names = names.join(", ");
        return Err(refused(format!("the world has no species {species:?}; it has {names}")));
    };
    let mut into = all[index].clone();
    if into.kind == Kind::Plant {
        return Err(refused(format!("{species} is a plant; choose an animal")));
    }
    let species = SpeciesId(u16::try_from(index).map_err(failed)?);
    let behaviour = Some(BehaviourChoice::native(DRIVEN));
    if into.behaviour != behaviour {
        into.behaviour = behaviour;
        simulation.change(Change { species, into: Box::new(into) }).map_err(refused)?;
    }
    Ok(species)
}

/// The drives in the bytes of rows, one for each animal.
fn read_drives(ids: Vec<u64>, bytes: &[u8]) -> PyResult<Vec<(OrganismId, Drives)>> {
    if bytes.len() != ids.len() * ROW {
        let (given, animals) = (bytes.len(), ids.len());
        return Err(refused(format!(
            "there are {given} bytes of drives for {animals} animals; give {OUTPUTS} floats of 32 bits for each"
        )));
    }
    let row = |row: &[u8]| {
        let (floats, _) = row.as_chunks();
        Drives::new(std::array::from_fn(|index| f32::from_ne_bytes(floats[index])))
    };
    Ok(ids.into_iter().map(OrganismId).zip(bytes.chunks_exact(ROW).map(row)).collect())
}

#[pymethods]
impl Herd {
    #[new]
    #[pyo3(signature = (scenario, species, *, threads=None))]
    fn new(
        py: Python<'_>,
        scenario: Py<Scenario>,
        species: String,
        #[pyo3(from_py_with = whole::threads)] threads: Option<usize>,
    ) -> PyResult<Self> {
        let threads = Threads::new(threads)?;
        let state = threads.work(py, || {
            let mut simulation = scenario.get().simulation(None)?;
            let id = drive(&mut simulation, &species)?;
            Ok(State { simulation, id, recording: None })
        })?;
        Ok(Self { scenario, species, state: Shared::new(state), threads })
    }

    /// The names of what an animal senses, in their order.
    #[classattr]
    fn senses() -> Vec<&'static str> {
        Input::ALL.map(Input::name).to_vec()
    }

    /// The names of what drives an animal, in their order.
    #[classattr]
    fn drives() -> Vec<&'static str> {
        Output::ALL.map(Output::name).to_vec()
    }

    /// Founds the world anew, with another seed than that of the scenario. A recording ends.
    #[pyo3(signature = (seed=None))]
    fn reset(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole::seed)] seed: Option<u64>,
    ) -> PyResult<()> {
        self.work(py, |state| {
            state.end_recording()?;
            state.begin(self.scenario.get().simulation(seed)?, &self.species)
        })
    }

    /// The identities of the living animals, and what each senses now.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<(Vec<u64>, Bound<'py, PyBytes>)> {
        let (ids, bytes) = self.work(py, |state| Ok(state.sensed()))?;
        Ok((ids, PyBytes::new(py, &bytes)))
    }

    /// Simulates a tick in which these animals have these drives, and all others of the species roam.
    fn step(&self, py: Python<'_>, ids: Vec<u64>, drives: &[u8]) -> PyResult<Fates> {
        let drives = read_drives(ids, drives)?;
        self.work(py, |state| {
            state.advance(drives)?;
            Ok(state.fates())
        })
    }

    /// Begins a recording of what happens from now on.
    fn record(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        self.work(py, |state| {
            state.end_recording()?;
            let place = Place::File(path);
            let begun = RecordingObserver::begin(&place, &state.simulation, Provenance::default());
            state.recording = Some(begun.map_err(refused)?);
            Ok(())
        })
    }

    /// Completes the recording, if there is one.
    fn finish_recording(&self, py: Python<'_>) -> PyResult<()> {
        self.work(py, State::end_recording)
    }

    /// The number of ticks since the world was founded.
    #[getter]
    fn tick(&self, py: Python<'_>) -> PyResult<u64> {
        self.state.with(py, |state| state.simulation.world().tick())
    }

    /// The seed of all random numbers.
    #[getter]
    fn seed(&self, py: Python<'_>) -> PyResult<u64> {
        self.state.with(py, |state| state.simulation.world().config().seed)
    }

    /// The hash of the whole state, 32 hexadecimal digits.
    #[getter]
    fn state_hash(&self, py: Python<'_>) -> PyResult<String> {
        self.work(py, |state| Ok(state.simulation.world().state_hash().to_string()))
    }

    /// The whole state as bytes, those of a snapshot file.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.work(py, |state| World::to_snapshot(&state.simulation))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Continues from a snapshot of this herd, or of any world with the species. A recording ends.
    fn restore(&self, py: Python<'_>, snapshot: &[u8]) -> PyResult<()> {
        self.work(py, |state| {
            state.end_recording()?;
            state.begin(World::simulation_of(snapshot)?, &self.species)
        })
    }

    /// The world as it is, as an independent one in which the animals roam.
    fn world(&self, py: Python<'_>) -> PyResult<World> {
        self.work(py, |state| {
            let bytes = World::to_snapshot(&state.simulation)?;
            World::from_snapshot(&bytes, Options::default(), self.threads.clone())
        })
    }
}
