//! Regions written for other tools, compared with the free space.

use proptest::prelude::*;
use serde_json::Value;
use terrarium_navigation::geometry::{Aabb, DVec2};
use terrarium_navigation::regions::Regions;
use terrarium_navigation::space::mesh::{self, Plane};

use crate::support::{Problem, fine_problems, tile_problems, whole_problems};

fn aabb([x0, y0, x1, y1]: [f64; 4]) -> Aabb {
    Aabb::new(DVec2::new(x0, y0), DVec2::new(x1, y1))
}

/// A wall with a passage above it and a gap of no height at y = 2, and a closed chamber. The room is
/// 7 × 4; rows are half a unit high, columns half a unit wide.
///
/// ```text
/// ··············
/// ····██··████··
/// ····██··█··█··
/// ····██··█··█··
/// ····██··█··█·· ← the gap is above this row
/// ····██··█··█··
/// ····██··████··
/// ····██········
/// ```
fn small() -> Regions {
    let walls = [
        [2.0, -1.0, 3.0, 2.0],
        [2.0, 2.0, 3.0, 3.5],
        [4.0, 0.5, 6.0, 1.0],
        [4.0, 3.0, 6.0, 3.5],
        [4.0, 0.5, 4.5, 3.5],
        [5.5, 0.5, 6.0, 3.5],
    ];
    Regions::new(aabb([0.0, 0.0, 7.0, 4.0]), walls.map(aabb))
}

fn geojson(regions: &Regions) -> String {
    let mut bytes = Vec::new();
    regions.write_geojson(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn obj(regions: &Regions) -> String {
    let mut bytes = Vec::new();
    regions.write_obj(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_small_scene_as_geojson() {
    insta::assert_snapshot!(geojson(&small()), @r#"
    {"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{"region":0,"component":0},"geometry":{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,4],[0,4],[0,0]]]}},
    {"type":"Feature","properties":{"region":2,"component":0},"geometry":{"type":"Polygon","coordinates":[[[2,3.5],[3,3.5],[3,4],[2,4],[2,3.5]]]}},
    {"type":"Feature","properties":{"region":3,"component":0},"geometry":{"type":"Polygon","coordinates":[[[3,0],[4,0],[4,4],[3,4],[3,0]]]}},
    {"type":"Feature","properties":{"region":4,"component":0},"geometry":{"type":"Polygon","coordinates":[[[4,0],[6,0],[6,0.5],[4,0.5],[4,0]]]}},
    {"type":"Feature","properties":{"region":5,"component":0},"geometry":{"type":"Polygon","coordinates":[[[4,3.5],[6,3.5],[6,4],[4,4],[4,3.5]]]}},
    {"type":"Feature","properties":{"region":6,"component":6},"geometry":{"type":"Polygon","coordinates":[[[4.5,1],[5.5,1],[5.5,3],[4.5,3],[4.5,1]]]}},
    {"type":"Feature","properties":{"region":7,"component":0},"geometry":{"type":"Polygon","coordinates":[[[6,0],[7,0],[7,4],[6,4],[6,0]]]}},
    {"type":"Feature","properties":{"portal":0,"regions":[0,1]},"geometry":{"type":"Point","coordinates":[2,2]}},
    {"type":"Feature","properties":{"portal":1,"regions":[0,2]},"geometry":{"type":"LineString","coordinates":[[2,3.5],[2,4]]}},
    {"type":"Feature","properties":{"portal":2,"regions":[1,3]},"geometry":{"type":"Point","coordinates":[3,2]}},
    {"type":"Feature","properties":{"portal":3,"regions":[2,3]},"geometry":{"type":"LineString","coordinates":[[3,3.5],[3,4]]}},
    {"type":"Feature","properties":{"portal":4,"regions":[3,4]},"geometry":{"type":"LineString","coordinates":[[4,0],[4,0.5]]}},
    {"type":"Feature","properties":{"portal":5,"regions":[3,5]},"geometry":{"type":"LineString","coordinates":[[4,3.5],[4,4]]}},
    {"type":"Feature","properties":{"portal":6,"regions":[4,7]},"geometry":{"type":"LineString","coordinates":[[6,0],[6,0.5]]}},
    {"type":"Feature","properties":{"portal":7,"regions":[5,7]},"geometry":{"type":"LineString","coordinates":[[6,3.5],[6,4]]}}
    ]}
    "#);
}

#[test]
fn a_small_scene_as_obj() {
    insta::assert_snapshot!(obj(&small()), @"
    # Free space of the centre of a mover: regions are faces, portals are lines.
    # x and y are those of the world, in its units; z is 0.
    v 0 0 0
    v 2 0 0
    v 2 4 0
    v 0 4 0
    v 2 3.5 0
    v 3 3.5 0
    v 3 4 0
    v 3 0 0
    v 4 0 0
    v 4 4 0
    v 6 0 0
    v 6 0.5 0
    v 4 0.5 0
    v 4 3.5 0
    v 6 3.5 0
    v 6 4 0
    v 4.5 1 0
    v 5.5 1 0
    v 5.5 3 0
    v 4.5 3 0
    v 7 0 0
    v 7 4 0
    v 2 2 0
    v 3 2 0
    o regions
    g region_0 component_0
    f 1 2 3 4
    g region_2 component_0
    f 5 6 7 3
    g region_3 component_0
    f 8 9 10 7
    g region_4 component_0
    f 9 11 12 13
    g region_5 component_0
    f 14 15 16 10
    g region_6 component_6
    f 17 18 19 20
    g region_7 component_0
    f 11 21 22 16
    o portals
    g portal_0 between_0_1
    p 23
    g portal_1 between_0_2
    l 5 3
    g portal_2 between_1_3
    p 24
    g portal_3 between_2_3
    l 6 7
    g portal_4 between_3_4
    l 9 13
    g portal_5 between_3_5
    l 14 10
    g portal_6 between_4_7
    l 11 12
    g portal_7 between_5_7
    l 15 16
    ");
}

#[test]
fn without_free_space_the_files_are_empty_but_valid() {
    let none = Regions::new(aabb([0.0, 0.0, 1.0, 1.0]), [aabb([-1.0, -1.0, 2.0, 2.0])]);
    assert!(none.is_empty());
    let json: Value = serde_json::from_str(&geojson(&none)).unwrap();
    assert_eq!(json["features"], serde_json::json!([]));
    let error = mesh::parse("none.obj", &obj(&none), Plane::Xy).unwrap_err();
    assert!(error.to_string().starts_with("none.obj: the file has no faces"), "{error}");
}

#[test]
fn negative_zero_is_written_as_zero() {
    let regions = Regions::new(aabb([-1.0, -0.0, -0.0, 1.0]), []);
    assert!(!geojson(&regions).contains("-0,") && !obj(&regions).contains("-0 "));
}

/// The area of what the boxes leave free of the room: of the cells between all their sides.
fn free_area(room: Aabb, boxes: &[Aabb]) -> f64 {
    let sides = |of: fn(DVec2) -> f64| {
        let ends = boxes.iter().flat_map(|body| [of(body.min), of(body.max)]);
        let within = ends.map(|end| end.clamp(of(room.min), of(room.max)));
        let mut ends: Vec<f64> = within.chain([of(room.min), of(room.max)]).collect();
        ends.sort_by(f64::total_cmp);
        ends
    };
    let [columns, rows] = [sides(|at| at.x), sides(|at| at.y)];
    let mut area = 0.0;
    for column in columns.windows(2) {
        for row in rows.windows(2) {
            let cell = aabb([column[0], row[0], column[1], row[1]]);
            if !boxes.iter().any(|body| body.contains_inside(cell.centre())) {
                area += cell.size().x * cell.size().y;
            }
        }
    }
    area
}

fn points(value: &Value) -> Vec<DVec2> {
    let number = |value: &Value| value.as_f64().unwrap();
    let positions = value.as_array().unwrap().iter();
    positions.map(|at| DVec2::new(number(&at[0]), number(&at[1]))).collect()
}

/// Twice the area of a ring, positive if it is counter-clockwise.
fn doubled_area(ring: &[DVec2]) -> f64 {
    ring.windows(2).map(|edge| edge[0].perp_dot(edge[1])).sum()
}

fn files_have_the_free_space(problem: &Problem) -> Result<(), TestCaseError> {
    let (room, boxes) = (problem.room(), problem.inflated());
    let regions = Regions::new(room, boxes.iter().copied());
    let areas: Vec<Aabb> = regions.areas().collect();
    let components: Vec<u32> = regions.components().collect();
    let json: Value = serde_json::from_str(&geojson(&regions)).unwrap();
    let (mut area, mut portals) = (0.0, 0);
    for feature in json["features"].as_array().unwrap() {
        let (properties, geometry) = (&feature["properties"], &feature["geometry"]);
        let coordinates = &geometry["coordinates"];
        if geometry["type"] == "Polygon" {
            let ring = points(&coordinates[0]);
            prop_assert_eq!((ring.len(), ring[0]), (5, ring[4]));
            prop_assert!(doubled_area(&ring) > 0.0, "counter-clockwise: {:?}", ring);
            area += doubled_area(&ring) / 2.0;
            let region = properties["region"].as_u64().unwrap() as usize;
            prop_assert_eq!(aabb([ring[0].x, ring[0].y, ring[2].x, ring[2].y]), areas[region]);
            prop_assert_eq!(&properties["component"], components[region]);
            continue;
        }
        let is_point = geometry["type"] == "Point";
        let ends = if is_point {
            points(&serde_json::json!([coordinates]))
        } else {
            prop_assert_eq!(&geometry["type"], "LineString");
            points(coordinates)
        };
        prop_assert_eq!(ends.len(), if is_point { 1 } else { 2 });
        prop_assert_eq!(&properties["portal"], portals);
        portals += 1;
        let both = [0, 1].map(|side| properties["regions"][side].as_u64().unwrap() as usize);
        prop_assert_eq!(components[both[0]], components[both[1]]);
        for end in ends {
            for region in both {
                prop_assert_eq!(areas[region].nearest_point(end), end, "{} of {}", end, region);
            }
        }
    }
    prop_assert_eq!(portals, regions.portals().count());
    let expected = if room.min.cmple(room.max).all() { free_area(room, &boxes) } else { 0.0 };
    prop_assert!((area - expected).abs() <= 1e-9 * expected, "{} is not {}", area, expected);

    // Read back, the faces are the regions with an interior.
    let faces: Vec<Aabb> =
        areas.into_iter().filter(|area| area.min.cmplt(area.max).all()).collect();
    let text = obj(&regions);
    let places: Vec<&str> = text.lines().filter(|line| line.starts_with("v ")).collect();
    prop_assert!(!(1..places.len()).any(|at| places[..at].contains(&places[at])), "{}", text);
    match mesh::parse("regions.obj", &text, Plane::Xy) {
        Ok(read) => {
            let polygons: Vec<_> = read.shapes.iter().map(|shape| &shape.value).collect();
            let read: Vec<Aabb> = polygons.iter().map(|polygon| polygon.bounds()).collect();
            prop_assert_eq!(&read, &faces);
            prop_assert!(polygons.iter().all(|polygon| polygon.corners().len() == 4));
        }
        Err(error) => prop_assert!(faces.is_empty(), "{}", error),
    }
    Ok(())
}

proptest! {
    #[test]
    fn files_have_the_free_space_among_touching_boxes(problem in whole_problems(14)) {
        files_have_the_free_space(&problem)?;
    }

    #[test]
    fn files_have_the_free_space_on_the_lattice(problem in fine_problems(25)) {
        files_have_the_free_space(&problem)?;
    }

    #[test]
    fn files_have_the_free_space_on_tiles(problem in tile_problems()) {
        files_have_the_free_space(&problem)?;
    }
}
