//! Shortest paths through regions against a brute-force visibility graph.

use proptest::prelude::*;
use terrarium_navigation::Goal;
use terrarium_navigation::geometry::{Aabb, DVec2};
use terrarium_navigation::path_length;
use terrarium_navigation::regions::{NoPath, Regions};

use crate::support::{
    Problem, fine_problems, tile_problems, wall_problems, whole_problems, worlds,
};

fn regions(problem: &Problem) -> Regions {
    Regions::new(problem.room(), problem.inflated())
}

/// Whether no place that can be reached is nearer to the goal than the one found. The nearest lies on
/// the sides of obstacles or of the room, or beside the goal.
fn is_the_nearest(problem: &Problem) -> Result<(), TestCaseError> {
    let (room, regions, goal) = (problem.room(), regions(problem), problem.goal_place());
    let found = regions.nearest_reachable(problem.start, goal);
    prop_assert_eq!(found.is_some(), regions.is_free(problem.start));
    let Some(found) = found else { return Ok(()) };
    prop_assert_eq!(regions.check(problem.start, found), Ok(()));
    let all = || problem.inflated().into_iter().chain([room, Aabb::new(goal, goal)]);
    for x in all().flat_map(|body| [body.min.x, body.max.x]) {
        for y in all().flat_map(|body| [body.min.y, body.max.y]) {
            let place = DVec2::new(x, y);
            if place.distance(goal) < found.distance(goal) - 1e-9 {
                let check = regions.check(problem.start, place);
                prop_assert!(check.is_err(), "{} is nearer to {} than {}", place, goal, found);
            }
        }
    }
    Ok(())
}

fn is_the_shortest(problem: &Problem) -> Result<(), TestCaseError> {
    let problem = problem.to_its_place();
    let found = regions(&problem).shortest_path(problem.start, problem.goal_place());
    problem.check_shortest(found)
}

/// Whether the regions cover exactly what no obstacle covers, without overlapping.
fn are_the_free_space(problem: &Problem) -> Result<(), TestCaseError> {
    let (room, obstacles, regions) = (problem.room(), problem.inflated(), regions(problem));
    let clipped: Vec<Aabb> =
        obstacles.iter().filter(|body| body.overlaps(&room)).copied().collect();
    let sides = |of: fn(DVec2) -> f64| {
        let ends = clipped.iter().flat_map(move |body| [of(body.min), of(body.max)]);
        let mut ends: Vec<f64> = ends.chain([of(room.min), of(room.max)]).collect();
        ends.sort_by(f64::total_cmp);
        ends.dedup();
        let middles: Vec<f64> = ends.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect();
        ends.into_iter().chain(middles).collect::<Vec<f64>>()
    };
    for x in sides(|at| at.x) {
        for y in sides(|at| at.y) {
            let place = DVec2::new(x, y);
            let is_within = room.nearest_point(place) == place;
            let expected = is_within && !clipped.iter().any(|body| body.contains_inside(place));
            prop_assert_eq!(regions.is_free(place), expected, "{}", place);
            let inside = regions.areas().filter(|area| area.contains_inside(place)).count();
            prop_assert!(inside <= 1, "{} regions contain {}", inside, place);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_path_is_the_shortest_among_touching_boxes(problem in whole_problems(14)) {
        is_the_shortest(&problem)?;
    }

    #[test]
    fn the_path_is_the_shortest_on_the_lattice(problem in fine_problems(25)) {
        is_the_shortest(&problem)?;
    }

    #[test]
    fn the_path_is_the_shortest_in_any_world(problem in worlds::all_problems()) {
        is_the_shortest(&problem)?;
    }

    #[test]
    fn the_path_is_the_shortest_in_a_maze(problem in wall_problems()) {
        is_the_shortest(&problem)?;
    }

    #[test]
    fn the_path_is_the_shortest_on_tiles(problem in tile_problems()) {
        is_the_shortest(&problem)?;
    }

    /// Paths from the corners of obstacles are no exception.
    #[test]
    fn the_path_is_the_shortest_from_a_corner(
        problem in prop_oneof![whole_problems(14), fine_problems(14)],
        corner in any::<prop::sample::Index>(),
    ) {
        let corners: Vec<_> = problem.inflated().iter().flat_map(Aabb::corners).collect();
        if !corners.is_empty() {
            is_the_shortest(&Problem { start: corners[corner.index(corners.len())], ..problem })?;
        }
    }

    #[test]
    fn no_reachable_place_is_nearer(problem in prop_oneof![whole_problems(14), fine_problems(14)]) {
        is_the_nearest(&problem)?;
    }

    #[test]
    fn regions_are_the_free_space(problem in whole_problems(14)) {
        are_the_free_space(&problem)?;
    }
}

/// The gap between the boxes has no height, and is behind a corner from the start.
#[test]
fn a_gap_without_height_is_not_entered_across_its_border() {
    let aabb = |x, y, to_x, to_y| Aabb::new(DVec2::new(x, y), DVec2::new(to_x, to_y));
    let problem = Problem {
        bounds: aabb(-1.0, -1.0, 13.0, 13.0),
        boxes: vec![aabb(3.0, 2.0, 8.0, 3.0), aabb(6.0, 3.0, 9.0, 6.0)],
        half: DVec2::ZERO,
        start: DVec2::new(9.0, 0.0),
        goal: Goal::Point(DVec2::new(0.0, 7.0)),
    };
    is_the_shortest(&problem).unwrap();
}

/// Both ways around the inflated obstacle without area are equally long, and the first bend on either is
/// the last on the other.
#[test]
fn a_corner_that_is_reached_alike_from_both_sides_hides_what_each_of_them_does_not_see() {
    let aabb = |x, y, to_x, to_y| Aabb::new(DVec2::new(x, y), DVec2::new(to_x, to_y));
    let problem = Problem {
        bounds: aabb(-1.0, -1.0, 21.0, 21.0),
        boxes: vec![
            aabb(4.25, 14.0, 4.25, 14.0),
            aabb(4.3125, 10.5, 6.0, 12.25),
            aabb(7.5, 8.25, 11.0, 8.25),
        ],
        half: DVec2::new(0.25, 0.75),
        start: DVec2::new(4.0, 14.75),
        goal: Goal::Point(DVec2::new(16.25, 9.75)),
    };
    is_the_shortest(&problem).unwrap();
}

#[test]
fn a_gap_without_width_is_passed() {
    let room = Aabb::new(DVec2::ZERO, DVec2::splat(10.0));
    let boxes = [[4.0, -1.0, 6.0, 5.0], [4.0, 5.0, 6.0, 11.0]];
    let boxes = boxes.map(|[x, y, to_x, to_y]| Aabb::new(DVec2::new(x, y), DVec2::new(to_x, to_y)));
    let regions = Regions::new(room, boxes);
    let [start, goal] = [DVec2::new(2.0, 5.0), DVec2::new(8.0, 5.0)];
    let path = regions.shortest_path(start, goal).unwrap();
    assert!((path_length(start, &path) - 6.0).abs() < 1e-12, "{path:?}");
    assert_eq!(regions.check(DVec2::new(5.0, 4.0), goal), Err(NoPath::StartCovered));
    let closed = Regions::new(room, boxes.map(|body| body.inflated(DVec2::splat(0.5))));
    assert_eq!(closed.check(start, goal), Err(NoPath::Disconnected));
}

/// The gap between the lower boxes is exactly as wide as the agent, and the start is right above it.
#[test]
fn a_gap_without_width_is_entered_straight_from_above_and_left_to_both_sides() {
    let aabb = |x, y, to_x, to_y| Aabb::new(DVec2::new(x, y), DVec2::new(to_x, to_y));
    for goal in [DVec2::new(1.0, 1.0), DVec2::new(9.0, 1.0)] {
        let problem = Problem {
            bounds: aabb(0.0, 0.0, 10.0, 10.0),
            boxes: vec![aabb(0.0, 3.0, 5.0, 5.0), aabb(5.0, 3.0, 10.0, 5.0)],
            half: DVec2::ZERO,
            start: DVec2::new(5.0, 9.0),
            goal: Goal::Point(goal),
        };
        is_the_shortest(&problem).unwrap();
    }
}

/// The nearest place to `goal` in all areas of the component of `start`.
fn nearest_of_component(regions: &Regions, start: DVec2, goal: DVec2) -> DVec2 {
    let areas: Vec<(Aabb, u32)> = regions.areas().zip(regions.components()).collect();
    let holds_start = areas.iter().find(|(area, _)| area.nearest_point(start) == start).unwrap();
    let reachable = areas.iter().filter(|(_, component)| *component == holds_start.1);
    let places = reachable.map(|(area, _)| area.nearest_point(goal));
    let key = |place: &DVec2| (place.distance_squared(goal), place.x, place.y);
    places.min_by(|a, b| key(a).partial_cmp(&key(b)).unwrap()).unwrap()
}

#[test]
fn the_nearest_reachable_place_is_found_behind_many_that_are_not() {
    // A lattice of walls with a closed cell in each of its 400 squares, and open ground around it.
    let room = Aabb::new(DVec2::ZERO, DVec2::splat(300.0));
    let line = |number: u32| 50.0 + f64::from(number) * 10.0;
    let across = (0..=20)
        .map(|row| Aabb::new(DVec2::new(50.0, line(row)), DVec2::new(251.0, line(row) + 1.0)));
    let up = (0..=20).map(|column| {
        Aabb::new(DVec2::new(line(column), 50.0), DVec2::new(line(column) + 1.0, 251.0))
    });
    let walls: Vec<Aabb> = across.chain(up).collect();
    let mut regions = Regions::new(room, walls.iter().copied());
    let cells = [(155.0, 155.0), (153.0, 148.0), (61.5, 239.0), (55.0, 55.0), (40.0, 155.0)];
    let check = |regions: &Regions| {
        for start in cells.map(DVec2::from) {
            for goal in cells.map(DVec2::from) {
                let expected = nearest_of_component(regions, start, goal);
                assert_eq!(regions.nearest_reachable(start, goal), Some(expected));
            }
        }
    };
    check(&regions);
    // The cell in the middle opens to its neighbour: the regions of both are one component.
    let removed = walls[10];
    let rest: Vec<Aabb> = walls.iter().filter(|wall| **wall != removed).copied().collect();
    regions.refresh(removed, rest.iter().copied());
    check(&regions);
}
