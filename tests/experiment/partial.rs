//! Tables of sweeps that have not ended, and sweeps whose files are incomplete.

use std::fs;
use std::sync::atomic::AtomicU64;

use terrarium::experiment::{
    KEPT, Results, Shard, SweepOptions, merge_partial, record_of, recording_of, sweep, tables,
};
use terrarium_testing::Workdir;

use super::sweeps::{Experiments, POND, StopAfter, content, jobs, pond, resuming, rows};

const EXPERIMENT: &str = "ticks = 20\nreplicates = 3\nbase.scenario = \"pond.toml\"\n\
                          keep.census = 5\nfactors.rules.light = [20, 40]";

fn lines(workdir: &Workdir, table: &str) -> Vec<String> {
    let text = workdir.read(table);
    text.lines().map(str::to_owned).collect()
}

#[test]
fn an_interrupted_sweep_has_tables_of_the_runs_that_have_ended() {
    let workdir = pond();
    let plan = workdir.plan(EXPERIMENT);
    sweep(&plan, workdir.path("whole"), jobs(1), &()).unwrap();
    let whole = lines(&workdir, "whole/runs.csv");

    let dir = workdir.path("sweep");
    let observer = StopAfter(AtomicU64::new(90));
    let result = sweep(&plan, &dir, jobs(1), &observer).unwrap();
    assert!(!result.finished && result.progress.done > 2, "{result:?}");
    let done = usize::try_from(result.progress.done).unwrap();
    assert_eq!(lines(&workdir, "sweep/runs.csv"), whole[..=done]);
    let manifest = Results::open(&dir).unwrap().manifest().clone();
    assert!(!manifest.finished && manifest.endings.values().sum::<u64>() == result.progress.done);

    sweep(&plan, &dir, resuming(2), &()).unwrap();
    assert!(content(&dir) == content(&workdir.path("whole")));
}

#[test]
fn unfinished_shards_merge_and_the_result_can_be_resumed() {
    let workdir = pond();
    let plan = workdir.plan(EXPERIMENT);
    sweep(&plan, workdir.path("whole"), jobs(1), &()).unwrap();
    let shard = Shard::new(2, 2).unwrap();
    let (second, merged) = (workdir.path("second"), workdir.path("merged"));
    sweep(&plan, &second, SweepOptions { shard, ..jobs(1) }, &StopAfter(AtomicU64::new(50)))
        .unwrap();
    let result = merge_partial(&[&second], &merged).unwrap();
    assert!(!result.finished && result.progress.done == 2, "{result:?}");
    let cases: Vec<_> = rows(&merged).iter().map(|row| row.case).collect();
    assert_eq!(cases, [1, 3]);
    assert_eq!(lines(&workdir, "merged/runs.csv").len(), 3);
    assert!(sweep(&plan, &merged, resuming(2), &()).unwrap().finished);
    assert!(content(&merged) == content(&workdir.path("whole")));
}

#[test]
fn a_comment_in_the_scenario_does_not_block_resuming() {
    let workdir = pond();
    let dir = workdir.path("sweep");
    sweep(&workdir.plan(EXPERIMENT), &dir, jobs(1), &StopAfter(AtomicU64::new(50))).unwrap();
    let path = workdir.path("pond.toml");
    fs::write(&path, format!("# It is small.\n\n{POND}").replace("light = 40", "light =   40"))
        .unwrap();
    assert!(sweep(&workdir.plan(EXPERIMENT), &dir, resuming(1), &()).unwrap().finished);
    fs::write(&path, POND.replace("count = 12", "count = 13")).unwrap();
    let error = sweep(&workdir.plan(EXPERIMENT), &dir, resuming(1), &()).unwrap_err();
    assert!(error.to_string().contains("has changed since"), "{error}");
}

#[test]
fn missing_records_are_reported_and_leftovers_removed() {
    let workdir = pond();
    let text = EXPERIMENT.replace("keep.census = 5\n", "");
    let plan = workdir.plan(&format!("{text}\nkeep = {{ runs = \"first\", recordings = true }}"));
    let dir = workdir.path("sweep");
    sweep(&plan, &dir, jobs(1), &StopAfter(AtomicU64::new(50))).unwrap();
    let leftover = dir.join(KEPT).join("run-000003.partial-killed");
    fs::create_dir(&leftover).unwrap();
    fs::rename(dir.join(record_of(0)), workdir.path("moved")).unwrap();
    let error = sweep(&plan, &dir, resuming(1), &()).unwrap_err();
    insta::assert_snapshot!(
        workdir.without_path(&error.to_string()),
        @"sweep: the record of run 0, kept/run-000000, is missing; restore it, or remove the line of this run from journal.jsonl to repeat the run with `--resume`"
    );
    let merged = merge_partial(&[&dir], workdir.path("merged")).unwrap_err().to_string();
    assert!(merged.contains("the record of run 0, kept/run-000000, is missing"), "{merged}");
    fs::rename(workdir.path("moved"), dir.join(record_of(0))).unwrap();
    fs::rename(dir.join(recording_of(0)), workdir.path("moved")).unwrap();
    let error = sweep(&plan, &dir, resuming(1), &()).unwrap_err().to_string();
    assert!(
        error.contains("the recording of run 0, kept/run-000000.recording, is missing"),
        "{error}"
    );
    fs::rename(workdir.path("moved"), dir.join(recording_of(0))).unwrap();
    // Killed between the end of its files and its row, or while they were written.
    fs::write(dir.join(recording_of(3)), "the beginning of a recording").unwrap();
    assert!(sweep(&plan, &dir, resuming(1), &()).unwrap().finished);
    assert!(!leftover.exists() && dir.join(record_of(3)).exists());
    let recording = terrarium::record::Recording::open(dir.join(recording_of(3))).unwrap();
    assert_eq!(recording.last_tick(), 20);
    assert!(dir.join(tables::RUNS_CSV).exists());
}
