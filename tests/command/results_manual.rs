//! Follows docs/results.md: its commands are run in their order in small worlds, and tables and JSON have the columns and
//! keys that it lists. `documentation.rs` checks the tables that are generated, and `records.rs` what is recovered.

use std::collections::BTreeSet;

use serde_json::Value;
use terrarium_testing::Workdir;

use crate::manual::{Changes, SMALL_MEADOW, followed, manual, run, section};
use crate::workdir;

const WOLF: &str = include_str!("../../creatures/wolf/creature.toml");

/// A small meadow with the life of a wolf.
fn recorded() -> Workdir {
    let workdir = workdir();
    run(&workdir, &format!("terrarium run meadow {SMALL_MEADOW} --ticks 100 --out runs/r"));
    workdir
}

fn json(workdir: &Workdir, command: &str) -> Value {
    serde_json::from_str(&run(workdir, command).out).unwrap()
}

fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().unwrap_or_else(|| panic!("{value}")).keys().cloned().collect()
}

/// The names in the first column of the first table after a text.
fn documented(text: &str, after: &str) -> BTreeSet<String> {
    let (_, rest) = text.split_once(after).unwrap_or_else(|| panic!("there is no {after}"));
    let table = rest.lines().skip_while(|line| !line.starts_with('|'));
    let rows = table.take_while(|line| line.starts_with('|')).skip(2);
    let cells = rows.map(|row| row.split('|').nth(1).expect("a cell"));
    let names = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    names.map(str::to_owned).collect()
}

#[test]
fn long_runs_and_branches_write_what_the_text_says() {
    let manual = manual("results.md");
    let workdir = workdir();
    let long = format!("--ticks 250 {SMALL_MEADOW} --out runs/long");
    let past = format!("--ticks 20 {SMALL_MEADOW} --out runs/past");
    let changes = [
        ("--ticks 200000 --out runs/long", long.as_str()),
        ("--ticks 5000 --out runs/past", past.as_str()),
        ("--ticks 5000 --out runs/future-8", "--ticks 10 --out runs/future-8"),
        ("--ticks 5000 --out runs/dim", "--ticks 10 --out runs/dim"),
        ("archipelago --ticks 500", "archipelago --ticks 5"),
    ];
    let changes = Changes { replaced: &changes, left_out: &["terrarium recover"] };
    let done = followed(&manual, &workdir, &changes);

    let ledger = workdir.read("runs/long/ledger.csv");
    let ticks: Vec<_> = ledger.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    assert_eq!(ticks, ["0", "100", "200", "250"]);
    assert!(workdir.path("runs/long/census.parquet").is_file());
    assert!(!workdir.path("runs/long/census.csv").exists());
    assert!(!workdir.path("runs/long/events.parquet").exists());
    assert!(run(&workdir, "terrarium verify runs/long").out.contains("repeat to the bit"));

    for (name, command) in [("future-8", "reseed"), ("dim", "set_rules")] {
        let manifest = workdir.read_json(format!("runs/{name}/manifest.json"));
        let given = &manifest["commands"][0];
        assert_eq!((&given["tick"], &given["command"]), (&20.into(), &command.into()));
        // Those of the manifest are those of the snapshot.
        assert_eq!((&manifest["seed"], &manifest["rules"]["light"]), (&1.into(), &30.0.into()));
        let verified = run(&workdir, &format!("terrarium verify runs/{name}")).out;
        assert!(verified.contains("all 10 ticks repeat to the bit"), "{verified}");
    }
    let profile = &done.written("--profile").out;
    assert!(profile.contains("between ticks") && profile.contains("search steps"), "{profile}");
}

#[test]
fn summaries_have_the_documented_keys() {
    let manual = manual("results.md");
    let workdir = recorded();
    let outcome = section(&manual, "## The outcome");
    let command = format!("terrarium run meadow {SMALL_MEADOW} --ticks 2 --format json --profile");
    let summary = json(&workdir, &format!("{command} --out runs/j"));
    let more = ["seed", "seconds", "interrupted", "out", "profile"].map(str::to_owned);
    let mut expected: BTreeSet<String> = documented(outcome, "standard output");
    assert!(expected.remove("conquest"), "there are no colonies");
    assert!(more.iter().all(|key| outcome.contains(&format!("`{key}`"))));
    expected.extend(more);
    assert_eq!(keys(&summary), expected);
    let profile = ["seconds", "between_ticks", "phases", "ticks", "counts"].map(str::to_owned);
    assert_eq!(keys(&summary["profile"]), profile.into());

    let from = "--from runs/r/final.snapshot --creatures creatures --beside --format json";
    workdir.write("creatures/wolf/creature.toml", WOLF.replace("chase = 0.9", "chase = 0.7"));
    workdir.write(
        "creatures/wolf/behaviour.rhai",
        include_str!("../../creatures/wolf/behaviour.rhai"),
    );
    let beside = json(&workdir, &format!("terrarium run {from} --ticks 3"));
    let comparison = &beside["comparison"];
    assert_eq!(
        keys(comparison),
        ["ticks", "first_difference", "species"].map(str::to_owned).into()
    );
    let text = section(&manual, "## terrarium run --beside");
    let species = &comparison["species"][0];
    for key in keys(species).iter().chain(&keys(&species["original"])) {
        assert!(text.contains(&format!("`{key}`")), "{key}");
    }
}

#[test]
fn explanations_have_the_documented_keys() {
    let manual = manual("results.md");
    let workdir = recorded();
    let why = section(&manual, "## terrarium why");
    let all = json(&workdir, "terrarium why runs/r --format json");
    assert_eq!(keys(&all), ["first_tick", "last_tick", "species"].map(str::to_owned).into());
    for species in all["species"].as_array().expect("a list") {
        assert_eq!(keys(species), documented(why, "with the two ticks"));
    }
    // A hare that starts the run, and a clover.
    for organism in [110, 5] {
        let life = json(&workdir, &format!("terrarium why runs/r {organism} --format json"));
        assert_eq!(keys(&life), documented(why, "With the number of an organism"));
        let accounts = keys(&life["energy"]);
        assert!(accounts.is_subset(&documented(why, "exactly:")), "{accounts:?}");
        let sum: f64 = life["energy"].as_object().unwrap().values().filter_map(Value::as_f64).sum();
        let change = |key: &str| life[key].as_f64().expect("a number");
        assert_eq!(sum, change("energy_after") - change("energy_before"));
        for key in keys(&life["body"]).iter().chain(&keys(&life["recent"])) {
            assert!(why.contains(&format!("`{key}`")), "{key}");
        }
    }
    let found = json(&workdir, "terrarium find runs/r --creature 110 --when moving --format json");
    assert_eq!(keys(&found), ["id", "when", "tick", "values"].map(str::to_owned).into());
    let values = ["name", "before", "after"].map(str::to_owned);
    assert_eq!(keys(&found["values"][0]), values.into());
}

#[test]
fn turns_have_the_documented_keys() {
    let manual = manual("results.md");
    let workdir = recorded();
    let text = section(&manual, "## terrarium turn");
    let is_documented = |value: &Value| {
        for key in keys(value) {
            assert!(text.contains(&format!("`{key}`")), "{key}");
        }
    };
    // The last organisms that start the run are wolves, which have scripts.
    let wolf = 100 + 6 + 45 + 18 + 2 + 2;
    let turn = json(&workdir, &format!("terrarium turn runs/r {wolf} --tick 20 --format json"));
    is_documented(&turn);
    let steps = turn["steps"].as_array().expect("a list");
    assert!(steps.len() > 3, "{turn}");
    steps.iter().for_each(is_documented);
    let cost: u64 = steps.iter().filter_map(|it| it["cost"].as_u64()).sum();
    assert_eq!(Some(cost), turn["spent"].as_u64());
    let species = json(&workdir, "terrarium turn runs/r wolf --format json");
    is_documented(&species);
    is_documented(&species["dearest"]);
    let lines = species["lines"].as_array().expect("a list");
    lines.iter().for_each(is_documented);
    let cost: u64 = lines.iter().filter_map(|it| it["cost"].as_u64()).sum();
    assert_eq!(Some(cost), species["spent"].as_u64());
}

/// The columns are in code in the table of kinds, in their order.
#[test]
fn charts_have_the_documented_columns() {
    let manual = manual("results.md");
    let workdir = recorded();
    let text = section(&manual, "## terrarium chart");
    let of_hares = " --species hare";
    let kinds = [
        ("births", "", "tick_from tick_to animal_births"),
        ("births", of_hares, "tick_from tick_to births"),
        ("deaths", "", "species"),
        ("deaths", of_hares, "cause"),
        ("phase", " --x hare --y lynx", "tick hare lynx"),
        ("census", " --column mean_age", "tick clover oak hare deer lynx wolf"),
        ("population", "", "tick clover oak hare deer lynx wolf"),
        ("ages", of_hares, "age_from age_to not_mature mature"),
        ("traits", of_hares, "trait from to organisms"),
        ("history", of_hares, "tick trait organisms q5 q25 median q75 q95"),
        ("scatter", " --species hare --x age --y energy", "organism age energy"),
        ("clusters", of_hares, "tick cluster parent living"),
        ("tree", of_hares, "taxon first parent origin end members living"),
    ];
    for (kind, arguments, columns) in kinds {
        let row = text.lines().find(|line| line.starts_with(&format!("| `{kind}` |")));
        let row = row.unwrap_or_else(|| panic!("{kind} has no row"));
        let command = format!("terrarium chart runs/r --kind {kind}{arguments} --out chart.csv");
        run(&workdir, &command);
        let table = workdir.read("chart.csv");
        let header = table.lines().next().expect("a header").replace(',', " ");
        assert!(header.starts_with(columns), "{command}: {header}");
        // Names of species and properties are the reader's.
        let named = columns
            .split(' ')
            .filter(|it| !"clover oak hare deer lynx wolf age energy".contains(it));
        for column in named {
            assert!(row.contains(&format!("`{column}`")), "{kind} has no {column}: {row}");
        }
    }
}
