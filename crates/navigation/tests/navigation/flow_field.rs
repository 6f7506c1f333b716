//! Flow fields against single shortest paths, and repaired fields against new ones.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium_navigation::Goal;
use terrarium_navigation::geometry::{Aabb, DVec2};
use terrarium_navigation::path_length;
use terrarium_navigation::regions::{FlowField, Regions};

use crate::support::{
    Problem, fine_problems, tile_problems, wall_problems, whole_problems, worlds,
};

fn regions(problem: &Problem) -> Regions {
    Regions::new(problem.room(), problem.inflated())
}

fn finished(regions: &Regions, goal: DVec2) -> FlowField {
    let mut field = FlowField::new(goal);
    assert!(field.advance(regions, u32::MAX));
    field
}

/// The start, the corners of all obstacles, and the middles of all regions.
fn places(problem: &Problem, regions: &Regions) -> Vec<DVec2> {
    let corners = problem.inflated().into_iter().flat_map(|body| body.corners());
    let middles = regions.areas().map(|area| area.centre());
    [problem.start].into_iter().chain(corners).chain(middles).collect()
}

/// Whether the field has the length of the shortest path from every place, with a path of that length.
fn agrees(problem: &Problem, regions: &Regions, field: &FlowField) -> Result<(), TestCaseError> {
    for place in places(problem, regions) {
        let best = regions.shortest_path(place, field.goal()).ok();
        let distance = field.distance(regions, place);
        prop_assert_eq!(distance.is_some(), best.is_some(), "{}: {:?}", place, best);
        let (Some(best), Some(distance)) = (best, distance) else { continue };
        let best = path_length(place, &best);
        prop_assert!((distance - best).abs() < 1e-9, "{distance} is not {best} from {place}");
        let path = field.path(regions, place).expect("there is a distance");
        let length = path_length(place, &path);
        prop_assert!((length - best).abs() < 1e-9, "{length} is not {best}: {path:?}");
        let goal = Goal::Point(field.goal());
        if place != field.goal() {
            Problem { start: place, goal, ..problem.clone() }.check(&path);
        } else {
            prop_assert_eq!(path, []);
        }
    }
    Ok(())
}

fn is_exact(problem: &Problem) -> Result<(), TestCaseError> {
    let regions = regions(problem);
    agrees(problem, &regions, &finished(&regions, problem.goal_place()))
}

/// Follows the next waypoints from a place.
fn followed(field: &FlowField, regions: &Regions, from: DVec2) -> Vec<DVec2> {
    let mut path = vec![from];
    while *path.last().unwrap() != field.goal() {
        path.push(field.next_waypoint(regions, *path.last().unwrap()).unwrap());
        assert!(path.len() < 1000, "{path:?}");
    }
    path.split_off(1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn all_paths_are_the_shortest_among_touching_boxes(problem in whole_problems(14)) {
        is_exact(&problem)?;
    }

    #[test]
    fn all_paths_are_the_shortest_on_the_lattice(problem in fine_problems(25)) {
        is_exact(&problem)?;
    }

    #[test]
    fn all_paths_are_the_shortest_in_any_world(problem in worlds::all_problems()) {
        is_exact(&problem)?;
    }

    #[test]
    fn all_paths_are_the_shortest_in_a_maze(problem in wall_problems()) {
        is_exact(&problem)?;
    }

    #[test]
    fn all_paths_are_the_shortest_on_tiles(problem in tile_problems()) {
        is_exact(&problem)?;
    }

    /// The waypoints one by one are a path of the same length.
    #[test]
    fn the_next_waypoints_lead_to_the_goal(problem in fine_problems(25)) {
        let regions = regions(&problem);
        let field = finished(&regions, problem.goal_place());
        for place in places(&problem, &regions) {
            if let Some(distance) = field.distance(&regions, place) {
                let length = path_length(place, &followed(&field, &regions, place));
                prop_assert!((length - distance).abs() < 1e-9, "{} is not {}", length, distance);
            }
        }
    }

    /// Obstacles appear and disappear one after the other. A copy through a file continues as the field does.
    #[test]
    fn a_repaired_field_is_as_good_as_a_new_one(
        problem in prop_oneof![whole_problems(14), fine_problems(14), tile_problems(), wall_problems()],
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0_u32..40), 1..6),
    ) {
        let mut boxes = problem.boxes.clone();
        let mut absent: Vec<Aabb> = boxes.split_off(boxes.len() / 2);
        let with = |boxes: &[Aabb]| Problem { boxes: boxes.to_vec(), ..problem.clone() };
        let mut before = regions(&with(&boxes));
        let mut field = FlowField::new(problem.goal_place());
        for (change, steps) in changes {
            let mut copy: FlowField =
                postcard::from_bytes(&postcard::to_stdvec(&field).unwrap()).unwrap();
            field.advance(&before, steps);
            copy.advance(&before, steps);
            prop_assert_eq!(&copy, &field);
            let all = boxes.len() + absent.len();
            if all == 0 {
                break;
            }
            let index = change.index(all);
            let mut added = Vec::new();
            if index < boxes.len() {
                absent.push(boxes.swap_remove(index));
            } else {
                let obstacle = absent.swap_remove(index - boxes.len());
                boxes.push(obstacle);
                added.push(obstacle.inflated(problem.half));
            }
            let problem = with(&boxes);
            let after = regions(&problem);
            field.repair(&before, &after, &added);
            prop_assert!(field.is_sound());
            let mut repaired = field.clone();
            repaired.advance(&after, u32::MAX);
            agrees(&problem, &after, &repaired)?;
            before = after;
        }
    }

    /// Slices, copies through a file and the order of queries change nothing; a path that is known before
    /// the field is finished is the final one.
    #[test]
    fn a_field_can_be_sliced_and_stored(
        problem in fine_problems(25),
        slices in prop::collection::vec(0_u32..9, 1..40),
    ) {
        let regions = regions(&problem);
        let whole = finished(&regions, problem.goal_place());
        let mut field = FlowField::new(problem.goal_place());
        for steps in slices {
            field.advance(&regions, steps);
            prop_assert!(field.is_sound());
            for place in places(&problem, &regions) {
                if let Some(path) = field.path(&regions, place) {
                    let lengths = [path, whole.path(&regions, place).unwrap()]
                        .map(|path| path_length(place, &path));
                    prop_assert!((lengths[0] - lengths[1]).abs() < 1e-9, "{:?}", lengths);
                }
            }
            let bytes = postcard::to_stdvec(&field).unwrap();
            field = postcard::from_bytes(&bytes).unwrap();
            prop_assert_eq!(postcard::to_stdvec(&field).unwrap(), bytes);
        }
        while !field.advance(&regions, 1) {}
        prop_assert_eq!(field, whole);
    }
}

/// Tiles at random, among which many paths are equally long or straight past many corners.
#[test]
fn all_paths_are_the_shortest_on_large_maps() {
    let mut random = Pcg64::seed_from_u64(1);
    for (side, share) in [(120, 0.1), (120, 0.25), (60, 0.4)] {
        let bounds = Aabb::new(DVec2::ZERO, DVec2::splat(f64::from(side)));
        let tile = |x: i32, y: i32| DVec2::new(f64::from(x), f64::from(y));
        let cells = (0..side).flat_map(|y| (0..side).map(move |x| tile(x, y)));
        let boxes: Vec<Aabb> = cells
            .filter(|_| random.random_bool(share))
            .map(|corner| Aabb::new(corner, corner + DVec2::ONE))
            .collect();
        let half = DVec2::splat(0.5);
        let regions =
            Regions::new(bounds.inflated(-half), boxes.iter().map(|it| it.inflated(half)));
        let middles: Vec<DVec2> = regions.areas().map(|area| area.centre()).collect();
        for goal in [middles[middles.len() / 2], middles[middles.len() / 3]] {
            let field = finished(&regions, goal);
            for &place in middles.iter().step_by(7) {
                let best = regions.shortest_path(place, goal).ok();
                let best = best.map(|path| path_length(place, &path));
                let distance = field.distance(&regions, place);
                let difference = distance.zip(best).map_or(0.0, |(own, best)| own - best);
                assert_eq!(distance.is_some(), best.is_some(), "from {place} to {goal}");
                assert!(difference.abs() < 1e-9, "{distance:?} is not {best:?} from {place}");
            }
        }
    }
}
