//! Experiments whose runs are compared with neutral shadows, beside `terrarium evolve`.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::tables::column;
use crate::workdir;

/// Lemmings have genomes with brains, hares mate, and clover has neither.
const EXPERIMENT: &str = r#"
ticks = 250
replicates = 2
factors.rules.light = [60, 120]

[base]
scenario = "meadow"
set = [
    "world.size=[900, 700]", "population.clover=150", "population.oak=0", "population.hare=15",
    "population.deer=0", "population.lynx=0", "population.wolf=0", "population.lemming=50",
    "species.hare.reproduction.sexual=true", "rules.lifespan_herbivore=16", "rules.lifespan_plant=40",
]

[evolution]
shadows = 4
grid = 2

[keep]
runs = "all"
individuals = true
"#;

/// The figures of a run in the table: value, mean and deviation of shadows, z and p, by species and figure.
fn figures(table: &str, run: &str) -> BTreeMap<(String, String), Vec<Option<f64>>> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let records = reader.records().map(Result::unwrap);
    let cells = |row: csv::StringRecord| {
        let numbers = (5..10).map(|column| row[column].parse().ok()).collect();
        ((row[3].to_owned(), row[4].to_owned()), numbers)
    };
    records.filter(|row| &row[0] == run).map(cells).collect()
}

/// The same from the report of a recorded run.
fn reported(report: &Value) -> BTreeMap<(String, String), Vec<Option<f64>>> {
    let numbers = |it: &Value| {
        ["run", "shadow_mean", "shadow_sd", "z", "p"].map(|key| it[key].as_f64()).to_vec()
    };
    let mut all = BTreeMap::new();
    let mut add = |species: &str, figure: &str, it: &Value| {
        all.insert((species.to_owned(), figure.to_owned()), numbers(it));
    };
    for it in report["species"].as_array().unwrap() {
        let species = it["species"].as_str().unwrap();
        add(species, "generations", &json!({ "run": it["generations"] }));
        add(species, "persistent", &json!({ "run": it["persistent"] }));
        for change in it["traits"].as_array().unwrap() {
            add(species, change["trait"].as_str().unwrap(), &change["change"]);
        }
        for (metric, of) in it["metrics"].as_object().unwrap() {
            add(species, metric, of);
        }
    }
    add("all", "persistent", &json!({ "run": report["all"]["persistent"] }));
    for (metric, of) in report["all"]["metrics"].as_object().unwrap() {
        add("all", metric, of);
    }
    all
}

#[test]
fn the_figures_of_runs_are_those_of_their_records() {
    let workdir = workdir();
    workdir.write("light.toml", EXPERIMENT);
    let text = workdir.success(&["batch", "light.toml", "--out", "sweep"]);
    assert!(
        text.contains("excess, by rules.light") || text.contains("no figure differs"),
        "{text}"
    );
    let (table, runs) = (workdir.read("sweep/evolution.csv"), workdir.read("sweep/runs.csv"));
    let same = ["--shadows", "4", "--grid", "2"];
    for (run, seed) in column(&runs, "seed").iter().enumerate() {
        let record = format!("sweep/kept/run-{run:06}");
        let report = workdir.json(&[&["evolve", &record, "--seed", seed][..], &same].concat());
        let found = figures(&table, &run.to_string());
        assert_eq!(found, reported(&report), "run {run}");
        for figure in ["hue", "mutation_rate", "neurons", "connections"] {
            let of_lemmings = &found[&("lemming".to_owned(), figure.to_owned())];
            assert!(of_lemmings[0].is_some(), "{figure}");
        }
        let moved = found.values().filter(|it| it[3].is_some()).count();
        assert!(moved > 20, "{moved} of {} figures change in shadows", found.len());
    }
    // Each run again, in a process of its own and from its row.
    workdir.success(&["batch", "light.toml", "--out", "isolated", "--isolate"]);
    assert_eq!(table, workdir.read("isolated/evolution.csv"));
    let again = workdir.success(&["batch", "--from-run", "sweep", "3"]);
    assert!(again.contains("run 3"), "{again}");
}
