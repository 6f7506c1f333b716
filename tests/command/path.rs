//! The command `terrarium path` as its users meet it: answers, tables, pictures, and how it fails.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::workdir::one_line;

/// Around two boxes that overlap, already there, from within a box, out of the world.
const FOUR: &str = r#"{"boxes":[[0,0,4,2],[3,1,6,5]],"size":[1,1],"start":[-2,1],"goal":[8,3]}

{"boxes":[],"size":[0,0],"start":[0.1,-0.3],"goal":[0.1,-0.3]}
{"boxes":[[0,0,4,2]],"size":[1,1],"start":[1,1],"goal":[8,3]}
{"boxes":[],"size":[1,1],"start":[1,1],"goal":[8,3],"bounds":[0,0,5,5]}
"#;

/// A map with a wall and a gap in it, one tile wide.
const POND: &str =
    "type octile\nheight 5\nwidth 7\nmap\n...@...\n...@...\n.......\n...@...\n...@...\n";

const POND_SCEN: &str = "version 1\n\
                         0\tpond.map\t7\t5\t0\t2\t6\t2\t6\n\
                         0\tpond.map\t7\t5\t0\t0\t6\t0\t7.65685\n\
                         0\tpond.map\t7\t5\t3\t0\t6\t0\t3\n";

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
        workdir.write("four.jsonl", FOUR);
        workdir.write("pond.map", POND);
        workdir.write("pond.scen", POND_SCEN);
        workdir
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_terrarium"));
        command.arg("path").args(arguments).current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    fn say(&self, arguments: &[&str]) -> CommandResult {
        CommandResult::of(self.command(arguments).output().unwrap())
    }

    /// What it says to a text on standard input.
    fn hear(&self, text: impl AsRef<[u8]>, arguments: &[&str]) -> CommandResult {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let text = text.as_ref().to_owned();
        let writer = std::thread::spawn(move || drop(input.write_all(&text)));
        let said = CommandResult::of(child.wait_with_output().unwrap());
        writer.join().unwrap();
        said
    }

    /// The answers to problems, which must all be taken.
    fn answers(&self, problems: &str, arguments: &[&str]) -> Vec<Value> {
        let all = [&["--problems", "-", "--format", "json"], arguments].concat();
        let said = self.hear(problems, &all);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{arguments:?}");
        said.lines()
    }

    fn count(&self) -> usize {
        fs::read_dir(self.0.path()).unwrap().count()
    }
}

impl CommandResult {
    fn of(output: std::process::Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("it says text");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// The lines of JSON that it printed.
    fn lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    /// The message as one line.
    fn message(&self) -> String {
        one_line(&self.err)
    }
}

/// The answer without what differs from run to run.
fn timeless(mut answer: Value) -> Value {
    let micros = answer["micros"].take();
    assert!(micros.as_f64().is_some_and(|micros| micros >= 0.0), "{micros}");
    answer
}

// ---------------------------------------------------------------------------------------------
// Problems

#[test]
fn each_problem_gets_an_answer_on_a_line() {
    let workdir = Workdir::new();
    for navigator in ["perimeter", "exact"] {
        let arguments = ["--problems", "four.jsonl", "--navigator", navigator, "--format", "json"];
        let said = workdir.say(&arguments);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
        let keys = r#"{"status":"found","path":[[-2.0,1.0],[-0.5,-0.5],[4.5,-0.5],[6.5,0.5],[8.0,3.0]],"length":12.27"#;
        assert!(said.out.starts_with(keys), "{}", said.out);
        let answers = said.lines();
        assert_eq!(answers.len(), 4);
        let all = ["length", "micros", "path", "status", "steps"];
        assert!(answers[0].as_object().unwrap().keys().eq(all), "{}", answers[0]);
        assert!(answers[0]["steps"].as_u64() > Some(3));
        assert_eq!(
            (&answers[1]["path"], &answers[1]["length"]),
            (&json!([[0.1, -0.3]]), &json!(0.0))
        );
        assert_eq!(
            (&answers[2]["status"], &answers[2]["by"], &answers[2]["length"]),
            (&json!("start_enclosed"), &json!([0]), &Value::Null)
        );
        assert_eq!(
            (&answers[3]["status"], &answers[3]["path"], answers[3].get("by")),
            (&json!("outside"), &json!([]), None)
        );
    }
}

#[test]
fn polygons_stand_in_the_way_like_boxes() {
    let workdir = Workdir::new();
    // A square on its tip, its corners in any order; a point passes over one of them.
    let tip = r#"{"boxes":[],"polygons":[[[0,-3],[0,3],[3,0],[-3,0],[1,1]]],"size":[0,0],"start":[-6,0],"goal":[6,0]}"#;
    // Grown by a mover of 2 × 2 it has eight corners, the upper ones at (±1, 4).
    let grown = tip.replace("[0,0]", "[2,2]");
    // Three bars around the goal, numbered after the box.
    let ring = r#"{"boxes":[[90,90,91,91]],"polygons":[[[-9,-9],[9,-9],[9,-8],[-9,-8]],[[-9,-9],[-8,-9],[1,9],[0,9]],[[9,-9],[8,-9],[0,9],[-1,9]]],"size":[1,1],"start":[30,0],"goal":[0,0]}"#;
    for navigator in ["perimeter", "exact"] {
        let problems = format!("{tip}\n{grown}\n{ring}\n");
        let answers = workdir.answers(&problems, &["--navigator", navigator]);
        let length = |place: usize| answers[place]["length"].as_f64().unwrap();
        let leg = |x: f64, y: f64| (x * x + y * y).sqrt();
        assert!((length(0) - 2.0 * leg(6.0, 3.0)).abs() < 1e-12, "{}", answers[0]);
        assert!((length(1) - 2.0 * leg(5.0, 4.0) - 2.0).abs() < 1e-12, "{}", answers[1]);
        assert_eq!(answers[2]["status"], "goal_enclosed");
        assert_eq!(answers[2]["by"], serde_json::json!([1, 2, 3]));
    }
}

#[test]
fn people_get_a_table_and_a_summary() {
    let workdir = Workdir::new();
    let said = workdir.say(&["--problems", "four.jsonl"]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let rows: Vec<Vec<&str>> =
        said.out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["line", "status", "length", "points", "steps", "micros"]);
    assert_eq!(rows[1][..4], ["1", "found", "12.2729", "5"]);
    assert_eq!(rows[2][..4], ["3", "found", "0.0000", "1"]);
    assert_eq!(rows[3][..4], ["4", "start_enclosed", "-", "0"]);
    assert_eq!(rows[3][6..], ["by", "0"]);
    assert_eq!(rows[4][..4], ["5", "outside", "-", "0"]);
    assert_eq!(rows[6].join(" "), "4 ways: 2 found, 1 outside, 1 start_enclosed");
    assert!(said.out.contains("\nmicros: mean "), "{}", said.out);
    workdir.write("none.jsonl", "\n\n");
    assert_eq!(workdir.say(&["--problems", "none.jsonl"]).out, "0 ways\n");
    assert_eq!(workdir.say(&["--problems", "none.jsonl", "--format", "json"]).out, "");
}

#[test]
fn a_search_in_slices_gives_the_same_answer() {
    let workdir = Workdir::new();
    // A comb whose teeth have to be gone around, then a cage.
    let teeth: Vec<Value> = (0..9).map(|i| json!([i * 4, 0, i * 4 + 1, 3 + i])).collect();
    let mut comb = vec![json!([0, -1, 40, 0])];
    comb.extend(teeth);
    let cage = json!([[0, 0, 9, 1], [0, 0, 1, 9], [8, 0, 9, 9], [0, 8, 9, 9]]);
    let lines = [
        json!({"boxes": comb, "size": [1, 0.5], "start": [2.5, 1], "goal": [34.5, 1]}),
        json!({"boxes": cage, "size": [1, 1], "start": [4, 4], "goal": [34, 1]}),
        json!({"boxes": cage, "size": [1, 1], "start": [40, 4], "goal": [3, 4]}),
    ];
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    for navigator in ["perimeter", "exact"] {
        let answers = |more: &[&str]| -> Vec<Value> {
            let arguments = [&["--navigator", navigator], more].concat();
            workdir.answers(&text, &arguments).into_iter().map(timeless).collect()
        };
        let whole = answers(&[]);
        let statuses: Vec<_> = whole.iter().map(|answer| answer["status"].clone()).collect();
        assert_eq!(statuses, ["found", "start_enclosed", "goal_enclosed"]);
        assert!(whole[0]["steps"].as_u64() > Some(10), "slices matter: {}", whole[0]);
        for slice in ["1", "2", "7", "4294967295"] {
            assert_eq!(answers(&["--slice", slice]), whole, "{navigator} {slice}");
        }
    }
}

#[test]
fn coordinates_come_out_as_they_went_in() {
    let workdir = Workdir::new();
    let odd: [f64; 8] = [
        0.1,
        1.0 / 3.0,
        0.15900000000000003,
        -7.123456789012345e11,
        1e-30,
        5e-27,
        -0.0,
        1099511627776.0,
    ];
    for (place, &x) in odd.iter().enumerate() {
        let y = odd[odd.len() - 1 - place];
        let line =
            json!({"boxes": [], "size": [0.3, 0.7], "start": [x, y], "goal": [y, x]}).to_string();
        let answers = workdir.answers(&line, &["--navigator", "exact"]);
        let path = answers[0]["path"].as_array().unwrap();
        let bits = |point: &Value| {
            let bits = |axis: usize| point[axis].as_f64().unwrap().to_bits();
            [bits(0), bits(1)]
        };
        assert_eq!(bits(&path[0]), [x.to_bits(), y.to_bits()], "{line}");
        assert_eq!(bits(path.last().unwrap()), [y.to_bits(), x.to_bits()], "{line}");
    }
}

#[test]
fn the_world_ends_only_where_bounds_say_so() {
    let workdir = Workdir::new();
    let most = 1_099_511_627_776.0;
    let wall = |bounds: Value| {
        let boxes = json!([[-1, -most, 1, most]]);
        json!({"boxes": boxes, "size": [2, 2], "start": [-9, 0], "goal": [9, 0], "bounds": bounds})
    };
    let text = format!("{}\n{}\n", wall(Value::Null), wall(json!([-most, -most, most, most])));
    let answers = workdir.answers(&text, &[]);
    assert_eq!(answers[0]["status"], "found");
    assert_eq!(answers[0]["path"].as_array().unwrap().len(), 4);
    assert_eq!(answers[1]["status"], "start_enclosed");
    assert_eq!(answers[1]["by"], json!([0, "border"]));
}

#[test]
fn odd_sizes_are_no_diagnostic() {
    let workdir = Workdir::new();
    let lines = [
        json!({"boxes": [[1, -9, 1, 9], [3, 3, 3, 3]], "size": [0, 0], "start": [0, 0], "goal": [4, 4]}),
        json!({"boxes": [[1, -9, 1, 9]], "size": [1, 0], "start": [0, 0], "goal": [4, 4]}),
        json!({"boxes": [[1, -9, 1, 9]], "size": [1, 1], "start": [0, 0], "goal": [4, 4]}),
        json!({"boxes": [[0, 0, 2, 2], [2, 0, 4, 2]], "size": [0, 0], "start": [2, -1], "goal": [2, 3]}),
        json!({"boxes": [[0, 0, 2, 2]], "size": [9, 9], "start": [1, 1], "goal": [1, 1]}),
        json!({"boxes": [], "size": [9, 9], "start": [1, 1], "goal": [1, 1], "bounds": [0, 0, 2, 2]}),
        json!({"boxes": [], "size": [0, 0], "start": [1, 1], "goal": [1, 1], "bounds": [1, 1, 1, 1]}),
    ];
    let text: String = lines.iter().map(|line| format!("{line}\r\n\t \r\n")).collect();
    for navigator in ["perimeter", "exact"] {
        let answers = workdir.answers(&format!("\u{FEFF}{text}"), &["--navigator", navigator]);
        let told: Vec<(&str, usize)> = answers
            .iter()
            .map(|a| (a["status"].as_str().unwrap(), a["path"].as_array().unwrap().len()))
            .collect();
        let expected = [
            ("found", 2),
            ("found", 4),
            ("found", 4),
            ("found", 2),
            ("start_enclosed", 0),
            ("outside", 0),
            ("found", 1),
        ];
        assert_eq!(told, expected, "{navigator}");
    }
}

#[test]
fn who_asks_line_by_line_is_answered_line_by_line() {
    let workdir = Workdir::new();
    let mut command = workdir.command(&["--problems", "-", "--format", "json"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for question in FOUR.lines().filter(|line| !line.is_empty()) {
        writeln!(input, "{question}").unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert!(answer.starts_with("{\"status\":"), "{answer}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn ten_thousand_problems_and_a_hundred_thousand_boxes_are_solved() {
    let workdir = Workdir::new();
    let many = FOUR.lines().next().unwrap();
    let text: String = std::iter::repeat_n([many, "\n"].concat(), 10_000).collect();
    assert_eq!(workdir.answers(&text, &[]).len(), 10_000);

    let boxes: Vec<[u32; 4]> = (0..100_000)
        .map(|place| (place % 400 * 10, place / 400 * 10))
        .map(|(x, y)| [x + 1, y + 2, x + 8, y + 9])
        .collect();
    let line = json!({"boxes": boxes, "size": [2, 2], "start": [0, 0], "goal": [3990.5, 2490]});
    let answers = workdir.answers(&line.to_string(), &[]);
    assert_eq!(answers[0]["status"], "found");
}

#[test]
fn nobody_listening_is_no_error() {
    let workdir = Workdir::new();
    let text: String = std::iter::repeat_n(FOUR, 5_000).collect();
    workdir.write("many.jsonl", text);
    for format in ["json", "human"] {
        let mut command = workdir.command(&["--problems", "many.jsonl", "--format", format]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
    }
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = workdir.command(&["--problems", "four.jsonl"]);
    let status = command.stdout(full).stderr(Stdio::null()).status().unwrap();
    assert_eq!(status.code(), Some(1));
}

// ---------------------------------------------------------------------------------------------
// Wrong problems

/// A line that is taken, with a part of it replaced.
fn changed(from: &str, to: &str) -> String {
    let line = r#"{"boxes":[[0,0,4,2],[1,1,1,1]],"size":[1,1],"start":[-2,1],"goal":[6,1]}"#;
    assert!(line.contains(from), "{from}");
    line.replacen(from, to, 1)
}

#[test]
fn a_wrong_problem_is_refused_by_its_line_after_the_answers_before_it() {
    let workdir = Workdir::new();
    let deep = "[".repeat(100_000);
    let cases = [
        ("hello".to_owned(), "`hello` is no JSON object"),
        ("null".to_owned(), "`null` is no JSON object"),
        ("[[],[1,1],[0,0],[1,1],null]".to_owned(), "is no JSON object"),
        ("{}".to_owned(), "column 2: missing field `boxes`"),
        (changed("}", ""), "EOF while parsing an object"),
        (changed("}", "} {}"), "trailing characters"),
        (changed("[1,1,1,1]", &deep), "invalid type: sequence, expected f64"),
        (changed("\"goal\"", "\"gaol\""), "unknown field `gaol`, expected one of `boxes`, `size`"),
        (changed("\"goal\"", "\"size\""), "duplicate field `size`"),
        (changed(",\"goal\":[6,1]", ""), "missing field `goal`"),
        (changed("\"size\":[1,1],", ""), "missing field `size`"),
        (changed("[[0,0,4,2],[1,1,1,1]]", "null"), "invalid type: null, expected a sequence"),
        (changed("[0,0,4,2]", "[0,0,4]"), "invalid length 3, expected 4 numbers in brackets"),
        (changed("[0,0,4,2]", "[0,0,4,2,1]"), "invalid length 5, expected 4 numbers"),
        (changed("[-2,1]", "[-2,1,0]"), "invalid length 3, expected 2 numbers in brackets"),
        (changed("[-2,1]", "[]"), "invalid length 0, expected 2 numbers in brackets"),
        (changed("[-2,1]", "{\"x\":-2,\"y\":1}"), "invalid type: map, expected 2 numbers"),
        (changed("-2", "\"-2\""), "invalid type: string \"-2\", expected f64"),
        (changed("-2", "null"), "invalid type: null, expected f64"),
        (changed("-2", "true"), "invalid type: boolean `true`, expected f64"),
        (changed("-2", "NaN"), "column 54: expected value, at the end of"),
        (changed("-2", "Infinity"), "expected value, at the end of"),
        (changed("-2", "1e999"), "number out of range, at the end of"),
        (changed("-2", "1e300"), "the x of start is 1e300; numbers go up to 1099511627776"),
        (changed("-2", "1099511627776.0002"), "is 1099511627776.0002; numbers go up to"),
        (changed("-2", "1e-31"), "the x of start is 1e-31; numbers but for 0 go down to"),
        (changed("-2", "5e-324"), "is 5e-324; numbers but for 0 go down to"),
        (changed("[0,0,4,2]", "[4,0,0,2]"), "boxes[0] is [4.0, 0.0, 0.0, 2.0], where x0 is more"),
        (changed("[1,1,1,1]", "[1,2,1,1]"), "boxes[1] is [1.0, 2.0, 1.0, 1.0], where y0 is more"),
        (changed("[1,1,1,1]", "[1,1,1,-1e99]"), "y1 of boxes[1] is -1e99; numbers go up to"),
        (changed("\"size\":[1,1]", "\"size\":[-1,1]"), "the mover's width is -1.0; give a number"),
        (changed("\"size\":[1,1]", "\"size\":[1,-0.5]"), "the mover's height is -0.5; give a"),
        (
            changed("\"size\":[1,1]", "\"size\":[1e13,1]"),
            "the mover's width is 10000000000000.0; numbers go",
        ),
        (changed("\"size\":[1,1]", "\"size\":1"), "invalid type: integer `1`, expected 2 numbers"),
        (changed("}", ",\"bounds\":[0,0,-1,9]}"), "bounds is [0.0, 0.0, -1.0, 9.0], where x0 is"),
        (changed("}", ",\"bounds\":[0,0,9]}"), "invalid length 3, expected 4 numbers"),
        (changed("}", ",\"bounds\":[0,0,9,1e40]}"), "y1 of bounds is 1e40; numbers go up to"),
    ];
    let good = changed("}", "}");
    for (line, said) in &cases {
        workdir.write("bad.jsonl", format!("{good}\n\n{good}\n{line}\n{good}\n"));
        for format in ["json", "human"] {
            let told = workdir.say(&["--problems", "bad.jsonl", "--format", format]);
            let message = told.message();
            assert_eq!(told.code, Some(2), "{said}: {}", told.err);
            assert!(message.starts_with("bad.jsonl, line 4"), "{said}: {message}");
            let normal = message.replace(' ', "");
            assert!(normal.contains(&said.replace(' ', "")), "{said}: {message}");
            assert!(!message.contains("panicked") && told.err.len() < 1500, "{message}");
            let answered = told.out.matches("found").count();
            assert_eq!(answered, 2, "what was fine is answered: {}", told.out);
        }
    }
    let told = workdir.hear(b"\xFF\xFE{}\n", &["--problems", "-"]);
    assert_eq!((told.code, told.out.as_str()), (Some(2), ""));
    assert!(told.message().starts_with("standard input, line 1: "), "{}", told.err);
    let told = workdir.hear(b"{\"boxes\xFF\": []}\n", &["--problems", "-"]);
    assert_eq!(told.code, Some(2), "{}", told.err);
}

#[test]
fn what_is_no_file_of_problems_is_refused() {
    let workdir = Workdir::new();
    for (name, said) in [
        ("nowhere.jsonl", "nowhere.jsonl: there is no such file; check the path"),
        (".", "give the path of a regular file (`-` is standard input)"),
        ("/dev/zero", "give the path of a regular file (`-` is standard input)"),
        ("pond.map", "pond.map, line 1: `type octile` is no JSON object"),
    ] {
        let told = workdir.say(&["--problems", name]);
        assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{name}");
        assert!(told.message().contains(said), "{name}: {}", told.message());
    }
}

#[test]
fn wrong_usage_is_refused_with_a_remedy() {
    let workdir = Workdir::new();
    let files = workdir.count();
    for (arguments, said) in [
        (&[][..], &["--problems", "--scen", "--from"][..]),
        (&["--map", "pond.map"], &["--scen", "--from"]),
        (&["--problems", "four.jsonl", "--map", "pond.map"], &["cannot be used with", "--map"]),
        (&["--problems", "four.jsonl", "--size", "1,1"], &["cannot be used with", "--size"]),
        (&["--problems", "four.jsonl", "--limit", "3"], &["cannot be used with", "--limit"]),
        (&["--scen", "pond.scen"], &["--map"]),
        (&["--map", "pond.map", "--from", "1,1"], &["--to"]),
        (&["--map", "pond.map", "--to", "1,1"], &["--from"]),
        (&["--from", "1,1", "--to", "2,2"], &["--map"]),
        (&["--map", "pond.map", "--from", "1", "--to", "2,2"], &["3.5,12", "--from"]),
        (&["--map", "pond.map", "--from", "1,a", "--to", "2,2"], &["3.5,12", "--from"]),
        (&["--map", "pond.map", "--from", "1,nan", "--to", "2,2"], &["3.5,12", "--from"]),
        (&["--map", "pond.map", "--from", "1,inf", "--to", "2,2"], &["the y of the start is inf"]),
        (&["--map", "pond.map", "--from", "1,1", "--to", "1e99,2"], &["the x of the goal is 1e99"]),
        (
            &["--map", "pond.map", "--from", "1,1", "--to", "2,2", "--size", "0,1"],
            &["--size 0,1", "give numbers above 0"],
        ),
        (
            &["--map", "pond.map", "--from", "1,1", "--to", "2,2", "--size", "-1,1"],
            &["--size", "width is -1.0"],
        ),
        (&["--map", "nowhere.map", "--scen", "pond.scen"], &["nowhere.map", "no such file"]),
        (&["--map", "pond.map", "--scen", "nix.scen"], &["nix.scen", "no such file"]),
        (&["--map", "pond.map", "--scen", "pond.map"], &["pond.map, line 1", "`version 1`"]),
        (&["--map", "pond.map", "--scen", "pond.scen", "--limit", "0"], &["--limit"]),
        (&["--map", "pond.map", "--scen", "pond.scen", "--line", "1"], &["line 1", "no row"]),
        (&["--map", "pond.map", "--scen", "pond.scen", "--line", "5"], &["line 5", "no row"]),
        (&["--problems", "four.jsonl", "--line", "0"], &["--line"]),
        (&["--problems", "four.jsonl", "--line", "6"], &["--line 6", "four.jsonl has 5 lines"]),
        (&["--problems", "four.jsonl", "--line", "2"], &["line 2", "empty"]),
        (&["--problems", "four.jsonl", "--slice", "0"], &["--slice"]),
        (
            &["--problems", "four.jsonl", "--navigator", "perimetre"],
            &["`perimetre`", "did you mean `perimeter`?", "`direct`, `perimeter`, `exact`"],
        ),
        (&["--problems", "four.jsonl", "--navigator", "zzz"], &["`zzz`; there are `direct`"]),
    ] {
        let told = workdir.say(arguments);
        assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{arguments:?}: {}", told.err);
        for part in said {
            assert!(told.message().contains(part), "{arguments:?}, {part}: {}", told.message());
        }
    }
    assert_eq!(workdir.count(), files);
}

// ---------------------------------------------------------------------------------------------
// Maps

#[test]
fn the_rows_of_a_scenario_file_are_compared_with_its_lengths() {
    let workdir = Workdir::new();
    let base = ["--map", "pond.map", "--scen", "pond.scen", "--navigator", "exact"];
    let said = workdir.say(&[&base[..], &["--format", "json"]].concat());
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let lines = said.lines();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["line"], 2);
    assert_eq!(lines[0]["path"], json!([[0.5, 2.5], [6.5, 2.5]]));
    assert_eq!((&lines[0]["octile"], &lines[0]["ratio"]), (&json!(6.0), &json!(1.0)));
    // By the gap, as one without width would find it, and shorter than along the grid.
    let around = 2.0 * 8_f64.sqrt() + 2.0;
    assert_eq!(lines[1]["path"], json!([[0.5, 0.5], [2.5, 2.5], [4.5, 2.5], [6.5, 0.5]]));
    assert!((lines[1]["length"].as_f64().unwrap() - around).abs() < 1e-12);
    assert_eq!(lines[2]["status"], "start_enclosed");
    assert_eq!((&lines[2]["ratio"], lines[2].get("by")), (&Value::Null, None));
    let summary = &lines[3]["summary"];
    assert_eq!(
        (&summary["ways"], &summary["found"], &summary["failed"]),
        (&json!(3), &json!(2), &json!(1))
    );
    for name in ["mean", "p50", "p95", "p99", "max"] {
        assert!(summary["micros"][name].is_f64(), "{summary}");
    }
    assert!(summary["ratio"]["max"].as_f64().unwrap() <= 1.000_01, "{summary}");

    let said = workdir.say(&[&base[..], &["--limit", "1"]].concat());
    let rows: Vec<&str> = said.out.lines().collect();
    let head: Vec<&str> = rows[0].split_whitespace().collect();
    assert_eq!(head, ["line", "status", "length", "octile", "ratio", "points", "steps", "micros"]);
    assert!(rows[1].contains("6.0000        6.0000   1.0000"), "{}", rows[1]);
    assert_eq!(rows[3], "1 way: 1 found");
    assert!(rows[5].starts_with("ratio to octile: mean 1.0000"), "{}", rows[5]);
    let said = workdir.say(&[&base[..], &["--line", "4", "--format", "json"]].concat());
    assert_eq!(said.lines()[0]["line"], 4);
    assert_eq!(said.lines()[1]["summary"]["ratio"], Value::Null);
}

#[test]
fn a_wrong_scenario_file_is_refused_by_its_line() {
    let workdir = Workdir::new();
    for (from, to, said) in [
        ("version 1", "version 3", "bad.scen, line 1: `version 3` where `version 1` is expected"),
        ("\t7.65685", "", "bad.scen, line 3: this row has 8 columns"),
        ("7.65685", "far", "bad.scen, line 3: the length of the shortest path is `far`"),
        ("6\t0\t7.6", "6\t5\t7.6", "bad.scen, line 3: the goal [6, 5] is outside the map"),
        ("7\t5\t3", "9\t5\t3", "line 4: this row is for `pond.map` with 9 × 5 tiles, but the"),
        ("0\t0\t6", "0\t-1\t6", "bad.scen, line 3: the start's row is `-1`"),
    ] {
        workdir.write("bad.scen", POND_SCEN.replacen(from, to, 1));
        let told = workdir.say(&["--map", "pond.map", "--scen", "bad.scen", "--limit", "1"]);
        assert_eq!((told.code, told.out.as_str()), (Some(2), ""), "{said}");
        assert!(told.message().contains(said), "{said}: {}", told.message());
    }
    workdir.write("bad.scen", b"version 1\n\xFF\n");
    let told = workdir.say(&["--map", "pond.map", "--scen", "bad.scen"]);
    assert!(told.message().starts_with("bad.scen, line 2, column 1: this is not UTF-8 text"));
}

#[test]
fn a_way_between_two_places_is_told_in_tiles() {
    let workdir = Workdir::new();
    let ask = |arguments: &[&str]| workdir.say(&[&["--map", "pond.map"], arguments].concat());
    let json = |arguments: &[&str]| {
        let said = ask(&[arguments, &["--format", "json"]].concat());
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
        said.lines().remove(0)
    };
    let answer = json(&["--from", "0.5,0.5", "--to", "6.25,2.5"]);
    assert_eq!(answer["path"], json!([[0.5, 0.5], [2.5, 2.5], [6.25, 2.5]]));
    let small = json(&["--from", "0.5,0.5", "--to", "6.25,2.5", "--size", "0.5,0.5"]);
    assert!(small["length"].as_f64() < answer["length"].as_f64(), "it cuts the corner closer");
    let large = json(&["--from", "1,1", "--to", "6,1", "--size", "2,2"]);
    assert_eq!((&large["status"], large.get("by")), (&json!("start_enclosed"), None));
    let outside = json(&["--from", "-3,1", "--to", "6,1"]);
    assert_eq!(outside["status"], "outside");
    let covered = json(&["--from", "0.5,0.5", "--to", "3.5,0.5"]);
    assert_eq!(covered["status"], "goal_enclosed");

    let said = ask(&["--from", "0.5,0.5", "--to", "6.25,2.5"]).out;
    assert!(said.starts_with("found: a way of length 6.5784, in "), "{said}");
    assert!(said.ends_with("\n  0.5,0.5\n  2.5,2.5\n  6.25,2.5\n"), "{said}");
    let said = ask(&["--from", "0.5,0.5", "--to", "3.5,0.5"]).out;
    assert!(said.starts_with("goal_enclosed: no way, in 2 steps and "), "{said}");

    let text = r#"{"width": 3, "height": 2, "tiles": ["...", "   "], "controlPoints": []}"#;
    workdir.write("pond.json", text);
    let arguments = ["--map", "pond.json", "--from", "0.5,1.5", "--to", "2.5,1.5"];
    assert!(workdir.say(&arguments).out.starts_with("found: a way of length 2.0000"));
}

// ---------------------------------------------------------------------------------------------
// Pictures

/// The size of a PNG file, which must be whole.
fn picture_size(path: &Path) -> (u32, u32) {
    let bytes = fs::read(path).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1A\n") && bytes.ends_with(b"IEND\xAE\x42\x60\x82"));
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_way_is_drawn_beside_its_answer() {
    let workdir = Workdir::new();
    let first = FOUR.lines().next().unwrap();
    workdir.write("one.jsonl", format!("\n{first}\n"));
    for navigator in ["direct", "perimeter", "exact"] {
        let more = ["--picture", "way.png", "--navigator", navigator, "--format", "json"];
        for question in [
            &["--problems", "one.jsonl"][..],
            &["--problems", "four.jsonl", "--line", "1"],
            &["--problems", "four.jsonl", "--line", "4"],
            &["--problems", "four.jsonl", "--line", "5"],
            &["--map", "pond.map", "--from", "0.5,0.5", "--to", "6.5,0.5"],
            &["--map", "pond.map", "--from", "-90.5,0.5", "--to", "6.5,0.5"],
            &["--map", "pond.map", "--scen", "pond.scen", "--line", "3"],
            &["--map", "pond.map", "--scen", "pond.scen", "--limit", "1"],
        ] {
            let said = workdir.say(&[question, &more[..]].concat());
            assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{question:?}");
            assert!(said.out.starts_with('{'), "the answer is printed all the same");
            let (width, height) = picture_size(&workdir.path("way.png"));
            assert!(width.max(height) == 1600 && width.min(height) >= 400, "{width} × {height}");
            fs::remove_file(workdir.path("way.png")).unwrap();
        }
    }
}

#[test]
fn only_one_way_is_drawn_and_whole_or_not_at_all() {
    let workdir = Workdir::new();
    workdir.write("none.jsonl", "\n");
    workdir.write("bad.jsonl", "{}");
    workdir.write("old.png", "mine");
    let files = workdir.count();
    for (question, said) in [
        (&["--problems", "four.jsonl"][..], "four.jsonl, line 3: --picture draws one way"),
        (&["--problems", "none.jsonl"], "there is no way to draw"),
        (&["--problems", "bad.jsonl"], "bad.jsonl, line 1"),
        (&["--map", "pond.map", "--scen", "pond.scen"], "--picture draws one way"),
    ] {
        let told = workdir.say(&[question, &["--picture", "old.png"]].concat());
        assert_eq!(told.code, Some(2), "{question:?}");
        assert!(told.message().contains(said), "{said}: {}", told.message());
        assert_eq!(fs::read(workdir.path("old.png")).unwrap(), b"mine");
    }
    let question = ["--problems", "four.jsonl", "--line", "1", "--picture"];
    for (file, said) in [("nowhere/way.png", "nowhere/way.png: cannot be written"), (".", ".")] {
        let told = workdir.say(&[&question[..], &[file]].concat());
        assert_eq!(told.code, Some(1), "{}", told.err);
        assert!(told.message().contains(said), "{said}: {}", told.message());
    }
    assert_eq!(workdir.count(), files);
    let told = workdir.say(&[&question[..], &["old.png"]].concat());
    assert_eq!(told.code, Some(0), "{}", told.err);
    picture_size(&workdir.path("old.png"));
    assert_eq!(workdir.count(), files);
}

// ---------------------------------------------------------------------------------------------
// Real maps

#[test]
fn on_real_maps_no_way_is_longer_than_along_the_grid() {
    let Some(root) = std::env::var_os("TERRARIUM_DATA") else {
        eprintln!("skipped: TERRARIUM_DATA is not set");
        return;
    };
    let workdir = Workdir::new();
    let entries = fs::read_dir(Path::new(&root).join("movingai")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let maps: Vec<PathBuf> = paths.filter(|path| path.extension().unwrap() == "map").collect();
    assert!(!maps.is_empty());
    for map in maps {
        let rows = fs::read_to_string(format!("{}.scen", map.display())).unwrap();
        // Mazes have walls so long that following one takes seconds.
        let count = if map.to_string_lossy().contains("maze") { 2 } else { 8 };
        workdir.write("some.scen", sample(&rows, count));
        let map = map.display().to_string();
        let lines = |navigator: &str| {
            let base = ["--map", &map, "--scen", "some.scen", "--navigator", navigator];
            let said = workdir.say(&[&base[..], &["--format", "json"]].concat());
            assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{map}");
            said.lines()
        };
        let (perimeter, exact) = (lines("perimeter"), lines("exact"));
        assert_eq!((perimeter.len(), exact.len()), (count + 1, count + 1));
        for (perimeter, exact) in perimeter.iter().zip(&exact).take(count) {
            let length = |line: &Value| line["length"].as_f64().expect("there is a way");
            let octile = exact["octile"].as_f64().unwrap();
            // The file's lengths are rounded to six digits.
            assert!(length(exact) <= octile * (1.0 + 5e-6) + 1e-6, "{map}: {exact}");
            assert!(length(perimeter) >= length(exact) - 1e-9, "{map}: {perimeter}");
        }
    }
}

/// So many rows of a scenario file, from the short ways to the long ones.
fn sample(rows: &str, count: usize) -> String {
    let rows: Vec<&str> = rows.lines().collect();
    let step = (rows.len() - 1) / count;
    let chosen = (1..=count).map(|place| rows[place * step]);
    [rows[0]].into_iter().chain(chosen).map(|row| format!("{row}\n")).collect()
}
