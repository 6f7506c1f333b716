//! Follows docs/evolution.md: its commands are run in their order in small worlds, its parts of creature files are valid,
//! and tables have the columns that it lists. Its studies take hours and are not repeated.

use std::fs;
use std::path::Path;

use terrarium_testing::Workdir;

use crate::manual::{
    Changes, Followed, SMALL_MEADOW, block_with, blocks, followed, manual, run, section,
};
use crate::workdir;

/// The rows of a table, as cells, the header first.
fn rows(workdir: &Workdir, name: &str) -> Vec<Vec<String>> {
    let table = workdir.read(name);
    table.lines().map(|row| row.split(',').map(str::to_owned).collect()).collect()
}

fn column(rows: &[Vec<String>], name: &str) -> usize {
    rows[0].iter().position(|it| it == name).unwrap_or_else(|| panic!("no column {name}"))
}

/// Runs the commands of a section, with these changes.
fn follow(workdir: &Workdir, heading: &str, replaced: &[(&str, &str)]) -> Followed {
    let manual = manual("evolution.md");
    followed(section(&manual, heading), workdir, &Changes { replaced, left_out: &[] })
}

#[test]
fn the_parts_of_creature_files_are_valid() {
    let manual = manual("evolution.md");
    let workdir = workdir();
    let body = "name = \"newt\"\ndescription = \"A newt\"\nkind = \"herbivore\"\nmature_size = 30\n\n\
        [appearance]\ncolour = \"#406020\"\n\n[points]\nspeed = 40\n\n";
    let runner = "[behaviour]\nnative = \"runner\"\n\n";
    let parts = blocks(&manual, "toml");
    assert_eq!(parts.len(), 3);
    for (part, behaviour) in parts.iter().zip([runner, "", runner]) {
        workdir.write("own/newt/creature.toml", format!("{body}{behaviour}{part}"));
        let described = run(&workdir, "terrarium species newt --creatures own").out;
        assert!(described.contains("newt"), "{described}");
    }
    let script = block_with(&manual, "rhai", "crossed(");
    workdir.write("own/newt/creature.toml", body);
    workdir.write("own/newt/behaviour.rhai", script);
    let newts = "--creatures own --set population.newt=5";
    run(&workdir, &format!("terrarium run meadow {SMALL_MEADOW} {newts} --ticks 2"));
}

#[test]
fn an_evolved_creature_becomes_a_species() {
    let workdir = workdir();
    let heath = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/brains/heath.toml");
    workdir.write("heath.toml", fs::read_to_string(heath).unwrap());
    run(&workdir, "terrarium run heath.toml --ticks 30 --out runs/heath");
    let changes = [("population.wise-lemming=100", "population.wise-lemming=100 --ticks 2")];
    let done = follow(&workdir, "## Evolved creatures in other worlds", &changes);
    assert!(done.written("terrarium run").out.contains("wise-lemming  herbivore"));
    let written = workdir.read("my-creatures/wise-lemming/creature.toml");
    assert!(written.contains("[brain") && written.contains("[points]"), "{written}");
}

#[test]
fn a_row_is_written_when_its_organism_dies() {
    let workdir = workdir();
    let short = format!("--ticks 300 {SMALL_MEADOW} --out runs/meadow");
    let long = format!("--ticks 100 {SMALL_MEADOW} --out runs/long");
    let changes = [
        ("--ticks 20000 --out runs/meadow", short.as_str()),
        ("--ticks 1000000 --out runs/long", long.as_str()),
    ];
    follow(&workdir, "## Individuals", &changes);
    for file in ["individuals.csv", "individuals.parquet"] {
        assert!(workdir.path("runs/meadow").join(file).is_file(), "{file}");
    }
    for file in ["ancestry.csv", "ancestry.parquet"] {
        assert!(workdir.path("runs/long").join(file).is_file(), "{file}");
    }
    let table = rows(&workdir, "runs/meadow/individuals.csv");
    let died = column(&table, "died");
    // The living come last: they have no death.
    let ticks: Vec<u64> =
        table[1..].iter().map(|row| row[died].parse().unwrap_or(u64::MAX)).collect();
    assert!(ticks.is_sorted(), "{ticks:?}");
    let manifest = workdir.read_json("runs/meadow/manifest.json");
    let populations = manifest["outcome"]["populations"].as_object().expect("a table");
    let alive: u64 = populations.values().filter_map(serde_json::Value::as_u64).sum();
    let living = ticks.iter().filter(|&&tick| tick == u64::MAX).count();
    assert_eq!(living as u64, alive);
    let founders = table[1..].iter().filter(|row| row[column(&table, "parent")].is_empty()).count();
    assert_eq!(founders, 100 + 6 + 45 + 18 + 2 + 2, "founders have no parent");
    selection_is_measured(&workdir);
}

/// What is said about selection and neutral shadows, of a run with individuals.
fn selection_is_measured(workdir: &Workdir) {
    let changes = [("--every 2000", "--every 30")];
    let done = follow(workdir, "## Selection", &changes);
    let measured = &done.written("selection runs/meadow").out;
    for figure in ["intensity", "differential", "response", "h²"] {
        assert!(measured.contains(figure), "{measured}");
    }
    assert!(workdir.path("hare-selection.csv").is_file());
    let changes = [("--every 500 --persistence 2000", "--every 50 --persistence 100")];
    let done = follow(workdir, "## Neutral shadows", &changes);
    // p is at least 1 / (N + 1).
    assert!(done.written("evolve runs/meadow").out.contains("at least 0.048"));
    assert!(done.written("--shadows 99").out.contains("at least 0.010"));
    for file in ["traits.csv", "modes.csv", "individuals.csv"] {
        assert!(workdir.path("runs/meadow-shadow").join(file).is_file(), "{file}");
    }
    run(workdir, "terrarium selection runs/meadow-shadow");
    run(workdir, "terrarium phylogeny runs/meadow-shadow");
}

#[test]
fn trees_lineages_and_pictures_are_written() {
    let manual = manual("evolution.md");
    let workdir = workdir();
    let first = format!("--ticks 100 {SMALL_MEADOW} --out runs/first");
    let changes = [
        ("--ticks 5000 --out runs/first", first.as_str()),
        ("--tick 2000", "--tick 50"),
        ("--ticks 0..5000", "--ticks 0..5"),
    ];
    let done = follow(&workdir, "## Phylogenies", &changes);
    let figures = &done.written("phylogeny runs/first").out;
    for figure in ["max depth", "mean depth", "MRCA", "mean distance", "Sackin", "Colless-like"] {
        assert!(figures.contains(figure) && manual.contains(figure), "{figure}: {figures}");
    }
    let species = figures.lines().skip(1).filter_map(|line| line.split_whitespace().next());
    assert_eq!(species.take(2).collect::<Vec<_>>(), ["clover", "oak"], "plants come first");
    let trees = workdir.read("hare.nwk");
    assert!(trees.lines().all(|line| line.ends_with(";") && line.contains("hare-")), "{trees}");

    let taxa = section(&manual, "### The table of taxa");
    let names = taxa.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let names: Vec<&str> = names.take(8).collect();
    for file in ["genotypes.csv", "clusters.csv"] {
        assert_eq!(rows(&workdir, file)[0][..8], names[..], "{file}");
    }
    let clusters = rows(&workdir, "members.csv");
    assert_eq!(clusters[0], ["organism", "cluster"]);
    let lineages = &done.written("lineages runs/first").out;
    for name in ["founder", "living", "share", "generation", "oldest"] {
        assert!(lineages.contains(name), "{lineages}");
    }
    assert!(workdir.bytes("lineages.png").starts_with(b"\x89PNG"));
    assert!(workdir.bytes("speed.gif").starts_with(b"GIF8"));
    for file in ["muller.png", "traits.png"] {
        assert!(workdir.bytes(file).starts_with(b"\x89PNG"), "{file}");
    }
    assert!(workdir.read("tree.svg").starts_with("<svg"));
    let tables = "--species hare --muller muller.csv --traits traits.csv";
    run(&workdir, &format!("terrarium render runs/first {tables}"));
    assert_eq!(rows(&workdir, "muller.csv")[0], ["tick", "cluster", "parent", "living"]);
    let columns = ["tick", "trait", "organisms", "q5", "q25", "median", "q75", "q95"];
    assert_eq!(rows(&workdir, "traits.csv")[0], columns);
}
