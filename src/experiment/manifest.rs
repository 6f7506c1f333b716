//! The `manifest.json` of the directory of a sweep: the experiment, and the state of the sweep.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Experiment, ExperimentError, Plan, Shard};
use crate::atomic_file;
use crate::record::{MANIFEST, ReadError};

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
            program: env!("CARGO_PKG_VERSION").to_owned(),
            fingerprint: plan.fingerprint().to_owned(),
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

    /// Checks that this is a sweep of the experiment `other` with this fingerprint.
    ///
    /// # Errors
    /// When the experiments differ in anything that determines the rows; the message says in what.
    pub fn check(
        &self,
        dir: &Path,
        fingerprint: &str,
        other: &Experiment,
    ) -> Result<(), ExperimentError> {
        if self.fingerprint == fingerprint {
            return Ok(());
        }
        let program = env!("CARGO_PKG_VERSION");
        let why = if self.experiment.name != other.name {
            format!("its name is `{}`", self.experiment.name)
        } else if self.program != program {
            format!("it was run by version {} of the program, and this is {program}", self.program)
        } else {
            match differences(&self.experiment, other).as_slice() {
                [] => "the scenario, a map or a creature has changed since".to_owned(),
                keys => format!("it differs in {}", keys.join(", ")),
            }
        };
        let problem = format!("this is the directory of another experiment: {why}");
        let remedy = "choose another with `--out`, or restore the experiment";
        Err(ExperimentError::directory(dir, problem, remedy))
    }
}

/// The keys in which two experiments differ.
fn differences(one: &Experiment, other: &Experiment) -> Vec<String> {
    let [one, other] = [one, other].map(|experiment| {
        serde_json::to_value(experiment.essence()).expect("plain data can be written")
    });
    // Keys with their default may be in neither or in one of them.
    let keys = [&one, &other].into_iter().filter_map(Value::as_object).flat_map(|it| it.keys());
    let keys: BTreeSet<&String> = keys.collect();
    keys.into_iter().filter(|key| one.get(key) != other.get(key)).cloned().collect()
}
