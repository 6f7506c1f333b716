//! Runs of an experiment: founding, simulation and the resulting row.

use std::any::Any;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use super::condition::ConditionContext;
use super::history::History;
use super::kept::Records;
use super::measures::Measurement;
use super::spool::{SpooledCell, owned_cell};
use super::{Case, CaseEnding, ExperimentError, Plan, Row, Stop};
use crate::record::census::{self, Census};
use crate::run::{Observer, OpeningCommands, Ready, StartError, drive, stop_if};
use crate::tick::{Command, CommandRefusal, Simulation};
use crate::world::{Verdict, World};

/// The result of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseResult {
    /// Its row in the table of runs.
    pub row: Row,
    /// The rows of its census; none unless the experiment keeps one.
    pub(super) census: Vec<Vec<SpooledCell>>,
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

    /// Simulates a run, and writes what is kept of it into `folder`. `None` when it was
    /// interrupted.
    pub(super) fn simulate_within(
        &self,
        case: &Case,
        folder: Option<&Path>,
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Option<CaseResult>, ExperimentError> {
        let run = AssertUnwindSafe(|| CaseRun::begin(self, case, folder)?.finish(is_interrupted));
        let reason = match catch_unwind(run) {
            Ok(Ok(result)) => return Ok(result),
            Ok(Err(CaseError::Write(error))) => return Err(error),
            Ok(Err(CaseError::Failed(reason))) => reason,
            Err(panic) => format!("the program panicked: {}", message_of(panic.as_ref())),
        };
        let reason = on_one_line(&self.with_origin(case, &reason));
        Ok(Some(CaseResult { row: failed(case, reason), census: Vec::new() }))
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
    fn begin(plan: &'a Plan, case: &'a Case, folder: Option<&Path>) -> Result<Self, CaseError> {
        let experiment = plan.experiment();
        let failed = |error: StartError| CaseError::Failed(error.to_string());
        let world = plan.prepared().of(experiment, case).map_err(failed)?;
        let (Ready { simulation, mut provenance }, commands) =
            world.begin(case.seed).map_err(failed)?;
        provenance.arguments = experiment.arguments(case);
        provenance.ticks_asked = experiment.ticks;
        let folder = folder.filter(|_| experiment.keep.includes(case));
        let records = folder.map(|folder| {
            Records::begin(folder, case.number, &simulation, provenance, &experiment.keep)
        });
        let world = simulation.world();
        let history = History::new(world, plan.species());
        let measures = Some(plan.measures()).filter(|measures| !measures.is_empty());
        let observer = CaseObserver {
            plan,
            measurement: measures.map(|measures| Measurement::new(measures, world, &history)),
            history,
            census: experiment.keep.census_every.map(|every| CensusTable::new(world, every)),
            records: records.transpose()?,
            stopped: None,
            refused: None,
        };
        let opening = OpeningCommands::new(commands);
        Ok(Self { plan, case, simulation, opening, observer })
    }

    /// Simulates the run to its end. `None` when it was interrupted.
    fn finish(
        mut self,
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Option<CaseResult>, CaseError> {
        let end = self.simulation.world().tick() + self.plan.experiment().ticks;
        let mut interruption = Interruption { end, is_interrupted, was_interrupted: false };
        if interruption.check(&self.simulation).is_continue() {
            let observers: &mut [&mut dyn Observer] =
                &mut [&mut self.opening, &mut self.observer, &mut interruption];
            let _ = drive(&mut self.simulation, self.plan.experiment().ticks, observers);
        }
        let CaseObserver { history, measurement, census, records, stopped, refused, .. } =
            self.observer;
        if let Some(refusal) = refused {
            return Err(CaseError::Failed(refusal));
        }
        if interruption.was_interrupted && stopped.is_none() {
            return Ok(None);
        }
        let world = self.simulation.world();
        let row = Row {
            case: self.case.number,
            point: self.case.point.clone(),
            replicate: self.case.replicate,
            seed: self.case.seed,
            ticks: history.ticks(world),
            species: history.outcomes(world),
            measures: measurement.map(|it| it.finish(world, &history)).unwrap_or_default(),
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
    history: History,
    measurement: Option<Measurement<'a>>,
    census: Option<CensusTable>,
    records: Option<Records>,
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
        let written = self.records.after_command(simulation, command, result);
        written?;
        stop_if(self.refused.is_some())
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        let world = simulation.world();
        self.history.note(world);
        if let Some(measurement) = &mut self.measurement {
            measurement.note(world, &self.history);
        }
        if let Some(census) = &mut self.census {
            census.note(world);
        }
        let written = self.records.after_tick(simulation);
        self.stopped = self.stop(world);
        written?;
        stop_if(self.stopped.is_some())
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
                let species = self.history.standings(world);
                let conquest = world.conquest();
                let now = ConditionContext {
                    tick: self.history.ticks(world),
                    species: &species,
                    conquest,
                };
                condition.holds(&now).then(|| condition.text().to_owned())
            }
        };
        let condition = self.plan.experiment().stops.iter().find_map(&mut holds)?;
        Some(CaseEnding::Stopped { condition })
    }

    fn extinction(&self, world: &World, name: Option<&str>) -> Option<String> {
        self.history.extinct(world, name).map(|species| format!("extinction of {species}"))
    }
}

/// The rows of the census of a run.
struct CensusTable {
    every: NonZeroU64,
    /// The counts since the last rows.
    census: Census,
    /// The tick of the last rows.
    last: u64,
    rows: Vec<Vec<SpooledCell>>,
}

impl CensusTable {
    fn new(world: &World, every: NonZeroU64) -> Self {
        let (census, last) = (Census::new(world), world.tick());
        let mut table = Self { every, census, last, rows: Vec::new() };
        table.add_rows(world);
        table
    }

    fn note(&mut self, world: &World) {
        self.census.note(world);
        if world.tick().is_multiple_of(self.every.get()) {
            self.add_rows(world);
        }
    }

    /// All rows, the last of them of the last tick.
    fn finish(mut self, world: &World) -> Vec<Vec<SpooledCell>> {
        if self.last != world.tick() {
            self.add_rows(world);
        }
        self.rows
    }

    fn add_rows(&mut self, world: &World) {
        self.last = world.tick();
        for line in self.census.take(world) {
            let species = world.config().species(line.species);
            self.rows.push(census::cells(&line, species).into_iter().map(owned_cell).collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::fixture::{simulation_of, small_world};

    #[test]
    fn the_census_of_a_run_ends_with_its_last_tick() {
        for (ticks, expected) in [(7, vec![0, 5, 7]), (10, vec![0, 5, 10]), (0, vec![0])] {
            let mut simulation = simulation_of(small_world());
            let every = NonZeroU64::new(5).unwrap();
            let mut table = CensusTable::new(simulation.world(), every);
            for _ in 0..ticks {
                simulation.tick();
                table.note(simulation.world());
            }
            let rows = table.finish(simulation.world());
            let mut found: Vec<u64> = rows
                .iter()
                .map(|row| match row[0] {
                    SpooledCell::Whole(tick) => tick,
                    ref other => panic!("{other:?}"),
                })
                .collect();
            found.dedup();
            assert_eq!(found, expected);
        }
    }
}
