//! Runs in which organisms mate: their table of individuals, and what reads it.

use std::collections::BTreeMap;

use terrarium_testing::Workdir;

use crate::tables::rows_of;
use crate::workdir;

/// A workdir with a run in `run` in which clovers and hares mate.
fn recorded() -> Workdir {
    let workdir = workdir();
    workdir.success(&[
        "run",
        "meadow",
        "--ticks",
        "400",
        "--individuals=csv",
        "--out",
        "run",
        "--set",
        "species.clover.reproduction.sexual=true",
        "--set",
        "species.hare.reproduction.sexual=true",
    ]);
    workdir
}

/// The rows of a table by the cells of a column.
fn rows_by(column: &str, table: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    rows_of(table).into_iter().map(|row| (row[column].clone(), row)).collect()
}

#[test]
fn second_parents_are_in_the_tables_of_runs_phylogenies_and_shadows() {
    let workdir = recorded();
    let individuals = rows_by("organism", &workdir.read("run/individuals.csv"));
    let mut mated = 0;
    for row in individuals.values().filter(|row| !row["second_parent"].is_empty()) {
        let parents = [&row["parent"], &row["second_parent"]];
        assert_ne!(parents[0], parents[1]);
        for parent in parents.map(|id| &individuals[id]) {
            assert_eq!(parent["species"], row["species"]);
        }
        mated += 1;
    }
    assert!(mated > 100, "{mated}");
    // Oaks and deer do not mate.
    let asexual = |row: &&BTreeMap<String, String>| !["clover", "hare"].contains(&&*row["species"]);
    assert!(individuals.values().filter(asexual).all(|row| row["second_parent"].is_empty()));

    workdir.success(&["phylogeny", "run", "--species", "hare", "--out", "hares.csv"]);
    for (id, row) in rows_by("id", &workdir.read("hares.csv")) {
        let of_run = &individuals[&id];
        let expected = match (&*of_run["parent"], &*of_run["second_parent"]) {
            ("", "") => "[none]".to_owned(),
            (parent, "") => format!("[{parent}]"),
            (parent, second) => format!("[{parent},{second}]"),
        };
        assert_eq!(row["ancestor_list"], expected);
    }

    workdir.success(&["evolve", "run", "--shadows", "2", "--out", "shadow"]);
    let shadow = rows_by("organism", &workdir.read("shadow/individuals.csv"));
    for (id, row) in &shadow {
        assert_eq!(row["second_parent"], individuals[id]["second_parent"], "{id}");
    }
    let of_hares = |table: &BTreeMap<String, BTreeMap<String, String>>| -> Vec<String> {
        let hares = table.values().filter(|row| row["species"] == "hare");
        hares.map(|row| row["points_speed"].clone()).collect()
    };
    assert_ne!(of_hares(&shadow), of_hares(&individuals));
}

#[test]
fn a_run_in_which_organisms_mate_can_be_verified() {
    let workdir = recorded();
    let verified = workdir.success(&["verify", "run"]);
    assert!(verified.contains("all 400 ticks repeat to the bit"), "{verified}");
}
