//! The command `terrarium evolve`.

use std::fs;

use serde_json::Value;
use terrarium_testing::Workdir;

use crate::tables::column;
use crate::workdir;

/// A workdir with a run of 300 ticks in `run`.
fn recorded() -> Workdir {
    let workdir = workdir();
    workdir.success(&["run", "meadow", "--ticks", "300", "--individuals=csv", "--out", "run"]);
    workdir
}

#[test]
fn a_run_is_compared_with_its_shadows() {
    let workdir = recorded();
    let arguments = ["evolve", "run", "--shadows", "3", "--every", "50", "--persistence", "100"];
    let text = workdir.success(&arguments);
    for expected in
        ["ticks 0 to 300, beside 3 neutral shadows (seed 1)", "5 windows", "at least 0.250"]
    {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert_eq!(text, workdir.success(&arguments), "the same seed gives the same bytes");
    let other = workdir.success(&[&arguments[..], &["--seed", "2"]].concat());
    assert_ne!(text, other);
    let json = workdir.json(&arguments);
    let species = json["species"].as_array().unwrap();
    let hares = species.iter().find(|it| it["species"] == "hare").unwrap();
    assert_eq!(hares["traits"].as_array().unwrap().len(), 8);
    assert_eq!(hares["windows"].as_array().unwrap().len(), 5);
    let ticks: Vec<&Value> =
        hares["windows"].as_array().unwrap().iter().map(|it| &it["tick"]).collect();
    assert_eq!(ticks, [0, 50, 100, 150, 200]);
    // A species has the same shadows alone.
    let alone = workdir.json(&[&arguments[..], &["--species", "hare"]].concat());
    assert_eq!(&alone["species"][0], hares);
}

#[test]
fn the_table_of_a_shadow_is_one_of_individuals() {
    let workdir = recorded();
    let written = workdir.run(&["evolve", "run", "--shadows", "2", "--out", "shadow"]);
    assert_eq!(written.code, Some(0), "{}", written.err);
    assert!(written.err.contains("of the first shadow into shadow"), "{}", written.err);
    let [run, shadow] = ["run", "shadow"].map(|dir| workdir.read(format!("{dir}/individuals.csv")));
    assert_eq!(run.lines().next(), shadow.lines().next());
    for name in [
        "organism",
        "species",
        "kind",
        "born",
        "died",
        "age",
        "cause",
        "last_x",
        "since",
        "kills",
        "parent",
        "generation",
        "children",
        "lineage",
    ] {
        assert_eq!(column(&run, name), column(&shadow, name), "{name}");
    }
    for name in ["mature_radius", "points_speed", "height"] {
        assert_ne!(column(&run, name), column(&shadow, name), "{name}");
        let is_empty = |table| column(table, name).iter().map(String::is_empty).collect::<Vec<_>>();
        assert_eq!(is_empty(&run), is_empty(&shadow), "{name}");
    }
    assert!(column(&shadow, "cluster").iter().all(String::is_empty));
    // Founders are as they were.
    let founders = |table: &str| -> Vec<String> {
        let radii = column(table, "mature_radius").into_iter();
        radii.zip(column(table, "born")).filter(|(_, born)| born == "0").map(|(it, _)| it).collect()
    };
    assert_eq!(founders(&run), founders(&shadow));
    for command in ["selection", "phylogeny"] {
        workdir.success(&[command, "shadow", "--species", "clover"]);
    }
    let windows = workdir.read("shadow/modes.csv");
    assert!(
        ["0", "1", "2"].iter().all(|it| column(&windows, "shadow").contains(&(*it).to_owned()))
    );
    assert!(workdir.read("shadow/traits.csv").starts_with("species,trait,founders,living,change,"));
    // The figures of the file are those of the shadow in the report: it changed as the first of one.
    let change = |dir: &str| {
        let individuals = workdir.read(format!("{dir}/individuals.csv"));
        let rows = column(&individuals, "height").into_iter().zip(column(&individuals, "died"));
        let heights = rows.zip(column(&individuals, "species"));
        let living = heights.filter(|((_, died), name)| died.is_empty() && name == "clover");
        let heights: Vec<f64> = living.map(|((height, _), _)| height.parse().unwrap()).collect();
        heights.iter().sum::<f64>() / heights.len() as f64
    };
    let json = workdir.json(&["evolve", "run", "--shadows", "1", "--species", "clover"]);
    let height = json["species"][0]["traits"].as_array().unwrap();
    let height = height.iter().find(|it| it["trait"] == "height").unwrap();
    let of_report =
        |key: &str| height["change"][key].as_f64().unwrap() + height["founders"].as_f64().unwrap();
    assert!((change("shadow") - of_report("shadow_mean")).abs() < 1e-9);
    assert!((change("run") - of_report("run")).abs() < 1e-9);
}

/// Who was alive in the snapshot has a parent without a row.
#[test]
fn a_continued_run_has_shadows_from_its_first_tick_on() {
    let workdir = recorded();
    let more = [
        "run",
        "--from",
        "run/final.snapshot",
        "--ticks",
        "200",
        "--individuals=csv",
        "--out",
        "more",
    ];
    workdir.success(&more);
    let written = workdir.run(&["evolve", "more", "--shadows", "2", "--out", "shadow"]);
    assert_eq!(written.code, Some(0), "{}", written.err);
    assert!(written.out.contains("ticks 300 to 500"), "{}", written.out);
    let [run, shadow] =
        ["more", "shadow"].map(|dir| workdir.read(format!("{dir}/individuals.csv")));
    let radii = |table: &str, is_old: bool| -> Vec<String> {
        let all = column(table, "mature_radius").into_iter().zip(column(table, "born"));
        let old = all.filter(|(_, born)| (born.parse::<u64>().unwrap() <= 300) == is_old);
        old.map(|(it, _)| it).collect()
    };
    assert_eq!(radii(&run, true), radii(&shadow, true));
    assert_ne!(radii(&run, false), radii(&shadow, false));
    workdir.success(&["phylogeny", "shadow"]);
}

#[test]
fn changed_rules_of_mutation_are_noted() {
    let workdir = recorded();
    let set = ["run", "--from", "run/final.snapshot", "--set", "rules.mutation=2", "--ticks", "20"];
    workdir.success(&[&set[..], &["--individuals=csv", "--out", "more"]].concat());
    let result = workdir.run(&["evolve", "more", "--shadows", "1"]);
    assert_eq!(result.code, Some(0), "{}", result.err);
    assert!(result.message().contains("rules of mutation changed"), "{}", result.err);
    assert!(!workdir.run(&["evolve", "run", "--shadows", "1"]).err.contains("rules of mutation"));
}

#[test]
fn what_cannot_be_done_is_refused_with_a_remedy() {
    let workdir = recorded();
    workdir.write("file", "");
    workdir.write("table/individuals.csv", workdir.read("run/individuals.csv"));
    let cases: [(&[&str], &str); 8] = [
        (&["nowhere"], "`terrarium run … --out DIR --individuals`"),
        (&["table"], "table/manifest.json: there is no such file"),
        (&["run", "--species", "hair"], "did you mean `hare`?"),
        (&["run", "--grid", "0"], "give a number above 0"),
        (&["run", "--persistence", "301"], "--persistence 301"),
        (&["run", "--out", "run"], "this directory is not empty"),
        (&["run", "--out", "file"], "this is a file"),
        (&["run", "--shadows", "0", "--out", "new"], "give --shadows 1 or more"),
    ];
    for (arguments, expected) in cases {
        let message = workdir.refused(&[&["evolve"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    assert!(!workdir.path("new").exists());
    // Without shadows, the run is described alone.
    let alone = workdir.json(&["evolve", "run", "--shadows", "0"]);
    assert!(alone["all"]["metrics"]["ecology"]["z"].is_null());
    assert!(alone["all"]["metrics"]["ecology"]["run"].is_number());
}

/// Everything that the commands print and write about the individuals of a run in this directory.
fn all_output(workdir: &Workdir, run: &str) -> Vec<String> {
    let [tree, cohorts, shadow] =
        ["tree.csv", "cohorts.csv", "shadow"].map(|name| format!("{run}-{name}"));
    let json = ["--format", "json"];
    let printed = [
        &["phylogeny", run, "--by", "cluster", "--out", &tree][..],
        &["selection", run, "--out", &cohorts],
        &["evolve", run, "--shadows", "2", "--out", &shadow],
    ]
    .map(|arguments| workdir.success(&[arguments, &json].concat()));
    let written =
        [tree, cohorts, format!("{shadow}/individuals.csv"), format!("{shadow}/traits.csv")];
    printed.into_iter().chain(written.map(|path| workdir.read(&path))).collect()
}

#[test]
fn tables_in_csv_and_in_parquet_give_the_same() {
    let workdir = workdir();
    let options = ["--set", "population.lemming=60", "--set", "species.hare.mutation.colour=3"];
    let run = ["run", "meadow", "--ticks", "300", "--individuals", "--out", "csv"];
    workdir.success(&[&run[..], &options].concat());
    fs::create_dir(workdir.path("parquet")).unwrap();
    for file in ["individuals.parquet", "manifest.json", "start.snapshot"] {
        fs::copy(workdir.path("csv").join(file), workdir.path("parquet").join(file)).unwrap();
    }
    fs::remove_file(workdir.path("csv/individuals.parquet")).unwrap();
    let [csv, parquet] = ["csv", "parquet"].map(|run| all_output(&workdir, run));
    assert_eq!(csv, parquet);
    // The numbers of genomes are there, and those of the shadow are its own.
    let [run, shadow] =
        ["csv", "csv-shadow"].map(|dir| workdir.read(format!("{dir}/individuals.csv")));
    for name in ["hue", "connections"] {
        let [_, _, report, taxa, ..] = &csv[..] else { panic!("{csv:?}") };
        assert!(report.contains(name) && taxa.contains(name), "{name}");
        assert_ne!(column(&run, name), column(&shadow, name), "{name}");
        let is_empty = |table| column(table, name).iter().map(String::is_empty).collect::<Vec<_>>();
        assert_eq!(is_empty(&run), is_empty(&shadow), "{name}");
    }
    workdir.write("parquet/individuals.parquet", "organism,parent\n1,\n");
    for command in ["phylogeny", "selection", "evolve"] {
        let message = workdir.refused(&[command, "parquet"]);
        assert!(
            message.contains("individuals.parquet") && message.contains("cannot be read"),
            "{message}"
        );
    }
}
