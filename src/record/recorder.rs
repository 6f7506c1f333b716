//! Writes down a run from its first tick to its last.

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
use super::manifest::{Ending, Manifest, Provenance, SpeciesRecord};
#[cfg(feature = "tables")]
use super::table::ParquetTable;
use super::table::{Cell, CsvTable};
use super::{MANIFEST, RecordError, RunDir, Tally, snapshot};
use crate::tick::Command;
use crate::world::World;

/// The snapshot of the world before the first tick of a run: what the run is lived again from.
pub const START: &str = "start.snapshot";

/// What to write down, and how often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// A census every so many ticks. Births, deaths and the like are summed up over the gap.
    pub census_every: NonZeroU64,
    /// A row of the ledger, with the state hash, every so many ticks.
    pub ledger_every: NonZeroU64,
    /// A snapshot every so many ticks.
    pub snapshot_every: Option<NonZeroU64>,
    /// Which events to write down; only with the feature `tables`.
    pub events: EventChoice,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            census_every: NonZeroU64::MIN,
            ledger_every: NonZeroU64::MIN,
            snapshot_every: None,
            events: EventChoice::default(),
        }
    }
}

/// Writes a run into a directory, which appears when the run is finished.
///
/// | file | what |
/// |---|---|
/// | `manifest.json` | what the run was, so that it can be run again: [`Manifest`] |
/// | `census.csv`, `census.parquet` | how each species fared: [`census`] |
/// | `ledger.csv` | energy and state hash of each tick: [`ledger`](super::ledger) |
/// | `events.parquet` | what befell whom: [`events`](super::events) |
/// | `conquest.csv` | what happened in a conquest, where there is one: [`conquest`](super::conquest) |
/// | `population.png` | a chart: [`chart`](super::chart) |
/// | `start.snapshot` | the world before the first tick, from which the run can be lived again |
/// | `snapshots/tick-000250.snapshot` | the world at that tick: [`snapshot`] |
/// | `changes/tick-000250-fox.json` | what a species changed into by a command after that tick: [`changes`](super::changes) |
/// | `final.snapshot` | the world at the end |
///
/// A recorder that is dropped before it has finished leaves nothing behind. What it keeps in
/// memory does not grow with the number of ticks.
pub struct Recorder {
    dir: RunDir,
    options: Options,
    provenance: Provenance,
    first_tick: u64,
    species: Vec<SpeciesRecord>,
    commands: Vec<CommandRecord>,
    /// Engines that no code of the world in the end needs any more, perhaps.
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

/// What a finished run has left.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    /// Its directory.
    pub dir: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
}

impl Recorder {
    /// Begins to record a run into the directory `dir`, and writes down `world` as it is before
    /// the first tick.
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
            census: CensusTables::new(&dir, world)?,
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
            commands: Vec::new(),
            engines: world.config.engines(),
            dir,
            options,
            provenance,
        };
        if world.tick == 0 {
            // What happened until now is the founding, and in no other run's tables.
            recorder.write_events(world)?;
        }
        recorder.write_snapshot(world, START)?;
        recorder.ledger.row(world)?;
        recorder.write_census(world)?;
        Ok(recorder)
    }

    /// Writes down the tick that `world` has just lived. To be called after each tick.
    ///
    /// # Errors
    /// When something cannot be written. The run can go on, but not be recorded any further.
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

    /// Writes down a command that `world` has obeyed since the tick that it lived last.
    ///
    /// # Errors
    /// When that cannot be written.
    pub fn command(&mut self, world: &World, command: &Command) -> Result<(), RecordError> {
        let place = self.commands.len();
        self.commands.push(CommandRecord::write(&self.dir, world.tick, place, command)?);
        self.engines.extend(world.config.engines());
        Ok(())
    }

    /// Ends the record with `world`, the same that was recorded last, and puts the directory into
    /// its place. An interrupted run is finished like any other.
    ///
    /// # Errors
    /// When something cannot be written. Nothing is left behind then.
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
        manifest.commands = self.commands;
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
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "there is no such table")]
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

/// The census, as it goes into its files.
struct CensusTables {
    census: Census,
    csv: CsvTable,
    #[cfg(feature = "tables")]
    parquet: ParquetTable,
    last_tick: Option<u64>,
}

impl CensusTables {
    fn new(dir: &RunDir, world: &World) -> Result<Self, RecordError> {
        let columns = census::columns();
        Ok(Self {
            census: Census::new(world),
            csv: CsvTable::new(dir.create_file("census.csv")?, &columns)?,
            #[cfg(feature = "tables")]
            parquet: ParquetTable::new(dir.create_file("census.parquet")?, &columns)?,
            last_tick: None,
        })
    }

    /// Writes a row for each species, and answers what they hold.
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
        self.parquet.row(cells)?;
        self.csv.row(cells)
    }

    fn finish(self) -> Result<(), RecordError> {
        #[cfg(feature = "tables")]
        self.parquet.finish()?;
        self.csv.finish()
    }
}
