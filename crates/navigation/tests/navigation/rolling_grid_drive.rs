//! How the rover steers, and the route that it keeps.

#[path = "../../src/rolling_grid/drive.rs"]
mod drive;
/// What the rover drives with.
mod motors {
    pub use terrarium_navigation::motors;
}

use terrarium_navigation::geometry::DVec2;

use drive::{Route, error, steered};

#[test]
fn it_turns_toward_what_it_aims_at_and_never_beyond() {
    for degrees in -180..=180_i32 {
        let angle = f64::from(degrees).to_radians();
        let toward = DVec2::new(libm::cos(angle), libm::sin(angle)) * 5.0;
        let before = error(DVec2::X, toward);
        assert!((before.abs() - f64::from(degrees).abs()).abs() < 1e-9, "{before}");
        let (heading, far) = steered(DVec2::X, toward, 2.0);
        let after = error(heading, toward);
        assert!(after.abs() <= before.abs() + 1e-9, "{degrees}: {after}");
        assert!((0.0..=2.0).contains(&far), "never backward");
        assert_eq!(far < 1e-9, degrees.abs() >= 90, "on the spot from 90 degrees on");
    }
}

/// The waypoints before the one aimed at, and those from it on.
fn halves(mut route: Route) -> [Vec<DVec2>; 2] {
    let mut driven: Vec<DVec2> = route.before().collect();
    driven.reverse();
    let mut ahead = Vec::new();
    while let Some(aim) = route.aim() {
        assert!(route.is_sound());
        ahead.push(aim);
        // With cells of no size, a waypoint is passed only there.
        route.pass(aim, 0.0);
    }
    [driven, ahead]
}

#[test]
fn a_changed_route_leads_back_along_the_old_one() {
    let points = |numbers: &[i32]| -> Vec<DVec2> {
        numbers.iter().map(|&x| DVec2::new(x.into(), 0.0)).collect()
    };
    let mut route = Route::default();
    route.join(DVec2::ZERO, points(&[1, 2, 3, 4]), DVec2::ZERO);
    route.pass(DVec2::X, 1.0);
    assert_eq!(route.aim(), Some(DVec2::X * 3.0), "one and a half cells ahead");
    // The new plan leads back, but the rover has driven on to 2.
    route.join(DVec2::X, points(&[0, -1]), DVec2::X * 2.0);
    assert_eq!(route.aim(), Some(DVec2::X), "back to where the plan was made");
    assert_eq!(halves(route), [points(&[0, 2]), points(&[1, 0, -1])]);
}
