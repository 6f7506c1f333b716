//! Checkpoints of the runs of a sweep: a run whose process was killed continues from its last one.
//!
//! A file holds the length and the checksum of the [`CaseState`] (8 bytes each), the state, and a
//! snapshot of the world. Its name follows from the values and the seed of the run, not from its number,
//! which changes when the sweep grows.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Cursor, Read, Write};
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use terrarium_output::atomic_file;
use terrarium_output::compression::{Level, compress, decompress};
use terrarium_run::record::snapshot;
use terrarium_run::stop_if;
use terrarium_sim::behaviours;
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::World;
use xxhash_rust::xxh3::xxh3_64;

use super::census_table::CensusTable;
use super::evolution::Observation;
use super::history::History;
use super::kept::is_leftover;
use super::measures::{Measurement, Measures};
use super::{Case, ExperimentError};

/// The folder of checkpoints in the directory of a sweep.
pub const CHECKPOINTS: &str = "checkpoints";

/// The files of a run of a sweep.
#[derive(Debug, Clone, Copy)]
pub struct RunFiles<'a> {
    /// The directory of the sweep.
    pub dir: &'a Path,
    /// The interval of checkpoints, in ticks.
    pub checkpoint_every: Option<NonZeroU64>,
}

/// What was counted and measured in a run so far: with the world, everything that its result follows
/// from.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CaseState {
    pub history: History,
    pub measurement: Option<Measurement>,
    pub census: Option<CensusTable>,
    pub evolution: Option<Observation>,
}

impl CaseState {
    /// Counts the last tick of `world`.
    pub fn record(&mut self, measures: &Measures, world: &World) {
        self.history.record(world);
        if let Some(measurement) = &mut self.measurement {
            measurement.record(measures, world, &self.history);
        }
        if let Some(census) = &mut self.census {
            census.record(world);
        }
        if let Some(evolution) = &mut self.evolution {
            evolution.record(world);
        }
    }

    /// Reads the checkpoint of a run; `None` if it has none.
    pub fn read(dir: &Path, case: &Case) -> Result<Option<(Self, Simulation)>, ExperimentError> {
        let path = path_of(dir, case);
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(ExperimentError::reading(&path))?,
        };
        let read = read_state(BufReader::new(file)).and_then(|(state, world)| {
            let world = snapshot::read(&path, Cursor::new(world)).map_err(|it| it.to_string())?;
            let config = world.world.config();
            let behaviours = behaviours::make_all(&config.species, &config.rules);
            let behaviours = behaviours.map_err(|refusal| refusal.to_string())?;
            Ok((state, Simulation::new(world.world, behaviours)))
        });
        read.map(Some).map_err(|problem| {
            let number = case.number;
            let problem = format!("the checkpoint of run {number} cannot be used: {problem}");
            let remedy = "remove it, and this run begins anew with `--resume`";
            ExperimentError::directory(&path, problem, remedy)
        })
    }

    fn encode(&self) -> Vec<u8> {
        let plain = postcard::to_stdvec(&(terrarium_output::VERSION, self));
        compress(&plain.expect("plain data can be written"), Level::Fast)
    }
}

/// The state, and the bytes of the snapshot after it.
fn read_state(mut file: impl Read) -> Result<(CaseState, Vec<u8>), String> {
    const MOST: u64 = 1 << 32;
    let mut content = Vec::new();
    file.read_to_end(&mut content).map_err(|error| error.to_string())?;
    let damaged = || "it is damaged".to_owned();
    let (length, rest) = content.split_first_chunk::<8>().ok_or_else(damaged)?;
    let (sum, rest) = rest.split_first_chunk::<8>().ok_or_else(damaged)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| damaged())?;
    let (state, world) = rest.split_at_checked(length).ok_or_else(damaged)?;
    if xxh3_64(state) != u64::from_le_bytes(*sum) {
        return Err(damaged());
    }
    let plain = decompress(state, MOST).map_err(|error| error.to_string())?;
    let foreign = || "it is from another version of the program".to_owned();
    let (version, rest) = postcard::take_from_bytes::<String>(&plain).map_err(|_| foreign())?;
    if version != terrarium_output::VERSION {
        return Err(foreign());
    }
    Ok((postcard::from_bytes(rest).map_err(|_| foreign())?, world.to_owned()))
}

/// Writes the checkpoints of a run.
pub(super) struct Checkpoints {
    path: PathBuf,
    /// The interval, in ticks.
    every: NonZeroU64,
    /// Why the last one could not be written.
    problem: Option<ExperimentError>,
}

impl Checkpoints {
    /// The checkpoints of a run in the directory `dir` of its sweep, every so many ticks.
    pub fn new(dir: &Path, case: &Case, every: NonZeroU64) -> Self {
        Self { path: path_of(dir, case), every, problem: None }
    }

    /// Why the last one could not be written.
    pub fn problem(self) -> Result<(), ExperimentError> {
        self.problem.map_or(Ok(()), Err)
    }

    /// Writes a checkpoint if one is due. Stops the run when that fails.
    pub fn after_tick(&mut self, world: &World, state: &CaseState) -> ControlFlow<()> {
        if state.history.ticks(world).is_multiple_of(self.every.get()) {
            self.write(world, state);
        }
        stop_if(self.problem.is_some())
    }

    /// Writes a checkpoint, which takes the place of the one before it.
    pub fn write(&mut self, world: &World, state: &CaseState) {
        let folder = self.path.parent().expect("it is in a folder");
        let written = fs::create_dir_all(folder).and_then(|()| {
            atomic_file::write(&self.path, |file| {
                let mut out = BufWriter::new(file);
                let state = state.encode();
                out.write_all(&(state.len() as u64).to_le_bytes())?;
                out.write_all(&xxh3_64(&state).to_le_bytes())?;
                out.write_all(&state)?;
                snapshot::write(world, &mut out)?;
                out.flush()
            })
        });
        self.problem = written.err().map(ExperimentError::writing(&self.path));
    }
}

fn path_of(dir: &Path, case: &Case) -> PathBuf {
    let values = case.point.iter().map(ToString::to_string).collect::<Vec<_>>();
    let identity = postcard::to_stdvec(&(values, case.replicate, case.seed));
    let hash = xxh3_64(&identity.expect("plain data can be written"));
    dir.join(CHECKPOINTS).join(format!("run-{hash:016x}.checkpoint"))
}

/// Removes the checkpoint of a run that has ended, if there is one.
pub(super) fn remove(dir: &Path, case: &Case) -> Result<(), ExperimentError> {
    let path = path_of(dir, case);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(ExperimentError::writing(path)(error))
        }
        _ => Ok(()),
    }
}

/// Removes what a process that was killed while it wrote a checkpoint has left, and the folder if it is
/// empty then. The journal must be locked.
pub(super) fn remove_leftovers(dir: &Path) -> Result<(), ExperimentError> {
    let folder = dir.join(CHECKPOINTS);
    let Ok(entries) = fs::read_dir(&folder) else { return Ok(()) };
    for entry in entries.flatten().filter(|entry| is_leftover(&entry.file_name())) {
        fs::remove_file(entry.path()).map_err(ExperimentError::writing(entry.path()))?;
    }
    // Fails if there are checkpoints, which stay.
    let _ = fs::remove_dir(folder);
    Ok(())
}
