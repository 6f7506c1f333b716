//! The `manifest.json` of the directory of a sweep: the experiment, and the state of the sweep.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use terrarium_input::shell;
use terrarium_output::atomic_file;
use terrarium_run::record::{MANIFEST, ReadError};

use super::{Contents, Experiment, ExperimentError, Plan, SOURCES, Shard};

/// The format of sweeps that this version writes and reads.
pub const SWEEP_FORMAT: u32 = 4;

/// The manifest of a sweep: the experiment, and the state of the sweep.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SweepManifest {
    /// The format of this file, and of the journal beside it.
    pub sweep_format: u32,
    /// The version of the program.
    pub program: String,
    /// The hash of everything that determines the rows: see [`Plan::fingerprint`].
    pub fingerprint: String,
    /// The scenario, maps and creatures on which the rows depend.
    pub contents: Contents,
    /// The file of the experiment below [`SOURCES`]; `None` if it was not read from a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The experiment.
    pub experiment: Experiment,
    /// The number of runs of the experiment.
    pub runs: u64,
    /// The shard that this directory has.
    pub shard: Shard,
    /// The species of the tables, in the order of their columns.
    pub species: Vec<String>,
    /// Whether all runs of the shard have ended and the tables are written.
    pub finished: bool,
    /// The number of runs by their ending, once the sweep is finished.
    pub endings: BTreeMap<String, u64>,
}

impl SweepManifest {
    /// The manifest of a new sweep.
    #[must_use]
    pub fn new(plan: &Plan, shard: Shard) -> Self {
        Self {
            sweep_format: SWEEP_FORMAT,
            program: terrarium_output::VERSION.to_owned(),
            fingerprint: plan.fingerprint().to_owned(),
            contents: plan.contents().clone(),
            source: plan.sources().map(|sources| sources.experiment.clone()),
            experiment: plan.experiment().clone(),
            runs: plan.runs(),
            shard,
            species: plan.species().to_vec(),
            finished: false,
            endings: BTreeMap::new(),
        }
    }

    /// Reads the manifest in the directory `dir`.
    ///
    /// # Errors
    /// When there is none, or it is not the manifest of a sweep, or has another format.
    pub fn read(dir: &Path) -> Result<Self, ExperimentError> {
        let path = dir.join(MANIFEST);
        let text = fs::read(&path).map_err(|problem| match problem.kind() {
            std::io::ErrorKind::NotFound => ExperimentError::directory(
                dir,
                "there is no manifest.json",
                "give a directory written by `terrarium batch --out`",
            ),
            _ => ExperimentError::reading(&path)(problem),
        })?;
        let malformed =
            |problem| ExperimentError::Read(ReadError::Malformed { path: path.clone(), problem });
        let json: Value = serde_json::from_slice(&text)
            .map_err(|error| malformed(format!("this is not valid JSON: {error}")))?;
        match json.get("sweep_format").and_then(Value::as_u64) {
            Some(format) if format == u64::from(SWEEP_FORMAT) => {}
            Some(format) => {
                let problem = format!(
                    "it is in format {format}, but this version reads format {SWEEP_FORMAT}"
                );
                return Err(malformed(problem));
            }
            None => return Err(malformed("this is not the manifest of a sweep".to_owned())),
        }
        let manifest: Self = serde_json::from_value(json)
            .map_err(|error| malformed(format!("invalid manifest: {error}")))?;
        // Deserialising does not validate the shard; parsing its text does.
        let shard = manifest.shard.to_string();
        shard.parse::<Shard>().map_err(malformed)?;
        Ok(manifest)
    }

    /// Writes the manifest into the directory `dir`, atomically.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, dir: &Path) -> Result<(), ExperimentError> {
        let path = dir.join(MANIFEST);
        let text = serde_json::to_string_pretty(self).expect("plain data can be written") + "\n";
        let written = atomic_file::write(&path, |file| file.write_all(text.as_bytes()));
        written.map_err(ExperimentError::writing(path))
    }

    /// Checks that this is a sweep of the same experiment as `other`.
    ///
    /// # Errors
    /// When they differ in anything that determines the rows; the message names what.
    pub fn check(&self, dir: &Path, other: &Self) -> Result<(), ExperimentError> {
        if self.fingerprint == other.fingerprint {
            return Ok(());
        }
        let why = self.difference_besides_runs(other).unwrap_or_else(|| {
            match differences(&self.experiment, &other.experiment).as_slice() {
                [] => "there are creatures here that it did not have".to_owned(),
                keys => format!("it differs in {}", keys.join(", ")),
            }
        });
        Err(self.of_another(dir, &why))
    }

    /// The error for the directory of another experiment.
    pub(super) fn of_another(&self, dir: &Path, why: &str) -> ExperimentError {
        let problem = format!("this is the directory of another experiment: {why}");
        let mut remedy = "choose another with `--out`, or restore the experiment".to_owned();
        if let Some(source) = self.kept_source(dir) {
            let words = ["terrarium", "batch", &source.to_string_lossy(), "--out"];
            let words = words.map(str::to_owned).into_iter().chain([dir.display().to_string()]);
            let command = shell::command(&words.chain(["--resume".to_owned()]).collect::<Vec<_>>());
            remedy =
                format!("{remedy}, or continue with the texts that are kept there: `{command}`");
        }
        ExperimentError::directory(dir, problem, remedy)
    }

    /// The copy of the experiment's file in the directory of the sweep, if there is one.
    fn kept_source(&self, dir: &Path) -> Option<PathBuf> {
        let path = dir.join(SOURCES).join(self.source.as_ref()?);
        path.is_file().then_some(path)
    }

    /// The experiment, with the texts that are kept in the directory of the sweep if they are there:
    /// those of its folder may have changed since.
    #[must_use]
    pub fn experiment_in(&self, dir: &Path) -> Experiment {
        let mut experiment = self.experiment.clone();
        if let Some(source) = self.kept_source(dir) {
            let path = std::path::absolute(&source).unwrap_or(source);
            experiment.base.folder = path.parent().map(Path::to_owned).unwrap_or_default();
        }
        experiment
    }

    /// In what the sweep differs from `other`, besides the points and replicates; `None` if in
    /// nothing. Contents that only `other` has are no difference.
    pub(super) fn difference_besides_runs(&self, other: &Self) -> Option<String> {
        if self.experiment.name != other.experiment.name {
            return Some(format!("its name is `{}`", self.experiment.name));
        }
        if self.program != other.program {
            let (one, other) = (&self.program, &other.program);
            return Some(format!(
                "it was run by version {one} of the program, and this is {other}"
            ));
        }
        let mut own = self.experiment.clone();
        own.factors.clone_from(&other.experiment.factors);
        own.design.clone_from(&other.experiment.design);
        own.replicates = other.experiment.replicates;
        let keys = differences(&own, &other.experiment);
        if !keys.is_empty() {
            return Some(format!("it differs in {}", keys.join(", ")));
        }
        let mut contents = self.contents.iter();
        let (changed, _) = contents.find(|&(name, hash)| other.contents.get(name) != Some(hash))?;
        Some(match other.contents.contains_key(changed) {
            true => format!("{changed} has changed since"),
            false => format!("{changed} is gone since"),
        })
    }
}

/// The keys of the file in which two experiments differ, with their values if these are numbers.
fn differences(one: &Experiment, other: &Experiment) -> Vec<String> {
    let [one, other] = [one, other].map(|experiment| {
        serde_json::to_value(experiment.essence()).expect("plain data can be written")
    });
    let mut found = Vec::new();
    add_differences("", &one, &other, &mut found);
    found
}

fn add_differences(key: &str, one: &Value, other: &Value, found: &mut Vec<String>) {
    match (one, other) {
        (one, other) if one == other => {}
        (Value::Object(one), Value::Object(other))
            if ["", "base", "keep", "evolution"].contains(&key) =>
        {
            // Keys with their default may be in neither or in one of them.
            let keys: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
            for part in keys {
                let [one, other] = [one, other].map(|map| map.get(part).unwrap_or(&Value::Null));
                let name = key_in_file(part);
                let name = if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") };
                add_differences(&name, one, other, found);
            }
        }
        (Value::Number(one), Value::Number(other)) => {
            found.push(format!("{key} ({one} there, {other} here)"));
        }
        _ => found.push(key.to_owned()),
    }
}

/// What the file of an experiment calls a key of its manifest.
fn key_in_file(key: &str) -> &str {
    match key {
        "stops" => "stop",
        "stops_when_decided" => "stop.winner",
        "settings" => "set",
        "census_every" => "census",
        "snapshot_every" => "snapshots",
        key => key,
    }
}
