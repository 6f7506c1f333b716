//! Paths as pictures.

use super::*;

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
