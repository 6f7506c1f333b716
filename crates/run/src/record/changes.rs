//! The commands of a run in its manifest. The new state of a changed species is a file of its own.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{Drives, OrganismId};
use terrarium_creatures::species::{Species, SpeciesId};
use terrarium_sim::tick::{Calamity, Change, Command};
use terrarium_sim::world::{Share, TimedCommand, World};
use terrarium_space::geometry::{Aabb, DVec2};
use terrarium_space::terrain::{Cell, Tile};

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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum RecordedCommand {
    /// A species changed.
    Change(ChangeRecord),
    /// An organism was added.
    Add {
        /// Its species.
        species: SpeciesId,
        /// Its position, in units.
        at: DVec2,
    },
    /// An organism was removed.
    Remove {
        /// The organism.
        #[serde(rename = "whom")]
        organism: OrganismId,
    },
    /// An organism was fed.
    Feed {
        /// The organism.
        #[serde(rename = "whom")]
        organism: OrganismId,
    },
    /// A wall was added.
    Wall {
        /// Its box, in units.
        area: Aabb,
    },
    /// A wall was built, and what was in its area pushed aside or removed.
    BuildWall {
        /// Its box, in units.
        area: Aabb,
    },
    /// A polygon was built, and what was in its area pushed aside or removed.
    BuildPolygon {
        /// Its corners, in units.
        corners: Vec<DVec2>,
    },
    /// Walls were removed from an area.
    RemoveWalls {
        /// The area, in units.
        area: Aabb,
    },
    /// Organisms were scattered around points.
    Scatter {
        /// Their species.
        species: SpeciesId,
        /// The points, in units.
        places: Vec<DVec2>,
        /// The greatest distance from one of them, in units.
        radius: f64,
        /// The number of organisms in all.
        count: u32,
    },
    /// Tiles were painted.
    PaintTiles {
        /// Their kind.
        tile: Tile,
        /// The tiles: column and row of each.
        cells: Vec<Cell>,
    },
    /// A calamity was triggered.
    Calamity {
        /// The calamity.
        calamity: Calamity,
    },
    /// The world got another seed.
    Reseed {
        /// The seed.
        seed: u64,
    },
    /// Rules were set.
    SetRules {
        /// The name of each, with its value.
        rules: Vec<(String, f64)>,
    },
    /// Organisms of a species were removed.
    RemoveShare {
        /// Which.
        of: Share,
    },
    /// Organisms of a species were fed.
    FeedShare {
        /// Which.
        of: Share,
    },
    /// The timetable was replaced.
    Schedule {
        /// The new timetable.
        timetable: Vec<TimedCommand>,
    },
    /// Animals of a species were driven.
    Drive {
        /// Their species.
        species: SpeciesId,
        /// The animals, with what drove each.
        drives: Vec<(OrganismId, Drives)>,
    },
    /// A link was opened.
    OpenLink {
        /// Its name.
        link: String,
    },
    /// A link was closed.
    CloseLink {
        /// Its name.
        link: String,
    },
}

/// A change of a species, as the manifest records it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
            other => RecordedCommand::new(other).expect("only changes have files"),
        };
        Ok(Self { tick, content })
    }

    /// The file of the command, relative to the manifest's directory, if it has one.
    pub(super) fn file(&self) -> Option<&Path> {
        match &self.content {
            RecordedCommand::Change(change) => Some(&change.file),
            _ => None,
        }
    }

    /// Returns the command, for a run recorded in the directory `dir`.
    ///
    /// # Errors
    /// When the file of a change is missing or invalid, or `world` has no such species.
    pub fn read(&self, dir: &Path, world: &World) -> Result<Command, ReadError> {
        match &self.content {
            RecordedCommand::Change(change) => Ok(Command::Change(change.read(dir, world)?)),
            other => Ok(other.command().expect("only changes have files")),
        }
    }
}

impl RecordedCommand {
    /// The record of a command; `None` for the change of a species, which has a file.
    #[must_use]
    pub fn new(command: &Command) -> Option<Self> {
        Some(match *command {
            Command::Change(_) => return None,
            Command::Add { species, at } => Self::Add { species, at },
            Command::Remove { organism } => Self::Remove { organism },
            Command::Feed { organism } => Self::Feed { organism },
            Command::Wall { area } => Self::Wall { area },
            Command::BuildWall { area } => Self::BuildWall { area },
            Command::BuildPolygon { ref corners } => {
                Self::BuildPolygon { corners: corners.clone() }
            }
            Command::RemoveWalls { area } => Self::RemoveWalls { area },
            Command::Scatter { species, ref places, radius, count } => {
                Self::Scatter { species, places: places.clone(), radius, count }
            }
            Command::PaintTiles { tile, ref cells } => {
                Self::PaintTiles { tile, cells: cells.clone() }
            }
            Command::Calamity(calamity) => Self::Calamity { calamity },
            Command::Reseed { seed } => Self::Reseed { seed },
            Command::SetRules { ref rules } => Self::SetRules { rules: rules.clone() },
            Command::RemoveShare(of) => Self::RemoveShare { of },
            Command::FeedShare(of) => Self::FeedShare { of },
            Command::Schedule { ref timetable } => Self::Schedule { timetable: timetable.clone() },
            Command::Drive { species, ref drives } => {
                Self::Drive { species, drives: drives.clone() }
            }
            Command::OpenLink { ref link } => Self::OpenLink { link: link.clone() },
            Command::CloseLink { ref link } => Self::CloseLink { link: link.clone() },
        })
    }

    /// The recorded command; `None` for the change of a species, which has a file.
    #[must_use]
    pub fn command(&self) -> Option<Command> {
        Some(match *self {
            Self::Change(_) => return None,
            Self::Add { species, at } => Command::Add { species, at },
            Self::Remove { organism } => Command::Remove { organism },
            Self::Feed { organism } => Command::Feed { organism },
            Self::Wall { area } => Command::Wall { area },
            Self::BuildWall { area } => Command::BuildWall { area },
            Self::BuildPolygon { ref corners } => {
                Command::BuildPolygon { corners: corners.clone() }
            }
            Self::RemoveWalls { area } => Command::RemoveWalls { area },
            Self::Scatter { species, ref places, radius, count } => {
                Command::Scatter { species, places: places.clone(), radius, count }
            }
            Self::PaintTiles { tile, ref cells } => {
                Command::PaintTiles { tile, cells: cells.clone() }
            }
            Self::Calamity { calamity } => Command::Calamity(calamity),
            Self::Reseed { seed } => Command::Reseed { seed },
            Self::SetRules { ref rules } => Command::SetRules { rules: rules.clone() },
            Self::RemoveShare { of } => Command::RemoveShare(of),
            Self::FeedShare { of } => Command::FeedShare(of),
            Self::Schedule { ref timetable } => Command::Schedule { timetable: timetable.clone() },
            Self::Drive { species, ref drives } => {
                Command::Drive { species, drives: drives.clone() }
            }
            Self::OpenLink { ref link } => Command::OpenLink { link: link.clone() },
            Self::CloseLink { ref link } => Command::CloseLink { link: link.clone() },
        })
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
