//! What rays see: where they end, and the windows between what they hit.

#[path = "../../src/stepwise/rays.rs"]
mod rays;

use terrarium_navigation::geometry::{Aabb, DVec2};

use rays::{leaving, reaching, windows};

#[test]
fn a_window_has_room_for_the_agent_at_its_nearer_edge() {
    // Twelve rays; two edges at distance five on each side of the goal, with nothing behind.
    let mut distances = vec![5.0; 12];
    (distances[0], distances[11], distances[1]) = (f64::INFINITY, 5.0, 5.0);
    let found = windows(&distances, 4.0, 20.0);
    let ahead: Vec<_> = found.iter().filter(|w| w.centre == 0).map(|w| (w.rays, w.edge)).collect();
    assert_eq!(ahead, [(2, 5.0)], "60 degrees are enough for 4 at 5: arcsin 0.8 is 53");
    assert!(windows(&distances, 4.9, 20.0).is_empty(), "but not for 4.9");
}

#[test]
fn a_window_must_be_deeper_than_its_edge_by_the_width() {
    let mut distances = vec![5.0; 12];
    distances[0] = 8.0;
    assert!(windows(&distances, 4.0, 20.0).is_empty());
    distances[0] = 9.0;
    assert_eq!(windows(&distances, 4.0, 20.0).len(), 1);
}

#[test]
fn a_ray_ends_where_a_box_begins() {
    let aabb = Aabb::new(DVec2::new(2.0, -1.0), DVec2::new(3.0, 1.0));
    assert_eq!(reaching(DVec2::ZERO, DVec2::X, &aabb), 2.0);
    assert_eq!(reaching(DVec2::ZERO, DVec2::NEG_X, &aabb), f64::INFINITY);
    assert_eq!(reaching(DVec2::ZERO, DVec2::Y, &aabb), f64::INFINITY);
    assert_eq!(leaving(DVec2::X * 2.5, DVec2::Y, &aabb), 1.0);
}
