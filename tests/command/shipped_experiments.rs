//! The experiments that ship: each can be read, asks for what is there, and runs.

use std::fs;
use std::path::{Path, PathBuf};

use terrarium::experiment::{
    Experiment, Overrides, Plan, Results, SweepOptions, charts, summary, sweep, tables,
};

fn shipped() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn every_shipped_experiment_runs_and_leaves_what_the_manual_says() {
    assert!(shipped().len() >= 6);
    for path in shipped() {
        // The worlds of each point for a moment: how they fare is what the command is for.
        let overrides = Overrides { seeds: Some((1, 1)), ..Overrides::default() };
        let experiment = Experiment::read(&path, &overrides).unwrap();
        assert!(experiment.description.ends_with('?'), "{}: it asks", path.display());
        let plan = Plan::new(Experiment { ticks: 3, ..experiment }).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let swept = sweep(&plan, folder.path(), SweepOptions::default(), &()).unwrap();
        assert!(swept.finished, "{}", path.display());
        assert_eq!(swept.progress.failed, 0, "{}: {:?}", path.display(), swept.progress);
        for file in [tables::RUNS_CSV, tables::RUNS_PARQUET, summary::SUMMARY, summary::SURVIVAL] {
            assert!(folder.path().join(file).is_file(), "{}: {file}", path.display());
        }
        let summary = Results::open(folder.path()).unwrap().summary().unwrap();
        assert_eq!(summary.runs, plan.runs());
        let drawn = tempfile::tempdir().unwrap();
        for chart in charts::save(&summary, "again", drawn.path()).unwrap() {
            let name = chart.file_name().unwrap();
            assert!(folder.path().join(name).is_file(), "{}: {name:?}", path.display());
        }
    }
}

#[test]
fn every_shipped_experiment_says_how_it_is_run() {
    for path in shipped() {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let command = format!("# terrarium batch experiments/{name} --out runs/{stem}\n");
        assert!(text.starts_with(&command), "{name}");
    }
}
