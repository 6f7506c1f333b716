//! The species that changed while a run went on: a file for each, so that it can be lived again.

use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{ReadError, RecordError, RunDir};
use crate::regular_file;
use crate::species::{Species, SpeciesId};
use crate::tick::Change;
use crate::world::World;

/// A change of a species, as the manifest of a run names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeRecord {
    /// After which tick it came about: the next was the first to be lived with it.
    pub tick: u64,
    /// The name of the species.
    pub species: String,
    /// Who decides for it from then on, such as `script on rhai 1.27.0`.
    pub behaviour: Option<String>,
    /// The BLAKE3 hash, in hexadecimal, of all that its folder contributed.
    pub content_hash: String,
    /// The file beside the manifest that holds the whole species, as JSON.
    pub file: PathBuf,
}

impl ChangeRecord {
    /// Writes down a change that comes about after the tick that `world` has lived.
    pub(super) fn write(dir: &RunDir, world: &World, into: &Species) -> Result<Self, RecordError> {
        let (tick, name) = (world.tick, &into.name);
        let file = format!("changes/tick-{tick:06}-{name}.json");
        let mut new = dir.create_file(&file)?;
        let json = serde_json::to_vec_pretty(into).map_err(std::io::Error::from);
        let written = json.and_then(|json| new.file.write_all(&json));
        written.and_then(|()| new.file.sync_all()).map_err(RecordError::writing(&new.path))?;
        Ok(Self {
            tick,
            species: name.clone(),
            behaviour: into.behaviour.as_ref().map(|choice| choice.code.to_string()),
            content_hash: into.content_hash.clone(),
            file: file.into(),
        })
    }

    /// Reads the change back from the directory `dir` of the run.
    ///
    /// # Errors
    /// When its file is not there, or holds something else; or when `world` has no such species.
    pub fn read(&self, dir: &Path, world: &World) -> Result<Change, ReadError> {
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
        let known = world.setting.species.iter().zip((0..).map(SpeciesId));
        let species = known.into_iter().find(|(species, _)| species.name == into.name);
        let (_, species) =
            species.ok_or_else(|| malformed(format!("the run has no species `{}`", into.name)))?;
        Ok(Change { species, into })
    }
}
