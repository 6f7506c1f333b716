//! What a run was and what came of it: `manifest.json`, from which it can be run again.

use std::collections::BTreeSet;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::changes::CommandRecord;
use super::snapshot::{self, Head};
use super::{MANIFEST, NewFile, Outcome, ReadError, RecordError};
use crate::input::regular_file;
use crate::rules::Rules;
use crate::species::{Kind, Species};
use crate::world::World;

/// The format of manifests that this version writes and reads.
pub const FORMAT: u32 = 5;

/// What a run was: everything it followed from, and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The format of this file.
    pub format: u32,
    /// The version of the program.
    pub program: String,
    /// The format of the snapshots beside it.
    pub snapshot_format: u32,
    /// Where the run came from.
    #[serde(flatten)]
    pub provenance: Provenance,
    /// What all chance followed from.
    pub seed: u64,
    /// How many ticks the world had lived when the run began.
    pub first_tick: u64,
    /// The species of the world when the run began, in its order.
    pub species: Vec<SpeciesRecord>,
    /// What was commanded while it went on, in order.
    pub commands: Vec<CommandRecord>,
    /// The engines on which code of creatures ran, with their exact versions.
    pub engines: BTreeSet<String>,
    /// The rules in force.
    pub rules: Rules,
    /// How the run ended.
    pub ending: Ending,
    /// What came of it.
    pub outcome: Outcome,
}

/// Where a run came from, as only its caller knows.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// The scenario.
    pub scenario: ScenarioRecord,
    /// The snapshot from which the run went on, if it did.
    pub started_from: Option<SnapshotRecord>,
    /// The arguments of the command, without its name.
    pub arguments: Vec<String>,
    /// How many ticks the run was to go on for.
    pub ticks_asked: u64,
    /// How many threads it ran on. They change nothing but its speed.
    pub threads: usize,
}

/// A scenario, so that its world can be founded again.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ScenarioRecord {
    /// Its name.
    pub name: String,
    /// The path of its file; `None` when it came with the program.
    pub path: Option<PathBuf>,
    /// The text of its file, whole.
    pub text: String,
    /// The BLAKE3 hash of that text, in hexadecimal.
    pub content_hash: String,
    /// What was set in it from outside, as `key=value`, in order.
    pub settings: Vec<String>,
    /// The map file, if it has one.
    pub map: Option<MapRecord>,
    /// The folders of creatures beside those that came with the program.
    pub creature_folders: Vec<PathBuf>,
}

/// A map file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapRecord {
    /// Its path.
    pub path: PathBuf,
    /// The BLAKE3 hash of its content, in hexadecimal.
    pub content_hash: String,
}

/// A snapshot from which a run went on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnapshotRecord {
    /// Its path.
    pub path: PathBuf,
    /// Its [`SnapshotId`](super::snapshot::SnapshotId), in hexadecimal.
    pub id: String,
    /// How many ticks its world had lived.
    pub tick: u64,
}

/// A species of a world.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpeciesRecord {
    /// Its name.
    pub name: String,
    /// What it lives on.
    pub kind: Kind,
    /// Who decides for it, such as `native grazer` or `script on rhai 1.27.0`; nobody for plants.
    pub behaviour: Option<String>,
    /// The BLAKE3 hash, in hexadecimal, of all that its folder contributed.
    pub content_hash: String,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// It lived all the ticks it was asked for.
    Complete,
    /// A colony had won, or neither could any more, before that.
    Decided,
    /// It was stopped before.
    Interrupted,
}

impl Manifest {
    /// The manifest of a run that began at `first_tick` and ended with `world`, without any
    /// commands.
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
            program: env!("CARGO_PKG_VERSION").to_owned(),
            snapshot_format: snapshot::FORMAT,
            provenance,
            seed: world.config.seed,
            first_tick,
            species: world.config.species.iter().map(SpeciesRecord::from).collect(),
            commands: Vec::new(),
            engines: world.config.engines(),
            rules: world.config.rules.clone(),
            ending,
            outcome,
        }
    }

    /// Reads the manifest of the run in the directory `dir`.
    ///
    /// # Errors
    /// When there is none, or it is not one, or it is of another version's format.
    pub fn read(dir: impl AsRef<Path>) -> Result<Self, ReadError> {
        let path = dir.as_ref().join(MANIFEST);
        let file = regular_file::open(&path).map_err(ReadError::opening(&path))?;
        let malformed = |problem| ReadError::Malformed { path: path.clone(), problem };
        let json: serde_json::Value = serde_json::from_reader(BufReader::new(file))
            .map_err(|error| malformed(format!("this is no JSON: {error}")))?;
        match json.get("format").and_then(serde_json::Value::as_u64) {
            Some(format) if format == u64::from(FORMAT) => {}
            Some(format) => {
                let problem = format!("it is in format {format}, but this version reads {FORMAT}");
                return Err(malformed(problem));
            }
            None => return Err(malformed("this is no manifest of a run".to_owned())),
        }
        serde_json::from_value(json).map_err(|error| malformed(format!("in the manifest, {error}")))
    }

    /// Writes it into a file of a run, and brings that to the disk.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, file: NewFile) -> Result<(), RecordError> {
        let NewFile { file, path } = file;
        let mut out = BufWriter::new(file);
        serde_json::to_writer_pretty(&mut out, self)
            .map_err(std::io::Error::from)
            .and_then(|()| out.write_all(b"\n"))
            .and_then(|()| out.flush())
            .and_then(|()| out.get_ref().sync_all())
            .map_err(RecordError::writing(&path))
    }
}

impl SnapshotRecord {
    /// The record of a snapshot with this head, read from `path`.
    #[must_use]
    pub fn of(path: impl Into<PathBuf>, head: &Head) -> Self {
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::record::fixture::small_world;
    use crate::record::{RunDir, Tally};

    fn manifest() -> Manifest {
        let world = small_world();
        let outcome = Tally::new(&world).outcome(&world);
        let provenance = Provenance {
            scenario: ScenarioRecord {
                name: "meadow".to_owned(),
                text: "description = \"A \\\"meadow\\\"\"\n".to_owned(),
                settings: vec!["rules.light=50".to_owned()],
                ..ScenarioRecord::default()
            },
            started_from: Some(SnapshotRecord {
                path: "a.snapshot".into(),
                id: "00ff".to_owned(),
                tick: 7,
            }),
            arguments: vec!["run".to_owned()],
            ticks_asked: 5,
            threads: 2,
        };
        Manifest::new(provenance, 7, &world, Ending::Interrupted, outcome)
    }

    #[test]
    fn a_manifest_reads_back_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let run = RunDir::create(folder.path()).unwrap();
        manifest().write(run.create_file(MANIFEST).unwrap()).unwrap();
        run.finish().unwrap();
        assert_eq!(Manifest::read(folder.path()).unwrap(), manifest());
    }

    #[test]
    fn what_is_no_manifest_is_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let refusal = |text: Option<&str>| {
            if let Some(text) = text {
                fs::write(folder.path().join(MANIFEST), text).unwrap();
            }
            let message = Manifest::read(folder.path()).unwrap_err().to_string();
            let message = message.replace(&*folder.path().to_string_lossy(), "DIR");
            message.replace(&format!("reads {FORMAT};"), "reads N;")
        };
        let json = serde_json::to_string(&manifest()).unwrap();
        insta::assert_snapshot!(
            [
                refusal(None),
                refusal(Some("[1, 2")),
                refusal(Some("[]")),
                refusal(Some(&json.replacen(&format!("\"format\":{FORMAT}"), "\"format\":1", 1))),
                refusal(Some(&json.replace("interrupted", "lost"))),
            ]
            .join("\n"),
            @"
            DIR/manifest.json: there is no such file; give the directory of a finished run
            DIR/manifest.json: this is no JSON: EOF while parsing a list at line 1 column 5; use the file as the run wrote it
            DIR/manifest.json: this is no manifest of a run; use the file as the run wrote it
            DIR/manifest.json: it is in format 1, but this version reads N; use the file as the run wrote it
            DIR/manifest.json: in the manifest, unknown variant `lost`, expected one of `complete`, `decided`, `interrupted`; use the file as the run wrote it
            "
        );
    }
}
