//! The command `terrarium path` on sequences of changes and queries.

use std::fs;

use proptest::prelude::*;
use serde_json::{Value, json};
use terrarium_testing::workdir::CommandResult;

use crate::workdir;

/// A wall with a gap that a gate closes.
const GATE: &str = r#"{"boxes":[[4,-9,5,0],[4,3,5,9]],"size":[1,1],"bounds":[-9,-9,18,9],"sequence":[
    {"start":[0,1],"goal":[9,1]},
    {"add":[4,0,5,3],"id":"gate"},
    {"start":[0,1],"goal":[9,1]},
    {"add":[-2,-1,-1,3],"id":"rock"},
    {"move":"gate","to":[6,6,7,7]},
    {"start":[0,1],"goal":[9,1]},
    {"remove":0},
    {"add_polygon":[[4,0],[5,0],[4.5,2.5]],"id":"tent"},
    {"start":[0,-1],"goal":[9,-1],"size":[0.5,0.5]}]}"#;

/// What the command prints for problems on standard input, and its exit code.
pub fn run(problems: &str, arguments: &[&str]) -> CommandResult {
    workdir().run_with_input(problems, &[&["path", "--problems", "-"], arguments].concat())
}

/// The answers to valid problems, without their durations.
pub fn answers(problems: &str, arguments: &[&str]) -> Vec<Value> {
    let result = run(problems, &[arguments, &["--format", "json"]].concat());
    assert_eq!((result.code, result.err.as_str()), (Some(0), ""), "{problems}");
    let mut answers = result.json_lines();
    for answer in &mut answers {
        assert!(answer.as_object_mut().unwrap().remove("micros").is_some());
    }
    answers
}

/// The error for problems that the command rejects.
fn rejection(problems: &str, arguments: &[&str]) -> String {
    let result = run(problems, arguments);
    assert_eq!((result.code, result.out.as_str()), (Some(2), ""), "{problems}: {}", result.err);
    result.message()
}

fn gate() -> String {
    GATE.replace('\n', "")
}

#[test]
fn queries_see_the_obstacles_of_their_moment() {
    for navigator in ["perimeter", "exact"] {
        let found = answers(&gate(), &["--navigator", navigator]);
        let places: Vec<_> = found.iter().map(|it| (&it["line"], &it["index"])).collect();
        let line = json!(1);
        let indices = [0, 2, 5, 8].map(|index| json!(index));
        assert!(places.into_iter().eq(indices.iter().map(|index| (&line, index))));
        let statuses: Vec<_> = found.iter().map(|it| it["status"].as_str().unwrap()).collect();
        assert_eq!(statuses, ["found", "start_enclosed", "found", "found"], "{navigator}");
        assert_eq!(found[0]["path"], json!([[0.0, 1.0], [9.0, 1.0]]));
        assert_eq!(found[0]["path"], found[2]["path"]);
        let mut by = found[1]["by"].as_array().unwrap().clone();
        by.sort_by_key(Value::to_string);
        assert_eq!(by, [json!("border"), json!("gate"), json!(0), json!(1)]);
        assert!(found.iter().all(|it| it.get("kept").is_none()));
    }
    let result = run(&gate(), &[]);
    assert_eq!(result.code, Some(0));
    let table = result.out;
    assert!(table.contains("\n  1[2]  start_enclosed"), "{table}");
    assert!(table.contains("4 problems: 3 found, 1 start_enclosed"), "{table}");
}

#[test]
fn slices_do_not_change_answers() {
    assert_eq!(answers(&gate(), &["--slice", "1"]), answers(&gate(), &[]));
}

#[test]
fn an_id_is_free_again_after_its_removal() {
    let line = r#"{"boxes":[[4,-2,5,2]],"size":[1,1],"sequence":[{"remove":0},
        {"start":[0,0],"goal":[9,0]},{"add":[6,-2,7,2],"id":0},{"start":[0,0],"goal":[6.5,0]},
        {"remove":0},{"add":[4,-2,5,2],"id":0},{"start":[0,0],"goal":[4.5,0]}]}"#;
    let found = answers(&line.replace('\n', ""), &[]);
    assert_eq!(found[0]["length"], json!(9.0));
    assert_eq!((&found[1]["by"], &found[2]["by"]), (&json!([0]), &json!([0])));
}

#[test]
fn regions_and_obstacles_of_files_are_for_single_problems() {
    let workdir = workdir();
    let [mesh, regions] = ["mesh.obj", "regions.obj"].map(|name| workdir.path(name));
    workdir.write("mesh.obj", "v 0 0 0\nv 1 0 0\nv 1 0 1\nf 1 2 3\n");
    for (option, file) in [("--obstacles", &mesh), ("--regions", &regions)] {
        let message = rejection(&gate(), &[option, file.to_str().unwrap()]);
        let expected = format!("standard input, line 1: {option}: ");
        assert!(message.starts_with(&expected), "{message}");
    }
    assert!(!regions.exists());
}

#[test]
fn nearest_and_pictures_work_for_queries() {
    let line = r#"{"boxes":[],"size":[2,2],"sequence":[{"add":[4,-2,8,3],"id":"rock"},
        {"start":[0,0],"goal":[7.5,1]}]}"#;
    let line = line.replace('\n', "");
    let workdir = workdir();
    let picture = workdir.path("path.png");
    let found = answers(&line, &["--nearest", "--picture", picture.to_str().unwrap()]);
    assert_eq!(found[0]["nearest"], json!([9.0, 1.0]));
    let drawn = workdir.bytes("path.png");
    let single = r#"{"boxes":[[4,-2,8,3]],"size":[2,2],"start":[0,0],"goal":[7.5,1]}"#;
    answers(single, &["--nearest", "--picture", picture.to_str().unwrap()]);
    assert!(drawn == workdir.bytes("path.png"), "the picture is that of the static problem");

    let message = rejection(&gate(), &["--picture", picture.to_str().unwrap()]);
    let expected =
        "standard input, line 1: --picture draws one path, but \"sequence\" has 4 queries";
    assert!(message.starts_with(expected), "{message}");
    let polygon = line.replace(
        "]}]}",
        "]},{\"add_polygon\":[[0,9],[1,9],[1,8]],\"id\":\"p\"},\
                                        {\"start\":[0,0],\"goal\":[7.5,1]}]}",
    );
    let result = run(&polygon, &["--nearest", "--format", "json"]);
    let message = result.message();
    assert_eq!((result.code, result.out.lines().count()), (Some(2), 1), "{message}");
    assert!(message.starts_with("standard input, line 1: sequence[3]: --nearest: "), "{message}");
}

#[test]
fn the_example_of_the_manual_gives_its_answers() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let manual = fs::read_to_string(root.join("docs/navigation.md")).unwrap();
    let (_, section) = manual.split_once("\n## Worlds that change\n").expect("there is one");
    let block = |kind: &str| {
        let (_, block) = section.split_once(&format!("```{kind}\n")).expect("a block");
        block.split_once("```").expect("it ends").0
    };
    let arguments = ["--navigator", "exact", "--format", "json"];
    let result = run(&block("json").replace('\n', ""), &arguments);
    assert_eq!((result.code, result.err.as_str()), (Some(0), ""));
    let timeless = |line: &str| {
        let (before, micros) = line.split_once(",\"micros\":").expect("a duration");
        let end = micros.find([',', '}']).expect("more");
        format!("{before}{}\n", &micros[end..])
    };
    assert_eq!(result.out.lines().map(timeless).collect::<String>(), block("text"));
}

// ---------------------------------------------------------------------------------------------
// Replanning

/// The answers to a walk from (0, 0) to (20, 0) with these entries after its first query.
fn walk(entries: &str, arguments: &[&str]) -> Vec<Value> {
    let line = format!(
        r#"{{"boxes":[[8,-3,9,3.5]],"size":[1,1],"sequence":[{{"start":[0,0],"goal":[20,0]}},{entries}]}}"#
    );
    answers(&line, arguments)
}

#[test]
fn a_path_that_holds_is_kept_without_a_search() {
    for navigator in ["perimeter", "exact"] {
        let arguments = ["--navigator", navigator];
        let entries = r#"{"add":[2,3,3,4],"id":"rock"},{"start":[0,0],"goal":[20,0],"replan":true},
            {"start":[7.5,-3.5],"goal":[20,0],"replan":true},{"start":[7.5,-3.5],"goal":[20,0]},
            {"start":[8.5,-3.5],"goal":[20,0],"replan":true}"#;
        let found = walk(&entries.replace('\n', ""), &arguments);
        let [first, same, farther, searched, on_segment] = &found[..] else { panic!("{found:?}") };
        assert_eq!((&same["path"], &same["kept"]), (&first["path"], &json!(true)));
        assert_eq!(same["steps"], json!(4), "one per waypoint, and one at the start");
        assert!(first["steps"].as_u64() > Some(4), "{first}");
        assert_eq!((&farther["path"], &farther["kept"]), (&searched["path"], &json!(true)));
        assert_eq!(farther["steps"], json!(3));
        assert!(searched.get("kept").is_none());
        assert_eq!((&on_segment["kept"], &on_segment["steps"]), (&json!(true), &json!(3)));
        assert_eq!(on_segment["path"], json!([[8.5, -3.5], [9.5, -3.5], [20.0, 0.0]]));
    }
}

#[test]
fn a_path_is_replaced_when_blocked_or_when_a_shorter_one_opens() {
    for navigator in ["perimeter", "exact"] {
        let arguments = ["--navigator", navigator];
        let query = r#"{"start":[0,0],"goal":[20,0],"replan":true}"#;
        let blocked = walk(&format!(r#"{{"add":[5,-8,12,-1],"id":"b"}},{query}"#), &arguments);
        assert_eq!(blocked[1]["kept"], json!(false));
        assert!(blocked[1]["length"].as_f64() > blocked[0]["length"].as_f64());
        let opened = walk(&format!(r#"{{"remove":0}},{query}"#), &arguments);
        assert_eq!((&opened[1]["kept"], &opened[1]["length"]), (&json!(false), &json!(20.0)));
        // A removal that opens nothing shorter keeps the path, but only a search can show that.
        let entries = format!(r#"{{"add":[2,3,3,4],"id":"b"}},{{"remove":"b"}},{query},{query}"#);
        let same = walk(&entries, &arguments);
        assert_eq!((&same[1]["path"], &same[1]["kept"]), (&same[0]["path"], &json!(true)));
        assert!(same[1]["steps"].as_u64() > same[0]["steps"].as_u64());
        assert_eq!(same[2]["steps"], json!(4));
    }
    let enclosed = r#"{"boxes":[[-1,-1,1,1]],"size":[1,1],"sequence":[{"start":[0,0],"goal":[5,0]},
        {"remove":0},{"start":[0,0],"goal":[5,0],"replan":true},
        {"start":[0,1],"goal":[5,0],"size":[2,2],"replan":true},
        {"start":[0,1],"goal":[7,0],"replan":true}]}"#;
    let found = answers(&enclosed.replace('\n', ""), &[]);
    assert_eq!((&found[1]["status"], &found[1]["kept"]), (&json!("found"), &json!(false)));
    assert_eq!((&found[2]["kept"], &found[2]["length"]), (&json!(true), &json!(26_f64.sqrt())));
    assert_eq!(found[3]["kept"], json!(false), "the goal is another");
}

// ---------------------------------------------------------------------------------------------
// Invalid sequences

#[test]
fn an_invalid_sequence_is_rejected_before_its_first_answer() {
    let valid = r#"{"boxes":[[0,0,1,1]],"polygons":[[[5,5],[6,5],[6,6]]],"size":[1,1],"sequence":[{"start":[3,3],"goal":[9,9]},"#;
    let column = valid.len() + 1;
    for (entry, problem) in [
        (
            r#"{"remove":"gaet"}"#,
            "there is no obstacle \"gaet\"; give the id of one added before, or an index below 2 for those",
        ),
        (r#"{"remove":2}"#, "there is no obstacle 2; give"),
        (r#"{"move":2,"to":[0,0,1,1]}"#, "there is no obstacle 2; give"),
        (r#"{"add":[0,0,1,1],"id":0}"#, "the id 0 is already that of boxes[0]; remove that first"),
        (r#"{"add":[0,0,1,1],"id":1}"#, "the id 1 is already that of polygons[0]; remove"),
        (
            r#"{"add":[0,0,1,1],"id":"border"}"#,
            "the id \"border\" is that of the border of the world",
        ),
        (r#"{"add":[0,0,1,1]}"#, "the keys add are neither a change nor a query; write a change"),
        (r#"{"add":[0,0,1,1],"id":"a","remove":0}"#, "the keys add, id, remove are neither"),
        (
            r#"{"move":0,"to":[0,0,1,1],"to_polygon":[]}"#,
            "the keys move, to, to_polygon are neither",
        ),
        (r#"{"start":[0,0]}"#, "the keys start are neither"),
        (r#"{}"#, "this entry is empty; write a change such as"),
        (r#"{"start":[0,0],"goal":[1,1],"size":[-1,1]}"#, "the mover's width is -1.0; give 0 or"),
    ] {
        let expected = format!("standard input, line 1, column {column}: sequence[1]: {problem}");
        assert_rejected(&format!("{valid}{entry}]}}"), &expected);
    }
    for (entry, problem) in [
        (
            r#"{"add":[4,0,3,1],"id":"a"}"#,
            "sequence[1].add is [4.0, 0.0, 3.0, 1.0], where x0 is more than x1; give the smaller",
        ),
        (
            r#"{"move":0,"to":[0,2,1,1]}"#,
            "sequence[1].to is [0.0, 2.0, 1.0, 1.0], where y0 is more",
        ),
        (
            r#"{"add_polygon":[[0,0],[1,1],[2,2]],"id":"a"}"#,
            "sequence[1].add_polygon has no area; give at least three",
        ),
        (
            r#"{"move":1,"to_polygon":[[0,0],[4,0],[4,4],[2,1],[0,4]]}"#,
            "sequence[1].to_polygon is not convex at sequence[1].to_polygon[3]",
        ),
        (r#"{"start":[0,1e300],"goal":[1,1]}"#, "the y of sequence[1].start is 1e300, outside"),
    ] {
        assert_rejected(
            &format!("{valid}{entry}]}}"),
            &format!("standard input, line 1, column {column}: {problem}"),
        );
    }
    let twice = r#"{"add":[0,0,1,1],"id":"a"},{"add":[0,0,1,1],"id":"a"}"#;
    assert_rejected(
        &format!("{valid}{twice}]}}"),
        "sequence[2]: the id \"a\" is already that of the obstacle added by sequence[1]; remove",
    );
    let removed = r#"{"remove":0},{"remove":0}"#;
    assert_rejected(
        &format!("{valid}{removed}]}}"),
        "sequence[2]: the obstacle 0 is already removed by sequence[1]; add it again first",
    );
    let first =
        r#"{"boxes":[],"size":[1,1],"sequence":[{"start":[3,3],"goal":[9,9],"replan":true}]}"#;
    assert_rejected(
        first,
        "column 38: sequence[0]: there is no query before this one whose path it could replan",
    );
    for (entry, problem) in [
        (r#"{"ad":[0,0,1,1]}"#, "unknown field `ad`, expected one of `add`"),
        (
            r#"{"remove":-1}"#,
            "invalid type: integer `-1`, expected an id: a name in quotes or an index",
        ),
        (r#"{"add":[0,0,1],"id":"a"}"#, "invalid length 3, expected 4 numbers in brackets"),
    ] {
        assert_rejected(&format!("{valid}{entry}]}}"), problem);
    }
    let both = r#"{"boxes":[],"size":[1,1],"start":[0,0],"goal":[1,1],"sequence":[]}"#;
    assert_rejected(
        both,
        "line 1: \"sequence\" is given as well; a problem has \"start\" and \"goal\", or instead",
    );
}

fn assert_rejected(line: &str, expected: &str) {
    let message = rejection(line, &["--format", "json"]);
    let normal = |text: &str| text.replace(' ', "");
    assert!(normal(&message).contains(&normal(expected)), "{expected}: {message}");
}

#[test]
fn the_navigation_benchmark_rejects_sequences() {
    let workdir = workdir();
    workdir.write("gate.jsonl", gate());
    let message = workdir.refused(&["lab", "--problems", "gate.jsonl"]);
    assert!(message.replace(' ', "").contains("isonlyfor`terrariumpath`"), "{message}");
}

// ---------------------------------------------------------------------------------------------
// Static problems as the oracle

/// Obstacles of which some are triangles: half of a box.
#[derive(Debug, Clone)]
struct Body {
    area: [f64; 4],
    is_triangle: bool,
}

#[derive(Debug, Clone)]
enum Step {
    Add(Body),
    Remove(usize),
    Move(usize, Body),
    Query([f64; 2], [f64; 2], f64),
}

fn body(triangles: bool) -> impl Strategy<Value = Body> {
    (0..36_u32, 0..36_u32, 1..9_u32, 1..9_u32, any::<bool>()).prop_map(move |(x, y, w, h, kind)| {
        let [x, y, w, h] = [x, y, w, h].map(|number| f64::from(number) / 2.0);
        Body { area: [x, y, x + w, y + h], is_triangle: triangles && kind }
    })
}

fn step(triangles: bool) -> impl Strategy<Value = Step> {
    let point = || [0..44_u32, 0..44_u32].prop_map(|at| at.map(|it| f64::from(it) / 2.0 - 1.0));
    prop_oneof![
        2 => body(triangles).prop_map(Step::Add),
        1 => any::<usize>().prop_map(Step::Remove),
        1 => (any::<usize>(), body(triangles)).prop_map(|(at, body)| Step::Move(at, body)),
        3 => (point(), point(), prop_oneof![Just(1.0), Just(0.5)])
            .prop_map(|(start, goal, size)| Step::Query(start, goal, size)),
    ]
}

impl Body {
    fn corners(&self) -> Value {
        let [x0, y0, x1, y1] = self.area;
        json!([[x0, y0], [x1, y0], [x0, y1]])
    }

    /// The keys of a change that give this body: `box_key` or `polygon_key`.
    fn put(&self, box_key: &str, polygon_key: &str, mut entry: Value) -> Value {
        if self.is_triangle {
            entry[polygon_key] = self.corners();
        } else {
            entry[box_key] = json!(self.area);
        }
        entry
    }
}

/// The line with a sequence, the lines of the static problems of its queries, and the ids of the
/// obstacles of each by their index there.
fn lines(first: &[Body], steps: &[Step]) -> (String, Vec<(String, Vec<Value>)>) {
    let first: Vec<Body> = first.iter().map(|body| Body { is_triangle: false, ..*body }).collect();
    let mut standing: Vec<(Value, Body)> =
        first.iter().enumerate().map(|(index, body)| (json!(index), body.clone())).collect();
    let (mut entries, mut statics) = (Vec::new(), Vec::new());
    let split = |bodies: &[(Value, Body)]| {
        let (polygons, boxes): (Vec<_>, Vec<_>) =
            bodies.iter().cloned().partition(|(_, body)| body.is_triangle);
        let areas: Vec<_> = boxes.iter().map(|(_, body)| body.area).collect();
        let corners: Vec<_> = polygons.iter().map(|(_, body)| body.corners()).collect();
        let ids: Vec<Value> = boxes.into_iter().chain(polygons).map(|(id, _)| id).collect();
        (json!({ "boxes": areas, "polygons": corners, "bounds": [-2, -2, 24, 24] }), ids)
    };
    for (number, step) in steps.iter().enumerate() {
        match step {
            Step::Add(body) => {
                let id = json!(format!("b{number}"));
                entries.push(body.put("add", "add_polygon", json!({ "id": id })));
                standing.push((id, body.clone()));
            }
            Step::Remove(at) if !standing.is_empty() => {
                let (id, _) = standing.remove(at % standing.len());
                entries.push(json!({ "remove": id }));
            }
            Step::Move(at, body) if !standing.is_empty() => {
                let index = at % standing.len();
                let (id, old) = &mut standing[index];
                entries.push(body.put("to", "to_polygon", json!({ "move": id })));
                *old = body.clone();
            }
            Step::Remove(_) | Step::Move(..) => {}
            Step::Query(start, goal, size) => {
                let size = [size, size];
                entries.push(json!({ "start": start, "goal": goal, "size": size }));
                let (mut problem, ids) = split(&standing);
                problem["start"] = json!(start);
                problem["goal"] = json!(goal);
                problem["size"] = json!(size);
                statics.push((problem.to_string(), ids));
            }
        }
    }
    let (mut problem, _) =
        split(&first.into_iter().map(|body| (Value::Null, body)).collect::<Vec<_>>());
    problem["size"] = json!([1, 1]);
    problem["sequence"] = json!(entries);
    (problem.to_string(), statics)
}

/// The answers of a sequence, and those of its static problems with ids for indices.
fn both(first: &[Body], steps: &[Step], navigator: &str) -> (Vec<Value>, Vec<Value>) {
    let (sequence, statics) = lines(first, steps);
    let mut dynamic = answers(&sequence, &["--navigator", navigator]);
    for answer in &mut dynamic {
        let answer = answer.as_object_mut().unwrap();
        assert!(answer.remove("line").is_some() && answer.remove("index").is_some());
    }
    let problems: Vec<&str> = statics.iter().map(|(problem, _)| problem.as_str()).collect();
    let mut fixed = answers(&problems.join("\n"), &["--navigator", navigator]);
    for (answer, (_, ids)) in fixed.iter_mut().zip(&statics) {
        for barrier in answer.get_mut("by").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(index) = barrier.as_u64() {
                *barrier = ids[index as usize].clone();
            }
        }
    }
    (dynamic, fixed)
}

fn are_equally_long(dynamic: &[Value], fixed: &[Value]) -> Result<(), TestCaseError> {
    for (dynamic, fixed) in dynamic.iter().zip(fixed) {
        prop_assert_eq!(&dynamic["status"], &fixed["status"]);
        let lengths = [dynamic, fixed].map(|answer| answer["length"].as_f64().unwrap_or(0.0));
        prop_assert!((lengths[0] - lengths[1]).abs() < 1e-9, "{:?}", lengths);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn answers_equal_those_of_static_problems(
        first in prop::collection::vec(body(false), 0..24),
        steps in prop::collection::vec(step(false), 1..40),
    ) {
        for navigator in [
            "perimeter", "wave", "jump-point", "grid-astar", "sections", "scan",
            "wall-memory", "rolling-grid", "direct",
        ] {
            let (dynamic, fixed) = both(&first, &steps, navigator);
            prop_assert_eq!(dynamic, fixed, "{}", navigator);
        }
    }

    /// With many queries, searches go through regions that follow the changes; without, they do not.
    #[test]
    fn shortest_paths_are_equally_long(
        first in prop_oneof![
            prop::collection::vec(body(false), 0..24),
            prop::collection::vec(body(false), 60..80),
        ],
        steps in prop::collection::vec(step(false), 1..60),
    ) {
        let (dynamic, fixed) = both(&first, &steps, "exact");
        are_equally_long(&dynamic, &fixed)?;
        for (dynamic, fixed) in dynamic.iter().zip(&fixed) {
            prop_assert_eq!(&dynamic["by"], &fixed["by"]);
        }
    }

    #[test]
    fn among_polygons_they_are_equally_long(
        first in prop::collection::vec(body(false), 0..12),
        steps in prop::collection::vec(step(true), 1..40),
    ) {
        let (dynamic, fixed) = both(&first, &steps, "exact");
        are_equally_long(&dynamic, &fixed)?;
    }
}

/// Small boxes on a jittered grid of 70 by 70, with queries across it and changes between them.
fn large_sequence() -> String {
    let corner = |number: u32| {
        let [column, row] = [number % 70, number / 70];
        let [x, y] = [number * 7919 % 5, number * 104_729 % 5].map(f64::from);
        [f64::from(column) * 10.0 + x, f64::from(row) * 10.0 + y]
    };
    let boxes: Vec<Value> =
        (0..4900).map(corner).map(|[x, y]| json!([x, y, x + 5.0, y + 4.5])).collect();
    let query = json!({ "start": [0.0, -3.0], "goal": [690.0, 695.0] });
    let gate = json!({ "add": [300.0, 0.0, 310.0, 660.0], "id": "gate" });
    let sequence = json!([query, gate, query, { "remove": "gate" }, query]);
    let bounds = json!([-10, -10, 720, 720]);
    json!({ "boxes": boxes, "size": [1, 1], "bounds": bounds, "sequence": sequence }).to_string()
}

#[test]
fn a_hierarchy_follows_the_changes_of_a_sequence() {
    let large = large_sequence();
    let length = |answer: &Value| answer["length"].as_f64().unwrap();
    let exact = answers(&large, &["--navigator", "exact"]);
    let found = answers(&large, &["--hierarchy"]);
    for (found, exact) in found.iter().zip(&exact) {
        let ratio = length(found) / length(exact);
        assert!((1.0 - 1e-9..1.05).contains(&ratio), "{ratio}");
    }
    assert_eq!(found[0]["path"], found[2]["path"]);
    assert!(length(&found[1]) > length(&found[0]), "around the gate");
    assert_eq!(answers(&large, &["--hierarchy", "--slice", "50"]), found);
    // In small scenes there is none, and nothing changes.
    assert_eq!(answers(&gate(), &["--hierarchy"]).len(), 4);
}

#[test]
fn a_corner_graph_follows_the_changes_of_a_sequence() {
    let large = large_sequence();
    let exact = answers(&large, &["--navigator", "exact"]);
    let found = answers(&large, &["--navigator", "exact", "--corner-graph"]);
    for (found, exact) in found.iter().zip(&exact) {
        let [found, exact] = [found, exact].map(|answer| answer["length"].as_f64().unwrap());
        assert!((found - exact).abs() < 1e-9 * exact, "{found}, {exact}");
    }
    assert_eq!(found[0]["path"], found[2]["path"]);
    let sliced = ["--navigator", "exact", "--corner-graph", "--slice", "50"];
    assert_eq!(answers(&large, &sliced), found);
}

#[test]
fn a_corner_graph_is_for_exact() {
    assert_eq!(
        rejection(&gate(), &["--corner-graph"]),
        "--corner-graph: the navigator `perimeter` does not use it; choose exact, or leave out \
         --corner-graph"
    );
}

#[test]
fn a_hierarchy_is_for_perimeter() {
    assert_eq!(
        rejection(&gate(), &["--hierarchy", "--navigator", "exact"]),
        "--hierarchy: the navigator `exact` does not use it; choose perimeter, or leave out \
         --hierarchy"
    );
}
