//! Sweeps of long runs: killed in the middle of a run, and with runs that need too much memory.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use terrarium_testing::Workdir;
use terrarium_testing::workdir::wait_until;

use crate::pond::pond;

const LONG: &str = r#"
description = "Long runs"
ticks = 1500
replicates = 2
base.scenario = "pond.toml"
measures.hares = "mean(hare) + argmax(clover)"
keep.census = 100
"#;

fn workdir() -> Workdir {
    let workdir = pond();
    workdir.write("long.toml", LONG);
    workdir
}

/// The tables of a sweep.
fn tables(workdir: &Workdir, dir: &str) -> [Vec<u8>; 5] {
    let names = [
        "runs.csv",
        "runs.parquet",
        "summary.csv",
        "census.parquet/part-000000.parquet",
        "manifest.json",
    ];
    names.map(|name| workdir.bytes(format!("{dir}/{name}")))
}

/// When the last checkpoint of a sweep was written.
fn written(dir: &Path) -> Option<SystemTime> {
    let entries = fs::read_dir(dir.join("checkpoints")).ok()?.flatten();
    let checkpoints =
        entries.filter(|it| it.path().extension().is_some_and(|it| it == "checkpoint"));
    checkpoints.filter_map(|it| it.metadata().ok()?.modified().ok()).max()
}

#[test]
fn a_sweep_killed_in_the_middle_of_its_runs_gives_the_same_tables() {
    for isolation in [&[][..], &["--isolate"]] {
        let workdir = workdir();
        workdir.success(&["batch", "long.toml", "--out", "whole", "--jobs", "1"]);
        let killed = ["batch", "long.toml", "--out", "killed", "--resume", "--jobs", "1"];
        let killed = [&killed[..], &["--checkpoint-every", "100"], isolation].concat();
        let dir = workdir.path("killed");
        for round in 0..3 {
            let before = written(&dir);
            assert_eq!(round > 0, before.is_some(), "the killed process left one");
            assert!(workdir.kill_when(&killed, || written(&dir) != before));
            // The process of the run ends by itself.
            sleep(Duration::from_millis(if isolation.is_empty() { 0 } else { 500 }));
        }
        workdir.success(&killed);
        assert!(tables(&workdir, "killed") == tables(&workdir, "whole"));
        assert!(!workdir.path("killed/checkpoints").exists());
    }
}

#[test]
fn a_run_that_needs_too_much_memory_is_a_failed_row_and_the_others_go_on() {
    let workdir = workdir();
    let sizes = "ticks = 3\nbase = { scenario = \"pond.toml\", set = [\"world.size=[40000, 40000]\"] }\n\
                 factors.population.clover = [20, 600000, 30]";
    workdir.write("sizes.toml", sizes);
    let limited = ["batch", "sizes.toml", "--out", "sizes", "--jobs", "1", "--memory-limit", "256"];
    let result = workdir.run(&limited);
    assert_eq!(result.code, Some(1), "{}", result.err);
    let message = result.message();
    for part in [
        "1 of 3 runs failed; the first is run 1",
        "the process of the run was lost with signal: 6",
        "(it may use 256 MiB of memory): memory allocation of",
    ] {
        assert!(message.contains(part), "no {part:?}: {message}");
    }
    let rows = workdir.read("sizes/runs.csv");
    let endings: Vec<_> = rows.lines().skip(1).map(|row| row.contains(",complete,")).collect();
    assert_eq!(endings, [true, false, true], "{rows}");
    // It is not tried again, and the other rows are those of runs in one process.
    workdir.write("few.toml", sizes.replace(", 600000", ""));
    workdir.success(&["batch", "few.toml", "--out", "few"]);
    let hash = |text: &str, row: usize| -> String {
        text.lines().nth(row).unwrap().rsplit(',').next().unwrap().to_owned()
    };
    assert_eq!(hash(&rows, 1), hash(&workdir.read("few/runs.csv"), 1));
    let result = workdir.run(&[&limited[..], &["--resume"]].concat());
    assert_eq!(result.code, Some(1), "{}", result.err);
    assert_eq!(workdir.read("sizes/runs.csv"), rows);
}

#[test]
fn an_interrupted_sweep_of_isolated_runs_saves_them() {
    let workdir = workdir();
    workdir.success(&["batch", "long.toml", "--out", "whole"]);
    let isolated =
        ["batch", "long.toml", "--out", "stopped", "--resume", "--jobs", "1", "--isolate"];
    let isolated = [&isolated[..], &["--checkpoint-every", "500"]].concat();
    let mut sweep = workdir.start(&isolated);
    let dir = workdir.path("stopped");
    wait_until("the first checkpoint", || written(&dir).is_some());
    let first = written(&dir).unwrap();
    sweep.signal("INT");
    assert_eq!(sweep.ended().code, Some(130));
    assert!(written(&dir).unwrap() > first, "the run is saved where it was interrupted");
    workdir.success(&isolated);
    assert!(tables(&workdir, "stopped") == tables(&workdir, "whole"));
}

#[test]
fn founders_that_do_not_fit_into_the_memory_are_refused_before_the_first_run() {
    let workdir = workdir();
    let sizes = "ticks = 3\nbase = { scenario = \"pond.toml\", set = [\"world.size=[40000, 40000]\"] }\n\
                 factors.rules.light = [20, 40]\nfactors.population.clover = [20, 3000000, 30]";
    workdir.write("sizes.toml", sizes);
    let limited = |arguments: &[&str]| {
        let result = workdir.run_limited("ulimit -v 1000000", arguments);
        (result.code, result.message())
    };
    let (code, message) = limited(&["batch", "sizes.toml", "--out", "sizes"]);
    assert_eq!(code, Some(2), "{message}");
    let need = "its founders take at least 1144 MiB of memory, and there are 976; found fewer";
    let run = "run 1 (rules.light 20, population.clover 3000000): ";
    assert!(message.contains(&format!("{run}{need}")), "{message}");
    assert!(!workdir.path("sizes").exists());
    let set = ["--set", "population.hare=1100000", "--set", "world.size=[90000, 90000]"];
    for command in
        [&["run", "pond.toml", "--ticks", "1"][..], &["inspect", "pond.toml", "--id", "1"]]
    {
        let (code, message) = limited(&[command, &set].concat());
        assert_eq!(code, Some(2), "{message}");
        assert!(message.contains("at least 1049 MiB of memory"), "{message}");
    }
}

#[test]
fn a_limit_that_no_run_can_have_is_refused() {
    let workdir = workdir();
    let message = workdir.refused(&["batch", "long.toml", "--memory-limit", "100"]);
    assert!(message.contains("--memory-limit") && message.contains("256"), "{message}");
    let message = workdir.refused(&["batch", "long.toml", "--checkpoint-every", "0"]);
    assert!(message.contains("--checkpoint-every"), "{message}");
}
