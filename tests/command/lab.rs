//! The command `terrarium lab` as its users meet it: tables, files, pictures, and how it fails.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use serde_json::Value;
use tempfile::TempDir;
use terrarium::navigation::NAVIGATORS;
use terrarium::navigation_benchmark::table::{summary_columns, walk_columns};

use crate::workdir::one_line;

/// A map with a wall and a gap in it, one tile wide.
const POND: &str =
    "type octile\nheight 5\nwidth 7\nmap\n...@...\n...@...\n.......\n...@...\n...@...\n";

/// Two rows, of which the second tells its length to five decimals.
const POND_SCEN: &str = "version 1\n\
                         0\tpond.map\t7\t5\t0\t2\t6\t2\t6\n\
                         0\tpond.map\t7\t5\t0\t0\t6\t0\t7.65685\n";

/// An empty folder to work in.
struct Workdir(TempDir);

/// What a command said, and how it ended.
struct CommandResult {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Workdir {
    fn new() -> Self {
        let workdir = Self(tempfile::tempdir().unwrap());
        workdir.write("pond.map", POND);
        workdir.write("pond.map.scen", POND_SCEN);
        workdir
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// What `terrarium lab` says to these words.
    fn say(&self, words: &str) -> CommandResult {
        let mut command = Command::new(env!("CARGO_BIN_EXE_terrarium"));
        command.arg("lab").args(words.split(' ')).current_dir(self.0.path());
        let said = command.stdin(Stdio::null()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        CommandResult { code: said.status.code(), out: text(said.stdout), err: text(said.stderr) }
    }

    /// What it says in JSON when all goes well.
    fn rows(&self, words: &str) -> Vec<Value> {
        let said = self.say(&format!("{words} --format json"));
        assert_eq!(said.code, Some(0), "{}", said.err);
        said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// What it says against something, which is wrong input.
    fn refusal(&self, words: &str) -> String {
        let said = self.say(words);
        assert_eq!((said.code, &said.out[..]), (Some(2), ""), "{}", said.err);
        one_line(&said.err)
    }
}

/// The rows of a CSV file, each by the names of its columns.
fn read_csv(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(|row| row.unwrap()).collect()
}

#[test]
fn without_a_word_everybody_is_compared_at_everything_that_can_be_made() {
    let workdir = Workdir::new();
    let rows = workdir.rows("--limit 2");
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
    let people = workdir.say("--limit 2");
    assert_eq!(people.code, Some(0), "{}", people.err);
    assert!(people.out.starts_with("boxes-10: 2 problems\nnavigator "), "{}", people.out);
    assert_eq!(people.out.lines().count(), 7 * (NAVIGATORS.len() + 3) - 1);
}

#[test]
fn the_files_hold_a_row_for_each_walk_and_repeat_but_for_the_time() {
    let workdir = Workdir::new();
    let words =
        "--navigator exact,perimeter --problems boxes-40,moving,pond.map --limit 5 --seed 4";
    workdir.rows(&format!("{words} --out a --pictures=1 --jobs 2"));
    workdir.rows(&format!("{words} --out b --jobs 1"));
    let walks = read_csv(&workdir.text("a/lab.csv"));
    assert_eq!(walks.len(), 2 * (5 + 5 + 2));
    let untimed = |name: &str, file: &str| {
        let mut rows = read_csv(&workdir.text(&format!("{name}/{file}")));
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
    assert_eq!(
        fs::read(workdir.path("a/lab.png")).unwrap(),
        fs::read(workdir.path("b/lab.png")).unwrap()
    );

    for (file, columns) in [("lab.csv", walk_columns()), ("summary.csv", summary_columns())] {
        let head = workdir.text(&format!("a/{file}")).lines().next().unwrap().to_owned();
        let names: Vec<String> = columns.into_iter().map(|column| column.name).collect();
        assert_eq!(head, names.join(","));
    }
    for walk in &walks {
        let number = |key: &str| walk[key].parse::<f64>().ok();
        let expected = if walk["set"] == "moving" { "straight" } else { "exact" };
        assert!(walk["reference"] == expected || number("optimum").is_none(), "{walk:?}");
        if walk["outcome"] == "found" {
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
    let bytes = fs::read(workdir.path("a/pictures/moving-0001.png")).unwrap();
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1A\n");
    assert!(!workdir.path("b/pictures").exists());
}

#[test]
fn the_parquet_table_has_what_the_other_has() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let workdir = Workdir::new();
    workdir.rows("--navigator exact --problems rooms --limit 6 --out a");
    let file = fs::File::open(workdir.path("a/lab.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let metadata = reader.metadata().file_metadata();
    let fields = metadata.schema_descr().columns().iter();
    let names: Vec<String> = fields.map(|field| field.name().to_owned()).collect();
    let columns: Vec<String> = walk_columns().into_iter().map(|column| column.name).collect();
    assert_eq!(names, columns);
    let rows = usize::try_from(metadata.num_rows()).unwrap();
    assert_eq!(rows, read_csv(&workdir.text("a/lab.csv")).len());
}

#[test]
fn parameters_follow_the_name_of_a_navigator() {
    let workdir = Workdir::new();
    let owner = NAVIGATORS.iter().find_map(|n| Some((n.name(), n.parameters().first()?)));
    let (name, parameter) = owner.expect("some navigator has a parameter");
    let word = format!("{name}:{}={}", parameter.name, parameter.max.min(2.0).max(parameter.min));
    let rows = workdir.rows(&format!("--navigator {name},{word} --problems boxes-10 --limit 2"));
    let names: Vec<&str> = rows.iter().map(|row| row["navigator"].as_str().unwrap()).collect();
    assert_eq!(names, [name, &word]);
}

#[test]
fn grid_methods_meet_the_lengths_of_a_scenario_file() {
    let workdir = Workdir::new();
    for problems in ["pond.map", "pond.map.scen"] {
        let rows =
            workdir.rows(&format!("--navigator grid-astar,jump-point,exact --problems {problems}"));
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
    workdir.write("pond.map.scen", &POND_SCEN.replace("7.65685", "7.9"));
    let said = workdir.say("--navigator grid-astar,exact --problems pond.map --out a");
    assert_eq!(said.code, Some(1), "{}", said.err);
    let err = one_line(&said.err);
    assert!(err.contains("pond.map, line 3: grid-astar is 7.6568542"), "{err}");
    assert!(err.contains("long, but the scenario file tells 7.9"), "{err}");
    assert!(said.out.contains("grid-astar"), "the table is told all the same");
    assert!(workdir.text("a/lab.csv").lines().any(|line| line.ends_with(",1")));
}

#[test]
fn on_other_maps_ways_are_drawn_by_lot() {
    let workdir = Workdir::new();
    fs::remove_file(workdir.path("pond.map.scen")).unwrap();
    let json = r##"{"width": 4, "height": 3, "tiles": ["1 .c", "  . ", "    "], "controlPoints":
        [{"name": "east", "capture": [3, 0], "polygon": [[2, 0], [3, 1]]}]}"##;
    workdir.write("bay.json", json);
    let rows = workdir.rows("--navigator exact --problems pond.map,bay.json --limit 30");
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row["found"] == 30), "{rows:?}");
}

#[test]
fn problems_of_terrarium_path_can_be_taken() {
    let workdir = Workdir::new();
    let line = r#"{"boxes":[[0,0,4,2]],"size":[1,1],"start":[-2,1.1],"goal":[8,1]}"#;
    workdir.write("a.jsonl", &format!("{line}\n\n{line}\n{{}}\n"));
    let refusal = workdir.refusal("--problems a.jsonl");
    assert!(refusal.contains("a.jsonl, line 4"), "{refusal}");
    let rows = workdir.rows("--navigator exact --problems a.jsonl --keep-going");
    assert_eq!((&rows[0]["found"], &rows[0]["passed_over"]), (&2.into(), &1.into()));
    workdir.write("a.jsonl", &line.replace("8,1", "1e9,1"));
    assert!(workdir.refusal("--problems a.jsonl").contains("coordinates go up to 16777216 here"));
}

#[test]
fn damaged_maps_and_rows_are_told_with_their_place_or_counted() {
    let workdir = Workdir::new();
    let row = |fields: &str| format!("{POND_SCEN}0\tpond.map\t{}\n", fields.replace(' ', "\t"));
    let cases = [
        (row("7 5 3 0 6 0 3"), "line 4: the start [3, 0] is on rock, which cannot be entered"),
        (row("7 5 0 0 3 4 3"), "line 4: the goal [3, 4] is on rock, which cannot be entered"),
        (row("9 5 0 0 6 0 3"), "line 4: this row is about `pond.map` with 9 × 5 tiles"),
        (row("7 5 0 0 6 3"), "line 4: this row has 8 columns"),
        (row("7 5 0 0 6 9 3"), "line 4: the goal [6, 9] is outside the map"),
        (row("7 5 0 0 6 0 far"), "line 4: the length of the shortest way is `far`"),
    ];
    for (scen, told) in cases {
        workdir.write("pond.map.scen", &scen);
        let refusal = workdir.refusal("--problems pond.map");
        assert!(refusal.contains(&format!("pond.map.scen, {told}")), "{refusal}");
        let rows = workdir.rows("--navigator exact --problems pond.map --keep-going");
        let counted = (&rows[0]["problems"], &rows[0]["passed_over"]);
        assert_eq!(counted, (&2.into(), &1.into()), "{told}");
    }
    let people = workdir.say("--navigator exact --problems pond.map --keep-going");
    assert!(people.out.starts_with("pond.map: 2 problems, 1 passed over\n"), "{}", people.out);

    workdir.write("torn.map", &POND.replace("...@...\n...@...\n.......", "...@...\n...@"));
    let refusal = workdir.refusal("--problems torn.map");
    assert!(refusal.contains("torn.map, line 6: this row has 4 tiles"), "{refusal}");
    let said = workdir.say("--navigator exact --problems torn.map,cages --limit 2 --keep-going");
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.err.contains("note: passed over: torn.map, line 6"), "{}", said.err);
    assert!(said.out.starts_with("cages: 2 problems\n"), "{}", said.out);
    assert!(
        workdir.refusal("--problems torn.map --keep-going").contains("there is no problem left")
    );
    workdir.write("empty.map.scen", "version 1\n");
    workdir.write("empty.map", POND);
    assert!(workdir.refusal("--problems empty.map.scen").contains("there is no problem left"));
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_measured() {
    let workdir = Workdir::new();
    fs::create_dir(workdir.path("full")).unwrap();
    workdir.write("full/notes.txt", "mine");
    let cases = [
        (
            "--navigator perimetre",
            "--navigator: there is no navigator `perimetre` (did you mean `perimeter`?)",
        ),
        ("--navigator exact:cell=1", "`exact` has no parameter `cell`"),
        ("--navigator exact:cell", "`cell` is no parameter with a number"),
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
    for (words, told) in cases {
        let refusal = workdir.refusal(words);
        assert!(refusal.contains(told), "{words}: {refusal}");
    }
    assert_eq!(fs::read_dir(workdir.path("full")).unwrap().count(), 1);
}

/// All maps there are in the folder that `TERRARIUM_DATA` names: who keeps to the tiles meets the
/// length of a row, and whoever goes at any angle is not beyond it.
#[test]
fn on_real_maps_every_promise_is_kept() {
    let Some(root) = env::var_os("TERRARIUM_DATA") else {
        eprintln!("skipped: TERRARIUM_DATA is not set");
        return;
    };
    let workdir = Workdir::new();
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
    let words = "--navigator grid-astar,jump-point,exact,perimeter --limit 40";
    let rows = workdir.rows(&format!("{words} --problems {}", maps.join(",")));
    assert_eq!(rows.len(), maps.len() * 4);
    for row in rows {
        assert_eq!(row["broken"], 0, "{row}");
        assert!(row["problems"].as_u64() >= Some(40), "{row}");
    }
}
