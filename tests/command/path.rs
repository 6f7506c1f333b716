//! The command `terrarium path`: answers, tables, pictures and errors.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Value, json};
use terrarium_testing::Workdir;
use terrarium_testing::environment::real_maps;

/// A path around two overlapping boxes, a start at the goal, a start in a box, a goal outside the
/// bounds.
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

/// A folder in which `terrarium path` runs.
fn workdir() -> Workdir {
    let workdir = Workdir::for_command(&[env!("CARGO_BIN_EXE_terrarium"), "path"]);
    workdir.write("four.jsonl", FOUR);
    workdir.write("pond.map", POND);
    workdir.write("pond.scen", POND_SCEN);
    workdir
}

/// The answers to problems, all of which must be valid.
fn answers(workdir: &Workdir, problems: &str, arguments: &[&str]) -> Vec<Value> {
    let all = [&["--problems", "-", "--format", "json"], arguments].concat();
    let result = workdir.run_with_input(problems, &all);
    assert_eq!((result.code, result.err.as_str()), (Some(0), ""), "{arguments:?}");
    result.json_lines()
}

/// The answer without its duration, which differs from run to run.
fn timeless(mut answer: Value) -> Value {
    let micros = answer["micros"].take();
    assert!(micros.as_f64().is_some_and(|micros| micros >= 0.0), "{micros}");
    answer
}

// ---------------------------------------------------------------------------------------------
// Problems

/// The names of all navigators.
fn navigators() -> Vec<&'static str> {
    terrarium::navigation::NAVIGATORS.iter().map(|navigator| navigator.name()).collect()
}

#[test]
fn all_navigators_answer_alike_where_the_start_is_the_goal() {
    let workdir = workdir();
    let problem = |at: &str, more: &str| {
        format!(
            "{{\"boxes\":[[0,0,4,4]],\"polygons\":[[[10,0],[14,0],[10,4]]],\"size\":[1,1],\"start\":{at},\"goal\":{at}\
             ,\"bounds\":[-20,-20,20,20]{more}}}\n"
        )
    };
    let places = ["[-5,-5]", "[2,2]", "[4.2,2]", "[4.5,2]", "[30,2]", "[11,1]", "[14,4]"];
    let ferry = ",\"links\":[{\"name\":\"f\",\"from\":[-9,0],\"to\":[9,9],\"cost\":1}]";
    for more in ["", ferry] {
        let problems: String = places.iter().map(|at| problem(at, more)).collect();
        for navigator in navigators() {
            let answers = answers(&workdir, &problems, &["--navigator", navigator]);
            let found: Vec<String> = answers
                .iter()
                .map(|it| {
                    format!("{} {} {}", it["status"].as_str().unwrap(), it["length"], it["by"])
                })
                .collect();
            assert_eq!(
                found,
                [
                    "found 0.0 null",
                    "start_enclosed null [0]",
                    "start_enclosed null [0]",
                    "found 0.0 null",
                    "outside null null",
                    "start_enclosed null [1]",
                    "found 0.0 null",
                ],
                "{navigator}{more}"
            );
        }
    }
}

#[test]
fn the_body_of_the_mover_among_the_obstacles_is_ignored() {
    let workdir = workdir();
    let problem = |ignore: &str| {
        format!(
            "{{\"boxes\":[[1.5,1.5,2.5,2.5],[4,0,5,4]],\"polygons\":[[[1,1],[3,1],[3,3]]],\"size\":[1,1],\"start\":[2,2]\
             ,\"goal\":[8,2],\"bounds\":[0,0,10,10]{ignore}}}\n"
        )
    };
    let all = [problem(""), problem(",\"ignore\":[0]"), problem(",\"ignore\":[2,0,0]")].concat();
    for navigator in ["perimeter", "exact", "grid-astar", "wave", "scan"] {
        let found = answers(&workdir, &all, &["--navigator", navigator]);
        assert_ne!(found[0]["status"], "found", "{navigator}");
        assert_ne!(found[1]["status"], "found", "{navigator}");
        assert_eq!(found[2]["status"], "found", "{navigator}: {}", found[2]);
    }
    // Obstacles keep their indices.
    let found = answers(&workdir, &all, &["--navigator", "exact"]);
    assert_eq!((&found[0]["by"], &found[1]["by"]), (&json!([0, 2]), &json!([2])));
    let query = |ignore: &str| format!("{{\"start\":[2,2],\"goal\":[8,2]{ignore}}}");
    let sequence = [
        query(",\"ignore\":[0]"),
        "{\"add\":[6,0,7,1],\"id\":\"rock\"}".to_owned(),
        query(""),
        "{\"move\":0,\"to\":[1,1,3,3]}".to_owned(),
        query(",\"ignore\":[0,\"rock\"]"),
    ];
    let line = format!(
        "{{\"boxes\":[[1.5,1.5,2.5,2.5],[4,0,5,4]],\"size\":[1,1],\"bounds\":[0,0,10,10],\"sequence\":[{}]}}\n",
        sequence.join(",")
    );
    let found = answers(&workdir, &line, &["--navigator", "exact"]);
    let statuses: Vec<&Value> = found.iter().map(|answer| &answer["status"]).collect();
    assert_eq!(statuses, ["found", "start_enclosed", "found"]);
    for (problem, expected) in [
        (problem(",\"ignore\":[3]"), "line 1: ignore: there is no obstacle 3"),
        (problem(",\"ignore\":[\"a\"]"), "line 1: ignore: there is no obstacle \"a\""),
        (
            line.replace("\"rock\"]", "\"stone\"]"),
            "sequence[4]: ignore: there is no obstacle \"stone\"",
        ),
        (
            line.replace("\"sequence\"", "\"ignore\":[0],\"sequence\""),
            "give it in the queries of the \"sequence\"",
        ),
    ] {
        let result = workdir.run_with_input(&problem, &["--problems", "-"]);
        assert_eq!(result.code, Some(2), "{}", result.out);
        assert!(result.err.contains(expected), "{expected}: {}", result.err);
    }
}

#[test]
fn each_problem_gets_an_answer_on_a_line() {
    let workdir = workdir();
    for navigator in ["perimeter", "exact"] {
        let arguments = ["--problems", "four.jsonl", "--navigator", navigator, "--format", "json"];
        let result = workdir.run(&arguments);
        assert_eq!((result.code, result.err.as_str()), (Some(0), ""));
        let keys = r#"{"status":"found","path":[[-2.0,1.0],[-0.5,-0.5],[4.5,-0.5],[6.5,0.5],[8.0,3.0]],"length":12.27"#;
        assert!(result.out.starts_with(keys), "{}", result.out);
        let answers = result.json_lines();
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
fn polygons_are_obstacles_like_boxes() {
    let workdir = workdir();
    // A square standing on a corner, with a corner on a straight edge; a point passes one of them.
    let diamond = r#"{"boxes":[],"polygons":[[[0,-3],[3,0],[1,2],[0,3],[-3,0]]],"size":[0,0],"start":[-6,0],"goal":[6,0]}"#;
    // Inflated for a mover of 2 × 2 it has eight corners, the upper ones at (±1, 4).
    let inflated = diamond.replace("[0,0]", "[2,2]");
    // Three bars around the goal, numbered after the box.
    let ring = r#"{"boxes":[[90,90,91,91]],"polygons":[[[-9,-9],[9,-9],[9,-8],[-9,-8]],[[-9,-9],[-8,-9],[1,9],[0,9]],[[9,-9],[8,-9],[-1,9],[0,9]]],"size":[1,1],"start":[30,0],"goal":[0,0]}"#;
    for navigator in ["perimeter", "exact"] {
        let problems = format!("{diamond}\n{inflated}\n{ring}\n");
        let answers = answers(&workdir, &problems, &["--navigator", navigator]);
        let length = |index: usize| answers[index]["length"].as_f64().unwrap();
        let length_of = |x: f64, y: f64| (x * x + y * y).sqrt();
        assert!((length(0) - 2.0 * length_of(6.0, 3.0)).abs() < 1e-12, "{}", answers[0]);
        assert!((length(1) - 2.0 * length_of(5.0, 4.0) - 2.0).abs() < 1e-12, "{}", answers[1]);
        assert_eq!(answers[2]["status"], "goal_enclosed");
        assert_eq!(answers[2]["by"], serde_json::json!([1, 2, 3]));
    }
}

#[test]
fn simple_navigators_stay_near_the_obstacles_without_bounds() {
    let workdir = workdir();
    let wall = r#"{"boxes":[[10,-3,12,3]],"size":[1,1],"start":[0,0.5],"goal":[30,0]}"#;
    for navigator in ["scan", "rolling-grid", "right-hand", "wall-memory"] {
        let answers = answers(&workdir, wall, &["--navigator", navigator]);
        let length = answers[0]["length"].as_f64().unwrap();
        assert!(length < 36.0, "{navigator}: {}", answers[0]);
    }
}

#[test]
fn human_output_is_a_table_and_a_summary() {
    let workdir = workdir();
    let result = workdir.run(&["--problems", "four.jsonl"]);
    assert_eq!((result.code, result.err.as_str()), (Some(0), ""));
    let rows: Vec<Vec<&str>> =
        result.out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["line", "status", "length", "points", "steps", "micros"]);
    assert_eq!(rows[1][..4], ["1", "found", "12.2729", "5"]);
    assert_eq!(rows[2][..4], ["3", "found", "0.0000", "1"]);
    assert_eq!(rows[3][..4], ["4", "start_enclosed", "-", "0"]);
    assert_eq!(rows[3][6..], ["by", "0"]);
    assert_eq!(rows[4][..4], ["5", "outside", "-", "0"]);
    assert_eq!(rows[6].join(" "), "4 problems: 2 found, 1 outside, 1 start_enclosed");
    assert!(result.out.contains("\nmicros: mean "), "{}", result.out);
    workdir.write("none.jsonl", "\n\n");
    assert_eq!(workdir.run(&["--problems", "none.jsonl"]).out, "0 problems\n");
    assert_eq!(workdir.run(&["--problems", "none.jsonl", "--format", "json"]).out, "");
}

#[test]
fn a_search_in_slices_gives_the_same_answer() {
    let workdir = workdir();
    // A comb whose teeth the path must avoid, then an enclosure.
    let teeth: Vec<Value> = (0..9).map(|i| json!([i * 4, 0, i * 4 + 1, 3 + i])).collect();
    let mut comb = vec![json!([0, -1, 40, 0])];
    comb.extend(teeth);
    let enclosure = json!([[0, 0, 9, 1], [0, 0, 1, 9], [8, 0, 9, 9], [0, 8, 9, 9]]);
    let lines = [
        json!({"boxes": comb, "size": [1, 0.5], "start": [2.5, 1], "goal": [34.5, 1]}),
        json!({"boxes": enclosure, "size": [1, 1], "start": [4, 4], "goal": [34, 1]}),
        json!({"boxes": enclosure, "size": [1, 1], "start": [40, 4], "goal": [3, 4]}),
    ];
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    for navigator in ["perimeter", "exact"] {
        let answers = |more: &[&str]| -> Vec<Value> {
            let arguments = [&["--navigator", navigator], more].concat();
            answers(&workdir, &text, &arguments).into_iter().map(timeless).collect()
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
fn coordinates_are_printed_exactly_as_given() {
    let workdir = workdir();
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
    for (index, &x) in odd.iter().enumerate() {
        let y = odd[odd.len() - 1 - index];
        let line =
            json!({"boxes": [], "size": [0.3, 0.7], "start": [x, y], "goal": [y, x]}).to_string();
        let answers = answers(&workdir, &line, &["--navigator", "exact"]);
        let path = answers[0]["path"].as_array().unwrap();
        let bits = |point: &Value| {
            let bits = |axis: usize| point[axis].as_f64().unwrap().to_bits();
            [bits(0), bits(1)]
        };
        assert_eq!(bits(&path[0]), [x.to_bits(), y.to_bits()], "{line}");
        assert_eq!(bits(path.last().unwrap()), [y.to_bits(), x.to_bits()], "{line}");
    }
}

/// The world of a grid ends near the obstacles, so that its cells are as large as the mover.
#[test]
fn grids_need_no_bounds() {
    let workdir = workdir();
    let problem = r#"{"boxes": [[0, 0, 4, 2], [3, 1, 6, 5]], "size": [1, 1], "start": [-2, 1], "goal": [8, 3]}"#;
    let far = problem.replace("[8, 3]", "[5000, 3]");
    for navigator in ["grid-astar", "jump-point", "wave", "sections", "successor"] {
        let answers = answers(&workdir, problem, &["--navigator", navigator]);
        let length = answers[0]["length"].as_f64().unwrap();
        assert!((12.27..18.0).contains(&length), "{navigator}: {}", answers[0]);
    }
    for navigator in ["grid-astar", "jump-point"] {
        let answers = answers(&workdir, &far, &["--navigator", navigator]);
        let length = answers[0]["length"].as_f64().unwrap();
        assert!((5002.0..5010.0).contains(&length), "{navigator}: {}", answers[0]);
    }
}

#[test]
fn the_world_is_unbounded_without_bounds() {
    let workdir = workdir();
    let max = 1_099_511_627_776.0;
    let wall = |bounds: Value| {
        let boxes = json!([[-1, -max, 1, max]]);
        json!({"boxes": boxes, "size": [2, 2], "start": [-9, 0], "goal": [9, 0], "bounds": bounds})
    };
    let text = format!("{}\n{}\n", wall(Value::Null), wall(json!([-max, -max, max, max])));
    let answers = answers(&workdir, &text, &[]);
    assert_eq!(answers[0]["status"], "found");
    assert_eq!(answers[0]["path"].as_array().unwrap().len(), 4);
    assert_eq!(answers[1]["status"], "start_enclosed");
    assert_eq!(answers[1]["by"], json!([0, "border"]));
}

#[test]
fn degenerate_sizes_are_valid() {
    let workdir = workdir();
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
        let answers = answers(&workdir, &format!("\u{FEFF}{text}"), &["--navigator", navigator]);
        let outcomes: Vec<(&str, usize)> = answers
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
        assert_eq!(outcomes, expected, "{navigator}");
    }
}

#[test]
fn each_answer_is_printed_before_the_next_problem_is_read() {
    let workdir = workdir();
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
    let workdir = workdir();
    let many = FOUR.lines().next().unwrap();
    let text: String = std::iter::repeat_n([many, "\n"].concat(), 10_000).collect();
    assert_eq!(answers(&workdir, &text, &[]).len(), 10_000);

    let boxes: Vec<[u32; 4]> = (0..100_000)
        .map(|index| (index % 400 * 10, index / 400 * 10))
        .map(|(x, y)| [x + 1, y + 2, x + 8, y + 9])
        .collect();
    let line = json!({"boxes": boxes, "size": [2, 2], "start": [0, 0], "goal": [3990.5, 2490]});
    let answers = answers(&workdir, &line.to_string(), &[]);
    assert_eq!(answers[0]["status"], "found");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let workdir = workdir();
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
// Invalid problems

/// A valid line with a part of it replaced.
fn changed(from: &str, to: &str) -> String {
    let line = r#"{"boxes":[[0,0,4,2],[1,1,1,1]],"size":[1,1],"start":[-2,1],"goal":[6,1]}"#;
    assert!(line.contains(from), "{from}");
    line.replacen(from, to, 1)
}

#[test]
fn an_invalid_problem_is_rejected_with_its_line_after_the_answers_before_it() {
    let workdir = workdir();
    let deep = "[".repeat(100_000);
    let cases = [
        ("hello".to_owned(), "`hello` is not a JSON object"),
        ("null".to_owned(), "`null` is not a JSON object"),
        ("[[],[1,1],[0,0],[1,1],null]".to_owned(), "is not a JSON object"),
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
        (changed("-2", "1e300"), "the x of start is 1e300, outside the range ±1099511627776"),
        (changed("-2", "1099511627776.0002"), "is 1099511627776.0002, outside the range"),
        (changed("-2", "1e-31"), "the x of start is 1e-31, closer to 0 than"),
        (changed("-2", "5e-324"), "is 5e-324, closer to 0 than"),
        (changed("[0,0,4,2]", "[4,0,0,2]"), "boxes[0] is [4.0, 0.0, 0.0, 2.0], where x0 is more"),
        (changed("[1,1,1,1]", "[1,2,1,1]"), "boxes[1] is [1.0, 2.0, 1.0, 1.0], where y0 is more"),
        (changed("[1,1,1,1]", "[1,1,1,-1e99]"), "y1 of boxes[1] is -1e99, outside the range"),
        (
            changed("\"size\":[1,1]", "\"size\":[-1,1]"),
            "the mover's width is -1.0; give 0 or a positive",
        ),
        (changed("\"size\":[1,1]", "\"size\":[1,-0.5]"), "the mover's height is -0.5; give 0"),
        (
            changed("\"size\":[1,1]", "\"size\":[1e13,1]"),
            "the mover's width is 10000000000000.0, outside the",
        ),
        (changed("\"size\":[1,1]", "\"size\":1"), "invalid type: integer `1`, expected 2 numbers"),
        (changed("}", ",\"bounds\":[0,0,-1,9]}"), "bounds is [0.0, 0.0, -1.0, 9.0], where x0 is"),
        (changed("}", ",\"bounds\":[0,0,9]}"), "invalid length 3, expected 4 numbers"),
        (changed("}", ",\"bounds\":[0,0,9,1e40]}"), "y1 of bounds is 1e40, outside the range"),
    ];
    let good = changed("}", "}");
    for (line, expected) in &cases {
        workdir.write("bad.jsonl", format!("{good}\n\n{good}\n{line}\n{good}\n"));
        for format in ["json", "human"] {
            let result = workdir.run(&["--problems", "bad.jsonl", "--format", format]);
            let message = result.message();
            assert_eq!(result.code, Some(2), "{expected}: {}", result.err);
            assert!(message.starts_with("bad.jsonl, line 4"), "{expected}: {message}");
            let normal = message.replace(' ', "");
            assert!(normal.contains(&expected.replace(' ', "")), "{expected}: {message}");
            assert!(!message.contains("panicked") && result.err.len() < 1500, "{message}");
            let answered = result.out.matches("found").count();
            assert_eq!(answered, 2, "the problems before it are answered: {}", result.out);
        }
    }
    let result = workdir.run_with_input(b"\xFF\xFE{}\n", &["--problems", "-"]);
    assert_eq!((result.code, result.out.as_str()), (Some(2), ""));
    assert!(result.message().starts_with("standard input, line 1: "), "{}", result.err);
    let result = workdir.run_with_input(b"{\"boxes\xFF\": []}\n", &["--problems", "-"]);
    assert_eq!(result.code, Some(2), "{}", result.err);
}

#[test]
fn nearest_goes_to_the_reachable_point_nearest_to_the_goal() {
    let workdir = workdir();
    let line = r#"{"boxes":[[4,-2,8,3]],"size":[2,2],"start":[0,0],"goal":[7.5,1]}"#;
    workdir.write("inside.jsonl", line);
    for navigator in ["perimeter", "exact", "jump-point"] {
        let arguments = ["--problems", "inside.jsonl", "--nearest", "--format", "json"];
        let result = workdir.run(&[&arguments[..], &["--navigator", navigator]].concat());
        let answer: Value = serde_json::from_str(&result.out).unwrap();
        assert_eq!((&answer["status"], &answer["nearest"]), (&json!("found"), &json!([9.0, 1.0])));
        let path = answer["path"].as_array().unwrap();
        assert_eq!(path.last(), Some(&json!([9.0, 1.0])), "{navigator}");
    }
    let table = workdir.run(&["--problems", "inside.jsonl", "--nearest"]).out;
    assert!(table.contains("nearest 9,1"), "{table}");
    let plain = workdir.run(&["--problems", "inside.jsonl"]).out;
    assert!(plain.contains("goal_enclosed") && !plain.contains("nearest"), "{plain}");
    let free = line.replace("7.5,1", "10,1");
    workdir.write("outside.jsonl", free);
    let result = workdir.run(&["--problems", "outside.jsonl", "--nearest", "--format", "json"]);
    assert!(!result.out.contains("nearest"), "{}", result.out);
    workdir.write(
        "polygons.jsonl",
        line.replace("\"size\"", "\"polygons\":[[[0,9],[1,9],[1,8]]],\"size\""),
    );
    let result = workdir.run(&["--problems", "polygons.jsonl", "--nearest"]);
    assert_eq!(result.code, Some(2), "{}", result.out);
    assert!(result.message().starts_with("polygons.jsonl, line 1: --nearest: "), "{}", result.err);
}

/// A straight path through a swamp of cost 9, or 2 units longer around it.
const SWAMP: &str = r#"{"boxes":[],"size":[1,1],"start":[0,4],"goal":[10,4],"bounds":[-1,0,11,9],"ground":[{"area":[4,2,6,9],"cost":9}]}"#;

#[test]
fn navigators_that_count_costs_go_around_a_swamp() {
    let workdir = workdir();
    workdir.write("swamp.jsonl", SWAMP);
    let around = 2.0 + 2.0 * 20.0_f64.sqrt();
    for (navigator, least, most) in [
        ("exact", around, around + 1e-9),
        ("perimeter", around, around + 1e-9),
        ("grid-astar:cell=1", around, 12.0),
        ("jump-point:cell=1", around, 12.0),
        ("direct", 26.0, 26.0),
    ] {
        let arguments = ["--problems", "swamp.jsonl", "--format", "json", "--navigator", navigator];
        let result = workdir.run(&arguments);
        let answer: Value = serde_json::from_str(&result.out).unwrap();
        let cost = answer["cost"].as_f64().unwrap();
        assert!((least - 1e-9..=most).contains(&cost), "{navigator}: {cost}");
    }
    let table = workdir.run(&["--problems", "swamp.jsonl", "--picture", "swamp.png"]).out;
    assert!(table.contains("cost 10.9443"), "{table}");
    assert!(picture_size(&workdir, "swamp.png").0 > 0);
}

#[test]
fn tiles_of_a_map_can_have_a_cost() {
    let workdir = workdir();
    let marsh = "type octile\nheight 3\nwidth 7\nmap\n...S...\n...S...\n.......\n";
    workdir.write("marsh.map", marsh);
    let ends = ["--map", "marsh.map", "--from", "0.5,0.5", "--to", "6.5,0.5", "--size", "0.5,0.5"];
    let plain = workdir.run(&ends).out;
    assert!(plain.starts_with("found: a path of length 6.0000, in"), "{plain}");
    let expensive = workdir.run(&[&ends[..], &["--cost", "swamp=9"]].concat()).out;
    assert!(expensive.contains(" and cost 6.8310, in"), "{expensive}");
    let cheap = workdir.run(&[&ends[..], &["--cost", "road=0.5,swamp=1.25"]].concat()).out;
    assert!(cheap.contains(" of length 6.0000 and cost 6.2500, in"), "{cheap}");
}

#[test]
fn invalid_costs_are_rejected() {
    let workdir = workdir();
    for (from, to, expected) in [
        ("9}", "0}", "ground: a unit of path cannot cost 0 (area 1); give a cost between"),
        ("[4,2,6,9]", "[4,2,4,9]", "ground: ground cannot cover an area from (4, 2) to (4, 9)"),
        ("[4,2,6,9]", "[4,2,3,9]", "ground[0].area is [4.0, 2.0, 3.0, 9.0], where x0 is more"),
        ("\"cost\"", "\"price\"", "unknown field `price`, expected `area` or `cost`"),
        (
            "\"size\"",
            "\"polygons\":[[[0,8],[1,8],[1,7]]],\"size\"",
            "--navigator perimeter: the cost of the ground is counted among boxes only",
        ),
    ] {
        workdir.write("wrong.jsonl", SWAMP.replacen(from, to, 1));
        let result = workdir.run(&["--problems", "wrong.jsonl"]);
        assert_eq!(result.code, Some(2), "{}", result.out);
        assert!(result.err.contains(expected), "{}", result.err);
    }
    for (cost, expected) in [
        ("swamp", "write a kind of tile and its cost, as in swamp=4"),
        ("lava=2", "`lava` has no cost of its own; give one of road, swamp"),
        ("swamp=-1", "`-1` is no cost; give a number between"),
    ] {
        let ends = ["--map", "pond.map", "--from", "0.5,0.5", "--to", "6.5,0.5"];
        let result = workdir.run(&[&ends[..], &["--cost", cost]].concat());
        assert_eq!(result.code, Some(2), "{}", result.out);
        assert!(result.err.contains(expected), "{}", result.err);
    }
}

#[test]
fn worlds_that_are_too_large_for_given_cells_are_rejected() {
    let workdir = workdir();
    let line = r#"{"boxes":[[0,0,4,2]],"size":[1,1],"start":[-2,1],"goal":[8,1],"bounds":[-5000,-5000,5000,5000]}"#;
    workdir.write("large.jsonl", line);
    let arguments = ["--problems", "large.jsonl", "--navigator", "jump-point:cell=0.5"];
    let result = workdir.run(&arguments);
    let expected =
        "large.jsonl, line 1: --navigator jump-point:cell=0.5: cells of 0.5 would divide";
    assert_eq!(result.code, Some(2), "{}", result.err);
    assert!(result.message().starts_with(expected), "{}", result.message());
}

#[test]
fn files_that_hold_no_problems_are_rejected() {
    let workdir = workdir();
    for (name, expected) in [
        ("nowhere.jsonl", "nowhere.jsonl: there is no such file; check the path"),
        (".", "give the path of a regular file (`-` is standard input)"),
        ("/dev/zero", "give the path of a regular file (`-` is standard input)"),
        ("pond.map", "pond.map, line 1: `type octile` is not a JSON object"),
    ] {
        let result = workdir.run(&["--problems", name]);
        assert_eq!((result.code, result.out.as_str()), (Some(2), ""), "{name}");
        assert!(result.message().contains(expected), "{name}: {}", result.message());
    }
}

#[test]
fn usage_errors_suggest_a_remedy() {
    let workdir = workdir();
    let files = workdir.files();
    for (arguments, expected) in [
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
        let result = workdir.run(arguments);
        assert_eq!(
            (result.code, result.out.as_str()),
            (Some(2), ""),
            "{arguments:?}: {}",
            result.err
        );
        for part in expected {
            assert!(result.message().contains(part), "{arguments:?}, {part}: {}", result.message());
        }
    }
    assert_eq!(workdir.files(), files);
}

// ---------------------------------------------------------------------------------------------
// Maps

#[test]
fn paths_are_compared_with_the_lengths_in_the_scenario_file() {
    let workdir = workdir();
    let base = ["--map", "pond.map", "--scen", "pond.scen", "--navigator", "exact"];
    let result = workdir.run(&[&base[..], &["--format", "json"]].concat());
    assert_eq!((result.code, result.err.as_str()), (Some(0), ""));
    let lines = result.json_lines();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["line"], 2);
    assert_eq!(lines[0]["path"], json!([[0.5, 2.5], [6.5, 2.5]]));
    assert_eq!((&lines[0]["octile"], &lines[0]["ratio"]), (&json!(6.0), &json!(1.0)));
    // Through the gap, and shorter than along the grid.
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

    let result = workdir.run(&[&base[..], &["--limit", "1"]].concat());
    let rows: Vec<&str> = result.out.lines().collect();
    let head: Vec<&str> = rows[0].split_whitespace().collect();
    assert_eq!(head, ["line", "status", "length", "octile", "ratio", "points", "steps", "micros"]);
    assert!(rows[1].contains("6.0000        6.0000   1.0000"), "{}", rows[1]);
    assert_eq!(rows[3], "1 problem: 1 found");
    assert!(rows[5].starts_with("ratio to octile: mean 1.0000"), "{}", rows[5]);
    let result = workdir.run(&[&base[..], &["--line", "4", "--format", "json"]].concat());
    assert_eq!(result.json_lines()[0]["line"], 4);
    assert_eq!(result.json_lines()[1]["summary"]["ratio"], Value::Null);
}

#[test]
fn an_invalid_scenario_file_is_rejected_with_its_line() {
    let workdir = workdir();
    for (from, to, expected) in [
        ("version 1", "version 3", "bad.scen, line 1: `version 3` where `version 1` is expected"),
        ("\t7.65685", "", "bad.scen, line 3: this row has 8 columns"),
        ("7.65685", "far", "bad.scen, line 3: the length of the shortest path is `far`"),
        ("6\t0\t7.6", "6\t5\t7.6", "bad.scen, line 3: the goal [6, 5] is outside the map"),
        ("7\t5\t3", "9\t5\t3", "line 4: this row is for `pond.map` with 9 × 5 tiles, but the"),
        ("0\t0\t6", "0\t-1\t6", "bad.scen, line 3: the start's row is `-1`"),
    ] {
        workdir.write("bad.scen", POND_SCEN.replacen(from, to, 1));
        let result = workdir.run(&["--map", "pond.map", "--scen", "bad.scen", "--limit", "1"]);
        assert_eq!((result.code, result.out.as_str()), (Some(2), ""), "{expected}");
        assert!(result.message().contains(expected), "{expected}: {}", result.message());
    }
    workdir.write("bad.scen", b"version 1\n\xFF\n");
    let result = workdir.run(&["--map", "pond.map", "--scen", "bad.scen"]);
    assert!(result.message().starts_with("bad.scen, line 2, column 1: this is not UTF-8 text"));
}

#[test]
fn a_path_between_two_points_is_printed_in_tiles() {
    let workdir = workdir();
    let run = |arguments: &[&str]| workdir.run(&[&["--map", "pond.map"], arguments].concat());
    let json = |arguments: &[&str]| {
        let result = run(&[arguments, &["--format", "json"]].concat());
        assert_eq!((result.code, result.err.as_str()), (Some(0), ""));
        result.json_lines().remove(0)
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

    let result = run(&["--from", "0.5,0.5", "--to", "6.25,2.5"]).out;
    assert!(result.starts_with("found: a path of length 6.5784, in "), "{result}");
    assert!(result.ends_with("\n  0.5,0.5\n  2.5,2.5\n  6.25,2.5\n"), "{result}");
    let result = run(&["--from", "0.5,0.5", "--to", "3.5,0.5"]).out;
    assert!(result.starts_with("goal_enclosed: no path, in 2 steps and "), "{result}");

    let text = r#"{"width": 3, "height": 2, "tiles": ["...", "   "], "controlPoints": []}"#;
    workdir.write("pond.json", text);
    let arguments = ["--map", "pond.json", "--from", "0.5,1.5", "--to", "2.5,1.5"];
    assert!(workdir.run(&arguments).out.starts_with("found: a path of length 2.0000"));
}

// ---------------------------------------------------------------------------------------------
// Pictures

/// The size of a PNG file, which must be complete.
fn picture_size(workdir: &Workdir, name: &str) -> (u32, u32) {
    let bytes = workdir.bytes(name);
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1A\n") && bytes.ends_with(b"IEND\xAE\x42\x60\x82"));
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_path_is_drawn_and_its_answer_printed() {
    let workdir = workdir();
    let first = FOUR.lines().next().unwrap();
    workdir.write("one.jsonl", format!("\n{first}\n"));
    for navigator in ["direct", "perimeter", "exact"] {
        let more = ["--picture", "path.png", "--navigator", navigator, "--format", "json"];
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
            let result = workdir.run(&[question, &more[..]].concat());
            assert_eq!((result.code, result.err.as_str()), (Some(0), ""), "{question:?}");
            assert!(result.out.starts_with('{'), "the answer is printed too");
            let (width, height) = picture_size(&workdir, "path.png");
            assert!(width.max(height) == 1600 && width.min(height) >= 400, "{width} × {height}");
            fs::remove_file(workdir.path("path.png")).unwrap();
        }
    }
}

#[test]
fn only_one_path_is_drawn_and_errors_leave_files_unchanged() {
    let workdir = workdir();
    workdir.write("none.jsonl", "\n");
    workdir.write("bad.jsonl", "{}");
    workdir.write("old.png", "mine");
    let files = workdir.files();
    for (question, expected) in [
        (&["--problems", "four.jsonl"][..], "four.jsonl, line 3: --picture draws one path"),
        (&["--problems", "none.jsonl"], "there is no problem to draw"),
        (&["--problems", "bad.jsonl"], "bad.jsonl, line 1"),
        (&["--map", "pond.map", "--scen", "pond.scen"], "--picture draws one path"),
    ] {
        let result = workdir.run(&[question, &["--picture", "old.png"]].concat());
        assert_eq!(result.code, Some(2), "{question:?}");
        assert!(result.message().contains(expected), "{expected}: {}", result.message());
        assert_eq!(workdir.bytes("old.png"), b"mine");
    }
    let question = ["--problems", "four.jsonl", "--line", "1", "--picture"];
    for (file, expected) in
        [("nowhere/path.png", "nowhere/path.png: cannot be written"), (".", ".")]
    {
        let result = workdir.run(&[&question[..], &[file]].concat());
        assert_eq!(result.code, Some(1), "{}", result.err);
        assert!(result.message().contains(expected), "{expected}: {}", result.message());
    }
    assert_eq!(workdir.files(), files);
    let result = workdir.run(&[&question[..], &["old.png"]].concat());
    assert_eq!(result.code, Some(0), "{}", result.err);
    picture_size(&workdir, "old.png");
    assert_eq!(workdir.files(), files);
}

// ---------------------------------------------------------------------------------------------
// Regions and meshes

/// The features of a GeoJSON file that have a property.
fn features(workdir: &Workdir, name: &str, property: &str) -> Vec<Value> {
    let json = workdir.read_json(name);
    let features = json["features"].as_array().unwrap().iter();
    features.filter(|feature| feature["properties"].get(property).is_some()).cloned().collect()
}

#[test]
fn the_regions_of_a_scene_are_written() {
    let workdir = workdir();
    // The wall of the map is two tiles with a gap between them, so there are three regions.
    for question in [
        &["--map", "pond.map", "--from", "0.5,0.5", "--to", "6.5,0.5"][..],
        &["--map", "pond.map", "--scen", "pond.scen"],
    ] {
        let result = workdir.run(&[question, &["--regions", "pond.geojson"]].concat());
        assert_eq!((result.code, result.err.as_str()), (Some(0), ""), "{question:?}");
        assert!(result.out.contains("found"), "the answers are printed too: {}", result.out);
        let regions = features(&workdir, "pond.geojson", "region");
        assert_eq!(regions.len(), 2, "the gap has no height");
        let left = json!([[[0.5, 0.5], [2.5, 0.5], [2.5, 4.5], [0.5, 4.5], [0.5, 0.5]]]);
        let numbers = |value: &Value| -> Vec<f64> {
            let points = value[0].as_array().unwrap().iter();
            points.flat_map(|at| [at[0].as_f64().unwrap(), at[1].as_f64().unwrap()]).collect()
        };
        assert_eq!(numbers(&regions[0]["geometry"]["coordinates"]), numbers(&left));
        let portals = features(&workdir, "pond.geojson", "portal");
        assert_eq!(portals[0]["properties"]["regions"], json!([0, 1]));
        assert_eq!(portals[1]["geometry"], json!({"type": "Point", "coordinates": [4.5, 2.5]}));
        fs::remove_file(workdir.path("pond.geojson")).unwrap();
    }
    // Without bounds they cover the surroundings; the obstacles of a problem are inflated.
    let arguments = ["--problems", "four.jsonl", "--line", "4", "--regions", "four.geojson"];
    let result = workdir.run(&arguments);
    assert_eq!((result.code, result.err.as_str()), (Some(0), ""));
    assert_eq!(features(&workdir, "four.geojson", "region").len(), 4);
    let portals = features(&workdir, "four.geojson", "portal");
    assert_eq!(portals.len(), 4);
    assert_eq!(portals[0]["geometry"]["coordinates"][0][0], -0.5);
    // Bounds are deflated; the case of the ending is ignored.
    let arguments = ["--problems", "four.jsonl", "--line", "5", "--regions", "one.OBJ"];
    let result = workdir.run(&arguments);
    assert_eq!((result.code, result.err.as_str()), (Some(0), ""));
    let text = workdir.read("one.OBJ");
    assert!(text.contains("v 0.5 0.5 0\nv 4.5 0.5 0\nv 4.5 4.5 0\nv 0.5 4.5 0\n"), "{text}");
    assert!(text.ends_with("\nf 1 2 3 4\no portals\n"), "{text}");
}

#[test]
fn regions_that_cannot_be_written_are_errors_and_leave_files_unchanged() {
    let workdir = workdir();
    let line =
        r#"{"boxes":[],"polygons":[[[0,0],[1,0],[0,1]]],"size":[1,1],"start":[-2,1],"goal":[8,3]}"#;
    workdir.write("polygons.jsonl", line);
    workdir.write("none.jsonl", "\n");
    workdir.write("mesh.obj", "v 0 0 0\nv 1 0 0\nv 1 0 1\nf 1 2 3\n");
    workdir.write("old.obj", "mine");
    let files = workdir.files();
    let on_map = ["--map", "pond.map", "--from", "0.5,0.5", "--to", "6.5,0.5"];
    for (question, file, code, expected) in [
        (
            &on_map[..],
            "a.png",
            2,
            "--regions a.png: the ending of the file chooses its format; end it in .geojson or .obj",
        ),
        (&on_map, "obj", 2, "--regions obj: the ending"),
        (&on_map, "nowhere/a.obj", 1, "nowhere/a.obj: cannot be written"),
        (
            &["--problems", "four.jsonl"],
            "old.obj",
            2,
            "four.jsonl, line 3: --regions writes the regions of one problem",
        ),
        (
            &["--problems", "polygons.jsonl"],
            "old.obj",
            2,
            "polygons.jsonl, line 1: --regions: there are regions among boxes only",
        ),
        (
            &["--problems", "none.jsonl"],
            "old.obj",
            2,
            "--regions: there is no problem with regions",
        ),
        (
            &[&on_map[..], &["--obstacles", "mesh.obj"]].concat(),
            "old.obj",
            2,
            "--regions: there are regions among boxes only",
        ),
    ] {
        let result = workdir.run(&[question, &["--regions", file]].concat());
        assert_eq!(result.code, Some(code), "{expected}: {}", result.err);
        assert!(result.message().contains(expected), "{expected}: {}", result.message());
        assert_eq!(workdir.bytes("old.obj"), b"mine");
    }
    assert_eq!(workdir.files(), files);
}

#[test]
fn the_faces_of_a_mesh_are_obstacles() {
    let workdir = workdir();
    // A bar of two triangles across the way of a mover of 2 × 2, on the ground of Recast.
    let mesh = "v -1 5 -3\nv 1 5 -3\nv 1 6 3\nv -1 6 3\nf 1 2 3\nf 1 3 4\n";
    workdir.write("mesh.obj", mesh);
    let problem = r#"{"boxes":[],"size":[2,2],"start":[-6,0],"goal":[6,0]}"#;
    let polygon = problem.replace(
        "\"size\"",
        "\"polygons\":[[[-1,-3],[1,-3],[1,3]],[[-1,-3],[1,3],[-1,3]]],\"size\"",
    );
    for navigator in ["exact", "perimeter", "grid-astar"] {
        let by_mesh =
            answers(&workdir, problem, &["--obstacles", "mesh.obj", "--navigator", navigator]);
        let by_polygon = answers(&workdir, &polygon, &["--navigator", navigator]);
        assert!(by_mesh[0]["length"].as_f64() > Some(14.0), "{navigator}: {}", by_mesh[0]);
        assert_eq!(timeless(by_mesh[0].clone()), timeless(by_polygon[0].clone()), "{navigator}");
    }
    // Indices follow those of the problem, here after a box.
    let inside = r#"{"boxes":[[90,90,91,91]],"size":[0,0],"start":[0,-1],"goal":[6,0]}"#;
    let enclosed = answers(&workdir, inside, &["--obstacles", "mesh.obj"]);
    assert_eq!(
        (&enclosed[0]["status"], &enclosed[0]["by"]),
        (&json!("start_enclosed"), &json!([1]))
    );
    // On a map, in tiles: the mesh closes the gap of the wall.
    workdir.write("plug.obj", "v 3 0 2\nv 4 0 2\nv 4 0 3\nv 3 0 3\nf -1 -2 -3 -4\n");
    let on_map = ["--map", "pond.map", "--from", "0.5,0.5", "--to", "6.5,0.5", "--format", "json"];
    assert_eq!(workdir.run(&on_map).json_lines()[0]["status"], "found");
    let closed = workdir.run(&[&on_map[..], &["--obstacles", "plug.obj"]].concat());
    assert_eq!(closed.code, Some(0), "{}", closed.err);
    assert_ne!(closed.json_lines()[0]["status"], "found", "{}", closed.out);

    // What --regions writes is read back with the other plane.
    let result = workdir.run(&[&on_map[..], &["--regions", "free.obj"]].concat());
    assert_eq!(result.code, Some(0), "{}", result.err);
    let free = ["--problems", "-", "--obstacles", "free.obj", "--format", "json"];
    let result = workdir.run_with_input(inside, &[&free[..], &["--plane", "xy"]].concat());
    assert_eq!((result.code, result.err.as_str()), (Some(0), ""));
    let result = workdir.run_with_input(inside, &free);
    assert_eq!(result.code, Some(2), "{}", result.out);
    let message = result.message();
    assert!(message.contains("this face has no area in the plane of x and z"), "{message}");
}

#[test]
fn errors_in_a_mesh_point_at_the_line_and_column() {
    let workdir = workdir();
    let base = "v 0 0 0\nv 4 0 0\nv 1 0 1\nv 0 0 4\n";
    for (text, expected) in [
        (format!("{base}f 1 2 9\n"), &["there is no vertex `9`; there are 4", "bad.obj:5:7"][..]),
        (format!("{base}f 1 2 3 4\n"), &["this face is not convex at vertex `3`", "bad.obj:5:7"]),
        (format!("{base}v 0 nan 1\n"), &["`nan` is not a number", "bad.obj:5:5"]),
        (base.to_owned(), &["bad.obj", "the file has no faces"]),
    ] {
        workdir.write("bad.obj", text);
        let result = workdir.run(&["--problems", "four.jsonl", "--obstacles", "bad.obj"]);
        assert_eq!((result.code, result.out.as_str()), (Some(2), ""), "{expected:?}");
        for part in expected {
            assert!(result.message().contains(part), "{part}: {}", result.message());
        }
    }
    for (arguments, expected) in [
        (&["--obstacles", "none.obj"][..], "there is no such file"),
        (&["--plane", "xy"], "--obstacles"),
        (&["--obstacles", "bad.obj", "--plane", "yz"], "yz"),
    ] {
        let result = workdir.run(&[&["--problems", "four.jsonl"], arguments].concat());
        assert_eq!((result.code, result.out.as_str()), (Some(2), ""), "{expected}");
        assert!(result.message().contains(expected), "{expected}: {}", result.message());
    }
}

// ---------------------------------------------------------------------------------------------
// Real maps

#[test]
fn on_real_maps_no_path_is_longer_than_along_the_grid() {
    let Some(root) = real_maps() else { return };
    let workdir = workdir();
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
            let result = workdir.run(&[&base[..], &["--format", "json"]].concat());
            assert_eq!((result.code, result.err.as_str()), (Some(0), ""), "{map}");
            result.json_lines()
        };
        let (perimeter, exact) = (lines("perimeter"), lines("exact"));
        assert_eq!((perimeter.len(), exact.len()), (count + 1, count + 1));
        for (perimeter, exact) in perimeter.iter().zip(&exact).take(count) {
            let length = |line: &Value| line["length"].as_f64().expect("there is a path");
            let octile = exact["octile"].as_f64().unwrap();
            // The file's lengths are rounded to six digits.
            assert!(length(exact) <= octile * (1.0 + 5e-6) + 1e-6, "{map}: {exact}");
            assert!(length(perimeter) >= length(exact) - 1e-9, "{map}: {perimeter}");
        }
    }
}

/// `count` rows of a scenario file, from short paths to long ones.
fn sample(rows: &str, count: usize) -> String {
    let rows: Vec<&str> = rows.lines().collect();
    let step = (rows.len() - 1) / count;
    let chosen = (1..=count).map(|index| rows[index * step]);
    [rows[0]].into_iter().chain(chosen).map(|row| format!("{row}\n")).collect()
}
