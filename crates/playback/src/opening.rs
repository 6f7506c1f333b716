//! Opening a playback: from a new run, a snapshot, a recording or a run directory.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use terrarium_creatures::behaviour::Death;
use terrarium_input::regular_file;
use terrarium_run::record::ledger::{LEDGER, RecordedHashes};
use terrarium_run::record::manifest::SnapshotRecord;
use terrarium_run::record::recording::{Place, Recording, RecordingHeader, RecordingWriter};
use terrarium_run::record::snapshot::Head;
use terrarium_run::record::{Manifest, Provenance, START};
use terrarium_run::{Ready, Start};
use terrarium_sim::behaviours;
use terrarium_sim::tick::{Command, Simulation};
use terrarium_sim::world::World;

use super::chronicle::{Chronicle, Row, Tally};
use super::timeline::Timeline;
use super::{Opened, Playback, PlaybackError};

impl Playback {
    /// A playback of a new run. Its recording is written to `place`.
    ///
    /// # Errors
    /// When the recording cannot be written.
    pub fn live(ready: Ready, place: &Place) -> Result<Self, PlaybackError> {
        let Ready { simulation, provenance } = ready;
        let writer = RecordingWriter::begin(place, &simulation, provenance)?;
        let name = writer.recording().head().name();
        let world = simulation.world();
        let timeline = Timeline::written(name, writer, Chronicle::new(world), world);
        Ok(Self::new(simulation, timeline))
    }

    /// A playback of a run that resumes from the snapshot at `path`. Its recording is written to
    /// `place`.
    ///
    /// # Errors
    /// When the snapshot cannot be loaded, or the recording cannot be written.
    pub fn of_snapshot(path: impl Into<PathBuf>, place: &Place) -> Result<Self, PlaybackError> {
        Self::live(Start::Snapshot(path.into()).ready()?, place)
    }

    /// A playback of the recording at `path`, at its first tick; only its keyframes when this
    /// version cannot simulate its worlds.
    ///
    /// The file is not changed: new ticks are written to a temporary file.
    ///
    /// # Errors
    /// When the file cannot be read or is not a valid recording.
    pub fn of_recording(path: impl AsRef<Path>) -> Result<Opened, PlaybackError> {
        Self::open(Recording::open(path)?)
    }

    /// A playback of a recording, at its first tick; only its keyframes when this version cannot simulate its
    /// worlds.
    ///
    /// What it was read from is not changed: new ticks are written to a temporary file, or to memory if the
    /// recording is there.
    ///
    /// # Errors
    /// When the recording is damaged.
    pub fn open(recording: Recording) -> Result<Opened, PlaybackError> {
        if let Some(why) = recording.incompatibility().map(str::to_owned) {
            return Ok(Opened::Keyframes { recording: recording.into(), why });
        }
        let world = recording.world_at_or_before(recording.first_tick())?;
        let behaviours = match behaviours::make_all(&world.config().species, &world.config().rules)
        {
            Ok(behaviours) => behaviours,
            Err(refusal) => {
                let why = refusal.to_string();
                return Ok(Opened::Keyframes { recording: recording.into(), why });
            }
        };
        let timeline = Timeline::read(recording, &world)?;
        let simulation = Simulation::new(world, behaviours);
        let mut playback = Self::new(simulation, timeline);
        playback.catch_up()?;
        Ok(Opened::Playback(Box::new(playback)))
    }

    /// The simulation at a tick of the recording at `path`, before the commands of that tick; at its last
    /// tick, after them.
    ///
    /// # Errors
    /// When the file cannot be read or simulated, or has no such tick.
    pub fn ready_at(path: impl AsRef<Path>, tick: u64) -> Result<Ready, PlaybackError> {
        let path = path.as_ref();
        let mut playback = match Self::of_recording(path)? {
            Opened::Playback(playback) => playback,
            Opened::Keyframes { why, .. } => {
                return Err(PlaybackError::NotSimulated { path: path.to_owned(), why });
            }
        };
        let (first, last) = (playback.first_tick(), playback.frontier());
        if !(first..=last).contains(&tick) {
            return Err(PlaybackError::NoSuchTick { path: path.to_owned(), tick, first, last });
        }
        playback.seek(tick)?;
        let id = playback.simulation.world().state_hash().to_string();
        let record = SnapshotRecord { path: path.to_owned(), id, tick };
        let provenance = Provenance { started_from: Some(record), ..Provenance::default() };
        Ok(Ready { simulation: playback.simulation, provenance })
    }

    /// A playback of what another one has [recorded](Self::recorded) so far, at its first tick. It has no
    /// chronicle of the recorded ticks.
    ///
    /// # Errors
    /// When the first world is damaged, or its behaviours cannot be created.
    pub fn of_recorded(recording: Recording) -> Result<Self, PlaybackError> {
        let world = recording.world_at_or_before(recording.first_tick())?;
        let behaviours = behaviours::make_all(&world.config().species, &world.config().rules)?;
        let timeline = Timeline::replayed_from(recording, &world);
        let mut playback = Self::new(Simulation::new(world, behaviours), timeline);
        playback.catch_up()?;
        Ok(playback)
    }

    /// A playback of the run in the directory `dir`, at its first tick.
    ///
    /// # Errors
    /// When the record cannot be read or contradicts itself.
    pub fn of_run_dir(dir: impl AsRef<Path>) -> Result<Self, PlaybackError> {
        let dir = dir.as_ref();
        let manifest = Manifest::read(dir)?;
        let Ready { simulation, .. } = Start::Snapshot(dir.join(START)).ready()?;
        let world = simulation.world();
        if world.tick() != manifest.first_tick || world.config().seed != manifest.seed {
            let problem = "the manifest and start.snapshot are of different runs".to_owned();
            return Err(PlaybackError::Contradiction { path: dir.to_owned(), problem });
        }
        let commands = manifest.commands.iter();
        let commands = commands.map(|record| Ok((record.tick, record.read(dir, world)?)));
        let commands: Vec<(u64, Command)> = commands.collect::<Result<_, PlaybackError>>()?;
        let hashes = RecordedHashes::open(dir.join(LEDGER))?;
        let hashes: Vec<_> = hashes.collect::<Result<_, _>>()?;
        let head = RecordingHeader::new(world, manifest.provenance.clone());
        let worlds = worlds_in(dir)?;
        let writer =
            RecordingWriter::assemble(&Place::Temporary, head, worlds, &commands, &hashes)?;
        let name = writer.recording().head().name();
        let chronicle = chronicle_of(dir, world);
        let timeline = Timeline::written(name, writer, chronicle, world);
        let mut playback = Self::new(simulation, timeline);
        playback.catch_up()?;
        Ok(playback)
    }
}

/// All snapshots in the directory of a run, with their ticks. Their content is checked when a world
/// is restored.
fn worlds_in(dir: &Path) -> Result<Vec<(u64, Vec<u8>)>, PlaybackError> {
    let entries = fs::read_dir(dir.join("snapshots")).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == "snapshot"));
    paths.extend([dir.join(START), dir.join("final.snapshot")]);
    let mut worlds = Vec::new();
    for path in paths {
        let head = Head::load(&path)?;
        let mut bytes = Vec::new();
        let read = regular_file::open(&path).and_then(|mut file| file.read_to_end(&mut bytes));
        read.map_err(|problem| terrarium_output::ReadError::Unreadable { path, problem })?;
        worlds.push((head.tick, bytes));
    }
    worlds.sort_by_key(|&(tick, _)| tick);
    worlds.dedup_by_key(|&mut (tick, _)| tick);
    Ok(worlds)
}

/// The chronicle from the census of a run; without a census, only its first row.
fn chronicle_of(dir: &Path, world: &World) -> Chronicle {
    let mut chronicle = Chronicle::new(world);
    let Ok(file) = regular_file::open(&dir.join("census.csv")) else { return chronicle };
    let mut table = csv::Reader::from_reader(file);
    let Ok(headers) = table.headers().cloned() else { return chronicle };
    let column = |name: &str| headers.iter().position(|header| header == name);
    let deaths = Death::ALL.map(|of| column(&format!("died_{}", of.name())));
    let (tick, count, births) = (column("tick"), column("count"), column("births"));
    let mut before = world.tick();
    let mut tallies = Vec::new();
    for line in table.records().flatten() {
        let number = |column: Option<usize>| {
            let text = column.and_then(|column| line.get(column));
            text.and_then(|text| text.parse::<u64>().ok()).unwrap_or(0)
        };
        let small = |column: Option<usize>| u32::try_from(number(column)).unwrap_or(u32::MAX);
        let tick = number(tick);
        let deaths = deaths.map(small);
        tallies.push(Tally { count: small(count), births: small(births), deaths });
        if tallies.len() == world.config().species.len() {
            let tallies = std::mem::take(&mut tallies);
            let ticks = tick.saturating_sub(before);
            let (tickets, bases, portraits, remarks) = (None, None, None, Vec::new());
            chronicle.add(Row { tick, ticks, tallies, tickets, bases, portraits, remarks });
            before = tick;
        }
    }
    chronicle
}
