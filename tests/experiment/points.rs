//! Points from CSV files, and factors whose values are not numbers.

use std::fs;

use terrarium::experiment::{CaseEnding, Replicates, sweep};
use terrarium_testing::Workdir;

use super::sweeps::{Experiments, jobs, pond, rows};

const EXPERIMENT: &str = "ticks = 3\nreplicates = 2\nbase.scenario = \"pond.toml\"\n\
                          design = { file = \"points.csv\", round = [\"population.hare\"] }";

fn texts(workdir: &Workdir, text: &str) -> Vec<String> {
    let experiment = workdir.experiment(text).unwrap_or_else(|error| panic!("{error}"));
    let point = |case: terrarium::experiment::Case| {
        case.point.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    experiment.cases().map(point).collect()
}

#[test]
fn a_point_of_a_file_that_cannot_be_run_is_a_failed_row_with_its_line() {
    let workdir = pond();
    let points = "rules.light,population.hare\n20,1.6\n\n-5,3\n40,2.2\n";
    workdir.write("points.csv", points);
    let plan = workdir.plan(EXPERIMENT);
    let dir = workdir.path("sweep");
    let result = sweep(&plan, &dir, jobs(2), &()).unwrap();
    assert!(result.finished && (result.progress.done, result.progress.failed) == (6, 2));
    let rows = rows(&dir);
    let founders: Vec<_> =
        rows.iter().map(|row| row.of_species("hare").map(|hares| hares.founders)).collect();
    assert_eq!(founders, [Some(2), Some(2), None, None, Some(2), Some(2)]);
    let CaseEnding::Failed { reason } = &rows[2].ending else { panic!("{:?}", rows[2]) };
    assert!(reason.starts_with("points.csv:4: "), "{reason}");
    assert!(reason.contains("rules.light"), "{reason}");
    assert_eq!(plan.refusal(&plan.case(2).unwrap()).as_deref(), Some(&**reason));
    assert_eq!(plan.refusal(&plan.case(0).unwrap()), None);
}

#[test]
fn repeated_points_are_further_replicates_with_seeds_of_their_own() {
    let workdir = pond();
    let points = |lines: &str| {
        workdir.write("points.csv", format!("rules.light\n{lines}"));
        let text = EXPERIMENT.replace(", round = [\"population.hare\"]", "");
        let experiment = workdir.experiment(&text).unwrap();
        let cases = experiment.cases();
        cases.map(|case| (case.point[0].to_string(), case.replicate, case.seed)).collect::<Vec<_>>()
    };
    let repeated = points("20\n30\n20.0\n");
    let replicates: Vec<_> = repeated.iter().map(|(_, replicate, _)| *replicate).collect();
    assert_eq!(replicates, [0, 1, 0, 1, 2, 3]);
    // The same runs as with more replicates of one line.
    let text =
        "ticks = 3\nreplicates = 4\nbase.scenario = \"pond.toml\"\n[factors]\nrules.light = [20]";
    let experiment = workdir.experiment(text).unwrap();
    assert_eq!(experiment.replicates, Replicates::Count(4.try_into().unwrap()));
    let seeds: Vec<_> = experiment.cases().map(|case| case.seed).collect();
    let of_twenty = repeated.iter().filter(|(light, ..)| light == "20");
    assert_eq!(of_twenty.map(|(_, _, seed)| *seed).collect::<Vec<_>>(), seeds);
}

#[test]
fn wrong_files_of_points_are_refused_with_a_location() {
    let workdir = pond();
    let refusal = |points: &str, design: &str| {
        workdir.write("points.csv", points);
        let rest = "ticks = 3\nbase.scenario = \"pond.toml\"";
        workdir.refusal(&format!("design = {{ {design} }}\n{rest}"))
    };
    let file = "file = \"points.csv\"";
    let refusals = [
        refusal("rules.lihgt\n1\n", file),
        refusal("population.har\n1\n", file),
        refusal("seed\n1\n", file),
        refusal("", file),
        refusal("rules.light\n", file),
        refusal("rules.light,rules.crown\n1,2\n3\n", file),
        refusal("rules.light\nNaN\n", file),
        refusal("rules.light\n1\n", "file = \"pionts.csv\""),
        refusal("rules.light\n1\n", "file = \"points.csv\", round = [\"rules.lite\"]"),
        refusal("rules.light\n1\n", "file = \"points.csv\", points = 3"),
        refusal("rules.light\n1\n", "round = [\"rules.light\"]"),
        refusal("rules.light\n1\n", "file = \"points.csv\", kind = \"latin\""),
    ];
    insta::assert_snapshot!(refusals.join("\n"), @r#"
    points.csv:1:1: there is no factor `rules.lihgt`; the nearest are `rules.light`, `rules.healing`, `rules.healing_cost`
    points.csv:1:1: there is no factor `population.har`; the nearest are `population.hare`, `population.oak`, `population.ant`
    points.csv:1:1: the seed of a run is derived from that of the experiment; use `replicates = 10`, or `seeds = "1..10"` to choose the seeds
    points.csv: there are no points, so there is nothing to run; add a line with a value for each factor
    points.csv:1:1: there are no points, so there is nothing to run; add a line with a value for each factor
    points.csv:3:1: this line has 1 of 2 values; give a value for each column of the header
    points.csv:2:1: `rules.light` cannot be `NaN`; give a finite number, or a string such as a path
    question.toml:1:19: pionts.csv: there is no such file; check the path
    question.toml:1:42: the file has no column `rules.lite`; give one of `rules.light` (did you mean `rules.light`?)
    question.toml:1:42: the number of points follows from the file; leave out `points`
    question.toml:1:20: `round` is for points from a file, and there is no `file`; add `file = "points.csv"`, or use a range with `whole = true`
    question.toml:1:40: points from a file are a `list`, and this is a `latin`; leave out either `file` or `kind`
    "#);
}

#[test]
fn tables_of_spreadsheets_are_points() {
    let workdir = pond();
    let rest = "ticks = 3\nbase.scenario = \"pond.toml\"";
    let design = format!("design = {{ file = \"points.csv\" }}\n{rest}");
    let table = "sep=;\r\nrules.light;rules.crown;\r\n\"20,5\";0,5;\r\n;;\r\n30;1,25;\r\n";
    let wide: Vec<u8> = table.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for file in [table.as_bytes().to_vec(), [b"\xFF\xFE", &wide[..]].concat(), wide] {
        workdir.write("points.csv", file);
        let experiment = workdir.experiment(&design).unwrap_or_else(|error| panic!("{error}"));
        let points: Vec<String> = (0..2)
            .map(|number| {
                experiment
                    .case(number)
                    .unwrap()
                    .point
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        assert_eq!(points, ["20.5 0.5", "30 1.25"]);
        assert_eq!(experiment.design.file().unwrap().lines, [3, 5]);
    }
    workdir.write("points.csv", b"PK\x03\x04\x14\0");
    assert_eq!(
        workdir.refusal(&design),
        "question.toml:1:19: points.csv: this is a file of a spreadsheet, and not its table as text; save the table as CSV in UTF-8"
    );
}

#[test]
fn sizes_of_worlds_and_tiles_of_maps_are_factors() {
    let workdir = pond();
    let rest = "ticks = 2\nbase.scenario = \"pond.toml\"\n[factors]\n";
    let sizes = format!("{rest}world.size = [[500, 400], [600, 450.5], \"700x500\"]");
    assert_eq!(texts(&workdir, &sizes), ["500x400", "600x450.5", "700x500"]);
    let dir = workdir.path("sizes");
    let result = sweep(&workdir.plan(&sizes), &dir, jobs(2), &()).unwrap();
    assert_eq!((result.progress.done, result.progress.failed), (3, 0));
    let one = "ticks = 2\nbase.scenario = \"pond.toml\"";
    let base = workdir.experiment(one).unwrap().cases().next().unwrap().seed;
    assert_eq!(rows(&dir)[0].seed, base, "the size of the base scenario does not enter the seed");
    let error = workdir.refusal(&format!("{rest}world.size = [[500, 0]]"));
    insta::assert_snapshot!(error, @"question.toml:4:15: `world.size` is `0`; give a number from 1 to 16777216 units");

    let map = format!(
        "type octile\nheight 24\nwidth 24\nmap\n{}",
        format!("{}\n", ".".repeat(24)).repeat(24)
    );
    workdir.write("open.map", map);
    let tiles = format!("{rest}map = [\"open.map\"]\nterrain.tile = [20, 32]");
    assert_eq!(
        texts(&workdir, &tiles),
        ["open.map 20", "open.map 32"].map(|text| { text.to_owned() })
    );
    let dir = workdir.path("tiles");
    let result = sweep(&workdir.plan(&tiles), &dir, jobs(2), &()).unwrap();
    assert_eq!((result.progress.done, result.progress.failed), (2, 0));
}

#[test]
fn behaviours_of_species_are_factors() {
    let workdir = pond();
    let text = "ticks = 9\nbase.scenario = \"pond.toml\"\n[factors]\n\
                species.hare.behaviour.native = [\"grazer\", \"runner\"]";
    let dir = workdir.path("sweep");
    let result = sweep(&workdir.plan(text), &dir, jobs(2), &()).unwrap();
    assert_eq!((result.progress.done, result.progress.failed), (2, 0));
    let hashes: Vec<_> = rows(&dir).iter().map(|row| row.state_hash).collect();
    assert_ne!(hashes[0], hashes[1]);
}

/// Hares do not mate in the base scenario, so they have the same seed and fate as there where it is switched off.
#[test]
fn switches_are_factors() {
    let workdir = pond();
    let rest = "ticks = 30\nbase.scenario = \"pond.toml\"\n";
    let factor = "[factors]\nspecies.hare.reproduction.sexual = ";
    let text = format!("{rest}{factor}[false, true]");
    assert_eq!(texts(&workdir, &text), ["false", "true"]);
    let dir = workdir.path("sweep");
    let result = sweep(&workdir.plan(&text), &dir, jobs(2), &()).unwrap();
    assert_eq!((result.progress.done, result.progress.failed), (2, 0));
    let switched = rows(&dir);
    sweep(&workdir.plan(rest), workdir.path("base"), jobs(1), &()).unwrap();
    let base = &rows(&workdir.path("base"))[0];
    assert_eq!((switched[0].seed, switched[0].state_hash), (base.seed, base.state_hash));
    assert_ne!(switched[1].state_hash, base.state_hash);
    let runs = fs::read_to_string(dir.join("runs.csv")).unwrap();
    let column = runs.lines().next().unwrap().split(',').position(|it| it.contains("sexual"));
    let cells = runs.lines().skip(1).map(|line| line.split(',').nth(column.unwrap()).unwrap());
    assert_eq!(cells.collect::<Vec<_>>(), ["false", "true"]);
    // In files they are spelled as programs write them.
    fs::write(
        workdir.path("points.csv"),
        "species.hare.reproduction.sexual\nTRUE\nFalse\ntrue\nFalse\n",
    )
    .unwrap();
    let file = format!("{rest}design.file = \"points.csv\"");
    assert_eq!(texts(&workdir, &file), ["true", "false", "true", "false"]);
    for (value, expected) in [
        ("[true, true]", "the value `true` is given twice"),
        ("[\"true\"]", "is the string `true`; give true or false"),
        ("[1]", "is `1`; give true or false"),
    ] {
        let message = workdir.refusal(&format!("{rest}{factor}{value}"));
        assert!(message.contains(expected), "{message}");
    }
}
