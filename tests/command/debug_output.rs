//! `--debug` prints what creatures log and mark, and does not change a run.

use serde_json::Value;
use terrarium_testing::Workdir;

use crate::workdir;

const WORLD: [&str; 12] = [
    "--creatures",
    "creatures",
    "--set",
    "population.vole=6",
    "--set",
    "population.hare=3",
    "--set",
    "population.clover=40",
    "--set",
    "world.size=[700, 500]",
    "--ticks",
    "40",
];

/// A workdir with a vole that logs and marks in every turn.
fn with_a_logging_vole() -> Workdir {
    let workdir = workdir();
    workdir.write(
        "pond.toml",
        "description = \"A pond\"\n[world]\nsize = [900, 700]\n\
         [[population]]\nspecies = \"hare\"\ncount = 0\n\
         [[population]]\nspecies = \"clover\"\ncount = 0\n\
         [[population]]\nspecies = \"vole\"\ncount = 0\n",
    );
    workdir.success(&["creature", "new", "vole", "--kind", "herbivore"]);
    workdir.edit(
        "creatures/vole/behaviour.rhai",
        "fn on_tick() {",
        "fn on_tick() {\n    log(`at ${me.age}`); mark(1, 2); mark(1, 2, \"x\"); mark_line(1, 2, 3, 4.5);",
    );
    workdir
}

fn run<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["run", "pond.toml", "--format", "json"], &WORLD[..], more].concat()
}

fn hash(output: &str) -> String {
    let summary: Value = serde_json::from_str(output).unwrap();
    summary["state_hash"].as_str().unwrap().to_owned()
}

#[test]
fn debug_output_never_changes_a_run() {
    let workdir = with_a_logging_vole();
    let quiet = workdir.run(&run(&[]));
    let loud = workdir.run(&run(&["--debug", "vole", "--threads", "2"]));
    assert!(!quiet.err.contains("vole"), "{}", quiet.err);
    assert_eq!(hash(&quiet.out), hash(&loud.out));
    let is_log = |line: &&str| line.starts_with("tick 1, vole #") && line.contains(": at ");
    assert_eq!(loud.err.lines().filter(is_log).count(), 6, "{}", loud.err);
    for what in ["marks (1, 2)\n", "marks (1, 2): x\n", "marks a line from (1, 2) to (3, 4.5)\n"] {
        assert!(loud.err.contains(what), "{what}: {}", loud.err);
    }
}

#[test]
fn a_replay_prints_the_debug_output_of_the_run() {
    let workdir = with_a_logging_vole();
    let first = workdir.run(&run(&["--debug", "vole", "--out", "out"]));
    let again = workdir.run(&["verify", "out", "--debug", "vole"]);
    let logs = |err: &str| -> Vec<String> {
        err.lines().filter(|line| line.starts_with("tick ")).map(str::to_owned).collect()
    };
    assert_eq!((first.code, again.code), (Some(0), Some(0)), "{}{}", first.err, again.err);
    assert!(logs(&first.err).len() > 200);
    assert_eq!(logs(&first.err), logs(&again.err));
    let id = first.err.split("vole #").nth(1).unwrap().split(':').next().unwrap().to_owned();
    let one = workdir.run(&["verify", "out", "--debug", &id]);
    let of_one = logs(&first.err).into_iter().filter(|l| l.contains(&format!("vole #{id}:")));
    assert!(logs(&one.err).into_iter().eq(of_one));
}

#[test]
fn notes_go_into_a_file_as_json_lines() {
    let workdir = with_a_logging_vole();
    let result = workdir.run(&run(&["--debug", "vole", "--debug-out", "notes.jsonl"]));
    assert_eq!(result.code, Some(0), "{}", result.err);
    assert!(!result.err.contains("tick 1,"), "{}", result.err);
    let text = workdir.read("notes.jsonl");
    let notes: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(notes.len() > 200);
    assert!(notes.iter().all(|note| note["species"] == "vole" && note["tick"].is_u64()));
    assert_eq!(notes[1]["point"], serde_json::json!([1.0, 2.0]));
    assert_eq!(notes[2]["text"], "x");
    assert_eq!(notes[3]["line"], serde_json::json!([[1.0, 2.0], [3.0, 4.5]]));
}

#[test]
fn unknown_species_and_files_are_refused() {
    let workdir = with_a_logging_vole();
    let why = workdir.refused(&run(&["--debug", "vol"]));
    assert!(
        why.contains("--debug vol: there is no such species in this world; did you mean `vole`?"),
        "{why}"
    );
    let why = workdir.refused(&run(&["--debug", "vole", "--debug-out", "nowhere/notes"]));
    assert!(why.contains("--debug-out nowhere/notes: cannot be written"), "{why}");
    workdir.success(&run(&["--out", "out"]));
    let why = workdir.refused(&["verify", "out", "--debug", "zebra"]);
    assert!(why.contains("--debug zebra") && why.contains("`hare`"), "{why}");
}
