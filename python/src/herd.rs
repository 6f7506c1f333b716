//! Animals of one species whose decisions come from Python, tick by tick.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::ThreadPool;
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
use crate::world::{World, pool_of};

/// The bytes of the drives of an animal.
const ROW: usize = OUTPUTS * size_of::<f32>();

/// The animals of one species in a world, whose decisions come from Python. `terrarium.env` is built on it.
///
/// What they sense and what drives them are the inputs and outputs of brains (docs/evolution.md#brains), as 32-bit floats
/// in the order of the machine, one row for each animal in the order of identity.
#[pyclass(module = "terrarium._native")]
pub struct Herd {
    scenario: Py<Scenario>,
    species: String,
    simulation: Simulation,
    id: SpeciesId,
    pool: Option<Arc<ThreadPool>>,
    recording: Option<RecordingObserver>,
}

/// What happened to a herd in a tick: those that died, those that ate, the energy that each gained so, and the parents of
/// those that were born.
type Fates = (Vec<u64>, Vec<u64>, Vec<f64>, Vec<u64>);

impl Herd {
    fn on_pool<T: Send>(&self, work: impl FnOnce(&Self) -> T + Send) -> T {
        match self.pool.clone() {
            Some(pool) => pool.install(|| work(self)),
            None => work(self),
        }
    }

    fn kind(&self) -> Kind {
        self.simulation.world().config().species(self.id).kind
    }

    /// Drives the animals, and simulates a tick.
    fn advance(&mut self, drives: Vec<(OrganismId, Drives)>) -> PyResult<()> {
        let Self { simulation, id, pool, recording, .. } = self;
        let command = Command::Drive { species: *id, drives };
        simulation.apply(command.clone()).map_err(refused)?;
        let tick = |simulation: &mut Simulation| match &*pool {
            Some(pool) => pool.install(|| simulation.tick()),
            None => simulation.tick(),
        };
        let Some(observer) = recording else {
            tick(simulation);
            return Ok(());
        };
        let is_written = observer.after_command(simulation, &command, Ok(())).is_continue();
        tick(simulation);
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
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let pool = pool_of(threads)?;
        let (simulation, id) = py.detach(|| {
            let mut simulation = scenario.get().simulation(None)?;
            let id = drive(&mut simulation, &species)?;
            PyResult::Ok((simulation, id))
        })?;
        Ok(Self { scenario, species, simulation, id, pool, recording: None })
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
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        py.detach(|| {
            self.end_recording()?;
            let mut simulation = self.scenario.get().simulation(seed)?;
            self.id = drive(&mut simulation, &self.species)?;
            self.simulation = simulation;
            Ok(())
        })
    }

    /// The identities of the living animals, and what each senses now.
    fn observe<'py>(&self, py: Python<'py>) -> (Vec<u64>, Bound<'py, PyBytes>) {
        let kind = self.kind();
        let sensed = py.detach(|| {
            self.on_pool(|herd| {
                herd.simulation
                    .sensed_by_all(herd.id, |senses, memory| driven_inputs(senses, kind, memory))
            })
        });
        let ids = sensed.keys().map(|id| id.0).collect();
        let floats = sensed.values().flatten();
        let bytes: Vec<u8> = floats.flat_map(|value| value.to_ne_bytes()).collect();
        (ids, PyBytes::new(py, &bytes))
    }

    /// Simulates a tick in which these animals have these drives, and all others of the species roam.
    fn step(&mut self, py: Python<'_>, ids: Vec<u64>, drives: &[u8]) -> PyResult<Fates> {
        let drives = read_drives(ids, drives)?;
        py.detach(|| self.advance(drives))?;
        Ok(self.fates())
    }

    /// Begins a recording of what happens from now on.
    fn record(&mut self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| {
            self.end_recording()?;
            let place = Place::File(path);
            let begun = RecordingObserver::begin(&place, &self.simulation, Provenance::default());
            self.recording = Some(begun.map_err(refused)?);
            Ok(())
        })
    }

    /// Completes the recording, if there is one.
    fn finish_recording(&mut self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.end_recording())
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

    /// The hash of the whole state, 32 hexadecimal digits.
    #[getter]
    fn state_hash(&self, py: Python<'_>) -> String {
        py.detach(|| self.simulation.world().state_hash().to_string())
    }

    /// The whole state as bytes, those of a snapshot file.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| World::to_snapshot(&self.simulation))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Continues from a snapshot of this herd, or of any world with the species. A recording ends.
    fn restore(&mut self, py: Python<'_>, snapshot: &[u8]) -> PyResult<()> {
        py.detach(|| {
            self.end_recording()?;
            let mut simulation = World::simulation_of(snapshot)?;
            self.id = drive(&mut simulation, &self.species)?;
            self.simulation = simulation;
            Ok(())
        })
    }

    /// The world as it is, as an independent one in which the animals roam.
    fn world(&self, py: Python<'_>) -> PyResult<World> {
        py.detach(|| {
            let bytes = World::to_snapshot(&self.simulation)?;
            World::from_snapshot(&bytes, Options::default(), self.pool.clone())
        })
    }
}
