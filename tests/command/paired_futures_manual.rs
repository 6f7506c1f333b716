//! Follows docs/paired_futures.md: its commands are run in their order, for fewer ticks and in smaller sweeps, and
//! compare what the text says. The numbers of its examples take a minute each and are not repeated here.

use serde_json::Value;
use terrarium_testing::Workdir;

use crate::manual::{Changes, block_with, followed, manual, run, section, shell};
use crate::pond::pond;
use crate::workdir;

const EXAMPLE: &str = "### An example: another version of a wolf";

const SHORTER: &[(&str, &str)] = &[
    ("--ticks 1200", "--ticks 50"),
    ("--at 1000", "--at 20"),
    ("--creatures slow --ticks 200", "--creatures slow --ticks 30"),
];

/// A copy of the wolf in a folder, with a change of one of its files.
fn write_wolf(workdir: &Workdir, folder: &str, file: &str, old: &str, new: &str) {
    let files = [
        ("creature.toml", include_str!("../../creatures/wolf/creature.toml")),
        ("behaviour.rhai", include_str!("../../creatures/wolf/behaviour.rhai")),
    ];
    for (name, text) in files {
        workdir.write(format!("{folder}/wolf/{name}"), text);
    }
    workdir.edit(&format!("{folder}/wolf/{file}"), old, new);
}

/// The share of a species that is identical at the last tick of a comparison.
fn share(workdir: &Workdir, species: &str) -> f64 {
    let table = workdir.read("runs/slow/similarity.csv");
    let row = |line: &&str| line.split(',').nth(1) == Some(species);
    let last = table.lines().rfind(row).expect("the species has rows");
    last.rsplit(',').next().expect("a share").parse().expect("a number")
}

#[test]
fn two_branches_differ_by_the_change_and_what_follows() {
    let manual = manual("paired_futures.md");
    let workdir = workdir();
    write_wolf(&workdir, "slow", "creature.toml", "chase = 0.9", "chase = 0.7");
    let example = section(&manual, EXAMPLE);
    let done = followed(example, &workdir, &Changes { replaced: SHORTER, left_out: &[] });
    let compared = &done.written("terrarium compare").out;
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|line| line.trim().replace("tick 1000", "tick 20"));
        let lines = lines.skip_while(|line| !line.starts_with("differs "));
        lines.take_while(|line| !line.is_empty()).collect()
    };
    let without_columns = |lines: Vec<String>| -> Vec<String> {
        let words = lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        words.collect()
    };
    let (found, printed) = (lines(compared), lines(example));
    assert_eq!(found.len(), 3, "{compared}");
    assert_eq!(without_columns(found), without_columns(printed));
    assert!(compared.contains("they part in tick ") && compared.contains("decided in A: "));
    assert!(compared.contains("share of the living organisms that are identical:"));
    assert!(share(&workdir, "wolf") < share(&workdir, "all"));
    assert!(share(&workdir, "all") < 1.0 && share(&workdir, "all") > 0.9);
    let differences = workdir.read("runs/slow/differences.csv");
    let is_difference = |line: &str| line.rsplit(',').next() != Some("0");
    assert!(differences.lines().skip(1).all(is_difference), "{differences}");
    assert!(workdir.bytes("runs/slow/comparison.png").starts_with(b"\x89PNG"));

    // Another code that decides the same.
    write_wolf(&workdir, "same", "behaviour.rhai", "const CHASE", "// As before.\nconst CHASE");
    let branch = "--creatures same --ticks 30 --record runs/same.recording";
    run(&workdir, &format!("terrarium run --from runs/meadow.recording --at 20 {branch}"));
    let compare = "terrarium compare runs/meadow.recording runs/same.recording --format json";
    let same: Value = serde_json::from_str(&run(&workdir, compare).out).unwrap();
    assert_eq!((&same["parting"], &same["ticks"]), (&Value::Null, &serde_json::json!([20, 50])));
    assert_eq!(same["inputs"][0]["b"], "wolf changes", "{}", same["inputs"]);
}

#[test]
fn the_sweep_of_the_example_is_compared_in_pairs() {
    let manual = manual("paired_futures.md");
    let workdir = workdir();
    let experiment = block_with(&manual, "toml", "[measures]");
    let experiment = experiment.replace("ticks = 400", "ticks = 30");
    workdir.write("chase.toml", experiment.replace("replicates = 20", "replicates = 3"));
    let example = section(&manual, "### An example: slower hunts");
    let done = followed(example, &workdir, &Changes { replaced: &[], left_out: &[] });
    let compared = &done.written("terrarium compare").out;
    assert!(compared.contains("\n3 pairs\n"), "{compared}");
    let header = |text: &str| -> Vec<String> {
        let line = text.lines().find(|line| line.trim().starts_with("measure  "));
        line.expect("a table").split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(header(compared), header(example));
    let paired = workdir.read("runs/chase/paired.csv");
    assert!(paired.starts_with("measure,pairs,mean_a,mean_b,difference,"), "{paired}");
}

#[test]
fn pairs_are_those_of_one_sweep_or_of_two() {
    let manual = manual("paired_futures.md");
    let workdir = pond();
    let sweep = |name: &str, seeds: &str, rest: &str| {
        let base = "base.scenario = \"pond.toml\"\n";
        workdir.write(format!("{name}.toml"), format!("ticks = 20\n{seeds}\n{base}{rest}"));
        run(&workdir, &format!("terrarium batch {name}.toml --out runs/{name}"));
    };
    let common = "replicates = 3\ncommon_random_numbers = true";
    assert!(manual.contains("\n    common_random_numbers = true\n"));
    sweep("light", common, "factors.rules.light = [20, 30]\n");
    // `seeds = "1..3"` gives the same pairs.
    for light in [20, 30] {
        let rest = format!("base.set = [\"rules.light={light}\"]\nfactors.rules.wood = [0.3]\n");
        sweep(&format!("light-{light}"), "seeds = \"1..3\"", &rest);
    }
    let pairs = section(&manual, "## Paired runs of sweeps");
    let pairs = pairs.split("\n### ").next().expect("the first part");
    let done = followed(pairs, &workdir, &Changes { replaced: &[], left_out: &[] });
    for command in ["--between", "runs/light-20"] {
        let table = &done.written(command).out;
        assert!(table.contains("\n3 pairs\n") && table.contains("births.clover"), "{table}");
    }
    sweep("chance", "replicates = 3", "factors.rules.light = [20, 30]\n");
    let command = "terrarium compare runs/chance --between rules.light=20,30";
    let refused = shell(&workdir, command).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "there are no common seeds");
}
