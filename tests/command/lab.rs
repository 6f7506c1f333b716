//! The command `terrarium lab`: tables, files, pictures and errors.

use std::fs;
use std::path::Path;

use serde_json::Value;
use terrarium::navigation::NAVIGATORS;
use terrarium::navigation_benchmark::table::{measurement_columns, summary_columns};
use terrarium_testing::Workdir;
use terrarium_testing::environment::real_maps;

use crate::tables::rows_of;

/// A map with a wall and a gap in it, one tile wide.
const POND: &str =
    "type octile\nheight 5\nwidth 7\nmap\n...@...\n...@...\n.......\n...@...\n...@...\n";

/// Two rows; the length of the second is rounded to five decimals.
const POND_SCEN: &str = "version 1\n\
                         0\tpond.map\t7\t5\t0\t2\t6\t2\t6\n\
                         0\tpond.map\t7\t5\t0\t0\t6\t0\t7.65685\n";

/// A folder in which `terrarium lab` runs.
fn workdir() -> Workdir {
    let workdir = Workdir::for_command(&[env!("CARGO_BIN_EXE_terrarium"), "lab"]);
    workdir.write("pond.map", POND);
    workdir.write("pond.map.scen", POND_SCEN);
    workdir
}

/// The lines of JSON of a successful run.
fn rows(workdir: &Workdir, arguments: &str) -> Vec<Value> {
    let result = workdir.run(&format!("{arguments} --format json"));
    assert_eq!(result.code, Some(0), "{}", result.err);
    result.json_lines()
}

#[test]
fn without_arguments_all_navigators_are_compared_on_all_generated_sets() {
    let workdir = workdir();
    let rows = rows(&workdir, "--limit 2");
    let count = |key: &str| {
        let names = rows.iter().map(|row| row[key].as_str().unwrap());
        names.collect::<std::collections::BTreeSet<_>>().len()
    };
    assert_eq!((count("set"), count("navigator")), (7, NAVIGATORS.len()));
    assert_eq!(rows.len(), 7 * NAVIGATORS.len());
    for row in &rows {
        let number = |key: &str| row[key].as_u64().unwrap();
        assert_eq!((number("problems"), number("broken")), (2, 0), "{row}");
        let ended = ["found", "through", "unreachable", "gave_up", "failed"].map(number);
        assert_eq!(ended.iter().sum::<u64>(), 2, "{row}");
    }
    let result = workdir.run("--limit 2");
    assert_eq!(result.code, Some(0), "{}", result.err);
    assert!(result.out.starts_with("boxes-10: 2 problems\nnavigator "), "{}", result.out);
    assert_eq!(result.out.lines().count(), 7 * (NAVIGATORS.len() + 3) - 1);
}

#[test]
fn the_files_have_a_row_per_measurement_and_are_reproducible_except_for_durations() {
    let workdir = workdir();
    let arguments =
        "--navigator exact,perimeter --problems boxes-40,moving,pond.map --limit 5 --seed 4";
    rows(&workdir, &format!("{arguments} --out a --pictures=1 --jobs 2"));
    rows(&workdir, &format!("{arguments} --out b --jobs 1"));
    let measurements = rows_of(&workdir.read("a/lab.csv"));
    assert_eq!(measurements.len(), 2 * (5 + 5 + 2));
    let untimed = |name: &str, file: &str| {
        let mut rows = rows_of(&workdir.read(format!("{name}/{file}")));
        for row in &mut rows {
            let all = row.len();
            row.retain(|column, _| !column.starts_with("micros"));
            assert!(row.len() < all);
        }
        rows
    };
    for file in ["lab.csv", "summary.csv"] {
        assert_eq!(untimed("a", file), untimed("b", file));
    }
    assert_eq!(workdir.bytes("a/lab.png"), workdir.bytes("b/lab.png"));

    for (file, columns) in [("lab.csv", measurement_columns()), ("summary.csv", summary_columns())]
    {
        let head = workdir.read(format!("a/{file}")).lines().next().unwrap().to_owned();
        let names: Vec<String> = columns.into_iter().map(|column| column.name).collect();
        assert_eq!(head, names.join(","));
    }
    for measurement in &measurements {
        let number = |key: &str| measurement[key].parse::<f64>().ok();
        let expected = if measurement["set"] == "moving" { "straight" } else { "exact" };
        assert!(
            measurement["reference"] == expected || number("optimum").is_none(),
            "{measurement:?}"
        );
        if measurement["outcome"] == "found" {
            let ratio = number("length").unwrap() / number("optimum").unwrap();
            assert_eq!(number("ratio"), Some(ratio));
            assert!(ratio >= 1.0 - 1e-9);
        }
    }
    let pictures = fs::read_dir(workdir.path("a/pictures")).unwrap();
    let mut pictures: Vec<String> =
        pictures.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    pictures.sort();
    assert_eq!(pictures, ["boxes-40-0001.png", "moving-0001.png", "pond.map-0001.png"]);
    let bytes = workdir.bytes("a/pictures/moving-0001.png");
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1A\n");
    assert!(!workdir.path("b/pictures").exists());
}

#[test]
fn the_parquet_table_has_the_columns_and_rows_of_the_csv_table() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let workdir = workdir();
    rows(&workdir, "--navigator exact --problems rooms --limit 6 --out a");
    let file = fs::File::open(workdir.path("a/lab.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let metadata = reader.metadata().file_metadata();
    let fields = metadata.schema_descr().columns().iter();
    let names: Vec<String> = fields.map(|field| field.name().to_owned()).collect();
    let columns: Vec<String> =
        measurement_columns().into_iter().map(|column| column.name).collect();
    assert_eq!(names, columns);
    let rows = usize::try_from(metadata.num_rows()).unwrap();
    assert_eq!(rows, rows_of(&workdir.read("a/lab.csv")).len());
}

#[test]
fn parameters_follow_the_name_of_a_navigator() {
    let workdir = workdir();
    let navigator = NAVIGATORS.iter().find_map(|n| Some((n.name(), n.parameters().first()?)));
    let (name, parameter) = navigator.expect("some navigator has a parameter");
    let word = format!("{name}:{}={}", parameter.name, parameter.max.min(2.0).max(parameter.min));
    let rows = rows(&workdir, &format!("--navigator {name},{word} --problems boxes-10 --limit 2"));
    let names: Vec<&str> = rows.iter().map(|row| row["navigator"].as_str().unwrap()).collect();
    assert_eq!(names, [name, &word]);
}

#[test]
fn grid_navigators_find_the_lengths_in_a_scenario_file() {
    let workdir = workdir();
    for problems in ["pond.map", "pond.map.scen"] {
        let rows = rows(
            &workdir,
            &format!("--navigator grid-astar,jump-point,exact --problems {problems}"),
        );
        for row in &rows {
            assert_eq!(
                (&row["found"], &row["broken"]),
                (&Value::from(2), &Value::from(0)),
                "{row}"
            );
            let ratio = row["ratio_max"].as_f64().unwrap();
            assert!((ratio - 1.0).abs() < 1e-5, "{row}");
        }
    }
    workdir.write("pond.map.scen", POND_SCEN.replace("7.65685", "7.66"));
    let rounded = workdir.run("--navigator grid-astar,jump-point,exact --problems pond.map");
    assert_eq!((rounded.code, rounded.err.as_str()), (Some(0), ""), "the file rounds");
    workdir.write("pond.map.scen", POND_SCEN.replace("7.65685", "7.9"));
    let result = workdir.run("--navigator grid-astar,exact --problems pond.map --out a");
    assert_eq!(result.code, Some(1), "{}", result.err);
    let err = result.message();
    assert!(err.contains("pond.map, line 3: grid-astar is 7.6568542"), "{err}");
    assert!(err.contains("long, but the scenario file gives 7.9"), "{err}");
    assert!(result.out.contains("grid-astar"), "the table is printed too");
    assert!(workdir.read("a/lab.csv").lines().any(|line| line.ends_with(",1")));
}

#[test]
fn worlds_that_are_too_large_for_given_cells_are_rejected() {
    let workdir = workdir();
    let line = r#"{"boxes":[[0,0,4,2]],"size":[1,1],"start":[-2,1],"goal":[8,1],"bounds":[-5000,-5000,5000,5000]}"#;
    workdir.write("a.jsonl", line);
    let error = workdir.refused("--navigator wave:cell=0.5 --problems a.jsonl");
    let expected = "--navigator wave:cell=0.5: a.jsonl, line 1: cells of 0.5 would divide a world of \
                    10000 units into more than 16384 columns or rows; give larger cells, such as \
                    cell=0.6103515625, or smaller bounds";
    assert!(error.contains(expected), "{error}");
    let rows = rows(&workdir, "--navigator jump-point:cell=0.6103515625,exact --problems a.jsonl");
    assert!(rows.iter().all(|row| row["found"] == 1), "{rows:?}");
}

#[test]
fn on_other_maps_problems_are_random() {
    let workdir = workdir();
    fs::remove_file(workdir.path("pond.map.scen")).unwrap();
    let json = r##"{"width": 4, "height": 3, "tiles": ["1 .c", "  . ", "    "], "controlPoints":
        [{"name": "east", "capture": [3, 0], "polygon": [[2, 0], [3, 1]]}]}"##;
    workdir.write("bay.json", json);
    let rows = rows(&workdir, "--navigator exact --problems pond.map,bay.json --limit 30");
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row["found"] == 30), "{rows:?}");
}

#[test]
fn problem_files_of_terrarium_path_are_read() {
    let workdir = workdir();
    let line = r#"{"boxes":[[0,0,4,2]],"size":[1,1],"start":[-2,1.1],"goal":[8,1]}"#;
    workdir.write("a.jsonl", format!("{line}\n\n{line}\n{{}}\n"));
    let error = workdir.refused("--problems a.jsonl");
    assert!(error.contains("a.jsonl, line 4"), "{error}");
    let rows = rows(&workdir, "--navigator exact --problems a.jsonl --keep-going");
    assert_eq!((&rows[0]["found"], &rows[0]["passed_over"]), (&2.into(), &1.into()));
    workdir.write("a.jsonl", line.replace("8,1", "1e9,1"));
    assert!(workdir.refused("--problems a.jsonl").contains("takes coordinates up to 16777216"));
}

#[test]
fn damaged_maps_and_rows_are_reported_with_their_line_or_counted() {
    let workdir = workdir();
    let row = |fields: &str| format!("{POND_SCEN}0\tpond.map\t{}\n", fields.replace(' ', "\t"));
    let cases = [
        (row("7 5 3 0 6 0 3"), "line 4: the start [3, 0] is on rock, which cannot be entered"),
        (row("7 5 0 0 3 4 3"), "line 4: the goal [3, 4] is on rock, which cannot be entered"),
        (row("9 5 0 0 6 0 3"), "line 4: this row is for `pond.map` with 9 × 5 tiles"),
        (row("7 5 0 0 6 3"), "line 4: this row has 8 columns"),
        (row("7 5 0 0 6 9 3"), "line 4: the goal [6, 9] is outside the map"),
        (row("7 5 0 0 6 0 far"), "line 4: the length of the shortest path is `far`"),
    ];
    for (scen, expected) in cases {
        workdir.write("pond.map.scen", &scen);
        let error = workdir.refused("--problems pond.map");
        assert!(error.contains(&format!("pond.map.scen, {expected}")), "{error}");
        let rows = rows(&workdir, "--navigator exact --problems pond.map --keep-going");
        let counted = (&rows[0]["problems"], &rows[0]["passed_over"]);
        assert_eq!(counted, (&2.into(), &1.into()), "{expected}");
    }
    let result = workdir.run("--navigator exact --problems pond.map --keep-going");
    assert!(result.out.starts_with("pond.map: 2 problems, 1 skipped\n"), "{}", result.out);

    workdir.write("torn.map", POND.replace("...@...\n...@...\n.......", "...@...\n...@"));
    let error = workdir.refused("--problems torn.map");
    assert!(error.contains("torn.map, line 6: this row has 4 tiles"), "{error}");
    let result = workdir.run("--navigator exact --problems torn.map,cages --limit 2 --keep-going");
    assert_eq!(result.code, Some(0), "{}", result.err);
    assert!(result.err.contains("note: skipped: torn.map, line 6"), "{}", result.err);
    assert!(result.out.starts_with("cages: 2 problems\n"), "{}", result.out);
    assert!(workdir.refused("--problems torn.map --keep-going").contains("no problem is left"));
    workdir.write("empty.map.scen", "version 1\n");
    workdir.write("empty.map", POND);
    assert!(workdir.refused("--problems empty.map.scen").contains("no problem is left"));
}

#[test]
fn invalid_arguments_are_rejected_before_anything_is_measured() {
    let workdir = workdir();
    fs::create_dir(workdir.path("full")).unwrap();
    workdir.write("full/notes.txt", "mine");
    let cases = [
        (
            "--navigator perimetre",
            "--navigator: there is no navigator `perimetre` (did you mean `perimeter`?)",
        ),
        ("--navigator exact:cell=1", "`exact` has no parameter `cell`"),
        ("--navigator exact:cell", "`cell` is not of the form PARAMETER=NUMBER"),
        ("--navigator exact,exact", "exact is given twice"),
        ("--problems room", "there is no set `room` (did you mean `rooms`?)"),
        ("--problems gone.map", "gone.map: there is no such file"),
        ("--problems gone.jsonl", "gone.jsonl: there is no such file"),
        ("--problems gone.map.scen", "gone.map: there is no such file"),
        ("--out full", "this directory is not empty"),
        ("--pictures", "--out <DIR>"),
        ("--limit 0", "invalid value '0'"),
        ("--jobs 5000 --limit 1", "--jobs 5000: there can be at most 1024"),
    ];
    for (arguments, expected) in cases {
        let error = workdir.refused(arguments);
        assert!(error.contains(expected), "{arguments}: {error}");
    }
    assert_eq!(fs::read_dir(workdir.path("full")).unwrap().count(), 1);
}

/// Checks all maps below `TERRARIUM_DATA`: grid navigators find the length of each row, and any-angle
/// paths are not longer.
#[test]
fn on_real_maps_every_guarantee_holds() {
    let Some(root) = real_maps() else { return };
    let workdir = workdir();
    let mut maps = Vec::new();
    for folder in ["movingai", "openfire"] {
        for entry in fs::read_dir(Path::new(&root).join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "map" || ending == "json") {
                maps.push(path.display().to_string());
            }
        }
    }
    assert!(maps.len() > 3, "{maps:?}");
    let arguments = "--navigator grid-astar,jump-point,exact,perimeter --limit 40";
    let rows = rows(&workdir, &format!("{arguments} --problems {}", maps.join(",")));
    assert_eq!(rows.len(), maps.len() * 4);
    for row in rows {
        assert_eq!(row["broken"], 0, "{row}");
        assert!(row["problems"].as_u64() >= Some(40), "{row}");
    }
}
