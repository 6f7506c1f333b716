//! Problems of scenario files, and paths in maps.

use super::*;

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
