//! The commands of a run, as its manifest holds them; a species that changed has a file of its own.

use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{ReadError, RecordError, RunDir};
use crate::behaviour::OrganismId;
use crate::geometry::{Aabb, DVec2};
use crate::input::regular_file;
use crate::species::{Species, SpeciesId};
use crate::tick::{Calamity, Change, Command};
use crate::world::World;

/// A command of a run, as its manifest tells of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CommandRecord {
    /// After which tick it was obeyed: the next was the first to be lived with it.
    pub tick: u64,
    /// What it said.
    #[serde(flatten)]
    pub said: CommandResult,
}

/// What a command said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum CommandResult {
    /// A species changed.
    Change(ChangeRecord),
    /// Somebody was added.
    Add {
        /// Of which species, by its place in the list.
        species: SpeciesId,
        /// Where, in units.
        at: DVec2,
    },
    /// Somebody was removed.
    Remove {
        /// Who.
        whom: OrganismId,
    },
    /// Somebody was fed.
    Feed {
        /// Who.
        whom: OrganismId,
    },
    /// A wall was dropped.
    Wall {
        /// Where, in units.
        area: Aabb,
    },
    /// Something bad happened.
    Calamity {
        /// What.
        calamity: Calamity,
    },
}

/// A change of a species, as the manifest of a run tells of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeRecord {
    /// The name of the species.
    pub species: String,
    /// Who decides for it from then on, such as `script on rhai 1.27.0`.
    pub behaviour: Option<String>,
    /// The BLAKE3 hash, in hexadecimal, of all that its folder contributed.
    pub content_hash: String,
    /// The file beside the manifest that holds the whole species, as JSON.
    pub file: PathBuf,
}

impl CommandRecord {
    /// Writes down the command that was obeyed after a tick; `place` tells it from all others.
    pub(super) fn write(
        dir: &RunDir,
        tick: u64,
        place: usize,
        command: &Command,
    ) -> Result<Self, RecordError> {
        let said = match *command {
            Command::Change(Change { ref into, .. }) => {
                CommandResult::Change(ChangeRecord::write(dir, tick, place, into)?)
            }
            Command::Add { species, at } => CommandResult::Add { species, at },
            Command::Remove { whom } => CommandResult::Remove { whom },
            Command::Feed { whom } => CommandResult::Feed { whom },
            Command::Wall { area } => CommandResult::Wall { area },
            Command::Calamity(calamity) => CommandResult::Calamity { calamity },
        };
        Ok(Self { tick, said })
    }

    /// The command again, for a run in the directory `dir`.
    ///
    /// # Errors
    /// When the file of a change is not there, or holds something else; or when `world` has no such
    /// species.
    pub fn read(&self, dir: &Path, world: &World) -> Result<Command, ReadError> {
        Ok(match self.said {
            CommandResult::Change(ref change) => Command::Change(change.read(dir, world)?),
            CommandResult::Add { species, at } => Command::Add { species, at },
            CommandResult::Remove { whom } => Command::Remove { whom },
            CommandResult::Feed { whom } => Command::Feed { whom },
            CommandResult::Wall { area } => Command::Wall { area },
            CommandResult::Calamity { calamity } => Command::Calamity(calamity),
        })
    }
}

impl ChangeRecord {
    fn write(dir: &RunDir, tick: u64, place: usize, into: &Species) -> Result<Self, RecordError> {
        let name = &into.name;
        let mut file = format!("changes/tick-{tick:06}-{name}.json");
        if dir.present_path(&file).exists() {
            file = format!("changes/tick-{tick:06}-{name}-{place}.json");
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
            return Err(malformed("no change of a run lies there".to_owned()));
        }
        let file = regular_file::open(&path).map_err(ReadError::opening(&path))?;
        let into: Species = serde_json::from_reader(BufReader::new(file))
            .map_err(|error| malformed(format!("this is no species: {error}")))?;
        if (&into.name, &into.content_hash) != (&self.species, &self.content_hash) {
            return Err(malformed("it is not the change that the manifest tells of".to_owned()));
        }
        if !into.navigation.is_sound() {
            return Err(malformed("its navigator is none".to_owned()));
        }
        let known = world.config.species.iter().zip((0..).map(SpeciesId));
        let species = known.into_iter().find(|(species, _)| species.name == into.name);
        let (_, species) =
            species.ok_or_else(|| malformed(format!("the run has no species `{}`", into.name)))?;
        Ok(Change { species, into: Box::new(into) })
    }
}
