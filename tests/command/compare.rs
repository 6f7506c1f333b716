//! `terrarium compare`.

use serde_json::Value;
use terrarium_testing::{Workdir, scenario};

use crate::workdir;

fn pond_toml() -> String {
    scenario(3, [900, 700], &[("clover", 60), ("hare", 14)]) + "[rules]\nlight = 40\n"
}

/// A recorded past of 40 ticks, and two futures from its tick 20: one as recorded, one with less light.
fn recorded() -> Workdir {
    let workdir = workdir();
    workdir.write("pond.toml", pond_toml());
    workdir.success(&["run", "pond.toml", "--ticks", "40", "--record", "past.recording"]);
    let from = ["run", "--from", "past.recording", "--at", "20", "--ticks", "20"];
    workdir.success(&[&from[..], &["--set", "rules.light=10", "--out", "dim"]].concat());
    workdir.success(&[&from[..], &["--record", "same.recording"]].concat());
    workdir
}

#[test]
fn branches_part_where_a_rule_changes_and_nowhere_without_a_difference() {
    let workdir = recorded();
    let same = workdir.json(&["compare", "past.recording", "same.recording"]);
    assert_eq!((&same["parting"], &same["ticks"]), (&Value::Null, &serde_json::json!([20, 40])));
    assert_eq!(same["inputs"], serde_json::json!([]));

    let out = ["--every", "5", "--out", "results/dim"];
    let arguments = [&["compare", "past.recording", "dim"][..], &out].concat();
    let dim = workdir.json(&arguments);
    assert_eq!(dim["inputs"][0]["b"], "rule light = 10");
    assert_eq!(dim["parting"]["tick"], 21);
    let moments = dim["moments"].as_array().unwrap();
    let shares: Vec<f64> =
        moments.iter().map(|it| it["species"]["clover"]["share"].as_f64().unwrap()).collect();
    assert_eq!((shares.len(), shares[0]), (5, 1.0));
    assert!(shares[1] < 0.5, "{shares:?}");
    let similarity = workdir.read("results/dim/similarity.csv");
    assert_eq!(similarity.lines().count(), 1 + 5 * 3, "{similarity}");
    let differences = workdir.read("results/dim/differences.csv");
    assert!(differences.contains("40,clover,energy,"), "{differences}");
    let picture = workdir.bytes("results/dim/comparison.png");
    assert!(picture.starts_with(b"\x89PNG"));

    let text = workdir.success(&arguments);
    for expected in [
        "ticks 20 to 40\n",
        "they part in tick 21: ",
        "command after tick 20: A none, B rule light = 10\n",
        "results in results/dim: see similarity.csv, differences.csv and comparison.png\n",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn snapshots_are_continued_if_that_is_asked_for() {
    let workdir = recorded();
    let snapshots = ["compare", "dim/start.snapshot", "dim/final.snapshot"];
    let refusal = workdir.refused(&snapshots);
    assert!(refusal.contains("no tick in common"), "{refusal}");
    let same = ["compare", "dim/start.snapshot", "same.recording"];
    let text = workdir.success(&same);
    assert!(text.contains("to continue both, give --ticks N"), "{text}");
    let continued = workdir.json(&[&same[..], &["--ticks", "30"]].concat());
    assert_eq!(continued["ticks"], serde_json::json!([20, 50]));
    assert_eq!(continued["parting"], Value::Null);
}

#[test]
fn the_runs_of_sweeps_are_compared_in_pairs() {
    let workdir = workdir();
    workdir.write("pond.toml", pond_toml());
    let experiment = "ticks = 20\nreplicates = 6\ncommon_random_numbers = true\n\
        base.scenario = \"pond.toml\"\nfactors.rules.light = [20, 40]\n";
    workdir.write("light.toml", experiment);
    let plan = workdir.success(&["batch", "light.toml", "--dry-run"]);
    assert!(plan.contains("replicates have the same seeds at every point\n"), "{plan}");
    workdir.success(&["batch", "light.toml", "--out", "light"]);
    let between = ["compare", "light", "--between", "rules.light=20,40"];
    let found = workdir.json(&[&between[..], &["--out", "paired"]].concat());
    assert_eq!(
        (&found["pairs"], &found["unpaired"]),
        (&Value::from(6), &serde_json::json!([0, 0]))
    );
    let measures = found["measures"].as_array().unwrap();
    let births = measures.iter().find(|it| it["measure"] == "births.clover").unwrap();
    assert!(births["difference"].as_f64().unwrap() > 0.0, "{births}");
    assert_eq!(births["method"], "exact");
    let rows = workdir.read("paired/paired.csv").lines().count();
    assert_eq!(rows, 1 + measures.len());
    let text = workdir.success(&between);
    assert!(text.starts_with("A: rules.light = 20\nB: rules.light = 40\n6 pairs\n"), "{text}");
    let same = workdir.json(&["compare", "light", "light"]);
    assert!(same["measures"].as_array().unwrap().iter().all(|it| it["p"] == 1.0));
}

#[test]
fn what_cannot_be_compared_is_refused_with_the_remedy() {
    let workdir = recorded();
    workdir.write("light.toml", "ticks = 2\nbase.scenario = \"pond.toml\"\n");
    workdir.success(&["batch", "light.toml", "--out", "light"]);
    let refusals = [
        &["compare", "past.recording"][..],
        &["compare", "past.recording", "missing.recording"],
        &["compare", "past.recording", "pond.toml"],
        &["compare", "past.recording", "light"],
        &["compare", "light", "light", "--ticks", "5"],
        &["compare", "light", "--between", "rules.light"],
        &["compare", "light", "--between", "rules.light=20,30"],
        &["compare", "dim", "--between", "rules.light=20,30"],
        &["compare", "past.recording", "dim", "--out", "pond.toml"],
    ];
    insta::assert_snapshot!(refusals.map(|arguments| workdir.refused(arguments)).join("\n"), @"
    the following required arguments were not provided: <B> Usage: terrarium compare <A> <B> For more information, try '--help'.
    missing.recording: there is no such file; check the path
    pond.toml: this is neither the directory of a run nor a recording; give what `terrarium run --out` or `--record` wrote
    light: this is the directory of a sweep, but past.recording is not; give two sweeps, or two branches of a world
    --ticks: runs of sweeps are compared as a whole; leave it out
    invalid value 'rules.light' for '--between <FACTOR=A,B>': give a factor and two different values, such as rules.light=20,30 For more information, try '--help'.
    light: this sweep has no factors; compare it with another sweep
    dim: this is not the directory of a sweep, whose runs --between compares; give what `terrarium batch` wrote
    --out pond.toml: cannot be created: File exists (os error 17); give another directory
    ");
}
