//! What movers compute of each other: collisions to come, and the lines on which they stand in a crowd.

use proptest::prelude::*;
use terrarium_space::geometry::{Aabb, DVec2};

use crate::collision::collision;
use crate::lattice_lines::{Lines, spacing};

/// How finely the oracle looks, in ticks.
const INSTANT: f64 = 1.0 / 256.0;

/// How long the oracle looks ahead, in ticks.
const WITHIN: f64 = 8.0;

prop_compose! {
    fn point(most: f64)(x in -most..most, y in -most..most) -> DVec2 {
        DVec2::new(x, y)
    }
}

proptest! {
    #[test]
    fn a_collision_begins_when_the_point_first_is_in_the_box(
        from in point(60.0), velocity in point(12.0), half in 2.0..24.0_f64,
    ) {
        let area = Aabb::square(DVec2::ZERO, half);
        let is_inside = |time: f64| area.contains_inside(from + velocity * time);
        let instants = (0_u32..).map(|it| f64::from(it) * INSTANT);
        let first = instants.take_while(|&it| it < WITHIN).find(|&it| is_inside(it));
        match (collision(&area, from, velocity, WITHIN), first) {
            (Some(found), Some(first)) => {
                prop_assert!((first - INSTANT..=first).contains(&found.time), "{found:?}, {first}");
            }
            // It may touch a corner between two instants.
            (Some(found), None) => prop_assert!(!is_inside(found.time + INSTANT), "{found:?}"),
            (None, first) => prop_assert_eq!(first, None),
        }
    }

    #[test]
    fn a_collision_is_missed_by_going_so_far_aside(
        gap in 1.0..40.0_f64, y in -60.0..60.0, half in 2.0..24.0_f64, aim in point(0.9), ticks in 1.0..WITHIN,
    ) {
        let area = Aabb::square(DVec2::ZERO, half);
        let from = DVec2::new(-half - gap, y);
        let velocity = (aim * half - from) / ticks;
        let found = collision(&area, from, velocity, WITHIN).unwrap();
        let missing = found.missing;
        prop_assert!((0.0..=1.0).contains(&missing), "{missing}");
        // The nearer side of the box is so far from where the point comes in.
        let entry = from + velocity * found.time;
        let aside = entry.abs().min_element();
        prop_assert!((half - aside - missing * half).abs() < 1e-9);
    }

    #[test]
    fn lines_are_a_spacing_apart_on_both_sides_of_a_place(
        place in -1e4..1e4_f64, side in 1.0..200.0_f64, line in -50_i32..50,
    ) {
        let spacing = spacing(side);
        prop_assert!((side..=(side * 1.5).max(3.0)).contains(&spacing), "{spacing} for {side}");
        let Lines { before, after, is_on } = Lines::around(place, spacing);
        prop_assert!(before < place && place < after);
        let apart = if is_on { spacing * 2.0 } else { spacing };
        prop_assert!((after - before - apart).abs() < 1e-9);
        let on = (f64::from(line) + 0.5) * spacing;
        let around = Lines::around(on, spacing);
        prop_assert_eq!((around.before, around.after, around.is_on), (on - spacing, on + spacing, true));
    }

    #[test]
    fn the_place_of_a_body_is_that_of_four_half_as_wide(side in 6.0..400.0_f64) {
        prop_assert_eq!(spacing(side), spacing(side * 0.5) * 2.0);
    }
}
