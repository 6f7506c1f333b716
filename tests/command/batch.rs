//! `terrarium batch` and `terrarium merge` as processes: killed, resumed, merged, and with wrong
//! input.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::workdir::one_line;

const POND: &str = r#"
description = "A pond"
seed = 3

[world]
size = [500, 400]

[[population]]
species = "clover"
count = 12

[[population]]
species = "hare"
count = 5
"#;

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

struct Workdir(tempfile::TempDir);

impl Workdir {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("pond.toml"), POND).unwrap();
        fs::write(folder.path().join("light.toml"), LIGHT).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_terrarium"));
        command.args(arguments.split(' ')).current_dir(self.0.path());
        command
    }

    fn run(&self, arguments: &str) -> (Option<i32>, String, String) {
        let Output { status, stdout, stderr } = self.command(arguments).output().unwrap();
        let [out, err] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (status.code(), out, err)
    }

    fn succeed(&self, arguments: &str) -> String {
        let (code, out, err) = self.run(arguments);
        assert_eq!(code, Some(0), "terrarium {arguments}: {out}{err}");
        out
    }

    /// The number of runs in the journal of a sweep so far.
    fn rows_in_journal(&self, dir: &str) -> usize {
        let journal = fs::read(self.path(dir).join("journal.jsonl")).unwrap_or_default();
        journal.iter().filter(|&&byte| byte == b'\n').count()
    }

    fn tables(&self, dir: &str) -> Vec<Vec<u8>> {
        let files =
            ["runs.csv", "runs.parquet", "census.parquet/part-000000.parquet", "manifest.json"];
        files.iter().map(|name| fs::read(self.path(dir).join(name)).unwrap()).collect()
    }
}

#[test]
fn a_sweep_that_is_killed_repeatedly_gives_the_same_tables() {
    let workdir = Workdir::new();
    workdir.succeed("batch light.toml --out whole --jobs 1");
    let mut killed = 0;
    for rows in [0, 1, 2, 4, 7] {
        let mut sweep = workdir.command("batch light.toml --out killed --resume --jobs 2");
        let mut sweep = sweep.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while workdir.rows_in_journal("killed") <= rows && sweep.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        // SIGKILL cannot be handled.
        sweep.kill().unwrap();
        killed += usize::from(!sweep.wait().unwrap().success());
    }
    assert!(killed > 2, "{killed}");
    workdir.succeed("batch light.toml --out killed --resume --jobs 8");
    assert!(workdir.tables("killed") == workdir.tables("whole"));
}

#[test]
fn shards_run_separately_and_merge_to_the_same_tables() {
    let workdir = Workdir::new();
    workdir.succeed("batch light.toml --out whole");
    for shard in ["2/2", "1/2"] {
        let out =
            workdir.succeed(&format!("batch light.toml --shard {shard} --resume --format json"));
        let result: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((&result["runs"], &result["failed"]), (&6.into(), &0.into()));
    }
    let dirs = "runs/light-shard-2-of-2 runs/light-shard-1-of-2";
    workdir.succeed(&format!("merge {dirs} --out merged"));
    assert!(workdir.tables("merged") == workdir.tables("whole"));
    let (code, _, err) = workdir.run("merge runs/light-shard-2-of-2 --out half");
    assert_eq!(code, Some(2));
    let err = one_line(&err);
    assert!(err.contains("6 of 12 runs are missing from these directories: 0, 2, 4"), "{err}");
}

#[test]
fn a_run_can_be_repeated_by_its_row_and_changed_input_is_reported() {
    let workdir = Workdir::new();
    workdir.succeed("batch light.toml --out sweep --seeds 5..6");
    let out = workdir.succeed("batch --from-run sweep 3");
    assert!(out.contains("run 3 is reproduced exactly after 60 ticks"), "{out}");
    assert!(out.contains("--seed 6 --set rules.light=40 --ticks 60"), "{out}");
    let (code, _, err) = workdir.run("batch --from-run sweep 4");
    assert!(code == Some(2) && err.contains("there is no run 4; the last is 3"), "{err}");
    let (code, _, err) = workdir.run("batch --from-run sweep x");
    assert!(code == Some(2) && err.contains("`x` is not a run number"), "{err}");
    // The texts are kept in the directory of the sweep.
    fs::write(workdir.path("pond.toml"), POND.replace("12", "13")).unwrap();
    workdir.succeed("batch --from-run sweep 3");
    fs::remove_dir_all(workdir.path("sweep/sources")).unwrap();
    let (code, _, err) = workdir.run("batch --from-run sweep 3");
    let err = one_line(&err);
    assert!(code == Some(2) && err.contains("has changed since; restore it"), "{err}");
}

#[test]
fn a_run_that_fails_again_is_a_failure() {
    let workdir = Workdir::new();
    let text = "ticks = 3\n[base]\nscenario = \"pond.toml\"\nset = [\"species.hare.points.energy=0\"]\n\
                [factors]\nspecies.hare.points.speed = [40, 52]\nspecies.hare.points.sight = [10, 22]\n";
    fs::write(workdir.path("points.toml"), text).unwrap();
    let (code, ..) = workdir.run("batch points.toml --out sweep");
    assert_eq!(code, Some(1));
    let (code, out, err) = workdir.run("batch --from-run sweep 3");
    assert!(out.contains("run 3 fails again: ") && out.contains("to run it on its own"), "{out}");
    assert!(code == Some(1) && err.contains("run 3 fails as it did in the sweep"), "{err}");
}

#[test]
fn a_dry_run_prints_the_plan_and_writes_nothing() {
    let workdir = Workdir::new();
    let out = workdir.succeed("batch light.toml --dry-run --jobs 4 --out sweep");
    assert!(out.contains("12 runs: 2 points (grid), 6 replicates each, up to 60 ticks"), "{out}");
    assert!(
        out.contains("4 runs in parallel, 1 thread each") && out.contains("and 7 more"),
        "{out}"
    );
    let json = workdir.succeed("batch light.toml --dry-run --format json --jobs 32 --seeds 1..2");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["runs"], &json["jobs"], &json["threads"]), (&4.into(), &4.into(), &8.into()));
    assert!(!workdir.path("sweep").exists() && !workdir.path("runs").exists());
}

#[test]
fn failed_runs_are_rows_and_the_exit_code_is_1() {
    let workdir = Workdir::new();
    let crowded = LIGHT.replace("[factors]", "[factors]\nworld.size = [1, 2]");
    fs::write(workdir.path("wrong.toml"), crowded).unwrap();
    let (code, _, err) = workdir.run("batch wrong.toml");
    assert!(code == Some(2) && err.contains("wrong.toml"), "{err}");
    let text = LIGHT.replace(
        "rules.light = [20, 40]",
        "species.hare.points.speed = [40, 52]\nspecies.hare.points.sight = [10, 22]",
    );
    fs::write(workdir.path("some.toml"), text).unwrap();
    let (code, out, err) =
        workdir.run("batch some.toml --set species.hare.points.energy=0 --seeds 1..1");
    assert_eq!(code, Some(1), "{err}");
    assert!(out.starts_with("some: 4 runs, 1 failed"), "{out}");
    assert!(
        err.contains("1 of 4 runs failed; the first is run 3: ") && err.contains("points add up"),
        "{err}"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_sweep_says_how_to_continue() {
    let workdir = Workdir::new();
    fs::write(workdir.path("long.toml"), LIGHT.replace("ticks = 60", "ticks = 1000000")).unwrap();
    let mut sweep = workdir.command("batch long.toml --out sweep --jobs 1");
    let sweep = sweep.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !workdir.path("sweep/journal.jsonl").exists() {
        sleep(Duration::from_millis(20));
    }
    let id = sweep.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = sweep.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("of 12 runs have ended and are kept in sweep; to continue"), "{err}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_the_runs_that_have_ended() {
    let workdir = Workdir::new();
    fs::create_dir(workdir.path("sweep")).unwrap();
    workdir.succeed("batch light.toml --out other --seeds 1..1");
    fs::copy(workdir.path("other/manifest.json"), workdir.path("sweep/manifest.json")).unwrap();
    std::os::unix::fs::symlink("/dev/full", workdir.path("sweep/journal.census")).unwrap();
    let (code, _, err) = workdir.run("batch light.toml --out sweep --seeds 1..1 --resume --jobs 1");
    assert_eq!(code, Some(1), "{err}");
    let err = one_line(&err);
    assert!(err.contains("cannot be written") && err.contains("continue with `--resume`"), "{err}");
    fs::remove_file(workdir.path("sweep/journal.census")).unwrap();
    workdir.succeed("batch light.toml --out sweep --seeds 1..1 --resume");
    assert!(workdir.tables("sweep") == workdir.tables("other"));
}
