//! Tests of reading OBJ files.

use std::fs;

use proptest::prelude::*;

use super::*;

const SQUARE: &str = "v 0 9 0\nv 4 9 0\nv 4 9 2\nv 0 9 2\n";

fn corners(text: &str, plane: Plane) -> Vec<Vec<[f64; 2]>> {
    let mesh = parse("a.obj", text, plane).unwrap_or_else(|error| panic!("{error}"));
    let corners = |it: &Located<Convex>| it.value.corners().iter().map(DVec2::to_array).collect();
    mesh.shapes.iter().map(corners).collect()
}

#[test]
fn faces_are_polygons_in_the_plane_whatever_their_form() {
    let square = vec![[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]];
    for face in [
        "f 1 2 3 4",
        "f 4 3 2 1",
        "f -4 -3 -2 -1",
        "f 1/1 2/-2 3/3 4/4",
        "f 1//7 2//7 3//7 4//7",
        "f\t1/1/1  2/2/2 3/3/3 4/4/4 # a face",
        "vn 0 1 0\nvt 0 0\no it\ng a b\ns off\nusemtl m\nmtllib m.mtl\nl 1 2\np 1\nf 1 2 3 4",
        "mg 1 0.5\nlod 2\nbevel on\nc_interp off\nshadow_obj a\nusemap off\nfo 1 2 3 4",
        "cstype bezier\ndeg 3 3\ncurv 0 1 1 2 3\nparm u 0 1\ntrim 0 1 1\nsp 1\nend\nf 1 2 3 4",
        "f 1 2 \\\n 3 4",
        "f \\\n1\\ # the first\r\n2 3 \\   \n 4",
        "curv 0 1 1 2 \\\n3 4\nvt 0 \\\n0\nf 1 2 3 4 \\",
    ] {
        assert_eq!(corners(&format!("{SQUARE}{face}"), Plane::Xz), vec![square.clone()], "{face}");
    }
    // The file that Recast's demo writes has triangles; here with a mark and line ends of Windows.
    let recast = "\u{FEFF}# Recast Navmesh\r\no NavMesh\r\n\r\nv 1.5 0.2 -3\r\nv 2.5 0.2 -3\r\n\
                  v 2.5 0.2 -1.25\r\nv 1.5 0.2 -1.25\r\n\r\nf 1 3 2\r\nf 1 4 3\r\n";
    let expected = [
        vec![[1.5, -3.0], [2.5, -3.0], [2.5, -1.25]],
        vec![[1.5, -3.0], [2.5, -1.25], [1.5, -1.25]],
    ];
    assert_eq!(corners(recast, Plane::Xz), expected);
    // Negative numbers count from the face, others from the beginning of the file.
    let mixed =
        "f 4 5 6\nv 0 0 0\nv 1 0 0 1 0.5 0 0\nv 1 1 0\nf -3 -2 -1\nv 5 5 0\nv 6 5 0\nv 6 6 0";
    assert_eq!(
        corners(mixed, Plane::Xy),
        [[[5.0, 5.0], [6.0, 5.0], [6.0, 6.0]], [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]]
    );
}

#[test]
fn errors_report_line_and_column() {
    for (statement, expected) in [
        ("v 0 nan 1", "a.obj:5:5: `nan` is not a number; write a decimal number"),
        ("v 0 inf 1", "a.obj:5:5: `inf` is outside the range"),
        ("v 0 1e999 1", "a.obj:5:5: `1e999` is outside the range"),
        ("v 0 1 1,5", "a.obj:5:7: `1,5` is not a number"),
        ("v 0 1", "a.obj:5:1: this vertex has 2 coordinates; write `v x y z`"),
        ("v", "a.obj:5:1: this vertex has 0 coordinates"),
        ("v 1099511627777 1 1", "a.obj:5:3: `1099511627777` is outside the range ±1099511627776"),
        ("v 0 1 -1e-40", "a.obj:5:7: `-1e-40` is closer to 0 than 7.888609052210118e-31 (2^-100)"),
        ("f 1 2", "a.obj:5:1: this face has 2 vertices; give at least three"),
        ("f 1 2 0", "a.obj:5:7: there is no vertex `0`; there are 4; count them from 1"),
        ("f 1 2 5", "a.obj:5:7: there is no vertex `5`; there are 4"),
        ("f 1 -5/1 2", "a.obj:5:5: there is no vertex `-5/1`; there are 4"),
        ("f 1 2 9223372036854775807", "a.obj:5:7: there is no vertex `9223372036854775807`"),
        ("f 1 -9223372036854775808 2", "a.obj:5:5: there is no vertex `-9223372036854775808`"),
        ("f 1 2 x", "a.obj:5:7: `x` is not a vertex of a face; write whole numbers"),
        ("f 1 2 3.0", "a.obj:5:7: `3.0` is not a vertex of a face"),
        ("f 1 2 3/a", "a.obj:5:7: `3/a` is not a vertex of a face"),
        ("f 1 2 3/1/1/1", "a.obj:5:7: `3/1/1/1` is not a vertex of a face"),
        ("f 1 2 \\\n", "a.obj:5:1: this face has 2 vertices"),
        ("f 1 2 \\ 3", "a.obj:5:7: `\\` is not a vertex of a face"),
        ("f 1 2 \\\n 9", "a.obj:6:2: there is no vertex `9`"),
        ("v 3 0 1\nf 1 2 5 3 4", "a.obj:6:7: this face is not convex at vertex `5`; give convex"),
        ("f 1 3 2 4", "a.obj:5:9: this face is not convex at vertex `4`"),
        ("f 1 2 1 2", "a.obj:5:1: this face has no area in the plane of x and z, and no other"),
        ("surf 0 1 0 1 1 2 3", "a.obj:5:1: the file has no faces but free-form surfaces"),
        ("call more.obj", "a.obj:5:1: `call` is not a statement that is read here"),
        ("hello", "a.obj:5:1: `hello` is not a statement"),
        ("", "a.obj: the file has no faces; give a file with faces"),
    ] {
        let text = format!("{SQUARE}{statement}\n");
        let error = parse("a.obj", &text, Plane::Xz).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{statement}: {error}");
    }
    let upright = format!("{SQUARE}f 1 2 3 4");
    let error = parse("a.obj", &upright, Plane::Xy).unwrap_err().to_string();
    assert!(
        error.starts_with("a.obj:5:1: this face has no area in the plane of x and y"),
        "{error}"
    );
}

/// The text of a prism over corners in the plane, without its lower and its upper face; `upper` is its height.
fn prism(corners: &[[f64; 2]], before: usize, upper: f64) -> String {
    let mut text = String::new();
    for [x, y] in corners {
        text += &format!("v {x} 0 {y}\nv {x} {upper} {y}\n");
    }
    let count = corners.len();
    for side in 0..count {
        let [a, b] = [side, (side + 1) % count].map(|it| before + 2 * it + 1);
        text += &format!("f {a} {b} {} {}\n", b + 1, a + 1);
    }
    text
}

fn read(text: &str) -> Mesh<Convex> {
    parse("a.obj", text, Plane::Xz).unwrap_or_else(|error| panic!("{error}"))
}

fn area(mesh: &Mesh<Convex>) -> f64 {
    mesh.shapes.iter().map(|shape| shape.value.area()).sum()
}

const ROOM: [[f64; 2]; 4] = [[0.0, 0.0], [8.0, 0.0], [8.0, 6.0], [0.0, 6.0]];

#[test]
fn vertical_faces_are_the_sides_of_others_or_bound_areas_of_their_own() {
    // A cube as Blender writes it.
    let cube = "o Cube\nv 1 1 -1\nv 1 -1 -1\nv 1 1 1\nv 1 -1 1\nv -1 1 -1\nv -1 -1 -1\nv -1 1 1\nv -1 -1 1\n\
                f 1/1/1 5/2/1 7/3/1 3/4/1\nf 4//2 3//2 7//2 8//2\nf 8 7 5 6\nf 6 2 4 8\nf 2 1 3 4\nf 6 5 1 2\n";
    for plane in [Plane::Xz, Plane::Xy] {
        let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(DVec2::from);
        let square = Convex::through(&square).unwrap();
        let mesh = parse("a.obj", cube, plane).unwrap();
        assert_eq!(mesh.shapes.len(), 2);
        assert!(mesh.shapes.iter().all(|it| it.value == square), "{mesh:?}");
        assert_eq!(mesh.note(), None);
    }
    // Without floor and roof.
    let walls = prism(&ROOM, 0, 3.0);
    let mesh = read(&walls);
    assert_eq!((mesh.shapes.len(), area(&mesh), mesh.note()), (1, 48.0, None));
    // Two rooms that share a wall, which ends between corners of the outer ones.
    let with_wall = format!("{walls}v 5 0 0\nv 5 3 0\nv 5 3 6\nv 5 0 6\nf 9 10 11 12\n");
    let mesh = read(&with_wall);
    assert_eq!((mesh.shapes.len(), area(&mesh), mesh.note()), (2, 48.0, None));
    // An L-shaped one is divided into convex parts.
    let hook = [[0.0, 0.0], [6.0, 0.0], [6.0, 6.0], [4.0, 6.0], [4.0, 2.0], [0.0, 2.0]];
    let mesh = read(&prism(&hook, 0, 3.0));
    assert_eq!((mesh.shapes.len(), area(&mesh), mesh.note()), (2, 20.0, None));
    // A house around a yard, with a roof only over its rooms: the yard stays free.
    let yard = [[2.0, 2.0], [6.0, 2.0], [6.0, 4.0], [2.0, 4.0]];
    let roof = "f 2 4 12 10\nf 4 6 14 12\nf 6 8 16 14\nf 8 2 10 16\n";
    let mesh = read(&format!("{walls}{}{roof}", prism(&yard, 8, 3.0)));
    assert_eq!((mesh.shapes.len(), area(&mesh), mesh.note()), (4, 40.0, None));
}

#[test]
fn walls_that_bound_nothing_are_named() {
    let fence = "v 20 0 0\nv 29 0 0\nv 29 2 0\nv 20 2 0\nf -4 -3 -2 -1\n";
    let mesh = read(&format!("{}{fence}{fence}surf 0 1 0 1 1 2 3\n", prism(&ROOM, 0, 3.0)));
    assert_eq!(area(&mesh), 48.0);
    assert_eq!(
        mesh.note().unwrap(),
        "left out 2 faces on a line that bounds no area (a.obj:17:1, a.obj:22:1) and 1 free-form surface (a.obj:23:1)"
    );
    // A fence at a wall, and one between two rooms.
    let other: Vec<[f64; 2]> = ROOM.iter().map(|[x, y]| [x + 20.0, *y]).collect();
    let between = "v 8 0 6\nv 20 0 6\nv 20 3 6\nv 8 3 6\nf -4 -3 -2 -1\n";
    let at_wall = "v 4 0 0\nv 4 0 -9\nv 4 3 -9\nv 4 3 0\nf -4 -3 -2 -1\n";
    let mesh =
        read(&format!("{}{}{between}{at_wall}", prism(&ROOM, 0, 3.0), prism(&other, 8, 3.0)));
    assert_eq!((mesh.shapes.len(), area(&mesh), mesh.left_out.len()), (2, 96.0, 2));
    // With nothing else, the plane is the wrong one.
    let error = parse("a.obj", fence, Plane::Xz).unwrap_err().to_string();
    assert!(
        error.starts_with("a.obj:5:1: this face has no area in the plane of x and z"),
        "{error}"
    );
    assert!(error.ends_with("lay the ground in that plane, or read x and y"), "{error}");
}

/// Corners as programs write them, with six decimals.
fn rounded([x, y]: [f64; 2]) -> [f64; 2] {
    [x, y].map(|it| (it * 1e6).round() / 1e6)
}

proptest! {
    #[test]
    fn turned_houses_have_the_area_of_their_plan(
        angle in 0.0..6.3_f64,
        width in 0.5..30.0_f64,
        depth in 0.5..30.0_f64,
        shift in -50.0..50.0_f64,
        has_roof: bool,
    ) {
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        let turned = |[x, y]: [f64; 2]| rounded([cos * x - sin * y + shift, sin * x + cos * y]);
        let plan = [[0.0, 0.0], [width, 0.0], [width, depth], [0.0, depth]].map(turned);
        let ridge = [[0.0, depth / 2.0], [width, depth / 2.0]].map(turned);
        // The walls; the gables have five corners, of which the ridge is not quite on the line of the others.
        let walls = prism(&plan, 0, 3.0);
        let is_gable = |line: &str| line == "f 3 5 6 4" || line == "f 7 1 2 8";
        let mut text: String = walls.lines().filter(|it| !is_gable(it)).map(|it| format!("{it}\n")).collect();
        for [x, y] in ridge {
            text += &format!("v {x} 5 {y}\n");
        }
        text += "f 1 2 9 8 7\nf 3 4 10 6 5\n";
        prop_assert_eq!(text.matches('f').count(), 4);
        if has_roof {
            text += "f 2 4 10 9\nf 8 6 10 9\n";
        }
        let mesh = parse("house.obj", &text, Plane::Xz).unwrap();
        prop_assert!((area(&mesh) - width * depth).abs() < 1e-3, "{:?}", mesh);
        prop_assert_eq!(mesh.note(), None);
    }

    #[test]
    fn prisms_without_lids_cover_their_plan(
        radii in prop::collection::vec(1.0..9.0_f64, 3..12),
        copies in 1..4_usize,
    ) {
        let count = radii.len();
        let corner = |copy: usize, (index, radius): (usize, &f64)| {
            let angle = std::f64::consts::TAU * index as f64 / count as f64;
            [libm::cos(angle) * radius + 30.0 * copy as f64, libm::sin(angle) * radius]
        };
        let plan = |copy: usize| -> Vec<[f64; 2]> {
            radii.iter().enumerate().map(|it| corner(copy, it)).collect()
        };
        let text: String = (0..copies).map(|copy| prism(&plan(copy), 2 * count * copy, 2.0)).collect();
        let mesh = parse("prism.obj", &text, Plane::Xz).unwrap();
        let corners: Vec<DVec2> = plan(0).into_iter().map(DVec2::from).collect();
        let expected = Polygon::new(&corners).unwrap().area() * copies as f64;
        prop_assert!((area(&mesh) - expected).abs() < 1e-9 * expected);
        prop_assert_eq!(mesh.note(), None);
    }
}

#[test]
fn unreadable_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refusal =
        |name: &str| super::read(&folder.path().join(name), Plane::Xz).unwrap_err().to_string();
    fs::write(folder.path().join("latin.obj"), b"# a\n# \xE4\nf 1 2 3").unwrap();
    let file = fs::File::create(folder.path().join("endless.obj")).unwrap();
    file.set_len(MAX_BYTES + 1).unwrap();
    for (name, expected) in [
        ("none.obj", "none.obj: there is no such file; check the path"),
        ("", ": the file cannot be read: this is a directory"),
        ("latin.obj", "latin.obj:2:3: this is not UTF-8 text; save the file as plain text"),
        ("endless.obj", "endless.obj: the file is longer than 268435456 bytes; split it"),
    ] {
        assert!(refusal(name).contains(expected), "{}", refusal(name));
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(
        text in "([vf][-/ 0-9.eE#\\\\\\PC]{0,20}\n?){0,12}",
    ) {
        let _ = parse("random.obj", &text, Plane::Xz);
        let _ = parse("random.obj", &format!("{SQUARE}{text}"), Plane::Xy);
    }
}
