//! The boxes of moving obstacles, cut back from the agent.

use proptest::prelude::*;
use terrarium_navigation::cut_back;
use terrarium_navigation::geometry::{Aabb, DVec2, lattice};

prop_compose! {
    fn area()(
        x in -9.0..9.0_f64, y in -9.0..9.0_f64, w in 0.0..6.0_f64, h in 0.0..6.0_f64,
    ) -> Aabb {
        let at = lattice::snap_point(DVec2::new(x, y));
        Aabb::new(at, at + lattice::snap_point(DVec2::new(w, h)))
    }
}

proptest! {
    #[test]
    fn a_cut_box_contains_the_obstacle_and_spares_the_agent(
        aabb in area(), own in area(), x in -9.0..9.0_f64, y in -9.0..9.0_f64,
    ) {
        let ahead = lattice::snap_point(DVec2::new(x, y));
        let wide = aabb.union(&aabb.translated(ahead));
        let seen = cut_back(wide, &aabb, &own);
        prop_assert!(seen.contains_box(&aabb));
        prop_assert_eq!(seen.overlaps(&own), aabb.overlaps(&own));
        prop_assert!(wide.overlaps(&own) || seen == wide);
    }
}
