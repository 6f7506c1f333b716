//! Polygons of scenarios, from lists and from files.

use std::fs;
use std::path::Path;

use terrarium_input::document::Document;
use terrarium_run::scenario::Scenario;
use terrarium_space::geometry::{DVec2, Polygon};

/// A scenario with these lines, in a folder with these files.
fn polygons(lines: &str, files: &[(&str, &str)]) -> Result<Vec<Polygon>, String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        fs::write(folder.path().join(name), content).unwrap();
    }
    let text = format!("description = \"Rocks\"\n{lines}\n[world]\nsize = [800, 600]\n");
    let read = || {
        let document = Document::parse("rocks.toml", &text)?;
        Scenario::from_document("rocks", folder.path(), document, &[])
    };
    let scenario = read().map_err(|error| named(&error.to_string(), folder.path()))?;
    let world = scenario.create(Vec::new());
    let world = world.map_err(|error| named(&error.to_string(), folder.path()))?;
    Ok(world.command_effects().polygons.clone())
}

/// An error without the path of its folder.
fn named(error: &str, folder: &Path) -> String {
    error.replace(&format!("{}/", folder.display()), "")
}

fn corners(polygons: &[Polygon]) -> Vec<Vec<[f64; 2]>> {
    let corners = |polygon: &Polygon| polygon.corners().iter().map(DVec2::to_array).collect();
    polygons.iter().map(corners).collect()
}

const DRAWING: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">
  <g transform="translate(10 0)">
    <rect x="0" y="0" width="20" height="10"/>
    <polygon points="0,20 20,20 10,30 20,40 0,40" fill="none" stroke="black"/>
  </g>
  <line x1="0" y1="0" x2="90" y2="90" stroke="black"/>
  <polyline points="0,90 40,90 20,60" fill="none" stroke="black"/>
  <path d="M60 60 h20 v20 h-20 z M90 60 h5 v5 h-5 z"/>
  <circle cx="70" cy="20" r="10"/>
  <rect x="0" y="50" width="9" height="9" visibility="hidden"/>
  <text x="5" y="95">rock</text>
</svg>"##;

#[test]
fn shapes_of_a_drawing_become_polygons() {
    let lines = "[[outlines]]\nfile = \"rocks.svg\"\nat = [200, 100]\nscale = 2";
    let polygons = polygons(lines, &[("rocks.svg", DRAWING)]).unwrap();
    assert_eq!(polygons.len(), 5);
    let (circle, others) = polygons.split_last().unwrap();
    assert_eq!(
        corners(others),
        [
            vec![[220.0, 100.0], [260.0, 100.0], [260.0, 120.0], [220.0, 120.0]],
            vec![[220.0, 140.0], [260.0, 140.0], [240.0, 160.0], [260.0, 180.0], [220.0, 180.0]],
            vec![[320.0, 220.0], [360.0, 220.0], [360.0, 260.0], [320.0, 260.0]],
            vec![[380.0, 220.0], [390.0, 220.0], [390.0, 230.0], [380.0, 230.0]],
        ]
    );
    let middle = DVec2::new(340.0, 140.0);
    let edges = circle.corners().iter().zip(circle.corners().iter().cycle().skip(1));
    for (from, to) in edges {
        assert!((from.distance(middle) - 20.0).abs() < 0.01);
        assert!(from.midpoint(*to).distance(middle) > 19.74, "an edge is too long");
    }
}

#[test]
fn faces_of_a_mesh_become_polygons_with_dents_too() {
    let mesh = "v 0 0 0\nv 30 5 0\nv 30 5 30\nv 10 5 10\nv 0 9 30\nf 1 2 3 4 5\nf 1 2 3\n";
    let lines = "[[outlines]]\nfile = \"mesh.obj\"\nat = [100, 100]";
    let polygons = polygons(lines, &[("mesh.obj", mesh)]).unwrap();
    assert_eq!(
        corners(&polygons),
        [
            vec![[100.0, 100.0], [130.0, 100.0], [130.0, 130.0], [110.0, 110.0], [100.0, 130.0]],
            vec![[100.0, 100.0], [130.0, 100.0], [130.0, 130.0]],
        ]
    );
    let from_the_side = "[[outlines]]\nfile = \"mesh.obj\"\nplane = \"xy\"";
    let polygons = self::polygons(from_the_side, &[("mesh.obj", mesh)]).unwrap();
    assert_eq!(polygons.len(), 1, "the other face is a line from there");
}

#[test]
fn a_solid_is_what_its_walls_bound() {
    // A house without floor and roof, and a fence without thickness.
    let mesh = "v 0 0 0\nv 40 0 0\nv 40 0 30\nv 0 0 30\nv 0 9 0\nv 40 9 0\nv 40 9 30\nv 0 9 30\n\
                f 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n\
                v 90 0 0\nv 99 0 0\nv 99 2 0\nf 9 10 11\n";
    let lines = "[[outlines]]\nfile = \"house.obj\"\nat = [100, 100]";
    let polygons = polygons(lines, &[("house.obj", mesh)]).unwrap();
    assert_eq!(
        corners(&polygons),
        [[[100.0, 100.0], [140.0, 100.0], [140.0, 130.0], [100.0, 130.0]]]
    );
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("house.obj"), mesh).unwrap();
    let text = format!("description = \"Rocks\"\n{lines}\n[world]\nsize = [800, 600]\n");
    let document = Document::parse("rocks.toml", &text).unwrap();
    let scenario = Scenario::from_document("rocks", folder.path(), document, &[]).unwrap();
    let notes: Vec<String> = scenario.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes.iter().map(|note| named(note, folder.path())).collect::<Vec<_>>(),
        ["rocks.toml:3:8: left out 1 face on a line that bounds no area (house.obj:16:1)"]
    );
}

#[test]
fn invalid_polygons_are_refused_at_their_place() {
    let ring = r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">
        <path id="ring" d="M0 0 h9 v9 h-9 z M3 3 v3 h3 v-3 z"/></svg>"#;
    let files = [("ring.svg", ring), ("broken.svg", "<svg"), ("a.obj", "v 0 0 0\nf 1 2 3\n")];
    let line = ("line.obj", "v 0 0 0\nv 0 5 5\nv 0 0 9\nf 1 2 3\n");
    let crossing = ("cross.obj", "v 0 0 0\nv 9 0 9\nv 9 0 0\nv 0 0 9\nf 1 2 3 4\n");
    let empty = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>";
    let files: Vec<_> = files.into_iter().chain([("empty.svg", empty), line, crossing]).collect();
    let cases = [
        "polygons = [[[1, 1], [9, 9]]]",
        "polygons = [[[1, 1], [90, 90], [90, 1], [1, 90]]]",
        "polygons = [[[1, 1], [90, 90], [900, 1]]]",
        "polygons = [[[1, 1], [90, 90], [9]]]",
        "polygons = [[1, 2, 3]]",
        "[[outlines]]\nfile = \"ring.svg\"",
        "[[outlines]]\nfile = \"broken.svg\"",
        "[[outlines]]\nfile = \"empty.svg\"",
        "[[outlines]]\nfile = \"nowhere.svg\"",
        "[[outlines]]\nfile = \"a.obj\"",
        "[[outlines]]\nfile = \"line.obj\"",
        "[[outlines]]\nfile = \"cross.obj\"\nscale = 10",
        "[[outlines]]\nfile = \"ring.svg\"\nplane = \"xy\"",
        "[[outlines]]\nfile = \"a.png\"",
        "[[outlines]]\nfile = \"a.obj\"\nscale = 0",
        "[[outlines]]\nfile = \"a.obj\"\nplane = \"yz\"",
        "[[outlines]]\nat = [1, 2]",
    ];
    let refusals: Vec<String> =
        cases.iter().map(|lines| polygons(lines, &files).unwrap_err()).collect();
    insta::assert_snapshot!(refusals.join("\n"), @r#"
    rocks.toml:2:13: a polygon needs at least three corners that are not all on one line; give at least three corners of an area
    rocks.toml:2:13: the edge that begins at (1, 1) touches the one that begins at (90, 1); give the corners in order around a polygon whose edges do not cross
    rocks.toml:2:13: the polygon extends beyond the world; give corners from [0, 0] to [800, 600]
    rocks.toml:2:32: `polygons` is the list `[9]`; give a list of two numbers, x and y, such as [120, 80]
    rocks.toml:2:14: `polygons` is `1`; give a list of two numbers, x and y, such as [120, 80]
    ring.svg: `ring` has a hole; divide it into shapes without holes
    broken.svg: this is no SVG file: SVG data parsing failed cause the document does not have a root node; export the drawing as plain SVG
    empty.svg: the file has no shapes that can be read; draw filled shapes, and turn text into paths
    nowhere.svg: there is no such file; check the path
    a.obj:2:5: there is no vertex `2`; there are 1; count them from 1, or backward from -1
    line.obj:4:1: this face has no area in the plane of x and z, and no other face has one; lay the ground in that plane, or read x and y
    cross.obj:5:1: shape 1, in units of the world: the edge that begins at (0, 0) touches the one that begins at (90, 0); give the corners in order around a polygon whose edges do not cross
    rocks.toml:4:9: a drawing has no plane; leave out `plane`, which is for OBJ files
    rocks.toml:3:8: `a.png` is no file of outlines; give a file that ends in .svg or .obj
    rocks.toml:4:9: `outlines.scale` is `0`; give a number from 0.000001 to 1000000
    rocks.toml:4:9: `outlines.plane` is the string `"yz"`; give "xz" or "xy"
    rocks.toml:2:1: `file` is missing in [outlines]; add a line such as `file = "rocks.svg"`
    "#);
}
