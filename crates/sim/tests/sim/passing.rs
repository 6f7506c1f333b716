//! The room that two travellers leave to each other when they meet.

use proptest::prelude::*;
use terrarium_space::geometry::{Aabb, DVec2, lattice};

use crate::meeting::{Meeting, Traveller};

fn traveller(centre: DVec2, intended: DVec2) -> Traveller {
    Traveller { body: Aabb::square(centre, 12.0), intended }
}

/// The area that the other leaves, where both have room.
fn area(own: &Traveller, other: &Traveller) -> Option<Aabb> {
    let meeting = Meeting::new(own, other)?;
    Some(meeting.area(&own.body, &other.body, DVec2::ZERO, [f64::INFINITY; 2]))
}

#[test]
fn two_on_one_line_leave_half_of_the_room_to_each_other() {
    for direction in [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y] {
        let own = traveller(DVec2::ZERO, direction * 6.0);
        let other = traveller(direction * 60.0, direction * -6.0);
        for (a, b) in [(own, other), (other, own)] {
            let area = area(&a, &b).unwrap();
            let side = a.intended.perp().normalize();
            let sides = [area.min, area.max].map(|corner| corner.dot(side).abs());
            let (near, far) = (sides[0].min(sides[1]), sides[0].max(sides[1]));
            assert!(near < 0.001 && (far - 36.0).abs() < 0.001, "{near} to {far}");
        }
    }
}

#[test]
fn who_has_no_room_leaves_it_to_the_other() {
    let own = traveller(DVec2::ZERO, DVec2::X * 6.0);
    let other = traveller(DVec2::X * 60.0, DVec2::NEG_X * 6.0);
    let meeting = Meeting::new(&own, &other).unwrap();
    let low = |room| 12.0 - meeting.area(&own.body, &other.body, DVec2::ZERO, room).max.y;
    assert_eq!(low([100.0, 100.0]), 12.0 - lattice::STEP, "each makes half");
    assert_eq!(low([5.0, 100.0]), 19.0, "the other makes what is left");
    assert_eq!(low([100.0, 5.0]), 5.0, "the other makes what it can");
}

prop_compose! {
    fn point(most: f64)(x in -most..most, y in -most..most) -> DVec2 {
        lattice::snap_point(DVec2::new(x, y))
    }
}

proptest! {
    #[test]
    fn both_make_room_in_opposite_directions(
        a in point(100.0), b in point(100.0), u in point(8.0), v in point(8.0),
    ) {
        let (own, other) = (traveller(a, u), traveller(b, v));
        let (one, two) = (Meeting::new(&own, &other), Meeting::new(&other, &own));
        prop_assert_eq!(one.is_some(), two.is_some());
        if let (Some(one), Some(two)) = (one, two) {
            prop_assert_eq!(one.outward(), -two.outward());
            prop_assert_eq!(one.missing(), two.missing());
        }
    }
}
