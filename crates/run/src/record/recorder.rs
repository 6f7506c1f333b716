//! The recorder, which writes the files of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use terrarium_creatures::rules::Rules;
use terrarium_output::START;
use terrarium_output::table::{TableFiles, TablePair};
use terrarium_sim::tick::{Command, TimedOutcome};
use terrarium_sim::world::World;

use super::census::{self, Census};
use super::changes::CommandRecord;
#[cfg(not(target_family = "wasm"))]
use super::chart::{CHART, Chart};
use super::checkpoint::{Checkpoint, CheckpointPace, WORLD};
use super::conquest::{CONQUEST, ConquestTable};
use super::events::EventChoice;
#[cfg(not(target_family = "wasm"))]
use super::events::{EVENTS, EventTable};
use super::individuals::{IndividualFiles, IndividualTables};
use super::ledger::{LEDGER, LedgerTable};
use super::manifest::{Ending, Manifest, Provenance, SpeciesRecord, TimedRecord};
use super::{MANIFEST, RecordError, RunDir, Tally, snapshot};

/// The name of the census, without the ending of a file.
const CENSUS: &str = "census";

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
    pub census_files: TableFiles,
    /// The recorded events; only with the feature `tables`.
    pub events: EventChoice,
    /// The files of the table of individuals; none by default.
    pub individuals: Option<TableFiles>,
    /// The files of the table of the living and their ancestors; none by default.
    pub ancestry: Option<TableFiles>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            census_every: NonZeroU64::MIN,
            ledger_every: NonZeroU64::MIN,
            snapshot_every: None,
            census_files: TableFiles::default(),
            events: EventChoice::default(),
            individuals: None,
            ancestry: None,
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
/// | `individuals.csv`, `individuals.parquet` | a row for each organism that was ever alive, on request: [`individuals`](super::individuals) |
/// | `ancestry.csv`, `ancestry.parquet` | a row for each living organism and each of its ancestors, on request: [`individuals`](super::individuals) |
/// | `conquest.csv` | the events of a conquest, in scenarios with one: [`conquest`](super::conquest) |
/// | `population.png` | the chart of the populations |
/// | `start.snapshot` | the world before the first tick, from which the run is replayed |
/// | `snapshots/tick-000250.snapshot` | the world at that tick: [`snapshot`] |
/// | `changes/tick-000250-fox.json` | the new species of a command after that tick: [`changes`](super::changes) |
/// | `final.snapshot` | the world at the end |
///
/// A recorder that is dropped before [`finish`](Self::finish) leaves no files, unless it has a
/// checkpoint: then what was written can be recovered up to it, as after a process that was killed
/// ([`with_checkpoints`](Self::with_checkpoints)). The memory use of a recorder does not grow with the
/// number of ticks, except for the ancestry: each line of descent grows by one organism a generation.
pub struct Recorder {
    dir: RunDir,
    options: Options,
    checkpoints: Option<CheckpointPace>,
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
    #[cfg(not(target_family = "wasm"))]
    events: Option<EventTable>,
    individuals: Option<IndividualTables>,
    #[cfg(not(target_family = "wasm"))]
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
            conquest: match world.conquest() {
                Some(_) => Some(ConquestTable::new(dir.create_file(CONQUEST)?)?),
                None => None,
            },
            #[cfg(not(target_family = "wasm"))]
            events: match options.events {
                EventChoice::Nothing => None,
                choice => Some(EventTable::new(dir.create_file(EVENTS)?, choice)?),
            },
            individuals: {
                let files =
                    IndividualFiles { all: options.individuals, ancestry: options.ancestry };
                IndividualTables::new(&dir, world, files)?
            },
            #[cfg(not(target_family = "wasm"))]
            chart: Chart::new(&provenance.scenario.name, world),
            tally: Tally::new(world),
            first_tick: world.tick(),
            species: world.config().species.iter().map(SpeciesRecord::from).collect(),
            seed: world.config().seed,
            rules: world.config().rules.clone(),
            commands: Vec::new(),
            timetable: Vec::new(),
            engines: world.config().engines(),
            dir,
            options,
            checkpoints: None,
            provenance,
        };
        if world.tick() == 0 {
            // The events of the founding. Those of a resumed run are in the tables of the first.
            recorder.write_events(world)?;
        }
        recorder.write_snapshot(world, START)?;
        recorder.ledger.row(world)?;
        recorder.write_census(world)?;
        Ok(recorder)
    }

    /// Writes checkpoints, from which the record can be recovered after the process was killed or a file
    /// could not be written: about every ten seconds, or with each snapshot. `clock` returns the time in
    /// seconds since an arbitrary moment; the record does not depend on it.
    #[must_use]
    pub fn with_checkpoints(mut self, clock: impl Fn() -> f64 + Send + 'static) -> Self {
        self.checkpoints = Some(CheckpointPace::new(Box::new(clock)));
        self
    }

    /// Records the last tick of `world`. Call it after each tick.
    ///
    /// # Errors
    /// When a file cannot be written. The run can continue, but cannot be recorded any further.
    pub fn record(&mut self, world: &World) -> Result<(), RecordError> {
        let is_due = |every: NonZeroU64| world.tick().is_multiple_of(every.get());
        self.tally.record(world);
        self.census.census.record(world);
        self.write_events(world)?;
        self.individuals.as_mut().map_or(Ok(()), |table| table.record(world))?;
        self.conquest.as_mut().map_or(Ok(()), |table| table.record(world))?;
        if is_due(self.options.ledger_every) {
            self.ledger.row(world)?;
        }
        if is_due(self.options.census_every) {
            self.write_census(world)?;
        }
        let has_snapshot = self.options.snapshot_every.is_some_and(is_due);
        if has_snapshot {
            self.write_snapshot(world, &format!("snapshots/tick-{:06}.snapshot", world.tick()))?;
        }
        match &self.checkpoints {
            Some(pace) if pace.is_due(has_snapshot) => self.write_checkpoint(world),
            _ => Ok(()),
        }
    }

    /// Records a command that was applied to `world` after its last tick.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn command(&mut self, world: &World, command: &Command) -> Result<(), RecordError> {
        let index = self.commands.len();
        self.commands.push(CommandRecord::write(&self.dir, world.tick(), index, command)?);
        self.engines.extend(world.config().engines());
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
    /// When a file cannot be written. Then see [`abandon`](Self::abandon).
    pub fn finish(mut self, world: &World, ending: Ending) -> Result<Recorded, RecordError> {
        match self.complete(world, ending) {
            Ok(manifest) => {
                let Self { mut dir, checkpoints, .. } = self;
                match dir.place() {
                    Ok(()) => Ok(Recorded { dir: dir.target().to_owned(), manifest }),
                    Err(problem) => Err(kept(&dir, checkpoints.as_ref(), world.tick(), problem)),
                }
            }
            Err(problem) => Err(self.abandon(world, problem)),
        }
    }

    /// Gives up the record because of a problem, and returns the error to report. After the first
    /// checkpoint, what was written is kept in the staging directory, which the error names; before it, it
    /// is removed.
    #[must_use]
    pub fn abandon(self, world: &World, problem: RecordError) -> RecordError {
        kept(&self.dir, self.checkpoints.as_ref(), world.tick(), problem)
    }

    fn complete(&mut self, world: &World, ending: Ending) -> Result<Manifest, RecordError> {
        if self.ledger.last_tick() != Some(world.tick()) {
            self.ledger.row(world)?;
        }
        if self.census.last_tick != Some(world.tick()) {
            self.write_census(world)?;
        }
        self.write_snapshot(world, "final.snapshot")?;
        #[cfg(not(target_family = "wasm"))]
        self.draw_chart()?;
        self.individuals.as_mut().map_or(Ok(()), |table| table.finish(world))?;
        self.sync_csv()?;
        #[cfg(not(target_family = "wasm"))]
        {
            self.census.files.finish_parquet()?;
            self.events.take().map_or(Ok(()), EventTable::finish)?;
        }
        let manifest = self.manifest(world, ending);
        manifest.write(self.dir.create_file(MANIFEST)?)?;
        Ok(manifest)
    }

    /// The manifest of the run if it ends with `world`.
    fn manifest(&self, world: &World, ending: Ending) -> Manifest {
        let outcome = self.tally.outcome(world);
        let provenance = self.provenance.clone();
        let mut manifest = Manifest::new(provenance, self.first_tick, world, ending, outcome);
        manifest.species.clone_from(&self.species);
        (manifest.seed, manifest.rules) = (self.seed, self.rules.clone());
        manifest.commands.clone_from(&self.commands);
        manifest.timetable.clone_from(&self.timetable);
        manifest.engines.extend(self.engines.iter().cloned());
        manifest
    }

    /// Writes all rows of the CSV tables to the disk, and returns the lengths of the files.
    fn sync_csv(&mut self) -> Result<BTreeMap<String, u64>, RecordError> {
        let mut lengths = BTreeMap::from([(LEDGER.to_owned(), self.ledger.sync()?)]);
        self.census.files.sync_csv(&mut lengths)?;
        if let Some(conquest) = &mut self.conquest {
            lengths.insert(CONQUEST.to_owned(), conquest.sync()?);
        }
        if let Some(individuals) = &mut self.individuals {
            individuals.sync_csv(&mut lengths)?;
        }
        Ok(lengths)
    }

    /// Writes a checkpoint, which then takes the place of the one before it.
    fn write_checkpoint(&mut self, world: &World) -> Result<(), RecordError> {
        let Some(begun) = self.checkpoints.as_ref().map(CheckpointPace::now) else { return Ok(()) };
        let name = PathBuf::from(format!("checkpoint-{:06}", world.tick()));
        let folder = self.dir.working_path(&name);
        std::fs::create_dir(&folder).map_err(RecordError::writing(&folder))?;
        let lengths = self.sync_csv()?;
        let tables = self.write_rest(world, &folder)?;
        snapshot::save(world, folder.join(WORLD))?;
        let manifest = self.manifest(world, Ending::Incomplete);
        let checkpoint = Checkpoint { manifest, folder: name, lengths, tables };
        let placed = self.dir.sync_folders(&folder).and_then(|()| checkpoint.write(&self.dir));
        let placed = placed.and_then(|()| match &mut self.checkpoints {
            Some(pace) => pace.done(world.tick(), begun, folder),
            None => Ok(()),
        });
        placed.map_err(RecordError::writing(self.dir.staging()))?;
        self.dir.keep();
        Ok(())
    }

    /// Writes what is not in the files of the tables yet into the folder of a checkpoint, and returns the names
    /// of the Parquet tables.
    fn write_rest(&mut self, world: &World, folder: &Path) -> Result<Vec<String>, RecordError> {
        let mut tables = Vec::new();
        #[cfg(not(target_family = "wasm"))]
        if let Some(events) = &mut self.events {
            events.checkpoint(folder)?;
            tables.push(EVENTS.to_owned());
        }
        self.census.files.checkpoint(folder, &[], &mut tables)?;
        if let Some(individuals) = &mut self.individuals {
            individuals.checkpoint(world, folder, &mut tables)?;
        }
        Ok(tables)
    }

    fn write_census(&mut self, world: &World) -> Result<(), RecordError> {
        let lines = self.census.write(world)?;
        #[cfg(not(target_family = "wasm"))]
        self.chart.add(world.tick(), lines.iter().map(|line| line.headcount.count));
        #[cfg(target_family = "wasm")]
        drop(lines);
        Ok(())
    }

    #[cfg(not(target_family = "wasm"))]
    fn write_events(&mut self, world: &World) -> Result<(), RecordError> {
        self.events.as_mut().map_or(Ok(()), |events| events.record(world))
    }

    #[cfg(target_family = "wasm")]
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "without `tables` there is no events table"
    )]
    fn write_events(&mut self, _: &World) -> Result<(), RecordError> {
        Ok(())
    }

    #[cfg(not(target_family = "wasm"))]
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

/// The error of a record that cannot be completed: it says what is kept, if there is a checkpoint.
fn kept(
    dir: &RunDir,
    checkpoints: Option<&CheckpointPace>,
    tick: u64,
    problem: RecordError,
) -> RecordError {
    let Some(kept) = checkpoints.and_then(CheckpointPace::last_tick) else { return problem };
    let problem = match problem {
        RecordError::Write { path, problem } => {
            format!("{}: cannot be written: {problem}", path.display())
        }
        other => other.to_string(),
    };
    RecordError::Kept { problem, tick, kept, path: dir.staging().to_owned() }
}

/// The census and its files.
struct CensusTables {
    census: Census,
    files: TablePair,
    last_tick: Option<u64>,
}

impl CensusTables {
    fn new(dir: &RunDir, world: &World, files: TableFiles) -> Result<Self, RecordError> {
        let files = TablePair::new(dir, CENSUS, &census::columns(), files)?;
        Ok(Self { census: Census::new(world), files, last_tick: None })
    }

    /// Writes a row for each species, and returns the content of the rows.
    fn write(&mut self, world: &World) -> Result<Vec<census::Line>, RecordError> {
        let lines = self.census.take(world);
        for line in &lines {
            self.files.row(&census::cells(line, world.config().species(line.species)))?;
        }
        self.last_tick = Some(world.tick());
        Ok(lines)
    }
}
