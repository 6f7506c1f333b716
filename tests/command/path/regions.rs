//! The free regions of a scene as a file.

use super::*;

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
