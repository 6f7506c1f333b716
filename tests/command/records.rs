//! Records that survive: killed runs, full disks, and `terrarium recover`.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use parquet::file::reader::{FileReader, SerializedFileReader};
use terrarium_testing::Workdir;
use terrarium_testing::workdir::wait_until;

use crate::pond::pond;

/// A run into `killed` that never ends. Checkpoints are written with snapshots.
const ENDLESS: [&str; 12] = [
    "run",
    "pond.toml",
    "--ticks",
    "18446744073709551615",
    "--snapshot-every",
    "50",
    "--out",
    "killed",
    "--events",
    "everything",
    "--individuals",
    "--ancestry",
];

/// The staging directory of a run into `name`.
fn staging(workdir: &Workdir, name: &str) -> Option<PathBuf> {
    let prefix = format!("{name}.partial-");
    let entries = fs::read_dir(workdir.path("")).unwrap();
    let mut paths = entries.map(|entry| entry.unwrap().path());
    paths.find(|path| path.file_name().unwrap().to_string_lossy().starts_with(&prefix))
}

/// Starts a run and kills it after its checkpoint of a tick or a later one. Returns what it left.
fn killed_after(workdir: &Workdir, arguments: &[&str], tick: u64, wait: u64) -> PathBuf {
    let checkpoint = || {
        let text = fs::read(staging(workdir, "killed")?.join("checkpoint.json")).ok()?;
        let json: serde_json::Value = serde_json::from_slice(&text).ok()?;
        json["manifest"]["outcome"]["tick"].as_u64()
    };
    let mut run = workdir.start(arguments);
    wait_until("the checkpoint", || run.has_ended() || checkpoint() >= Some(tick));
    sleep(Duration::from_millis(wait));
    run.kill();
    staging(workdir, "killed").expect("a killed run cannot clean up")
}

/// The rows of a Parquet table, as text.
fn rows(path: &Path) -> Vec<String> {
    let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
    reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect()
}

fn tick_of(recovered: &str) -> u64 {
    let (_, tick) = recovered.split(':').next().unwrap().rsplit_once('-').unwrap();
    tick.parse().unwrap()
}

#[test]
fn a_killed_run_is_recovered_with_the_files_of_an_interrupted_one() {
    for wait in [0, 7, 40] {
        let workdir = pond();
        killed_after(&workdir, &ENDLESS, 200, wait);
        let answer = workdir.success(&["recover", "killed"]);
        let tick = tick_of(&answer);
        assert!(staging(&workdir, "killed").is_none(), "it is removed once it is recovered");
        let recovered = workdir.path(format!("killed-recovered-tick-{tick}"));

        let ticks = tick.to_string();
        let mut whole = ENDLESS;
        (whole[3], whole[7]) = (&ticks, "whole");
        workdir.success(&whole);
        let whole = workdir.path("whole");
        let files = [
            "ledger.csv",
            "census.csv",
            "individuals.csv",
            "ancestry.csv",
            "start.snapshot",
            "final.snapshot",
        ];
        for name in files {
            let [found, expected] =
                [&recovered, &whole].map(|dir| fs::read(dir.join(name)).unwrap());
            assert!(found == expected, "{name} of tick {tick}");
        }
        let tables =
            ["events.parquet", "census.parquet", "individuals.parquet", "ancestry.parquet"];
        for name in tables {
            let [found, expected] = [&recovered, &whole].map(|dir| rows(&dir.join(name)));
            assert!(found == expected && found.len() > 50, "{name} of tick {tick}");
        }
        let names = |dir: &Path| {
            let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name());
            let mut names: Vec<_> = entries.collect();
            names.sort();
            names
        };
        assert_eq!(names(&recovered), names(&whole));
        assert_eq!(names(&recovered.join("snapshots")), names(&whole.join("snapshots")));

        let read = |dir: &Path| workdir.read_json(dir.join("manifest.json"));
        let (found, expected) = (read(&recovered), read(&whole));
        assert_eq!(
            (&found["ending"], &expected["ending"]),
            (&"incomplete".into(), &"complete".into())
        );
        assert_eq!(found["outcome"], expected["outcome"]);

        let verified = workdir.success(&["verify", &recovered.to_string_lossy()]);
        workdir.success(&["evolve", &recovered.to_string_lossy(), "--shadows", "1"]);
        assert!(verified.contains(&format!("all {tick} ticks repeat")), "{verified}");
        let from = recovered.join("final.snapshot");
        let from = ["run", "--from", &from.to_string_lossy(), "--ticks", "20", "--out", "more"];
        workdir.success(&from);
    }
}

#[test]
fn rows_between_the_intervals_are_left_out_and_verified_all_the_same() {
    let workdir = pond();
    let rare = ["--census-every", "70", "--ledger-every", "30"];
    killed_after(&workdir, &[&ENDLESS[..], &rare].concat(), 250, 5);
    let answer = workdir.success(&["recover", "killed", "--out", "recovered"]);
    let ledger = workdir.read("recovered/ledger.csv");
    let last: u64 = ledger.lines().last().unwrap().split(',').next().unwrap().parse().unwrap();
    let manifest = workdir.read_json("recovered/manifest.json");
    let tick = manifest["outcome"]["tick"].as_u64().unwrap();
    assert!(last <= tick && tick < last + 30, "{answer}");
    let verified = workdir.success(&["verify", "recovered"]);
    assert!(verified.contains(&format!("all {tick} ticks repeat")), "{verified}");
    // The last tick is compared even where the ledger has no row of it.
    let hash = manifest["outcome"]["state_hash"].as_str().unwrap();
    workdir.edit("recovered/manifest.json", hash, "00000000000000000000000000000007");
    let result = workdir.run(&["verify", "recovered"]);
    assert_eq!(result.code, Some(if last == tick { 2 } else { 1 }), "{}", result.err);
}

#[test]
fn later_runs_into_the_same_directory_are_refused_until_the_record_is_recovered() {
    let workdir = pond();
    let left = killed_after(&workdir, &ENDLESS, 100, 0);
    let again = ["run", "pond.toml", "--ticks", "3", "--out", "killed"];
    for _ in 0..2 {
        let message = workdir.refused(&again);
        assert!(message.contains("did not end, and left its record in"), "{message}");
        assert!(message.contains("terrarium recover"), "{message}");
        assert!(left.join("checkpoint.json").exists());
    }
    let tick = tick_of(&workdir.success(&["recover", &left.to_string_lossy()]));
    workdir.success(&["verify", &format!("killed-recovered-tick-{tick}")]);
    workdir.success(&again);
    workdir.success(&["verify", "killed"]);
}

#[test]
fn what_cannot_be_recovered_is_refused_with_the_reason() {
    let workdir = pond();
    workdir.success(&["run", "pond.toml", "--ticks", "3", "--out", "done"]);
    let message = workdir.refused(&["recover", "done"]);
    assert!(message.contains("done: there is no unfinished record here"), "{message}");
    let message = workdir.refused(&["recover", "nowhere"]);
    assert!(message.contains("nowhere: there is no unfinished record here"), "{message}");

    let left = killed_after(&workdir, &ENDLESS, 100, 0);
    let message = workdir.refused(&["recover", "killed", "--out", "done"]);
    assert!(message.contains("this directory is not empty"), "{message}");
    let checkpoint = left.join("checkpoint.json");
    let text = fs::read_to_string(&checkpoint).unwrap();
    fs::write(&checkpoint, &text[..text.len() / 2]).unwrap();
    let message = workdir.refused(&["recover", "killed"]);
    assert!(message.contains("checkpoint.json: this is no checkpoint"), "{message}");
    fs::write(&checkpoint, &text).unwrap();
    let ledger = left.join("run/ledger.csv");
    fs::write(&ledger, "tick,hash\n").unwrap();
    let message = workdir.refused(&["recover", "killed"]);
    assert!(message.contains("ledger.csv: it is shorter than at the last checkpoint"), "{message}");
    assert!(checkpoint.exists(), "nothing is removed");
}

#[test]
fn a_full_disk_keeps_the_record_up_to_the_last_checkpoint() {
    let workdir = pond();
    // Files are limited to 200 kB, which the ledger reaches first.
    let result = workdir.run_limited("trap '' XFSZ; ulimit -f 400", &ENDLESS);
    let message = result.message();
    assert_eq!(result.code, Some(1), "{message}");
    for part in [
        "cannot be written: File too large",
        "the run stopped after tick",
        "its record up to tick",
        "free some space, then recover it with `terrarium recover",
    ] {
        assert!(message.contains(part), "no {part:?}: {message}");
    }
    let tick = tick_of(&workdir.success(&["recover", "killed"]));
    let verified = workdir.success(&["verify", &format!("killed-recovered-tick-{tick}")]);
    assert!(verified.contains(&format!("all {tick} ticks repeat")), "{verified}");
}
