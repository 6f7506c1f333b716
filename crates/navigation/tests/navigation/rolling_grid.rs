//! The rover: its grid, its motors, and the side that it keeps.

use proptest::prelude::*;
use terrarium_navigation::geometry::{Aabb, DVec2};
use terrarium_navigation::{
    FailureReason, Goal, GridShape, LocalGrid, Method, Outcome, motors, navigator, path_length,
};

use crate::support::Problem;

fn shapes() -> impl Strategy<Value = GridShape> {
    let cells = 0..=64_u16;
    (cells.clone(), cells.clone(), cells, 0.1..50.0)
        .prop_map(|(forward, back, side, cell)| GridShape { forward, back, side, cell })
}

proptest! {
    #[test]
    fn world_and_grid_positions_convert_back_for_any_heading(
        shape in shapes(),
        at in (-1e3..1e3, -1e3..1e3).prop_map(DVec2::from),
        degrees in 0.0..360.0_f64,
        place in (-80.0..80.0, -80.0..80.0).prop_map(DVec2::from),
    ) {
        let (sin, cos) = libm::sincos(degrees.to_radians());
        let grid = LocalGrid::new(shape, at, DVec2::new(cos, sin));
        let world = grid.to_world(place);
        prop_assert!(grid.to_grid(world).distance(place) < 1e-9);
        prop_assert!(grid.to_world(grid.to_grid(world)).distance(world) < 1e-9);
        // The rover is at the centre of its cell, and points ahead of it have a greater i.
        let (i, j) = grid.rover();
        prop_assert_eq!((i, j), (shape.back.into(), shape.side.into()));
        prop_assert!(grid.middle((i, j)).distance(at) < 1e-9);
        let ahead = at + DVec2::new(cos, sin) * shape.cell;
        prop_assert!(grid.middle((i + 1, j)).distance(ahead) < 1e-9);
        let left = at + DVec2::new(-sin, cos) * shape.cell;
        prop_assert!(grid.middle((i, j + 1)).distance(left) < 1e-9);
    }

    #[test]
    fn every_cell_is_nearest_to_its_centre_and_outside_points_map_to_the_border(
        shape in shapes(),
        degrees in 0.0..360.0_f64,
        share in (0.0..1.0, 0.0..1.0),
        far in (-1e4..1e4, -1e4..1e4).prop_map(DVec2::from),
    ) {
        let (sin, cos) = libm::sincos(degrees.to_radians());
        let grid = LocalGrid::new(shape, DVec2::new(7.0, -3.0), DVec2::new(cos, sin));
        let (length, width) = (grid.length(), grid.width());
        prop_assert_eq!(length, i32::from(shape.forward + shape.back) + 1);
        prop_assert_eq!(width, 2 * i32::from(shape.side) + 1);
        let cell = ((share.0 * f64::from(length)) as i32, (share.1 * f64::from(width)) as i32);
        let middle = grid.middle(cell);
        prop_assert!(grid.holds(middle));
        prop_assert_eq!(grid.nearest_cell(middle), cell);
        let nearest = grid.nearest_cell(far);
        let is_at_border = nearest.0 == 0 || nearest.1 == 0
            || nearest.0 == length - 1 || nearest.1 == width - 1;
        prop_assert_eq!(grid.holds(grid.middle(nearest)), true);
        prop_assert!(grid.holds(far) || is_at_border);
    }

    #[test]
    fn the_motors_mirror_each_other_and_never_drive_backward(error in -180.0..=180.0_f64) {
        let (left, right) = motors(error);
        prop_assert_eq!(motors(-error), (right, left));
        prop_assert!(left.abs() <= 1.0 && right.abs() <= 1.0 && left + right >= -1e-9);
        prop_assert!((right - left) * error >= 0.0, "it turns toward what it aims at");
    }
}

#[test]
fn motor_powers_at_the_limits() {
    let near =
        |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).abs() < 1e-12 && (a.1 - b.1).abs() < 1e-12;
    for (error, powers) in [
        (-180.0, (1.0, -1.0)),
        (-90.0, (1.0, -1.0)),
        (-60.0, (1.0, -0.5)),
        (-45.0, (1.0, 0.0)),
        (0.0, (1.0, 1.0)),
        (30.0, (0.5, 1.0)),
        (45.0, (0.0, 1.0)),
        (90.0, (-1.0, 1.0)),
        (180.0, (-1.0, 1.0)),
    ] {
        assert!(near(motors(error), powers), "{error}: {:?}", motors(error));
    }
}

/// Two walls one behind the other, so that sometimes one side and sometimes the other looks
/// shorter.
fn two_staggered_walls() -> Problem {
    let area = |a, b, c, d| Aabb::new(DVec2::new(a, b), DVec2::new(c, d));
    Problem {
        bounds: area(-4.0, -4.0, 44.0, 44.0),
        boxes: vec![
            area(16.0, 12.0, 18.0, 22.0),
            area(23.0, 10.0, 25.0, 23.0),
            area(13.0, 28.0, 19.0, 52.0),
        ],
        half: DVec2::ONE,
        start: DVec2::new(2.0, 20.0),
        goal: Goal::Point(DVec2::new(38.0, 20.0)),
    }
}

#[test]
fn the_original_oscillates_between_two_sides_and_ours_does_not() {
    let problem = two_staggered_walls();
    let drive = |given: &[(&str, f64)]| {
        let given = given.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
        let mut search = Method::new("rolling-grid", given).unwrap().begin(problem.request());
        let outcome = search.advance(&problem.field(), 1000).unwrap();
        (outcome, search.walk())
    };
    let (original, walk) = drive(&[("margin", 0.0)]);
    assert_eq!(original, Outcome::Failed(FailureReason::Circling));
    let farthest = walk.iter().map(|place| place.x).fold(0.0, f64::max);
    assert!(farthest < 18.0, "it never gets past the first wall: {walk:?}");
    let (ours, _) = drive(&[]);
    let path = ours.path().unwrap();
    problem.check(path);
    assert!(path_length(problem.start, path) < 1.2 * 36.0, "{path:?}");
}

#[test]
fn a_covered_goal_is_approached_and_the_search_ends() {
    let cage = Aabb::square(DVec2::new(30.0, 20.0), 4.0);
    let goal = Goal::Point(cage.centre());
    let problem = Problem { boxes: vec![cage], goal, ..two_staggered_walls() };
    let mut search = navigator("rolling-grid").unwrap().begin(problem.request());
    let outcome = search.advance(&problem.field(), 1000);
    assert!(matches!(outcome, Some(Outcome::Failed(_))), "{outcome:?}");
    let end = *search.walk().last().unwrap();
    assert!(cage.distance_to(end) < 5.0, "{end}");
}

/// A wall of 16 cells across the way, drawn with the places of a drive, from above.
fn drive_around_a_wall(given: &[(&str, f64)]) -> (Outcome, String) {
    let wall = Aabb::new(DVec2::new(10.0, -8.0), DVec2::new(12.0, 8.0));
    let problem = Problem {
        bounds: Aabb::new(DVec2::new(-8.0, -16.0), DVec2::new(40.0, 16.0)),
        boxes: vec![wall],
        half: DVec2::splat(0.5),
        start: DVec2::ZERO,
        goal: Goal::Point(DVec2::new(30.0, 0.0)),
    };
    let given = given.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    let mut search = Method::new("rolling-grid", given).unwrap().begin(problem.request());
    let outcome = search.advance(&problem.field(), 1000).unwrap();
    if let Some(path) = outcome.path() {
        problem.check(path);
    }
    let mut rows = vec![vec!['.'; 32]; 26];
    rows[5..21].iter_mut().for_each(|row| row[10..12].fill('A'));
    for place in search.walk() {
        rows[(place.y + 13.0) as usize][place.x as usize] = 'o';
    }
    let rows: Vec<String> = rows.into_iter().rev().map(String::from_iter).collect();
    (outcome, rows.join("\n"))
}

#[test]
fn it_finds_its_way_around_a_wall_as_wide_as_its_grid() {
    let (outcome, picture) = drive_around_a_wall(&[]);
    assert!(outcome.path().is_some(), "{outcome:?}");
    insta::assert_snapshot!(picture, @r"
    ................................
    ................................
    ................................
    ................................
    ................................
    ..........AA....................
    ..........AA....................
    ..........AA....................
    ..........AA....................
    ..........AA....................
    ..........AA....................
    ..........AA....................
    o.........AA..................o.
    ooo.......AA..................o.
    ...ooo....AA..................o.
    .....oo...AA..................o.
    ......o...AA..................o.
    .......oo.AA.................oo.
    ........o.AA.................o..
    ........o.AA................oo..
    ........o.AA...............o....
    ........o.................o.....
    .........o...............o......
    ..........ooo.........o.........
    .............ooooo.ooo..........
    ................................
    ");
    let (original, _) = drive_around_a_wall(&[("patience", 72.0)]);
    assert_eq!(original, Outcome::Failed(FailureReason::Stuck));
}

/// The sum of the angles of all bends, in turns.
fn turning(start: DVec2, path: &[DVec2]) -> f64 {
    let places: Vec<DVec2> = core::iter::once(start).chain(path.iter().copied()).collect();
    let bends = places.array_windows().map(|&[a, b, c]| {
        libm::atan2((b - a).perp_dot(c - b), (b - a).dot(c - b)).abs() / core::f64::consts::TAU
    });
    bends.sum()
}

#[test]
fn without_the_margin_it_wavers_in_front_of_a_wall() {
    let [kept, wavering] = [6.0, 0.0].map(|margin| {
        let (outcome, _) = drive_around_a_wall(&[("margin", margin), ("side", 20.0)]);
        turning(DVec2::ZERO, outcome.path().expect("a path in the open"))
    });
    assert!(wavering > kept * 1.25, "{wavering} turns without, {kept} with the margin");
}
