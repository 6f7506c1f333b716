//! Runs of an experiment: founding, simulation and the resulting row.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use terrarium_run::{Observer, OpeningCommands, Ready, StartError, run_ticks, stop_if};
use terrarium_sim::tick::{Command, CommandRefusal, Simulation};
use terrarium_sim::world::{Verdict, World};

use super::census_table::CensusTable;
use super::checkpoint::{CaseState, Checkpoints};
use super::evolution::Observation;
use super::history::History;
use super::kept::Records;
use super::measures::Measurement;
use super::spool::{SpooledCell, pack, unpack};
use super::{Case, CaseEnding, ExperimentError, Plan, Row, RunFiles, Stop};

/// The result of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseResult {
    /// Its row in the table of runs.
    pub row: Row,
    /// The rows of its census; none unless the experiment keeps one.
    pub(super) census: Vec<Vec<SpooledCell>>,
}

impl CaseResult {
    /// The result as bytes, for another process of the same version.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(&self.row).expect("plain data can be written");
        bytes.push(b'\n');
        bytes.extend(pack(&self.census));
        bytes
    }

    /// The result that was encoded; `None` if the bytes are invalid.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let row = serde_json::from_slice(&bytes[..end]).ok()?;
        Some(Self { row, census: unpack(&bytes[end + 1..])? })
    }
}

impl Plan {
    /// Simulates a run and returns its row. When the world cannot be founded, or the code of a
    /// creature panics, the row has the ending `failed` and the reason. No files are written.
    #[must_use]
    pub fn simulate(&self, case: &Case) -> Row {
        match self.simulate_within(case, None, &|| false) {
            Ok(Some(result)) => result.row,
            // Unreachable: no files are written, and there is no interruption.
            Ok(None) | Err(_) => failed(case, "it was interrupted".to_owned()),
        }
    }

    /// Simulates a run of a sweep with these files, and writes what is kept of it. It continues from its
    /// checkpoint if it has one. `None` when it was interrupted.
    ///
    /// # Errors
    /// When a file cannot be written, or the checkpoint cannot be read. The sweep cannot go on then.
    pub fn simulate_within(
        &self,
        case: &Case,
        files: Option<RunFiles<'_>>,
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Option<CaseResult>, ExperimentError> {
        let run = AssertUnwindSafe(|| {
            let saved = files.map(|files| CaseState::read(files.dir, case)).transpose()?;
            let run = match saved.flatten() {
                Some((state, simulation)) => CaseRun::resume(self, case, files, state, simulation),
                None => CaseRun::begin(self, case, files)?,
            };
            run.finish(is_interrupted)
        });
        let reason = match catch_unwind(run) {
            Ok(Ok(result)) => return Ok(result),
            Ok(Err(CaseError::Write(error))) => return Err(error),
            Ok(Err(CaseError::Failed(reason))) => reason,
            Err(panic) => format!("the program panicked: {}", message_of(panic.as_ref())),
        };
        Ok(Some(self.failure(case, &reason)))
    }

    /// The result of a run that failed for this reason.
    #[must_use]
    pub fn failure(&self, case: &Case, reason: &str) -> CaseResult {
        let reason = on_one_line(&self.with_origin(case, reason));
        CaseResult { row: failed(case, reason), census: Vec::new() }
    }
}

/// Why a run has no result.
enum CaseError {
    /// A file could not be written, which stops the sweep.
    Write(ExperimentError),
    /// Only this run failed.
    Failed(String),
}

impl From<ExperimentError> for CaseError {
    fn from(error: ExperimentError) -> Self {
        Self::Write(error)
    }
}

fn failed(case: &Case, reason: String) -> Row {
    Row {
        case: case.number,
        point: case.point.clone(),
        replicate: case.replicate,
        seed: case.seed,
        ending: CaseEnding::Failed { reason },
        ticks: 0,
        species: Vec::new(),
        measures: Vec::new(),
        evolution: Vec::new(),
        state_hash: None,
    }
}

fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A run of an experiment and its observer.
struct CaseRun<'a> {
    plan: &'a Plan,
    case: &'a Case,
    simulation: Simulation,
    opening: OpeningCommands,
    observer: CaseObserver<'a>,
}

impl<'a> CaseRun<'a> {
    fn begin(
        plan: &'a Plan,
        case: &'a Case,
        files: Option<RunFiles<'a>>,
    ) -> Result<Self, CaseError> {
        let experiment = plan.experiment();
        let failed = |error: StartError| CaseError::Failed(error.to_string());
        let world = plan.prepared().of(experiment, case).map_err(failed)?;
        let (Ready { simulation, mut provenance }, commands) =
            world.begin(case.seed).map_err(failed)?;
        provenance.arguments = experiment.arguments(case);
        provenance.ticks_asked = experiment.ticks;
        let kept = files.filter(|_| experiment.keep.includes(case));
        let records = kept.map(|files| {
            Records::begin(files.dir, case.number, &simulation, provenance, &experiment.keep)
        });
        let records = records.transpose()?;
        let world = simulation.world();
        let history = History::new(world, plan.species());
        let measures = Some(plan.measures()).filter(|measures| !measures.is_empty());
        let state = CaseState {
            measurement: measures.map(|measures| Measurement::new(measures, world, &history)),
            history,
            census: experiment.keep.census_every.map(|every| CensusTable::new(world, every)),
            evolution: experiment.evolution.as_ref().map(|_| Observation::new(world)),
        };
        let opening = OpeningCommands::new(commands);
        let run = Self::resume(plan, case, files, state, simulation);
        Ok(Self { opening, observer: CaseObserver { records, ..run.observer }, ..run })
    }

    /// A run that continues from what was saved of it.
    fn resume(
        plan: &'a Plan,
        case: &'a Case,
        files: Option<RunFiles<'a>>,
        state: CaseState,
        simulation: Simulation,
    ) -> Self {
        let is_kept = plan.experiment().keep.includes(case);
        let checkpoints = files.filter(|_| !is_kept).and_then(|files| {
            let every = files.checkpoint_every?;
            Some(Checkpoints::new(files.dir, case, every))
        });
        let observer =
            CaseObserver { plan, state, records: None, checkpoints, stopped: None, refused: None };
        Self { plan, case, simulation, opening: OpeningCommands::default(), observer }
    }

    /// Simulates the run to its end. `None` when it was interrupted.
    fn finish(
        mut self,
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Option<CaseResult>, CaseError> {
        let done = self.observer.state.history.ticks(self.simulation.world());
        let left = self.plan.experiment().ticks.saturating_sub(done);
        let end = self.simulation.world().tick() + left;
        let mut interruption = Interruption { end, is_interrupted, was_interrupted: false };
        if interruption.check(&self.simulation).is_continue() {
            let observers: &mut [&mut dyn Observer] =
                &mut [&mut self.opening, &mut self.observer, &mut interruption];
            let _ = run_ticks(&mut self.simulation, left, observers);
        }
        let CaseObserver { state, records, checkpoints, stopped, refused, .. } = self.observer;
        let world = self.simulation.world();
        if let Some(mut checkpoints) = checkpoints {
            // Before the first tick, the opening commands are not part of the world yet.
            if interruption.was_interrupted && stopped.is_none() && state.history.ticks(world) > 0 {
                checkpoints.write(world, &state);
            }
            checkpoints.problem()?;
        }
        if let Some(refusal) = refused {
            return Err(CaseError::Failed(refusal));
        }
        if interruption.was_interrupted && stopped.is_none() {
            return Ok(None);
        }
        let CaseState { history, measurement, census, evolution } = state;
        let measures = self.plan.measures();
        let measured = measurement.map(|it| it.finish(measures, world, &history));
        let evolution = evolution.zip(self.plan.experiment().evolution.as_ref());
        let evolution = evolution.map(|(it, options)| it.figures(world, options, self.case.seed));
        let row = Row {
            case: self.case.number,
            point: self.case.point.clone(),
            replicate: self.case.replicate,
            seed: self.case.seed,
            ticks: history.ticks(world),
            species: history.outcomes(world),
            measures: measured.unwrap_or_default(),
            evolution: evolution.unwrap_or_default(),
            state_hash: Some(world.state_hash()),
            ending: stopped.unwrap_or(CaseEnding::Complete),
        };
        if let Some(records) = records {
            records.finish(&self.simulation, &row)?;
        }
        let census = census.map(|census| census.finish(world)).unwrap_or_default();
        Ok(Some(CaseResult { row, census }))
    }
}

/// Stops the run when the sweep is interrupted before the last tick of the run.
struct Interruption<'a> {
    end: u64,
    is_interrupted: &'a dyn Fn() -> bool,
    was_interrupted: bool,
}

impl Interruption<'_> {
    fn check(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self.was_interrupted = simulation.world().tick() < self.end && (self.is_interrupted)();
        stop_if(self.was_interrupted)
    }
}

impl Observer for Interruption<'_> {
    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self.check(simulation)
    }
}

/// Counts events, writes the files that the experiment keeps, and stops the run when a stop
/// condition holds.
struct CaseObserver<'a> {
    plan: &'a Plan,
    state: CaseState,
    records: Option<Records>,
    checkpoints: Option<Checkpoints>,
    stopped: Option<CaseEnding>,
    /// Why a command before the first tick was refused.
    refused: Option<String>,
}

impl Observer for CaseObserver<'_> {
    fn after_command(
        &mut self,
        simulation: &Simulation,
        command: &Command,
        result: Result<(), &CommandRefusal>,
    ) -> ControlFlow<()> {
        self.refused = result.err().map(ToString::to_string);
        if let Some(evolution) = &mut self.state.evolution {
            evolution.record_command(simulation.world());
        }
        let written = self.records.after_command(simulation, command, result);
        written?;
        stop_if(self.refused.is_some())
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        let world = simulation.world();
        self.state.record(self.plan.measures(), world);
        let written = self.records.after_tick(simulation);
        self.stopped = self.stop(world);
        written?;
        stop_if(self.stopped.is_some())?;
        self.checkpoints.as_mut().map_or(ControlFlow::Continue(()), |checkpoints| {
            checkpoints.after_tick(world, &self.state)
        })
    }
}

impl CaseObserver<'_> {
    /// The ending of the run, if a stop condition holds.
    fn stop(&self, world: &World) -> Option<CaseEnding> {
        let verdict = world.conquest().and_then(|conquest| conquest.verdict);
        if let Some(verdict) = verdict.filter(|_| self.plan.experiment().stops_when_decided) {
            return Some(CaseEnding::Decided { winner: Verdict::winner(verdict) });
        }
        let mut conditions = self.plan.conditions().iter();
        let mut holds = |stop: &Stop| match stop {
            Stop::AnyExtinction => self.extinction(world, None),
            Stop::Extinction(name) => self.extinction(world, Some(name)),
            Stop::When(_) => {
                let condition = conditions.next()?;
                let species = self.state.history.standings(world);
                let now = self.state.history.context(world, &species);
                condition.holds(&now).then(|| condition.text().to_owned())
            }
        };
        let condition = self.plan.experiment().stops.iter().find_map(&mut holds)?;
        Some(CaseEnding::Stopped { condition })
    }

    fn extinction(&self, world: &World, name: Option<&str>) -> Option<String> {
        self.state.history.extinct(world, name).map(|species| format!("extinction of {species}"))
    }
}
