//! The order of the directions in which an agent turns at a wall.

#[path = "../../src/stepwise/heading.rs"]
mod heading;

use core::cmp::Ordering;

use proptest::prelude::*;
use terrarium_navigation::geometry::{DVec2, turn};

use heading::{Hand, Heading};

proptest! {
    #[test]
    fn turning_orders_the_headings_by_angle(x in -3..=3_i32, y in -3..=3_i32) {
        prop_assume!((x, y) != (0, 0));
        let toward = DVec2::new(x.into(), y.into());
        for (side, on_it) in [(Hand::Left, Ordering::Greater), (Hand::Right, Ordering::Less)] {
            let turning = Heading::turning(side, toward);
            // The angle from `toward`, by a library function that may round.
            let angles = turning.map(|heading| {
                let vector = heading.vector();
                let angle = libm::atan2(toward.perp_dot(vector), toward.dot(vector)).to_degrees();
                let angle = if side == Hand::Left { angle } else { -angle };
                if angle > 1e-9 { angle } else { angle + 360.0 }
            });
            prop_assert!(angles.is_sorted(), "{angles:?}");
            prop_assert_eq!(turn(DVec2::ZERO, toward, turning[0].vector()), on_it);
            for (heading, next) in turning.into_iter().zip(turning.into_iter().cycle().skip(1)) {
                prop_assert_eq!(side.of(heading), next);
                let length = if heading.is_upward() { 1.0 } else { -1.0 };
                prop_assert_eq!(heading.vector(), heading.axis().with(DVec2::ZERO, length));
            }
        }
    }
}
