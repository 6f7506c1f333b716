//! The recorder, which writes the files of a run.

use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use super::census::{self, Census};
use super::changes::CommandRecord;
#[cfg(feature = "charts")]
use super::chart::{CHART, Chart};
use super::conquest::{CONQUEST, ConquestTable};
use super::events::EventChoice;
#[cfg(feature = "tables")]
use super::events::{EVENTS, EventTable};
use super::ledger::{LEDGER, LedgerTable};
use super::manifest::{Ending, Manifest, Provenance, SpeciesRecord, TimedRecord};
#[cfg(feature = "tables")]
use super::table::ParquetTable;
use super::table::{Cell, CsvTable};
use super::{MANIFEST, RecordError, RunDir, Tally, snapshot};
use crate::rules::Rules;
use crate::tick::{Command, TimedOutcome};
use crate::world::World;

/// The snapshot of the world before the first tick of a run. Replays start from it.
pub const START: &str = "start.snapshot";

/// What is recorded, and at which intervals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The interval of the census, in ticks. Births, deaths and other events are summed over the
    /// interval.
    pub census_every: NonZeroU64,
    /// The interval of the ledger, in ticks. Each row has the state hash.
    pub ledger_every: NonZeroU64,
    /// The interval of snapshots, in ticks.
    pub snapshot_every: Option<NonZeroU64>,
    /// The files of the census.
    pub census_files: CensusFiles,
    /// The recorded events; only with the feature `tables`.
    pub events: EventChoice,
}

/// The files of the census of a run. Parquet files are only written with the feature `tables`; without
/// it, the census is always CSV.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CensusFiles {
    /// Both `census.csv` and `census.parquet`.
    #[default]
    Both,
    /// Only `census.csv`.
    Csv,
    /// Only `census.parquet`.
    Parquet,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            census_every: NonZeroU64::MIN,
            ledger_every: NonZeroU64::MIN,
            snapshot_every: None,
            census_files: CensusFiles::default(),
            events: EventChoice::default(),
        }
    }
}

/// Writes a run into a directory, which appears when the run is finished.
///
/// | file | content |
/// |---|---|
/// | `manifest.json` | everything needed to repeat the run: [`Manifest`] |
/// | `census.csv`, `census.parquet` | the statistics of each species: [`census`] |
/// | `ledger.csv` | the energy and the state hash of each tick: [`ledger`](super::ledger) |
/// | `events.parquet` | the events of each organism: [`events`](super::events) |
/// | `conquest.csv` | the events of a conquest, in scenarios with one: [`conquest`](super::conquest) |
/// | `population.png` | the chart of the populations |
/// | `start.snapshot` | the world before the first tick, from which the run is replayed |
/// | `snapshots/tick-000250.snapshot` | the world at that tick: [`snapshot`] |
/// | `changes/tick-000250-fox.json` | the new species of a command after that tick: [`changes`](super::changes) |
/// | `final.snapshot` | the world at the end |
///
/// A recorder that is dropped before [`finish`](Self::finish) leaves no files. Its memory use does
/// not grow with the number of ticks.
pub struct Recorder {
    dir: RunDir,
    options: Options,
    provenance: Provenance,
    first_tick: u64,
    species: Vec<SpeciesRecord>,
    /// The seed and the rules at the start, which commands may change.
    seed: u64,
    rules: Rules,
    commands: Vec<CommandRecord>,
    timetable: Vec<TimedRecord>,
    /// The engines of all behaviours so far, including those of replaced species.
    engines: BTreeSet<String>,
    tally: Tally,
    census: CensusTables,
    ledger: LedgerTable,
    conquest: Option<ConquestTable>,
    #[cfg(feature = "tables")]
    events: Option<EventTable>,
    #[cfg(feature = "charts")]
    chart: Chart,
}

/// The record of a finished run.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    /// Its directory.
    pub dir: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
}

impl Recorder {
    /// Creates a recorder that writes to the directory `dir`, and records `world` before the first
    /// tick.
    ///
    /// # Errors
    /// When `dir` is not empty, or cannot be written.
    pub fn new(
        dir: impl AsRef<Path>,
        world: &World,
        provenance: Provenance,
        options: Options,
    ) -> Result<Self, RecordError> {
        let dir = RunDir::create(dir)?;
        let mut recorder = Self {
            census: CensusTables::new(&dir, world, options.census_files)?,
            ledger: LedgerTable::new(dir.create_file(LEDGER)?)?,
            conquest: match world.conquest {
                Some(_) => Some(ConquestTable::new(dir.create_file(CONQUEST)?)?),
                None => None,
            },
            #[cfg(feature = "tables")]
            events: match options.events {
                EventChoice::Nothing => None,
                choice => Some(EventTable::new(dir.create_file(EVENTS)?, choice)?),
            },
            #[cfg(feature = "charts")]
            chart: Chart::new(&provenance.scenario.name, world),
            tally: Tally::new(world),
            first_tick: world.tick,
            species: world.config.species.iter().map(SpeciesRecord::from).collect(),
            seed: world.config.seed,
            rules: world.config.rules.clone(),
            commands: Vec::new(),
            timetable: Vec::new(),
            engines: world.config.engines(),
            dir,
            options,
            provenance,
        };
        if world.tick == 0 {
            // The events of the founding. Those of a resumed run are in the tables of the first.
            recorder.write_events(world)?;
        }
        recorder.write_snapshot(world, START)?;
        recorder.ledger.row(world)?;
        recorder.write_census(world)?;
        Ok(recorder)
    }

    /// Records the last tick of `world`. Call it after each tick.
    ///
    /// # Errors
    /// When a file cannot be written. The run can continue, but cannot be recorded any further.
    pub fn record(&mut self, world: &World) -> Result<(), RecordError> {
        let is_due = |every: NonZeroU64| world.tick.is_multiple_of(every.get());
        self.tally.note(world);
        self.census.census.note(world);
        self.write_events(world)?;
        self.conquest.as_mut().map_or(Ok(()), |table| table.note(world))?;
        if is_due(self.options.ledger_every) {
            self.ledger.row(world)?;
        }
        if is_due(self.options.census_every) {
            self.write_census(world)?;
        }
        if self.options.snapshot_every.is_some_and(is_due) {
            self.write_snapshot(world, &format!("snapshots/tick-{:06}.snapshot", world.tick))?;
        }
        Ok(())
    }

    /// Records a command that was applied to `world` after its last tick.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn command(&mut self, world: &World, command: &Command) -> Result<(), RecordError> {
        let index = self.commands.len();
        self.commands.push(CommandRecord::write(&self.dir, world.tick, index, command)?);
        self.engines.extend(world.config.engines());
        Ok(())
    }

    /// Records what the timetable gave before the last tick.
    pub fn timetable(&mut self, outcomes: &[TimedOutcome]) {
        self.timetable.extend(outcomes.iter().map(TimedRecord::from));
    }

    /// Completes the record with the final state of `world`, and moves the directory to its final
    /// path. The record of an interrupted run is completed like any other.
    ///
    /// # Errors
    /// When a file cannot be written. No files are left then.
    pub fn finish(mut self, world: &World, ending: Ending) -> Result<Recorded, RecordError> {
        if self.ledger.last_tick() != Some(world.tick) {
            self.ledger.row(world)?;
        }
        if self.census.last_tick != Some(world.tick) {
            self.write_census(world)?;
        }
        self.write_snapshot(world, "final.snapshot")?;
        #[cfg(feature = "charts")]
        self.draw_chart()?;
        self.census.finish()?;
        self.ledger.finish()?;
        self.conquest.map_or(Ok(()), ConquestTable::finish)?;
        #[cfg(feature = "tables")]
        self.events.map_or(Ok(()), EventTable::finish)?;
        let outcome = self.tally.outcome(world);
        let mut manifest = Manifest::new(self.provenance, self.first_tick, world, ending, outcome);
        manifest.species = self.species;
        (manifest.seed, manifest.rules) = (self.seed, self.rules);
        manifest.commands = self.commands;
        manifest.timetable = self.timetable;
        manifest.engines.extend(self.engines);
        manifest.write(self.dir.create_file(MANIFEST)?)?;
        Ok(Recorded { dir: self.dir.finish()?, manifest })
    }

    fn write_census(&mut self, world: &World) -> Result<(), RecordError> {
        let lines = self.census.write(world)?;
        #[cfg(feature = "charts")]
        self.chart.add(world.tick, lines.iter().map(|line| line.headcount.count));
        #[cfg(not(feature = "charts"))]
        drop(lines);
        Ok(())
    }

    #[cfg(feature = "tables")]
    fn write_events(&mut self, world: &World) -> Result<(), RecordError> {
        self.events.as_mut().map_or(Ok(()), |events| events.note(world))
    }

    #[cfg(not(feature = "tables"))]
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "without `tables` there is no events table"
    )]
    fn write_events(&mut self, _: &World) -> Result<(), RecordError> {
        Ok(())
    }

    #[cfg(feature = "charts")]
    fn draw_chart(&self) -> Result<(), RecordError> {
        let drawn = self.chart.save(&self.dir.staged_path(CHART));
        drawn.map_err(RecordError::writing(&self.dir.final_path(CHART)))
    }

    fn write_snapshot(&self, world: &World, name: &str) -> Result<(), RecordError> {
        let mut new = self.dir.create_file(name)?;
        let written = snapshot::write_through(world, &mut new.file);
        written.map(drop).map_err(RecordError::writing(&new.path))
    }
}

/// The census and its files.
struct CensusTables {
    census: Census,
    csv: Option<CsvTable>,
    #[cfg(feature = "tables")]
    parquet: Option<ParquetTable>,
    last_tick: Option<u64>,
}

impl CensusTables {
    fn new(dir: &RunDir, world: &World, files: CensusFiles) -> Result<Self, RecordError> {
        let has_parquet = cfg!(feature = "tables") && files != CensusFiles::Csv;
        let has_csv = !has_parquet || files != CensusFiles::Parquet;
        let columns = census::columns();
        Ok(Self {
            census: Census::new(world),
            csv: has_csv
                .then(|| CsvTable::new(dir.create_file("census.csv")?, &columns))
                .transpose()?,
            #[cfg(feature = "tables")]
            parquet: has_parquet
                .then(|| ParquetTable::new(dir.create_file("census.parquet")?, &columns))
                .transpose()?,
            last_tick: None,
        })
    }

    /// Writes a row for each species, and returns the content of the rows.
    fn write(&mut self, world: &World) -> Result<Vec<census::Line>, RecordError> {
        let lines = self.census.take(world);
        for line in &lines {
            self.row(&census::cells(line, world.config.species(line.species)))?;
        }
        self.last_tick = Some(world.tick);
        Ok(lines)
    }

    fn row(&mut self, cells: &[Cell<'_>]) -> Result<(), RecordError> {
        #[cfg(feature = "tables")]
        self.parquet.as_mut().map_or(Ok(()), |parquet| parquet.row(cells))?;
        self.csv.as_mut().map_or(Ok(()), |csv| csv.row(cells))
    }

    fn finish(self) -> Result<(), RecordError> {
        #[cfg(feature = "tables")]
        self.parquet.map_or(Ok(()), ParquetTable::finish)?;
        self.csv.map_or(Ok(()), CsvTable::finish)
    }
}
