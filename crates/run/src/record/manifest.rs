//! The inputs and the outcome of a run: `manifest.json`, from which it can be repeated.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{CreatureFiles, Kind, Species};
use terrarium_sim::tick::TimedOutcome;
use terrarium_sim::world::World;

use super::changes::CommandRecord;
use super::json_file::bytes_of;
use super::snapshot::{self, Head};
use super::{MANIFEST, NewFile, Outcome, ReadError, RecordError};

/// The format of manifests that this version writes and reads.
pub const FORMAT: u32 = 9;

/// The manifest of a run: everything its results follow from, and its outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The format of this file.
    pub format: u32,
    /// The version of the program.
    pub program: String,
    /// The format of the snapshots beside it.
    pub snapshot_format: u32,
    /// What the run started from.
    #[serde(flatten)]
    pub provenance: Provenance,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The tick of the world when the run began.
    pub first_tick: u64,
    /// The species of the world when the run began, in the order of the world.
    pub species: Vec<SpeciesRecord>,
    /// The commands given during the run, in order.
    pub commands: Vec<CommandRecord>,
    /// What the timetable of the world gave during the run, in order. A replay gives it again by itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timetable: Vec<TimedRecord>,
    /// The engines that executed code of creatures, with their exact versions.
    pub engines: BTreeSet<String>,
    /// The rules in force.
    pub rules: Rules,
    /// How the run ended.
    pub ending: Ending,
    /// The outcome.
    pub outcome: Outcome,
}

/// A command that the timetable gave during a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimedRecord {
    /// The tick after which it was given: the next tick was the first with its effects.
    pub tick: u64,
    /// Its name in the timetable.
    pub name: String,
    /// The command in a few words.
    pub command: String,
    /// Why it was refused, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

impl From<&TimedOutcome> for TimedRecord {
    fn from(outcome: &TimedOutcome) -> Self {
        Self {
            tick: outcome.tick,
            name: outcome.name.clone(),
            command: outcome.description.clone(),
            refused: outcome.result.as_ref().err().map(ToString::to_string),
        }
    }
}

/// What a run started from. Only the caller has this information.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// The scenario.
    pub scenario: ScenarioRecord,
    /// The snapshot from which the run continued, if any.
    pub started_from: Option<SnapshotRecord>,
    /// The arguments of the command, without its name.
    pub arguments: Vec<String>,
    /// The number of ticks requested.
    pub ticks_asked: u64,
    /// The number of threads. The results do not depend on it.
    pub threads: usize,
}

/// A scenario, with everything needed to create its world again.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ScenarioRecord {
    /// Its name.
    pub name: String,
    /// The path of its file; `None` for a shipped scenario, and for one given as text.
    pub path: Option<PathBuf>,
    /// The text of its file.
    pub text: String,
    /// The BLAKE3 hash of that text, in hexadecimal.
    pub content_hash: String,
    /// The overrides, as `key=value`, in order.
    #[serde(rename = "settings")]
    pub overrides: Vec<String>,
    /// The map file, if it has one.
    pub map: Option<MapRecord>,
    /// The folders of creatures, besides the shipped ones.
    pub creature_folders: Vec<PathBuf>,
    /// The creatures that were given with the text of the scenario, besides the shipped ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub creatures: Vec<CreatureFiles>,
}

/// A map file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapRecord {
    /// Its path.
    pub path: PathBuf,
    /// The BLAKE3 hash of its content, in hexadecimal.
    pub content_hash: String,
}

/// A snapshot, or a tick of a recording, from which a run continued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnapshotRecord {
    /// Its path.
    pub path: PathBuf,
    /// Its [`SnapshotId`](super::snapshot::SnapshotId), in hexadecimal; for a recording, the state hash of
    /// the world.
    pub id: String,
    /// The tick of its world.
    pub tick: u64,
}

/// A species of a world.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpeciesRecord {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Its behaviour, such as `native grazer` or `script on rhai 1.27.0`; `None` for plants.
    pub behaviour: Option<String>,
    /// The BLAKE3 hash, in hexadecimal, of everything its folder contributed.
    pub content_hash: String,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// All requested ticks were simulated.
    Complete,
    /// The conquest was decided before that: a colony won, or there was a draw.
    Decided,
    /// The run was stopped before that.
    Interrupted,
    /// The process was killed before that, or could not write any more. The record was recovered, and
    /// ends with the last tick of the outcome.
    Incomplete,
}

impl Manifest {
    /// Creates the manifest of a run without commands that began at `first_tick` and ended with
    /// `world`.
    #[must_use]
    pub fn new(
        provenance: Provenance,
        first_tick: u64,
        world: &World,
        ending: Ending,
        outcome: Outcome,
    ) -> Self {
        Self {
            format: FORMAT,
            program: terrarium_output::VERSION.to_owned(),
            snapshot_format: snapshot::FORMAT,
            provenance,
            seed: world.config().seed,
            first_tick,
            species: world.config().species.iter().map(SpeciesRecord::from).collect(),
            commands: Vec::new(),
            timetable: Vec::new(),
            engines: world.config().engines(),
            rules: world.config().rules.clone(),
            ending,
            outcome,
        }
    }

    /// Reads the manifest of the run in the directory `dir`.
    ///
    /// # Errors
    /// When there is none, or it is invalid or in the format of another version.
    pub fn read(dir: impl AsRef<Path>) -> Result<Self, ReadError> {
        let path = dir.as_ref().join(MANIFEST);
        let json = bytes_of(&path)?;
        let malformed = |problem| ReadError::Malformed { path: path.clone(), problem };
        let any: serde_json::Value = serde_json::from_slice(&json)
            .map_err(|error| malformed(format!("this is not valid JSON: {error}")))?;
        match any.get("format").and_then(serde_json::Value::as_u64) {
            Some(format) if format == u64::from(FORMAT) => {}
            Some(format) => {
                let problem =
                    format!("it is in format {format}, but this version reads format {FORMAT}");
                return Err(malformed(problem));
            }
            None => return Err(malformed("this is not the manifest of a run".to_owned())),
        }
        serde_json::from_slice(&json)
            .map_err(|error| malformed(format!("invalid manifest: {}", without_place(&error))))
    }

    /// Writes the manifest into a file of a run, and syncs it to the disk.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, file: NewFile) -> Result<(), RecordError> {
        let NewFile { mut file, path } = file;
        let json = serde_json::to_vec_pretty(self).map_err(std::io::Error::from);
        let written = json.and_then(|mut json| {
            json.push(b'\n');
            file.write_all(&json)
        });
        written.and_then(|()| file.sync_all()).map_err(RecordError::writing(&path))
    }
}

/// The message of an error without its line and column: it names what is wrong, and the file was written by a program.
fn without_place(error: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string();
    message.strip_suffix(&place).map(str::to_owned).unwrap_or(message)
}

impl SnapshotRecord {
    /// The record of a snapshot with this header, read from `path`.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>, head: &Head) -> Self {
        Self { path: path.into(), id: head.id().to_string(), tick: head.tick }
    }
}

impl From<&Species> for SpeciesRecord {
    fn from(species: &Species) -> Self {
        Self {
            name: species.name.clone(),
            kind: species.kind,
            behaviour: species.behaviour.as_ref().map(|choice| choice.code.to_string()),
            content_hash: species.content_hash.clone(),
        }
    }
}
