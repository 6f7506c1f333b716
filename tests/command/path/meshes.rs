//! Meshes whose faces are obstacles.

use super::*;

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
