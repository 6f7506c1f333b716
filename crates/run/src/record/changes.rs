//! The commands of a run in its manifest. The new state of a changed species is a file of its own.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use terrarium_creatures::species::{Species, SpeciesId};
use terrarium_sim::tick::{Change, Command};
use terrarium_sim::world::World;

use super::json_file::bytes_of;
use super::{ReadError, RecordError, RunDir};

/// A command of a run, as the manifest records it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CommandRecord {
    /// The tick after which it was applied: the next tick was the first with its effects.
    pub tick: u64,
    /// The command.
    #[serde(flatten)]
    pub content: RecordedCommand,
}

/// The content of a recorded command.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum RecordedCommand {
    /// A species changed: its new state is in a file.
    Change(ChangeRecord),
    /// Any other command.
    Command(Command),
}

impl<'de> Deserialize<'de> for RecordedCommand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let is_change = value.get("command").is_some_and(|name| name == CHANGE);
        let read = match is_change {
            true => ChangeRecord::deserialize(value).map(Self::Change),
            false => Command::deserialize(value).map(Self::Command),
        };
        read.map_err(D::Error::custom)
    }
}

/// The name of the command that changes a species.
const CHANGE: &str = "change";

/// A change of a species, as the manifest records it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename = "change")]
pub struct ChangeRecord {
    /// The name of the species.
    pub species: String,
    /// The behaviour that decides for it from then on, such as `script on rhai 1.27.0`.
    pub behaviour: Option<String>,
    /// The BLAKE3 hash, in hexadecimal, of everything its folder contributed.
    pub content_hash: String,
    /// The file with the whole species as JSON, relative to the manifest's directory.
    pub file: PathBuf,
}

impl CommandRecord {
    /// Records the command applied after a tick; `index` is unique among all commands.
    pub(super) fn write(
        dir: &RunDir,
        tick: u64,
        index: usize,
        command: &Command,
    ) -> Result<Self, RecordError> {
        let content = match command {
            Command::Change(Change { into, .. }) => {
                RecordedCommand::Change(ChangeRecord::write(dir, tick, index, into)?)
            }
            other => RecordedCommand::Command(other.clone()),
        };
        Ok(Self { tick, content })
    }

    /// The file of the command, relative to the manifest's directory, if it has one.
    pub(super) fn file(&self) -> Option<&Path> {
        match &self.content {
            RecordedCommand::Change(change) => Some(&change.file),
            RecordedCommand::Command(_) => None,
        }
    }

    /// Returns the command, for a run recorded in the directory `dir`.
    ///
    /// # Errors
    /// When the file of a change is missing or invalid, or `world` has no such species.
    pub fn read(&self, dir: &Path, world: &World) -> Result<Command, ReadError> {
        match &self.content {
            RecordedCommand::Change(change) => Ok(Command::Change(change.read(dir, world)?)),
            RecordedCommand::Command(command) => Ok(command.clone()),
        }
    }
}

impl ChangeRecord {
    fn write(dir: &RunDir, tick: u64, index: usize, into: &Species) -> Result<Self, RecordError> {
        let name = &into.name;
        let mut file = format!("changes/tick-{tick:06}-{name}.json");
        if dir.staged_path(&file).exists() {
            file = format!("changes/tick-{tick:06}-{name}-{index}.json");
        }
        let mut new = dir.create_file(&file)?;
        let json = serde_json::to_vec_pretty(into).map_err(std::io::Error::from);
        let written = json.and_then(|json| new.file.write_all(&json));
        written.and_then(|()| new.file.sync_all()).map_err(RecordError::writing(&new.path))?;
        Ok(Self {
            species: name.clone(),
            behaviour: into.behaviour.as_ref().map(|choice| choice.code.to_string()),
            content_hash: into.content_hash.clone(),
            file: file.into(),
        })
    }

    /// Reads the change back from the directory `dir` of the run.
    fn read(&self, dir: &Path, world: &World) -> Result<Change, ReadError> {
        let path = dir.join(&self.file);
        let malformed = |problem: String| ReadError::Malformed { path: path.clone(), problem };
        if self.file.components().count() != 2 || !self.file.starts_with("changes") {
            return Err(malformed("this is not the path of a file in `changes`".to_owned()));
        }
        let into: Species = serde_json::from_slice(&bytes_of(&path)?)
            .map_err(|error| malformed(format!("this is not a species: {error}")))?;
        if (&into.name, &into.content_hash) != (&self.species, &self.content_hash) {
            return Err(malformed("it is not the change that the manifest names".to_owned()));
        }
        if !into.navigation.is_sound() {
            return Err(malformed("its navigator is invalid".to_owned()));
        }
        let known = world.config().species.iter().zip((0..).map(SpeciesId));
        let species = known.into_iter().find(|(species, _)| species.name == into.name);
        let (_, species) =
            species.ok_or_else(|| malformed(format!("the run has no species `{}`", into.name)))?;
        Ok(Change { species, into: Box::new(into) })
    }
}
