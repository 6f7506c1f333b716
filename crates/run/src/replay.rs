//! Replay: recorded runs are re-run and compared tick by tick.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::Path;

use terrarium_creatures::species::BehaviourRefusal;
use terrarium_input::document::{Document, Override};
use terrarium_sim::behaviours;
use terrarium_sim::tick::{Simulation, TraceTarget};
use terrarium_sim::world::{StateHash, World};
use thiserror::Error;

use super::first_error::FirstError;
use super::observer::stop_if;
use super::recorded_commands::RecordedCommands;
use super::start::{StartError, create_world, given_species};
use super::{Observer, Ready, Start, apply_commands, run_ticks};
use crate::record::ledger::{LEDGER, RecordedHashes};
use crate::record::manifest::ScenarioRecord;
use crate::record::{Ending, Manifest, ReadError, Recording, RecordingError, START};
use crate::scenario::{Scenario, ScenarioError};

/// An error of replaying a run.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// A file of the run cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The world at the start of the run cannot be created.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A recording cannot be read.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// A behaviour of a recording cannot be created.
    #[error(transparent)]
    Behaviour(#[from] BehaviourRefusal),
    /// The files of the run contradict each other.
    #[error("{dir}: {problem}; use the unmodified files of the run")]
    Contradiction {
        /// The directory of the run, or its recording.
        dir: String,
        /// The contradiction.
        problem: String,
    },
}

impl ReplayError {
    fn contradiction(dir: &Path, problem: impl Display) -> Self {
        Self::Contradiction { dir: dir.display().to_string(), problem: problem.to_string() }
    }
}

/// The first tick at which a replay differed from the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Divergence {
    /// The tick.
    pub tick: u64,
    /// The recorded state hash after the tick.
    pub recorded: StateHash,
    /// The state hash of the replay.
    pub replayed: StateHash,
}

/// The result of a replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The number of ticks that were compared.
    pub ticks: u64,
    /// The first difference, if there is one.
    pub difference: Option<Divergence>,
    /// Why the founding of the world was not reproduced, if it was not. The replay then starts from
    /// the recorded snapshot only.
    pub founding: Option<String>,
}

/// Re-runs the run in the directory `dir`, and compares its state hashes with the recorded ones.
/// The recorded commands are applied at their ticks. `observer` is called after every tick and can
/// stop the replay; it gives no commands. The organisms of `trace` are traced.
///
/// # Errors
/// When the record cannot be read or contradicts itself.
pub fn replay(
    dir: &Path,
    trace: Vec<TraceTarget>,
    observer: &mut dyn Observer,
) -> Result<Replay, ReplayError> {
    let manifest = Manifest::read(dir)?;
    let mut hashes = RecordedHashes::open(dir.join(LEDGER))?;
    let Ready { mut simulation, .. } = Start::Snapshot(dir.join(START)).ready()?;
    check_manifest(dir, &manifest, simulation.world())?;
    let founding = check_founding(&manifest, &simulation);
    let mut replay = Replay { ticks: 0, difference: None, founding: founding.err() };
    let end = manifest.outcome.tick;
    let mut last_row = None;
    simulation.trace(trace);
    let mut commands = RecordedCommands::new(|world: &World| {
        let records = manifest.commands.iter().filter(|record| record.tick == world.tick());
        records.map(|record| record.read(dir, world)).collect()
    });
    let mut observer = TicksOnly(observer);
    while let Some((tick, recorded)) = hashes.next().transpose()? {
        let now = simulation.world().tick();
        if tick < now || tick > end {
            let problem = "ledger.csv has rows out of order or beyond the end";
            return Err(ReplayError::contradiction(dir, problem));
        }
        let flow = run_ticks(&mut simulation, tick - now, &mut [&mut commands, &mut observer]);
        commands.check(|command| ReplayError::contradiction(dir, command))?;
        if flow.is_break() {
            return Ok(replay);
        }
        let replayed = simulation.world().state_hash();
        replay.ticks = tick - manifest.first_tick;
        if replayed != recorded {
            replay.difference = Some(Divergence { tick, recorded, replayed });
            return Ok(replay);
        }
        last_row = Some(recorded);
    }
    let now = simulation.world().tick();
    if now < end && manifest.ending == Ending::Incomplete {
        // The last row of a recovered record may be earlier than its last tick.
        let flow = run_ticks(&mut simulation, end - now, &mut [&mut commands, &mut observer]);
        commands.check(|command| ReplayError::contradiction(dir, command))?;
        if flow.is_break() {
            return Ok(replay);
        }
        replay.ticks = end - manifest.first_tick;
        let (recorded, replayed) = (manifest.outcome.state_hash, simulation.world().state_hash());
        let divergence = Divergence { tick: end, recorded, replayed };
        replay.difference = (recorded != replayed).then_some(divergence);
        return Ok(replay);
    }
    if now != end {
        return Err(ReplayError::contradiction(dir, "ledger.csv ends before the run did"));
    }
    if last_row != Some(manifest.outcome.state_hash) {
        let problem = "the manifest and ledger.csv disagree about the final state";
        return Err(ReplayError::contradiction(dir, problem));
    }
    Ok(replay)
}

/// Re-runs a recording from its first keyframe, and compares its state hashes, like [`replay`].
///
/// # Errors
/// When the recording cannot be read, contradicts itself, or holds worlds that this version cannot
/// simulate.
pub fn replay_recording(
    recording: &Recording,
    trace: Vec<TraceTarget>,
    observer: &mut dyn Observer,
) -> Result<Replay, ReplayError> {
    let (first, last) = (recording.first_tick(), recording.last_tick());
    let world = recording.world_at_or_before(first)?;
    let behaviours = behaviours::make_all(&world.config().species, &world.config().rules)?;
    let mut simulation = Simulation::new(world, behaviours);
    simulation.trace(trace);
    let mut commands = RecordedCommands::new(|world: &World| {
        recording.commands_at(world.tick()).iter().map(|(_, command)| Ok(command.clone())).collect()
    });
    let mut comparison =
        RecordingComparison { recording, difference: None, problem: FirstError::default() };
    let mut observer = TicksOnly(observer);
    if comparison.after_tick(&simulation).is_continue() {
        let observers: &mut [&mut dyn Observer] =
            &mut [&mut commands, &mut comparison, &mut observer];
        if run_ticks(&mut simulation, last - first, observers).is_continue() {
            // A recording may end with commands after its last tick.
            let _ = apply_commands(&mut simulation, observers);
        }
    }
    comparison.problem.take()?;
    let difference = comparison.difference;
    if difference.is_none() {
        commands.check(|command| ReplayError::contradiction(recording.path(), command))?;
    }
    Ok(Replay { ticks: simulation.world().tick() - first, difference, founding: None })
}

/// Compares every tick with the hashes and keyframes of a recording.
struct RecordingComparison<'a> {
    recording: &'a Recording,
    difference: Option<Divergence>,
    problem: FirstError<RecordingError>,
}

impl RecordingComparison<'_> {
    fn compare(&mut self, world: &World) -> Result<(), RecordingError> {
        let tick = world.tick();
        let (hash, has_keyframe) = (self.recording.hash(tick)?, self.recording.has_keyframe(tick));
        if hash.is_none() && !has_keyframe {
            return Ok(());
        }
        let replayed = world.state_hash();
        let recorded = match hash {
            Some(hash) if hash != replayed || !has_keyframe => hash,
            // A seek to this tick starts from the keyframe.
            _ => self.recording.world_at(tick)?.state_hash(),
        };
        let divergence = Divergence { tick, recorded, replayed };
        self.difference = (recorded != replayed).then_some(divergence);
        Ok(())
    }
}

impl Observer for RecordingComparison<'_> {
    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        let compared = self.compare(simulation.world());
        self.problem.keep(compared)?;
        stop_if(self.difference.is_some())
    }
}

/// Passes the ticks of a replay on to an observer, and takes no commands from it.
struct TicksOnly<'a>(&'a mut dyn Observer);

impl Observer for TicksOnly<'_> {
    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self.0.after_tick(simulation)
    }
}

/// Checks that the manifest describes the world that the run started with.
fn check_manifest(dir: &Path, manifest: &Manifest, world: &World) -> Result<(), ReplayError> {
    let config = world.config();
    let same_species = manifest.species.len() == config.species.len()
        && manifest.species.iter().zip(&config.species).all(|(recorded, species)| {
            recorded.name == species.name && recorded.content_hash == species.content_hash
        });
    let problem = if manifest.seed != config.seed {
        "the manifest and start.snapshot differ in the seed"
    } else if manifest.rules != config.rules {
        "the manifest and start.snapshot differ in the rules"
    } else if !same_species {
        "the manifest and start.snapshot differ in the species"
    } else if manifest.first_tick != world.tick() {
        "the manifest and start.snapshot differ in the first tick"
    } else {
        return Ok(());
    };
    Err(ReplayError::contradiction(dir, problem))
}

/// Founds the world of the manifest's scenario again and compares it with the start of the run.
/// Returns why the world is not reproduced: the run resumed a snapshot, or files are missing or
/// have changed.
fn check_founding(manifest: &Manifest, simulation: &Simulation) -> Result<(), String> {
    let record = &manifest.provenance.scenario;
    if let Some(snapshot) = &manifest.provenance.started_from {
        let path = snapshot.path.display();
        return Err(format!("the run resumed from {path}"));
    }
    let overrides = record.overrides.iter().map(|text| Override::parse(text));
    let overrides: Vec<Override> =
        overrides.collect::<Result<_, _>>().map_err(|e| e.to_string())?;
    let world = founded(record, &overrides).map_err(|e| e.to_string())?;
    if world.state_hash() == simulation.world().state_hash() {
        Ok(())
    } else {
        Err("the files have changed since, or this version founds worlds differently".to_owned())
    }
}

/// Founds the world of a recorded scenario.
fn founded(record: &ScenarioRecord, overrides: &[Override]) -> Result<World, StartError> {
    let ScenarioRecord { name, path, text, creature_folders, creatures, .. } = record;
    if !creatures.is_empty() {
        let scenario = Scenario::of_text(name, text, overrides, creatures)?;
        return Ok(scenario.create(given_species(&scenario, overrides, creatures)?)?);
    }
    let folder = path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
    let document = Document::parse(name, text).map_err(ScenarioError::from)?;
    let scenario = Scenario::from_document(name, folder, document, overrides)?;
    create_world(&scenario, overrides, creature_folders)
}
