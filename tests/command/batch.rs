//! `terrarium batch` and `terrarium merge` as processes: killed, resumed, merged, and with wrong
//! input.

use std::fs;

use terrarium_testing::workdir::wait_until;
use terrarium_testing::{Workdir, scenario};

fn pond_toml() -> String {
    scenario(3, [500, 400], &[("clover", 12), ("hare", 5)])
}

const LIGHT: &str = r#"
description = "How much light does a pond need?"
ticks = 60
replicates = 6

[base]
scenario = "pond.toml"

[factors]
rules.light = [20, 40]

[keep]
census = 20
"#;

fn workdir() -> Workdir {
    let workdir = crate::workdir();
    workdir.write("pond.toml", pond_toml());
    workdir.write("light.toml", LIGHT);
    workdir
}

/// The number of runs in the journal of a sweep so far.
fn rows_in_journal(workdir: &Workdir, dir: &str) -> usize {
    let journal = fs::read(workdir.path(dir).join("journal.jsonl")).unwrap_or_default();
    journal.iter().filter(|&&byte| byte == b'\n').count()
}

fn tables(workdir: &Workdir, dir: &str) -> [Vec<u8>; 4] {
    let names = ["runs.csv", "runs.parquet", "census.parquet/part-000000.parquet", "manifest.json"];
    names.map(|name| workdir.bytes(format!("{dir}/{name}")))
}

#[test]
fn a_sweep_that_is_killed_repeatedly_gives_the_same_tables() {
    let workdir = workdir();
    workdir.success("batch light.toml --out whole --jobs 1");
    let mut killed = 0;
    for rows in [0, 1, 2, 4, 7] {
        let sweep = "batch light.toml --out killed --resume --jobs 2";
        let has_more = || rows_in_journal(&workdir, "killed") > rows;
        killed += usize::from(workdir.kill_when(sweep, has_more));
    }
    assert!(killed > 2, "{killed}");
    workdir.success("batch light.toml --out killed --resume --jobs 8");
    assert!(tables(&workdir, "killed") == tables(&workdir, "whole"));
}

#[test]
fn shards_run_separately_and_merge_to_the_same_tables() {
    let workdir = workdir();
    workdir.success("batch light.toml --out whole");
    for shard in ["2/2", "1/2"] {
        let result = workdir.json(&format!("batch light.toml --shard {shard} --resume"));
        assert_eq!((&result["runs"], &result["failed"]), (&6.into(), &0.into()));
    }
    let dirs = "runs/light-shard-2-of-2 runs/light-shard-1-of-2";
    workdir.success(&format!("merge {dirs} --out merged"));
    assert!(tables(&workdir, "merged") == tables(&workdir, "whole"));
    let err = workdir.refused("merge runs/light-shard-2-of-2 --out half");
    assert!(err.contains("6 of 12 runs are missing from these directories: 0, 2, 4"), "{err}");
}

#[test]
fn a_run_can_be_repeated_by_its_row_and_changed_input_is_reported() {
    let workdir = workdir();
    workdir.success("batch light.toml --out sweep --seeds 5..6");
    let out = workdir.success("batch --from-run sweep 3");
    assert!(out.contains("run 3 is reproduced exactly after 60 ticks"), "{out}");
    assert!(out.contains("--seed 6 --set rules.light=40 --ticks 60"), "{out}");
    let err = workdir.refused("batch --from-run sweep 4");
    assert!(err.contains("there is no run 4; the last is 3"), "{err}");
    let err = workdir.refused("batch --from-run sweep x");
    assert!(err.contains("`x` is not a run number"), "{err}");
    // The texts are kept in the directory of the sweep.
    workdir.write("pond.toml", pond_toml().replace("12", "13"));
    workdir.success("batch --from-run sweep 3");
    fs::remove_dir_all(workdir.path("sweep/sources")).unwrap();
    let err = workdir.refused("batch --from-run sweep 3");
    assert!(err.contains("has changed since; restore it"), "{err}");
}

#[test]
fn a_run_that_fails_again_is_a_failure() {
    let workdir = workdir();
    let text = "ticks = 3\n[base]\nscenario = \"pond.toml\"\nset = [\"species.hare.points.energy=0\"]\n\
                [factors]\nspecies.hare.points.speed = [40, 52]\nspecies.hare.points.sight = [10, 22]\n";
    workdir.write("points.toml", text);
    assert_eq!(workdir.run("batch points.toml --out sweep").code, Some(1));
    let result = workdir.run("batch --from-run sweep 3");
    let (out, err) = (result.out, result.err);
    assert!(out.contains("run 3 fails again: ") && out.contains("to run it on its own"), "{out}");
    assert!(result.code == Some(1) && err.contains("run 3 fails as it did in the sweep"), "{err}");
}

#[test]
fn a_dry_run_prints_the_plan_and_writes_nothing() {
    let workdir = workdir();
    let out = workdir.success("batch light.toml --dry-run --jobs 4 --out sweep");
    assert!(out.contains("12 runs: 2 points (grid), 6 replicates each, up to 60 ticks"), "{out}");
    assert!(
        out.contains("4 runs in parallel, 1 thread each") && out.contains("and 7 more"),
        "{out}"
    );
    let json = workdir.json("batch light.toml --dry-run --jobs 32 --seeds 1..2");
    assert_eq!((&json["runs"], &json["jobs"], &json["threads"]), (&4.into(), &4.into(), &8.into()));
    assert!(!workdir.path("sweep").exists() && !workdir.path("runs").exists());
}

#[test]
fn a_dry_run_of_which_no_point_can_be_run_fails() {
    let workdir = workdir();
    let points = "species.hare.points.speed,species.hare.points.sight\n";
    workdir.write("points.csv", format!("{points}90,90\n80,80\n"));
    let (head, _) = LIGHT.split_once("[factors]").unwrap();
    workdir.write("all.toml", format!("{head}[design]\nfile = \"points.csv\"\n"));
    for format in ["human", "json"] {
        let result = workdir.run(&format!("batch all.toml --dry-run --format {format}"));
        assert_eq!(result.code, Some(2), "{}", result.err);
        assert!(result.err.contains("no point can be run"), "{}", result.err);
    }
    workdir.write("points.csv", format!("{points}90,90\n40,10\n"));
    let out = workdir.success("batch all.toml --dry-run --set species.hare.points.energy=0");
    assert!(out.contains("1 point of the first 2 points cannot be run"), "{out}");
    // All combinations of a grid can fail, too, although each value is possible.
    workdir.write(
        "grid.toml",
        LIGHT.replace(
            "rules.light = [20, 40]",
            "species.hare.points.speed = [52]\nspecies.hare.points.sight = [22]",
        ),
    );
    let result = workdir.run("batch grid.toml --dry-run --set species.hare.points.energy=0");
    assert_eq!(result.code, Some(2), "{}", result.out);
}

#[test]
fn failed_runs_are_rows_and_the_exit_code_is_1() {
    let workdir = workdir();
    let crowded = LIGHT.replace("[factors]", "[factors]\nworld.size = [1, 2]");
    workdir.write("wrong.toml", crowded);
    let err = workdir.refused("batch wrong.toml");
    assert!(err.contains("wrong.toml"), "{err}");
    let text = LIGHT.replace(
        "rules.light = [20, 40]",
        "species.hare.points.speed = [40, 52]\nspecies.hare.points.sight = [10, 22]",
    );
    workdir.write("some.toml", text);
    let result = workdir.run("batch some.toml --set species.hare.points.energy=0 --seeds 1..1");
    let (out, err) = (result.out, result.err);
    assert_eq!(result.code, Some(1), "{err}");
    assert!(out.starts_with("some: 4 runs, 1 failed"), "{out}");
    assert!(
        err.contains("1 of 4 runs failed; the first is run 3: ") && err.contains("points add up"),
        "{err}"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_sweep_says_how_to_continue() {
    let workdir = workdir();
    workdir.write("long.toml", LIGHT.replace("ticks = 60", "ticks = 1000000"));
    let mut sweep = workdir.start("batch long.toml --out sweep --jobs 1");
    wait_until("the first run", || workdir.path("sweep/journal.jsonl").exists());
    sweep.signal("INT");
    let ended = sweep.ended();
    assert_eq!(ended.code, Some(130), "{}", ended.err);
    let expected = "of 12 runs have ended and are kept in sweep; to continue";
    assert!(ended.err.contains(expected), "{}", ended.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_the_runs_that_have_ended() {
    let workdir = workdir();
    fs::create_dir(workdir.path("sweep")).unwrap();
    workdir.success("batch light.toml --out other --seeds 1..1");
    fs::copy(workdir.path("other/manifest.json"), workdir.path("sweep/manifest.json")).unwrap();
    std::os::unix::fs::symlink("/dev/full", workdir.path("sweep/journal.census")).unwrap();
    let result = workdir.run("batch light.toml --out sweep --seeds 1..1 --resume --jobs 1");
    assert_eq!(result.code, Some(1), "{}", result.err);
    let err = result.message();
    assert!(err.contains("cannot be written") && err.contains("continue with `--resume`"), "{err}");
    fs::remove_file(workdir.path("sweep/journal.census")).unwrap();
    workdir.success("batch light.toml --out sweep --seeds 1..1 --resume");
    assert!(tables(&workdir, "sweep") == tables(&workdir, "other"));
}
