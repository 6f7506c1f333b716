//! How often rings of shapes wind around two points.

#[path = "../../src/winding.rs"]
mod winding;

use terrarium_navigation::geometry::{Aabb, Convex, DVec2};

use winding::Bearings;

/// The turns around two points along a closed chain of boxes given by their centres.
fn turns(centres: &[[f64; 2]], points: [[f64; 2]; 2]) -> [i32; 2] {
    let points = points.map(DVec2::from);
    let shapes = centres.iter().map(|&at| Aabb::square(at.into(), 1.5));
    let bearings: Vec<_> =
        shapes.map(|area| Bearings::new(&Convex::of_box(&area).unwrap(), points)).collect();
    let pairs = bearings.iter().zip(bearings.iter().cycle().skip(1));
    pairs.fold([0, 0], |[a, b], (one, other)| {
        let [c, d] = one.turns_to(other, points);
        [a + c, b + d]
    })
}

#[test]
fn a_ring_winds_once_around_what_is_inside_it() {
    let ring = [
        [2.0, 0.0],
        [2.0, 2.0],
        [0.0, 2.0],
        [-2.0, 2.0],
        [-2.0, 0.0],
        [-2.0, -2.0],
        [0.0, -2.0],
        [2.0, -2.0],
    ];
    assert_eq!(turns(&ring, [[0.0, 0.0], [5.0, 0.0]]).map(i32::abs), [1, 0]);
    assert_eq!(turns(&ring, [[-9.0, 0.0], [0.25, -0.25]]).map(i32::abs), [0, 1]);
    assert_eq!(
        turns(&ring, [[0.5, 0.5], [-0.5, 0.5]]),
        turns(&ring, [[0.0, 0.0]; 2]),
        "on its inner sides"
    );
    let back_and_forth = [[2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [-2.0, 2.0], [0.0, 2.0], [2.0, 2.0]];
    assert_eq!(turns(&back_and_forth, [[0.0, 0.0], [5.0, 0.0]]), [0, 0]);
}
