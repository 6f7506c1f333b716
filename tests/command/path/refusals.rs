//! Problems and options that are refused, and what is said of them.

use super::*;

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
