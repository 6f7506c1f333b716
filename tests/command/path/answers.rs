//! Answers of navigators to problems on standard input.

use super::*;

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
