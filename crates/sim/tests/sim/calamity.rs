//! The course of a calamity at a place.

use terrarium_sim::world::{CalamityKind, Disc, OngoingCalamity, SCORCHED_LIGHT, SCORCHED_TICKS};
use terrarium_space::geometry::DVec2;

fn fire() -> OngoingCalamity {
    OngoingCalamity {
        kind: CalamityKind::Fire {
            area: Disc { at: DVec2::new(50.0, 50.0), radius: 40.0 },
            mortality: 0.5,
        },
        began: 100,
        order: 0,
        ticks: 20,
        animals_died: 1,
        plants_died: 2,
        recovered: 0,
    }
}

#[test]
fn scorched_ground_follows_the_front_and_recovers_in_the_same_time_everywhere() {
    let fire = fire();
    let places = [10.0, 30.0, 40.0].map(|by| DVec2::new(50.0 + by, 50.0));
    for (place, passed) in places.into_iter().zip([105, 115, 120]) {
        assert_eq!(fire.scorch(place, passed - 1), 0.0);
        assert_eq!(fire.scorch(place, passed), 1.0);
        assert_eq!(fire.light(place, passed), SCORCHED_LIGHT);
        assert_eq!(fire.scorch(place, passed + SCORCHED_TICKS / 2), 0.5);
        assert_eq!(fire.light(place, passed + SCORCHED_TICKS), 1.0);
    }
    assert_eq!(fire.scorch(DVec2::new(50.0, 90.5), 130), 0.0);
    assert!(!fire.is_gone(120 + SCORCHED_TICKS - 1) && fire.is_gone(120 + SCORCHED_TICKS));
}
