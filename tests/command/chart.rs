//! The command `terrarium chart`.

use terrarium_testing::Workdir;

use crate::render::SMALL;
use crate::tables::rows_of;
use crate::workdir;

/// A workdir with a finished run of a small meadow, `first`, and its recording.
fn recorded() -> Workdir {
    let workdir = workdir();
    let run = ["run", "meadow", "--ticks", "120", "--out", "first"];
    let run = run.into_iter().chain(["--record", "first.recording"]).chain(SMALL);
    workdir.success(&run.collect::<Vec<_>>());
    workdir
}

/// The rows of a table, with the names of its columns.
fn table(workdir: &Workdir, name: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_path(workdir.path(name)).unwrap();
    let texts = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
    let names = texts(reader.headers().unwrap());
    (names, reader.records().map(|record| texts(&record.unwrap())).collect())
}

/// The cells of a column of the census of the run, by tick, of one species.
fn census(workdir: &Workdir, species: &str, column: &str) -> Vec<(String, String)> {
    let rows = rows_of(&workdir.read("first/census.csv")).into_iter();
    let rows = rows.filter(|row| row["species"] == species);
    rows.map(|row| (row["tick"].clone(), row[column].clone())).collect()
}

#[test]
fn charts_of_a_run_and_of_its_recording_agree_with_the_census() {
    let workdir = recorded();
    for run in ["first", "first.recording"] {
        let chart = |more: &[&str]| {
            workdir.success(&[&["chart", run, "--out", "a.csv"], more].concat());
            table(&workdir, "a.csv")
        };
        let number = |text: &str| text.parse::<f64>().unwrap();
        let (names, rows) = chart(&[]);
        let hare = names.iter().position(|name| name == "hare").unwrap();
        let counted = census(&workdir, "hare", "count");
        assert!(counted.len() > 5 && rows.len() >= counted.len());
        for (tick, count) in counted {
            let row = rows.iter().find(|row| row[0] == tick).expect("each tick of the census");
            assert_eq!(number(&row[hare]), number(&count), "{run} at {tick}");
        }
        for column in ["mean_age", "energy", "carcasses", "mean_points_speed"] {
            let (names, rows) =
                chart(&["--kind", "census", "--column", column, "--species", "hare"]);
            assert_eq!(names, ["tick", "hare"]);
            for (tick, value) in census(&workdir, "hare", column) {
                let row = rows.iter().find(|row| row[0] == tick).expect("each tick of the census");
                assert_eq!(number(&row[1]), number(&value), "{run}: {column} at {tick}");
            }
        }
        let (names, rows) = chart(&["--kind", "ages", "--species", "hare"]);
        assert_eq!(names, ["age_from", "age_to", "not_mature", "mature"]);
        let sum: f64 = rows.iter().map(|row| number(&row[2]) + number(&row[3])).sum();
        assert_eq!(Some(sum), census(&workdir, "hare", "count").last().map(|it| number(&it.1)));
        let (names, rows) = chart(&["--kind", "scatter", "--species", "hare", "--y", "speed"]);
        assert_eq!(names, ["organism", "age", "speed"]);
        assert_eq!(rows.len() as f64, sum);
        let (names, _) = chart(&["--kind", "phase", "--x", "herbivore", "--y", "lynx"]);
        assert_eq!(names, ["tick", "all herbivores", "lynx"]);
    }
}

#[test]
fn every_kind_is_written_in_every_format() {
    let workdir = recorded();
    let kinds = [
        vec!["population", "--scale", "log"],
        vec!["births"],
        vec!["deaths", "--tick", "60"],
        vec!["phase"],
        vec!["census", "--column", "kills"],
        vec!["ages", "--tick", "30"],
        vec!["traits", "--species", "clover"],
        vec!["scatter"],
        vec!["history", "--species", "clover"],
        vec!["clusters"],
        vec!["tree", "--species", "clover"],
    ];
    for more in kinds {
        let out = ["--out", "a.png", "--out", "a.svg", "--out", "a.csv"];
        workdir.success(&[&["chart", "first", "--kind"], &more[..], &out].concat());
        let bytes = |name: &str| workdir.bytes(name);
        assert_eq!(bytes("a.png")[..8], *b"\x89PNG\r\n\x1A\n");
        assert!(String::from_utf8(bytes("a.svg")).unwrap().contains("first: "), "{more:?}");
        assert!(!table(&workdir, "a.csv").1.is_empty(), "{more:?}");
    }
    let snapshot = "first/final.snapshot";
    workdir.success(&["chart", snapshot, "--kind", "ages", "--out", "b.csv"]);
    workdir.success(&["chart", "first", "--kind", "ages", "--out", "c.csv"]);
    assert_eq!(workdir.read("b.csv"), workdir.read("c.csv"));
}

#[test]
fn what_cannot_be_charted_is_refused_with_a_remedy() {
    let workdir = recorded();
    workdir.write("folder/text.txt", "no run");
    let cases: [(&[&str], &str); 13] = [
        (&["first"], "--out"),
        (&["first", "--out", "a.jpg"], "end the name with .png, .svg, .pdf or .csv"),
        (&["first", "--out", "none/a.png"], "there is no directory none"),
        (&["first", "--out", "a.csv", "--species", "hair"], "did you mean `hare`?"),
        (&["first", "--out", "a.csv", "--kind", "census"], "--column mean_age"),
        (
            &["first", "--out", "a.csv", "--kind", "census", "--column", "mean_ages"],
            "did you mean `mean_age`?",
        ),
        (&["first", "--out", "a.csv", "--column", "energy"], "give --kind census"),
        (&["first", "--out", "a.csv", "--kind", "ages", "--scale", "log"], "does not use it"),
        (&["first", "--out", "a.csv", "--kind", "phase", "--x", "hares"], "did you mean `hare`?"),
        (&["first", "--out", "a.csv", "--kind", "ages", "--tick", "121"], "holds ticks 0 to 120"),
        (&["first", "--out", "a.csv", "--kind", "conquest"], "this world has no colonies"),
        (&["first/final.snapshot", "--out", "a.csv"], "a single tick"),
        (&["folder", "--out", "a.csv"], "this directory holds no run"),
    ];
    for (arguments, expected) in cases {
        let refused = workdir.refused(&[&["chart"], arguments].concat());
        assert!(refused.contains(expected), "{arguments:?}: {refused}");
    }
    assert!(!workdir.path("a.csv").exists());
}
