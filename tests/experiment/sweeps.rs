//! A folder with a small scenario, and helpers for sweeps of it.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use terrarium::document::Document;
use terrarium::experiment::{
    Experiment, ExperimentError, Overrides, Plan, Results, Row, SweepObserver, SweepOptions, tables,
};
use terrarium_testing::Workdir;

/// A small scenario that is quick to simulate.
pub const POND: &str = r#"
description = "A pond"
seed = 3

[world]
size = [500, 400]

[rules]
light = 40

[[population]]
species = "clover"
count = 12

[[population]]
species = "hare"
count = 5
"#;

/// A folder with the pond in it.
pub fn pond() -> Workdir {
    let workdir = Workdir::new();
    workdir.write("pond.toml", POND);
    workdir
}

/// The experiments in a folder.
pub trait Experiments {
    fn experiment(&self, text: &str) -> Result<Experiment, ExperimentError>;

    fn without_path(&self, text: &str) -> String;

    fn plan(&self, text: &str) -> Plan {
        Plan::new(self.experiment(text).unwrap_or_else(|e| panic!("{e}"))).unwrap()
    }

    /// The error of an invalid experiment, without the path of the folder.
    fn refusal(&self, text: &str) -> String {
        match self.experiment(text) {
            Ok(experiment) => panic!("{text} is valid: {experiment:?}"),
            Err(error) => self.without_path(&error.to_string()),
        }
    }
}

impl Experiments for Workdir {
    fn experiment(&self, text: &str) -> Result<Experiment, ExperimentError> {
        let document = Document::parse("question.toml", text)?;
        Experiment::from_document("question", self.folder(), &document, &Overrides::default())
    }

    fn without_path(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.folder().display()), "")
    }
}

pub fn jobs(count: usize) -> SweepOptions {
    SweepOptions { jobs: NonZeroUsize::new(count), ..SweepOptions::default() }
}

pub fn resuming(count: usize) -> SweepOptions {
    SweepOptions { resume: true, ..jobs(count) }
}

pub fn rows(dir: &Path) -> Vec<Row> {
    Results::open(dir).unwrap().rows().unwrap().map(Result::unwrap).collect()
}

/// All files that must not differ from sweep to sweep.
pub fn content(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut left = vec![dir.to_owned()];
    while let Some(path) = left.pop() {
        for entry in fs::read_dir(&path).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(dir).unwrap().display().to_string();
            if path.is_dir() {
                left.push(path);
            } else if !name.starts_with("journal") && name != tables::TIMINGS_CSV {
                files.insert(name, fs::read(path).unwrap());
            }
        }
    }
    files
}

/// Stops a sweep after this many calls of `should_stop`.
pub struct StopAfter(pub AtomicU64);

impl SweepObserver for StopAfter {
    fn should_stop(&self) -> bool {
        let left = self.0.load(Ordering::SeqCst);
        self.0.store(left.saturating_sub(1), Ordering::SeqCst);
        left == 0
    }
}
