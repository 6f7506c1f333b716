//! The command `terrarium path` on problems with links.

use serde_json::{Value, json};
use terrarium_testing::workdir::one_line;

use crate::path_sequence::{answers, run};
use crate::workdir;

/// A river, and a ferry over it.
fn river(more: &str) -> String {
    format!(
        "{{\"boxes\":[[9,0,11,10]],\"size\":[1,1],\"bounds\":[0,0,20,10],\"links\":[{{\"name\":\
         \"ferry\",\"from\":[8,5],\"to\":[12,5],\"cost\":7}}],{more}}}"
    )
}

const ACROSS: &str = r#""start":[2,5],"goal":[18,5]"#;

#[test]
fn every_navigator_takes_the_ferry_and_says_where() {
    for navigator in
        ["perimeter", "exact", "wave", "grid-astar", "jump-point", "scan", "right-hand"]
    {
        let [answer] = &answers(&river(ACROSS), &["--navigator", navigator])[..] else { panic!() };
        assert_eq!(answer["status"], "found", "{navigator}: {answer}");
        let [taken] = &answer["links"].as_array().unwrap()[..] else { panic!("{answer}") };
        let at = taken["at"].as_u64().unwrap() as usize;
        let path = answer["path"].as_array().unwrap();
        assert_eq!(path[at..at + 2], [json!([8.0, 5.0]), json!([12.0, 5.0])], "{navigator}");
        assert_eq!((&taken["name"], &taken["cost"]), (&json!("ferry"), &json!(7.0)));
    }
    let [answer] = &answers(&river(ACROSS), &["--navigator", "exact", "--slice", "1"])[..] else {
        panic!()
    };
    assert_eq!(answer["length"], json!(6.0 + 7.0 + 6.0), "the ferry counts by its cost");
    let back = answers(&river(r#""start":[18,5],"goal":[2,5]"#), &[]);
    assert_eq!(back[0]["status"], "start_enclosed", "it goes one way");
    assert_eq!(back[0]["links"], json!([]));
    let table = run(&river(ACROSS), &[]).out;
    assert!(table.contains("by ferry"), "{table}");
}

#[test]
fn the_nearest_point_may_be_over_a_link() {
    let across = river(r#""start":[2,5],"goal":[10.8,2]"#);
    let [answer] = &answers(&across, &["--nearest", "--navigator", "exact"])[..] else { panic!() };
    assert_eq!(answer["nearest"], json!([11.5, 2.0]));
    assert_eq!(answer["links"][0]["name"], "ferry");
}

#[test]
fn links_count_beside_ground_that_counts() {
    let marsh = r#"{"boxes":[],"size":[1,1],"bounds":[0,0,20,10],"start":[2,5],"goal":[18,5],
        "ground":[{"area":[5,0,15,10],"cost":4}],
        "links":[{"name":"bridge","from":[5,5],"to":[15,5],"cost":30}]}"#;
    let [answer] = &answers(&one_line(marsh), &["--navigator", "exact"])[..] else { panic!() };
    assert_eq!((&answer["cost"], &answer["length"]), (&json!(36.0), &json!(36.0)), "{answer}");
}

#[test]
fn links_open_and_close_between_queries() {
    let query = format!("{{{ACROSS}}}");
    let replan = format!("{{{ACROSS},\"replan\":true}}");
    let aboard = "{\"start\":[12,5],\"goal\":[18,5],\"replan\":true}";
    let tunnel = "{\"add_link\":{\"name\":\"tunnel\",\"from\":[7,5],\"to\":[13,5],\"cost\":1}}";
    let changes = format!(
        "\"sequence\":[{query},{{\"close_link\":\"ferry\"}},{query},{{\"open_link\":\"ferry\"}},\
         {query},{replan},{aboard},{query},{tunnel},{replan},{{\"remove_link\":\"tunnel\"}},{replan}]"
    );
    let found = answers(&river(&changes), &["--navigator", "exact"]);
    let summary: Vec<Value> = found
        .iter()
        .map(|it| {
            let links = it["links"].as_array().unwrap().iter().map(|link| link["name"].clone());
            json!([it["length"], links.collect::<Vec<_>>(), it["kept"]])
        })
        .collect();
    let ferry = ["ferry"];
    let expected = [
        json!([19.0, ferry, null]),
        json!([null, [], null]),
        json!([19.0, ferry, null]),
        json!([19.0, ferry, true]),
        json!([6.0, [], true]),
        json!([19.0, ferry, null]),
        json!([11.0, ["tunnel"], false]),
        json!([19.0, ferry, false]),
    ];
    assert_eq!(summary, expected);
}

#[test]
fn mistakes_are_located() {
    let cases = [
        (ACROSS.to_owned() + r#","links":[]"#, "duplicate field `links`"),
        ("\"sequence\":[{\"open_link\":\"fery\"}]".to_owned(), "did you mean `ferry`?"),
        (
            "\"sequence\":[{\"add_link\":{\"name\":\"ferry\",\"from\":[0,0],\"to\":[1,1],\"cost\":1}}]"
                .to_owned(),
            "sequence[0].add_link: there is already a link \"ferry\"",
        ),
        ("\"sequence\":[{\"close_link\":\"ferry\",\"id\":\"a\"}]".to_owned(), "neither a change"),
    ];
    for (more, expected) in cases {
        let result = run(&river(&more), &[]);
        let err = result.err;
        assert_eq!((result.code, result.out.as_str()), (Some(2), ""), "{err}");
        assert!(err.contains("line 1, column ") && err.contains(expected), "{err}");
    }
}

#[test]
fn the_benchmark_validates_paths_over_links() {
    let workdir = workdir();
    workdir.write("river.jsonl", river(ACROSS));
    let navigators = "perimeter,exact,grid-astar,scan,direct";
    workdir.success(&["lab", "--navigator", navigators, "--problems", "river.jsonl"]);
}

#[test]
fn links_that_end_where_the_mover_has_no_room_are_named() {
    let blocked = r#"{"boxes":[[9,0,11,10]],"size":[1,1],"bounds":[0,0,20,10],"links":[
        {"name":"ferry","from":[8,5],"to":[11.2,5],"cost":7},
        {"name":"tunnel","from":[0.1,5],"to":[14,5],"cost":7}],"start":[2,5],"goal":[18,5]}"#;
    let result = run(&one_line(blocked), &[]);
    assert_eq!(
        result.err,
        "standard input, line 1: the link \"ferry\" is never used: the mover has no room at its end [11.2, 5]; move the \
         end or the obstacle\nstandard input, line 1: the link \"tunnel\" is never used: the mover has no room at its end \
         [0.1, 5]; move the end or the obstacle\n"
    );
}
