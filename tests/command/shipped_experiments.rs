//! The shipped experiments: each can be read and run.

use std::fs;
use std::path::{Path, PathBuf};

use terrarium::experiment::{
    Experiment, Overrides, Plan, Results, SweepOptions, charts, summary, sweep, tables,
};

/// The files of single experiments. Studies of several steps are folders, and scripts serve several.
fn shipped() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    paths
}

#[test]
fn every_shipped_experiment_runs_and_writes_the_documented_files() {
    assert!(shipped().len() >= 6);
    for path in shipped() {
        // A few ticks of every point: enough to see that each one starts.
        let overrides = Overrides { seeds: Some((1, 1)), ..Overrides::default() };
        let experiment = Experiment::read(&path, &overrides).unwrap();
        assert!(experiment.description.ends_with('?'), "{}: no question", path.display());
        let plan = Plan::new(Experiment { ticks: 3, ..experiment }).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let result = sweep(&plan, folder.path(), SweepOptions::default(), &()).unwrap();
        assert!(result.finished, "{}", path.display());
        assert_eq!(result.progress.failed, 0, "{}: {:?}", path.display(), result.progress);
        for file in [tables::RUNS_CSV, tables::RUNS_PARQUET, summary::SUMMARY, summary::SURVIVAL] {
            assert!(folder.path().join(file).is_file(), "{}: {file}", path.display());
        }
        let summary = Results::open(folder.path()).unwrap().summary().unwrap();
        assert_eq!(summary.runs, plan.runs());
        let drawn = tempfile::tempdir().unwrap();
        for chart in charts::save(&summary, "title", drawn.path(), false).unwrap() {
            let name = chart.file_name().unwrap();
            assert!(folder.path().join(name).is_file(), "{}: {name:?}", path.display());
        }
    }
}

#[test]
fn every_shipped_experiment_begins_with_its_command() {
    for path in shipped() {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let command = format!("# terrarium batch experiments/{name} --out runs/{stem}\n");
        assert!(text.starts_with(&command), "{name}");
    }
}
