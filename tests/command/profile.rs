//! `terrarium run --profile`: the time of each phase, and the counts that explain it.

use serde_json::Value;
use terrarium::tick::PHASES;
use terrarium_testing::Workdir;

use crate::tables;
use crate::workdir;

/// Hares behind a wall plan paths, and some find their goal enclosed.
const GARDEN: &str = r##"
description = "A walled garden"
seed = 3

[terrain]
tile = 60
rows = [
    "        ",
    "  @@@@  ",
    "  @  @  ",
    "  @@@@  ",
    "        ",
]

[[population]]
species = "clover"
count = 30

[[population]]
species = "hare"
count = 8
"##;

const RUN: [&str; 4] = ["run", "garden.toml", "--ticks", "30"];

fn garden() -> Workdir {
    let workdir = workdir();
    workdir.write("garden.toml", GARDEN);
    workdir
}

/// The first words of the lines between two lines that begin with these.
fn rows<'a>(text: &'a str, head: &str) -> Vec<&'a str> {
    let lines = text.lines().skip_while(|line| !line.starts_with(head)).skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    lines.filter_map(|line| line.split("  ").next()).collect()
}

#[test]
fn the_table_has_every_phase_in_order_and_the_counts() {
    let out = garden().success(&[&RUN[..], &["--profile"]].concat());
    let mut expected: Vec<&str> = PHASES.iter().map(|phase| phase.name).collect();
    expected.extend(["between ticks", "all"]);
    assert_eq!(rows(&out, "phase "), expected, "{out}");
    let counts = [
        "ticks",
        "organism-ticks",
        "index queries",
        "path plans",
        "search steps",
        "enclosures",
        "collisions",
    ];
    assert_eq!(rows(&out, "count "), counts, "{out}");
    let head = out.find("After 30 ticks").expect("the summary");
    assert!(head < out.find("phase ").unwrap(), "the profile follows the summary: {out}");
}

#[test]
fn the_summary_as_json_has_the_profile_in_a_field() {
    let workdir = garden();
    let summary = workdir.json(&[&RUN[..], &["--profile", "--out", "runs/one"]].concat());
    let profile = &summary["profile"];
    let phases = profile["phases"].as_array().unwrap();
    let names: Vec<&str> = phases.iter().map(|it| it["phase"].as_str().unwrap()).collect();
    assert_eq!(names, PHASES.iter().map(|phase| phase.name).collect::<Vec<_>>());
    // The parts add up to the whole, whatever the clock says.
    let seconds = |value: &Value| value.as_f64().unwrap();
    let sum: f64 = phases.iter().map(|phase| seconds(&phase["seconds"])).sum();
    let parts = sum + seconds(&profile["between_ticks"]);
    assert!((parts - seconds(&profile["seconds"])).abs() < 1e-6, "{profile}");

    assert_eq!(profile["ticks"], 30);
    assert_eq!(profile["counts"]["organism_ticks"], summary["organism_ticks"]);
    // The census counts the same plans, steps and enclosures.
    let census = workdir.read("runs/one/census.csv");
    for (column, count) in
        [("plans", "path_plans"), ("planning_steps", "search_steps"), ("enclosures", "enclosures")]
    {
        let numbers = tables::column(&census, column);
        let sum: u64 = numbers.iter().filter_map(|cell| cell.parse::<u64>().ok()).sum();
        assert_eq!(profile["counts"][count], sum, "{count}");
    }
    assert!(profile["counts"]["path_plans"].as_u64() > Some(0), "{profile}");
}

#[test]
fn a_profile_changes_nothing_else() {
    let workdir = garden();
    let plain = workdir.json(&RUN);
    assert_eq!(plain.get("profile"), None);
    let profiled = workdir.json(&[&RUN[..], &["--profile", "--check"]].concat());
    assert_eq!(profiled["state_hash"], plain["state_hash"]);
    assert!(!workdir.success(&RUN).contains("phase"));
}

#[test]
fn exit_codes_are_those_without_a_profile() {
    let workdir = garden();
    let error = workdir.refused(&["run", "garden.tml", "--profile"]);
    assert!(error.contains("garden.tml"), "{error}");
    let error = workdir.refused(&[&RUN[..], &["--profile", "--set", "rules.lihgt=1"]].concat());
    assert!(error.contains("light"), "{error}");
}
