//! Runs in which organisms mate: their table of individuals, and what reads it.

use std::collections::BTreeMap;

use crate::workdir::Workdir;

/// A workdir with a run in `run` in which clovers and hares mate.
fn recorded() -> Workdir {
    let workdir = Workdir::new();
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

/// The rows of a table by the text of its first column, each as cells by column.
fn rows(table: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().unwrap().clone();
    let row = |record: csv::StringRecord| {
        let cells =
            header.iter().zip(&record).map(|(name, cell)| (name.to_owned(), cell.to_owned()));
        (record[0].to_owned(), cells.collect())
    };
    reader.records().map(|record| row(record.unwrap())).collect()
}

#[test]
fn second_parents_are_in_the_tables_of_runs_phylogenies_and_shadows() {
    let workdir = recorded();
    let individuals = rows(&workdir.read("run/individuals.csv"));
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
    for (id, row) in rows(&workdir.read("hares.csv")) {
        let of_run = &individuals[&id];
        let expected = match (&*of_run["parent"], &*of_run["second_parent"]) {
            ("", "") => "[none]".to_owned(),
            (parent, "") => format!("[{parent}]"),
            (parent, second) => format!("[{parent},{second}]"),
        };
        assert_eq!(row["ancestor_list"], expected);
    }

    workdir.success(&["evolve", "run", "--shadows", "2", "--out", "shadow"]);
    let shadow = rows(&workdir.read("shadow/individuals.csv"));
    let mut differ = 0;
    for (id, row) in &shadow {
        let of_run = &individuals[id]["second_parent"];
        assert_eq!(row["second_parent"].is_empty(), of_run.is_empty(), "{id}");
        differ += usize::from(row["second_parent"] != *of_run);
    }
    assert!(differ > 50, "{differ}");
}

#[test]
fn a_run_in_which_organisms_mate_can_be_verified() {
    let workdir = recorded();
    let verified = workdir.success(&["verify", "run"]);
    assert!(verified.contains("all 400 ticks repeat to the bit"), "{verified}");
}
