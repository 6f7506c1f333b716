//! Paths among polygons, against brute force in integers and against the same worlds of boxes.

use std::collections::BTreeMap;

use proptest::prelude::*;
use terrarium_navigation::geometry::{Aabb, Convex, DVec2};
use terrarium_navigation::{
    Barrier, Exact, Goal, Navigator, ObstacleField, ObstacleKey, Obstacles, Outcome, Perimeter,
    Search, SweptBox, navigator, replanned,
};

use crate::support::polygons::{FIRST, Mixed, fine_mixed_problems, mixed_problems, shortest_path};
use crate::support::{Problem, worlds};

const BOTH: [&dyn Navigator; 2] = [&Perimeter, &Exact];

fn point_goal(mut mixed: Mixed) -> Mixed {
    if let Goal::Beside(area) = mixed.problem.goal {
        mixed.problem.goal = Goal::Point(area.min);
    }
    mixed
}

/// A world of boxes in which every other box is given as a polygon.
fn with_polygons(problem: &Problem) -> ObstacleField {
    let mut field = ObstacleField::new(problem.bounds, Vec::new());
    for (number, area) in (0..).zip(&problem.boxes) {
        match Convex::of_box(area) {
            Some(polygon) if number % 2 == 0 => field.insert_polygon(ObstacleKey(number), polygon),
            _ => field.insert(ObstacleKey(number), *area),
        }
    }
    field
}

/// The same obstacles in list order, forward or backward, including more than requested.
struct Listed {
    bounds: Aabb,
    list: Vec<(ObstacleKey, Aabb)>,
    polygons: BTreeMap<ObstacleKey, Convex>,
}

impl Listed {
    fn new(mixed: &Mixed, backward: bool) -> Self {
        let boxes = mixed.problem.boxes.iter().copied();
        let mut list: Vec<_> = (0..).map(ObstacleKey).zip(boxes).collect();
        list.extend(mixed.shapes().map(|(key, polygon)| (key, polygon.bounds())));
        if backward {
            list.reverse();
        }
        Self { bounds: mixed.problem.bounds, list, polygons: mixed.shapes().collect() }
    }
}

impl Obstacles for Listed {
    fn bounds(&self) -> Aabb {
        self.bounds
    }

    fn visit(
        &self,
        reach: &mut SweptBox,
        visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
    ) {
        self.list.iter().for_each(|&(key, aabb)| visitor(reach, key, aabb));
    }

    fn polygons(&self) -> &BTreeMap<ObstacleKey, Convex> {
        &self.polygons
    }
}

fn sliced(mixed: &Mixed, name: &str, slice: u32) -> Outcome {
    let mut search = navigator(name).unwrap().begin(mixed.problem.request());
    let field = mixed.field();
    loop {
        if let Some(outcome) = search.advance(&field, slice) {
            assert_eq!(
                search.advance(&field, slice).as_ref(),
                Some(&outcome),
                "on a repeated call"
            );
            return outcome;
        }
        let stored = postcard::to_allocvec(&search).unwrap();
        let restored: Search = postcard::from_bytes(&stored).unwrap();
        assert_eq!(search, restored);
        search = restored;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// The perimeter follower need not find the shortest path when it meets only boxes.
    #[test]
    fn the_path_is_the_shortest_among_boxes_and_polygons(
        mixed in prop_oneof![
            mixed_problems(8, 6),
            mixed_problems(0, 12),
            fine_mixed_problems(8, 10),
        ].prop_map(point_goal),
    ) {
        let best = shortest_path(&mixed);
        for navigator in BOTH {
            let found = navigator.find(mixed.problem.request(), &mixed.field());
            prop_assert_eq!(found.path().is_some(), best.is_some(), "{:?}", found);
            let (Some(path), Some(best)) = (found.path(), best) else { continue };
            mixed.check(path);
            let length = found.length_from(mixed.problem.start).unwrap();
            prop_assert!(length >= best - 1e-9, "{length} beats the shortest, {best}");
            let is_shortest = length <= best + 1e-9;
            prop_assert!(is_shortest || navigator.name() == "perimeter", "{length} is not {best}");
        }
    }

    #[test]
    fn a_path_to_a_box_is_no_longer_than_to_any_point_beside_it(
        mixed in mixed_problems(5, 6), place in (0_i32..6, 0_i32..6),
    ) {
        let Some(target) = mixed.problem.target() else { return Ok(()) };
        let place = target.min + DVec2::new(place.0.into(), place.1.into());
        if target.nearest_point(place) != place {
            return Ok(());
        }
        let found = Exact.find(mixed.problem.request(), &mixed.field());
        if let Some(path) = found.path() {
            mixed.check(path);
        }
        let there = Mixed { problem: Problem { goal: Goal::Point(place), ..mixed.problem.clone() }, ..mixed.clone() };
        if let Some(best) = shortest_path(&there) {
            let length = found.length_from(mixed.problem.start);
            prop_assert!(length.is_some_and(|length| length <= best + 1e-9), "{found:?}, not {best}");
        }
    }

    #[test]
    fn a_box_given_as_a_polygon_is_passed_like_the_box(problem in worlds::all_problems()) {
        let field = with_polygons(&problem);
        let known = Exact.find(problem.request(), &problem.field()).length_from(problem.start);
        for navigator in BOTH {
            let found = navigator.find(problem.request(), &field);
            prop_assert_eq!(found == Outcome::Outside, problem.target().is_none());
            prop_assert_eq!(found.path().is_some(), known.is_some(), "{:?}", found);
            let (Some(path), Some(known)) = (found.path(), known) else { continue };
            problem.check(path);
            let length = found.length_from(problem.start).unwrap();
            prop_assert!(length >= known - 1e-9, "{length} beats the shortest, {known}");
            prop_assert!(navigator.name() == "perimeter" || length <= known + 1e-9);
        }
    }

    #[test]
    fn slices_snapshots_and_obstacle_order_do_not_change_the_outcome(
        mixed in mixed_problems(5, 5), slice in 1_u32..6, backward in any::<bool>(),
    ) {
        for navigator in BOTH {
            let whole = navigator.find(mixed.problem.request(), &mixed.field());
            let listed = Listed::new(&mixed, backward);
            prop_assert_eq!(&navigator.find(mixed.problem.request(), &listed), &whole);
            prop_assert_eq!(sliced(&mixed, navigator.name(), slice), whole);
        }
    }

    #[test]
    fn a_mirrored_or_rotated_world_has_equally_long_shortest_paths(mixed in mixed_problems(6, 6)) {
        let length = |mixed: &Mixed| {
            Exact.find(mixed.problem.request(), &mixed.field()).length_from(mixed.problem.start)
        };
        let here = length(&mixed);
        for (swap, flip) in [(true, false), (false, true), (true, true)] {
            let there = length(&mixed.turned(swap, flip));
            prop_assert_eq!(here.is_some(), there.is_some());
            prop_assert!((here.unwrap_or(0.0) - there.unwrap_or(0.0)).abs() < 1e-9);
        }
    }

    #[test]
    fn polygons_that_are_ignored_or_far_away_change_nothing(mixed in mixed_problems(10, 6)) {
        let mut far = mixed.problem.field();
        let ignored: Vec<_> = mixed.shapes().map(|(key, _)| key).collect();
        for (key, polygon) in mixed.shapes() {
            let moved = polygon.corners().iter().map(|&corner| corner + DVec2::splat(1000.0));
            far.insert_polygon(key, Convex::around(moved).unwrap());
        }
        for navigator in BOTH {
            let known = navigator.find(mixed.problem.request(), &mixed.problem.field());
            let request = mixed.problem.request().ignoring(ignored.clone());
            prop_assert_eq!(&navigator.find(request, &mixed.field()), &known);
            prop_assert_eq!(&navigator.find(mixed.problem.request(), &far), &known);
        }
    }

    #[test]
    fn a_search_out_of_steps_gives_up(mixed in mixed_problems(5, 5), limit in 0_u32..60) {
        for navigator in BOTH {
            let whole = navigator.find(mixed.problem.request(), &mixed.field());
            let limited = navigator.find(mixed.problem.request().within(limit), &mixed.field());
            prop_assert!(limited == Outcome::GaveUp || limited == whole);
        }
    }

    #[test]
    fn a_search_survives_changed_polygons_and_altered_state(
        mixed in mixed_problems(4, 8),
        other in mixed_problems(4, 8),
        steps in 0_u32..80,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
    ) {
        for navigator in BOTH {
            let mut search = navigator.begin(mixed.problem.request());
            search.advance(&mixed.field(), steps);
            prop_assert!(search.is_sound());
            let mut stored = postcard::to_allocvec(&search).unwrap();
            prop_assert!(search.advance(&other.field(), 100_000).is_some());
            prop_assert!(search.is_sound());
            for (index, byte) in &changes {
                let index = index.index(stored.len());
                stored[index] = *byte;
            }
            let Ok(mut search) = postcard::from_bytes::<Search>(&stored) else { continue };
            if search.is_sound() {
                search.advance(&mixed.field(), 2000);
                search.advance(&mixed.problem.field(), 2000);
            }
        }
    }

    /// The reported barriers alone separate start and goal, and none of them can be left out.
    #[test]
    fn reported_barriers_are_sufficient_and_necessary(mixed in mixed_problems(0, 14)) {
        let field = mixed.field();
        let found = Exact.find(mixed.problem.request(), &field);
        let (Outcome::StartEnclosed { by } | Outcome::GoalEnclosed { by }) = &found else {
            return Ok(());
        };
        let covers = |place: DVec2| mixed.shapes().any(|(_, s)| s.inflated(mixed.problem.half).contains_inside(place));
        let target = mixed.problem.target().unwrap();
        if covers(mixed.problem.start) || (target.min == target.max && covers(target.min)) {
            return Ok(());
        }
        let is_free_without = |out: &[Barrier]| {
            let out = out.iter().filter_map(|b| match b { Barrier::Obstacle(key) => Some(*key), Barrier::Border => None });
            let others = mixed.shapes().map(|(key, _)| key).filter(|key| !by.contains(&Barrier::Obstacle(*key)));
            let request = mixed.problem.request().ignoring(others.chain(out).collect::<Vec<_>>());
            Exact.find(request, &field).path().is_some()
        };
        prop_assert!(!is_free_without(&[]));
        // If only the start is enclosed, the same barriers are reported for every goal.
        if by.contains(&Barrier::Border) || matches!(found, Outcome::GoalEnclosed { .. }) {
            for barrier in by.iter().filter(|&&b| b != Barrier::Border) {
                prop_assert!(is_free_without(&[*barrier]), "{barrier:?} of {by:?}");
            }
        }
    }
}

fn places<const N: usize>(points: [[f64; 2]; N]) -> Convex {
    Convex::around(points.map(DVec2::from)).unwrap()
}

fn arena(polygons: Vec<Convex>, start: [f64; 2], goal: [f64; 2]) -> (Problem, ObstacleField) {
    let problem = Problem {
        bounds: Aabb::square(DVec2::ZERO, 10.0),
        boxes: Vec::new(),
        half: DVec2::ZERO,
        start: start.into(),
        goal: Goal::Point(goal.into()),
    };
    let mut field = problem.field();
    for (key, polygon) in (FIRST..).map(ObstacleKey).zip(polygons) {
        field.insert_polygon(key, polygon);
    }
    (problem, field)
}

fn answer(polygons: Vec<Convex>, start: [f64; 2], goal: [f64; 2]) -> Outcome {
    let (problem, field) = arena(polygons, start, goal);
    let [one, other] = BOTH.map(|navigator| navigator.find(problem.request(), &field));
    assert_eq!(one, other);
    one
}

fn barriers(numbers: &[u64]) -> Vec<Barrier> {
    numbers.iter().map(|number| Barrier::Obstacle(ObstacleKey(FIRST + number))).collect()
}

/// An agent of these half-sizes among polygons, to a goal.
fn among(half: [f64; 2], start: [f64; 2], goal: Goal, polygons: &[[[f64; 2]; 3]]) -> Mixed {
    let [half, start] = [half, start].map(DVec2::from);
    let bounds = Aabb::new(DVec2::splat(-1.0), DVec2::splat(13.0));
    let polygons = polygons.iter().map(|places| places.map(DVec2::from).to_vec()).collect();
    Mixed { problem: Problem { bounds, boxes: Vec::new(), half, start, goal }, polygons }
}

#[test]
fn an_agent_without_width_finds_the_shortest_path_among_overlapping_triangles() {
    let goal = Goal::Point(DVec2::new(8.0, 0.0));
    let triangles = [
        [[2.0, -1.0], [7.0, 4.0], [2.0, 0.0]],
        [[4.0, 4.0], [8.0, 3.0], [4.0, 2.0]],
        [[6.0, 2.0], [10.0, 0.0], [8.0, 4.0]],
        [[6.0, 5.0], [4.0, 0.0], [4.0, 5.0]],
    ];
    let mixed = among([0.0, 1.0], [5.0, 6.0], goal, &triangles);
    let found = Exact.find(mixed.problem.request(), &mixed.field());
    assert_eq!(found.path().is_some(), shortest_path(&mixed).is_some(), "{found:?}");
    for name in ["perimeter", "exact"] {
        let whole = navigator(name).unwrap().find(mixed.problem.request(), &mixed.field());
        assert_eq!(sliced(&mixed, name, 1), whole, "{name}");
    }
}

#[test]
fn an_agent_without_height_goes_beside_a_box_behind_a_sliver() {
    let beside = Goal::Beside(Aabb::new(DVec2::new(1.0, 6.0), DVec2::new(4.0, 8.0)));
    let sliver = [[[7.0, 8.0], [3.0, 5.0], [3.0, 4.0]]];
    let mixed = among([1.0, 0.0], [9.0, 0.0], beside, &sliver);
    for navigator in BOTH {
        let found = navigator.find(mixed.problem.request(), &mixed.field());
        let path = found.path().expect("a free box is reached");
        mixed.check(path);
        let end = path.last().copied().expect("the start is not beside the box");
        assert!(mixed.problem.request().target().nearest_point(end) == end, "{path:?}");
    }
}

#[test]
fn touching_tips_let_a_point_through() {
    let tips = vec![
        places([[0.0, 0.0], [-9.0, 10.0], [9.0, 10.0]]),
        places([[0.0, 0.0], [-9.0, -10.0], [9.0, -10.0]]),
    ];
    let found = answer(tips, [-8.0, 1.0], [8.0, 1.0]);
    let path = [[0.0, 0.0], [8.0, 1.0]].map(DVec2::from);
    assert_eq!(found, Outcome::Found(path.to_vec()));
}

/// A start that shares an enclosed area with the goal is not reported as enclosed.
#[test]
fn a_covered_goal_inside_the_ring_around_the_start_is_reported() {
    let mut polygons = ring();
    polygons.push(places([[1.0, -1.0], [3.0, -1.0], [2.0, 1.0]]));
    let (mut problem, field) = arena(polygons, [-2.0, 0.0], [2.0, 0.0]);
    problem.goal = Goal::Beside(Aabb::square(DVec2::new(2.0, 0.0), 0.25));
    for navigator in BOTH {
        let found = navigator.find(problem.request(), &field);
        assert_eq!(found, Outcome::GoalEnclosed { by: barriers(&[5]) });
    }
}

/// A ring of four slanted walls, and another wall on top.
fn ring() -> Vec<Convex> {
    vec![
        places([[-5.0, 0.5], [-5.0, -0.5], [0.5, 5.0], [-0.5, 5.0]]),
        places([[5.0, 0.5], [5.0, -0.5], [0.5, 5.0], [-0.5, 5.0]]),
        places([[5.0, 0.5], [5.0, -0.5], [0.5, -5.0], [-0.5, -5.0]]),
        places([[-5.0, 0.5], [-5.0, -0.5], [0.5, -5.0], [-0.5, -5.0]]),
        places([[-6.0, 0.0], [-4.0, 1.0], [-4.0, -1.0]]),
    ]
}

#[test]
fn enclosure_reports_are_minimal() {
    let by = barriers(&[0, 1, 2, 3]);
    let start = answer(ring(), [0.0, 0.0], [8.0, 8.0]);
    assert_eq!(start, Outcome::StartEnclosed { by: by.clone() });
    let goal = answer(ring(), [8.0, 8.0], [0.0, 0.0]);
    assert_eq!(goal, Outcome::GoalEnclosed { by });
}

#[test]
fn with_the_border_the_smaller_area_is_enclosed() {
    let wall = || vec![places([[3.0, -11.0], [4.0, -11.0], [6.0, 11.0], [5.0, 11.0]])];
    let by = [barriers(&[0]), vec![Barrier::Border]].concat();
    let start = answer(wall(), [9.0, 0.0], [-9.0, 0.0]);
    assert_eq!(start, Outcome::StartEnclosed { by: by.clone() });
    let goal = answer(wall(), [-9.0, 0.0], [9.0, 0.0]);
    assert_eq!(goal, Outcome::GoalEnclosed { by });
}

#[test]
fn a_covered_start_or_goal_is_reported_with_its_barriers() {
    let tent = || vec![places([[-4.0, -2.0], [4.0, -2.0], [0.0, 3.0]])];
    let by = barriers(&[0]);
    assert_eq!(answer(tent(), [0.0, 0.0], [8.0, 0.0]), Outcome::StartEnclosed { by: by.clone() });
    assert_eq!(answer(tent(), [8.0, 0.0], [0.0, 0.0]), Outcome::GoalEnclosed { by });
    let beside_its_slope = answer(tent(), [-4.0, 2.0], [4.0, 2.0]);
    assert_eq!(beside_its_slope.path().map(<[DVec2]>::len), Some(2), "over the tip");
}

#[test]
fn an_old_path_along_a_slope_is_kept() {
    let (problem, field) =
        arena(vec![places([[-4.0, -2.0], [4.0, -2.0], [0.0, 3.0]])], [-4.0, -2.0], [4.0, -2.0]);
    let over_the_tip = [[0.0, 3.0], [4.0, -2.0]].map(DVec2::from);
    let path = replanned(&Perimeter, problem.request(), &over_the_tip, &field);
    assert_eq!(path, Outcome::Found(vec![DVec2::new(4.0, -2.0)]), "along the bottom is shorter");
    let far_around = [[-9.0, 0.0], [0.0, 9.0], [4.0, -2.0]].map(DVec2::from);
    assert_eq!(replanned(&Perimeter, problem.request(), &far_around, &field), path);
}

#[test]
fn a_removed_polygon_does_not_block() {
    let tent = places([[-4.0, -2.0], [4.0, -2.0], [0.0, 3.0]]);
    let (problem, mut field) = arena(vec![tent.clone()], [-8.0, 0.0], [8.0, 0.0]);
    assert!(field.remove(ObstacleKey(FIRST), tent.bounds()));
    assert!(field.polygons().is_empty() && field.is_empty());
    let found = Perimeter.find(problem.request(), &field);
    assert_eq!(found, Outcome::Found(vec![DVec2::new(8.0, 0.0)]));
}

#[test]
fn no_path_leads_between_boxes_given_as_one_polygon() {
    let group = [[-3.0, -1.0], [-3.0, 6.0], [3.0, -1.0], [3.0, 6.0]].map(DVec2::from);
    let corners = group.iter().flat_map(|&at| [at, at + DVec2::new(0.5, -0.5)]);
    let found = answer(vec![Convex::around(corners).unwrap()], [0.0, 8.0], [0.0, -8.0]);
    let length = found.length_from(DVec2::new(0.0, 8.0)).unwrap();
    assert!(length > 16.0, "{length}");
}

#[test]
fn a_polygon_that_is_built_many_times_is_one() {
    let tent = || places([[4.0, 2.0], [6.0, 2.5], [5.5, 8.0], [4.5, 7.0]]);
    let find = |copies: usize| {
        let polygons = (0..copies).map(|_| tent()).collect();
        let (problem, field) = arena(polygons, [1.0, 5.0], [9.0, 5.0]);
        let mut search = navigator("exact").unwrap().begin(problem.request());
        let outcome = search.advance(&field, u32::MAX).unwrap();
        (outcome.path().unwrap().to_vec(), search.steps())
    };
    let (path, steps) = find(1);
    let (again, more) = find(400);
    assert_eq!(again, path);
    assert!(more <= steps + 10, "{more} steps instead of {steps}");
}
