//! `terrarium arena` as a process: leagues that are killed, resumed and merged, and wrong input.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use terrarium_testing::Workdir;

/// What makes games quick: a small field and few ticks.
const QUICK: &str = "--ticks 100 --set world.size=[500,400] --set population.clover=20";

/// The files that are equal to the byte, whatever the jobs, the shards and the interruptions.
const RESULTS: [&str; 6] =
    ["league.json", "games.csv", "ratings.csv", "matrix.csv", "watch.csv", "league.png"];

fn partner(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sparring").join(name)
}

/// A directory with copies of sparring partners in `creatures/`.
fn workdir(partners: &[&str]) -> Workdir {
    let workdir = crate::workdir();
    for name in partners {
        let folder = workdir.path(format!("creatures/{name}"));
        fs::create_dir_all(&folder).unwrap();
        for entry in fs::read_dir(partner(name)).unwrap().flatten() {
            fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
        }
    }
    workdir
}

fn results(workdir: &Workdir, dir: &str) -> [Vec<u8>; 6] {
    RESULTS.map(|name| workdir.bytes(format!("{dir}/{name}")))
}

/// The number of games in the journals of a league so far.
fn games_in_journals(workdir: &Workdir, dir: &str) -> usize {
    let games = fs::read_dir(workdir.path(dir).join("games")).into_iter().flatten().flatten();
    let journals = games.map(|stage| fs::read(stage.path().join("journal.jsonl")));
    journals.flatten().map(|journal| journal.iter().filter(|&&byte| byte == b'\n').count()).sum()
}

#[test]
fn a_league_that_is_killed_repeatedly_gives_the_same_files() {
    let workdir = workdir(&["nibbler", "homebody", "stalker", "chaser"]);
    let league = format!("arena creatures --seeds 1..2 {QUICK}");
    workdir.success(&format!("{league} --out whole --jobs 1"));
    let mut killed = 0;
    for games in [0, 2, 5] {
        let command = format!("{league} --out killed --resume --jobs 2");
        let has_more = || games_in_journals(&workdir, "killed") > games;
        killed += usize::from(workdir.kill_when(&command, has_more));
    }
    assert!(killed > 1, "{killed}");
    assert!(!workdir.path("killed/league.json").exists());
    let out = workdir.success(&format!("{league} --out killed --resume --jobs 4"));
    assert!(out.contains(" of them earlier"), "{out}");
    assert!(results(&workdir, "killed") == results(&workdir, "whole"));
    assert_eq!(games_in_journals(&workdir, "killed"), 2 * 2 * 2);
}

#[test]
fn shards_merge_to_the_files_of_the_whole_league() {
    let workdir = workdir(&["nibbler", "homebody", "skitter"]);
    let league = format!("arena creatures --seeds 1..1 {QUICK}");
    workdir.success(&format!("{league} --out whole"));
    for shard in ["2/3", "1/3", "3/3"] {
        let out = format!("--shard {shard} --out shard-{}", &shard[..1]);
        workdir.success(&format!("{league} {out}"));
    }
    let out = workdir.success("merge shard-3 shard-1 shard-2 --out merged");
    assert!(out.contains("6 games have been played"), "{out}");
    assert!(results(&workdir, "merged") == results(&workdir, "whole"));
    let out = workdir.success("batch --from-run merged/games/herbivore 5");
    assert!(out.contains("run 5 is reproduced exactly"), "{out}");
    let err = workdir.refused("merge shard-1 shard-2 --out half");
    assert!(err.contains("2 of 6 runs are missing"), "{err}");
    let err = workdir.refused("arena creatures --format king --shard 1/2 --out king");
    assert!(err.contains("so it has no shards"), "{err}");
}

#[test]
fn the_command_of_a_game_to_watch_repeats_it() {
    let workdir = workdir(&["nibbler", "homebody"]);
    let out = workdir.success(
        "arena creatures ant termite --format conquest --seeds 1..1 --ticks 150 --out conquest --json",
    );
    repeat(&workdir, &out, 6);
    let out = workdir.success(&format!(
        "arena creatures wolf --format meadow --seeds 1..1 {QUICK} --out meadow --json"
    ));
    repeat(&workdir, &out, 1);
    let out =
        workdir.success(&format!("arena creatures hare {QUICK} --seeds 3..4 --out league --json"));
    repeat(&workdir, &out, 3);
    // In `watch.csv` the paths are relative to the directory of the league.
    let table = workdir.read("league/watch.csv");
    assert!(table.contains("terrarium watch fields/herbivore.toml --seed "), "{table}");
}

fn repeat(workdir: &Workdir, league: &str, count: usize) {
    let league: Value = serde_json::from_str(league).unwrap();
    let games = league["watch"].as_array().unwrap();
    assert_eq!(games.len(), count, "{league}");
    for game in games {
        let command = game["command"].as_str().unwrap().replace('\'', "");
        let command = command.strip_prefix("terrarium watch ").unwrap();
        let run = workdir.json(&format!("run {command} --ticks {}", game["ticks"]));
        assert_eq!(run["state_hash"], game["state_hash"], "{command}");
        assert!(run["state_hash"].is_string(), "{run}");
    }
}

#[test]
fn a_broken_entrant_is_reported_with_its_place_and_skipped() {
    let workdir = workdir(&["nibbler", "homebody", "skitter"]);
    workdir.edit("creatures/skitter/creature.toml", "speed = 35", "sped = 35");
    let league = format!("arena creatures clover --seeds 1..1 {QUICK} --out league");
    let result = workdir.run(&league);
    assert_eq!(result.code, Some(0), "{}", result.err);
    let err = result.message();
    assert!(err.contains("creatures/skitter/creature.toml:12:1"), "{err}");
    assert!(err.contains("`clover` is a plant, and decides nothing"), "{err}");
    assert!(result.out.contains("not entered: creatures/skitter, clover"), "{}", result.out);
    let err = workdir.refused(&format!("arena creatures/skitter wolf {QUICK} --out none"));
    assert!(
        err.contains("a league needs two creatures, and there are 1 (1 could not enter)"),
        "{err}"
    );
    assert!(!workdir.path("none").exists());
    let err = workdir.refused("arena creatures wulf");
    assert!(err.contains("did you mean `wolf`?"), "{err}");
}

#[test]
fn a_league_continues_only_with_the_same_entrants_and_conditions() {
    let workdir = workdir(&["nibbler", "homebody"]);
    let league = format!("arena creatures --seeds 1..1 {QUICK} --out league");
    workdir.success(&league);
    let err = workdir.refused(&league);
    assert!(
        err.contains("this league was started here before; continue it with `--resume`"),
        "{err}"
    );
    let err = workdir.refused(&format!("{league} --resume --format king"));
    assert!(err.contains("another league: its format is round-robin"), "{err}");
    let err = workdir.refused(&format!("{league} --resume --sparring"));
    assert!(err.contains("its entrants are homebody, nibbler"), "{err}");
    workdir.edit("creatures/nibbler/creature.toml", "sight = 25", "sight = 20");
    let err = workdir.refused(&format!("{league} --resume"));
    assert!(err.contains("the files of nibbler have changed since"), "{err}");
    for (wrong, expected) in [
        ("seed=3", "choose the seeds with `--seeds`"),
        ("population.nibbler=3", "all entrants have equally many founders"),
        ("world.sise=[9,9]", "there is no key `sise`"),
        ("rules.ligt=3", "did you mean `light`?"),
    ] {
        let err = workdir.refused(&format!("arena creatures --set {wrong} --out wrong"));
        assert!(err.contains(expected) && err.contains(wrong), "{err}");
        assert!(!workdir.path("wrong").exists());
    }
    workdir.write("other/file", "");
    let err = workdir.refused(&format!("arena creatures {QUICK} --out other"));
    assert!(err.contains("is not empty, and not that of a league"), "{err}");
}
