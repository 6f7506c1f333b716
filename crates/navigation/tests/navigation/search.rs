//! Properties of all navigators and all searches.

use proptest::prelude::*;
use terrarium_navigation::geometry::{Aabb, DVec2, lattice};
use terrarium_navigation::{
    Goal, NAVIGATORS, Navigator, ObstacleField, ObstacleKey, Obstacles, Outcome, Request, Search,
    SweptBox, navigator,
};

use crate::support::{Problem, fine_problems, wall_problems, whole_problems};

/// The same obstacles in list order, forward or backward, including more than requested.
struct Listed<'a>(&'a Problem, bool);

impl Obstacles for Listed<'_> {
    fn bounds(&self) -> Aabb {
        self.0.bounds
    }

    fn visit(
        &self,
        reach: &mut SweptBox,
        visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
    ) {
        let count = self.0.boxes.len();
        for index in 0..count {
            let index = if self.1 { count - 1 - index } else { index };
            visitor(reach, ObstacleKey(index as u64), self.0.boxes[index]);
        }
    }
}

/// All navigators in some of the cases. In the others only those that the simulation uses by
/// default: the rest take many times as long.
fn navigators(all: bool) -> &'static [&'static dyn Navigator] {
    if all { NAVIGATORS } else { &NAVIGATORS[..3] }
}

fn mostly_defaults() -> prop::bool::Weighted {
    prop::bool::weighted(0.2)
}

/// The request of a problem. A very thin agent, for which a world has millions of cells, gives up
/// after `limit` steps.
fn limited_request(problem: &Problem, limit: u32) -> Request {
    let smaller = problem.half.min_element();
    let is_thin = smaller > 0.0 && smaller < 0.1;
    problem.request().within(if is_thin { limit } else { u32::MAX })
}

fn sliced(problem: &Problem, field: &ObstacleField, name: &str, slice: u32) -> Outcome {
    let mut search = navigator(name).unwrap().begin(limited_request(problem, 300));
    loop {
        if let Some(outcome) = search.advance(field, slice) {
            assert_eq!(search.advance(field, slice).as_ref(), Some(&outcome), "on a repeated call");
            return outcome;
        }
        // Equivalent to saving and restoring a snapshot.
        let stored = postcard::to_allocvec(&search).unwrap();
        let restored: Search = postcard::from_bytes(&stored).unwrap();
        assert_eq!(search, restored);
        search = restored;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn slices_and_snapshots_do_not_change_the_outcome(
        problem in prop_oneof![whole_problems(12), fine_problems(20)],
        slice in 1_u32..6,
        all in mostly_defaults(),
    ) {
        let field = problem.field();
        for known in navigators(all) {
            let whole = known.find(limited_request(&problem, 300), &field);
            prop_assert_eq!(sliced(&problem, &field, known.name(), slice), whole);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_order_of_obstacles_does_not_matter(
        problem in prop_oneof![whole_problems(12), fine_problems(20)],
        all in mostly_defaults(),
    ) {
        for known in navigators(all) {
            let found = known.find(limited_request(&problem, 300), &problem.field());
            for backward in [false, true] {
                let listed = Listed(&problem, backward);
                prop_assert_eq!(&known.find(limited_request(&problem, 300), &listed), &found);
            }
        }
    }

    #[test]
    fn a_mirrored_or_rotated_world_has_equally_long_shortest_paths(
        problem in prop_oneof![whole_problems(12), fine_problems(20)],
    ) {
        let exact = navigator("exact").unwrap();
        let length = |problem: &Problem| {
            exact.find(problem.request(), &problem.field()).length_from(problem.start)
        };
        let here = length(&problem);
        for (swap, flip) in [(true, false), (false, true), (true, true)] {
            let there = length(&problem.turned(swap, flip));
            prop_assert_eq!(here.is_some(), there.is_some());
            prop_assert!((here.unwrap_or(0.0) - there.unwrap_or(0.0)).abs() < 1e-9);
        }
    }

    #[test]
    fn a_search_out_of_steps_gives_up(
        problem in fine_problems(20),
        limit in 0_u32..9,
        all in mostly_defaults(),
    ) {
        for known in navigators(all) {
            let whole = known.find(limited_request(&problem, 300), &problem.field());
            let limited = known.find(problem.request().within(limit), &problem.field());
            prop_assert!(limited == Outcome::GaveUp || limited == whole);
        }
    }

    #[test]
    fn ignored_obstacles_have_no_effect(
        problem in fine_problems(20),
        ignored in 0_usize..20,
        all in mostly_defaults(),
    ) {
        let mut without = problem.clone();
        let ignored = (ignored < without.boxes.len()).then(|| {
            // Outside the arena, so that the other obstacles keep their keys.
            without.boxes[ignored] = Aabb::square(DVec2::splat(-1000.0), 1.0);
            ObstacleKey(ignored as u64)
        });
        for known in navigators(all) {
            let request = limited_request(&problem, 300).ignoring(ignored);
            let found = known.find(request, &problem.field());
            prop_assert_eq!(found, known.find(limited_request(&without, 300), &without.field()));
        }
    }
}

fn place(limit: f64) -> impl Strategy<Value = DVec2> {
    let whole = (0..limit as i32).prop_map(f64::from);
    let number = prop_oneof![whole, 0.0..limit].boxed();
    (number.clone(), number).prop_map(DVec2::from)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// A set that passes all of its obstacles shows the first that is hit whichever part it is asked for.
    #[test]
    fn looking_in_parts_finds_the_same_hit(
        boxes in prop::collection::vec((place(100.0), place(9.0)), 0..60),
        (start, goal) in (place(100.0), place(100.0)),
        half in place(2.0),
    ) {
        let boxes = boxes.into_iter().map(|(at, size)| Aabb::new(at, at + size)).collect();
        let bounds = Aabb::square(DVec2::ZERO, 200.0);
        let problem = Problem { bounds, boxes, half, start, goal: Goal::Point(goal) };
        for known in &NAVIGATORS[..3] {
            let found = known.find(problem.request(), &problem.field());
            for backward in [false, true] {
                let listed = Listed(&problem, backward);
                prop_assert_eq!(&known.find(problem.request(), &listed), &found, "{}", known.name());
            }
        }
    }
}

/// Another position for an obstacle of a problem, or its removal.
#[derive(Debug, Clone)]
struct Move {
    index: usize,
    by: DVec2,
    vanishes: bool,
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let by = (-3.0..3.0, -3.0..3.0).prop_map(|by| lattice::snap_point(DVec2::from(by)));
    let one = (0_usize..20, by, prop::bool::weighted(0.2));
    prop::collection::vec(one.prop_map(|(index, by, vanishes)| Move { index, by, vanishes }), 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_search_ends_although_obstacles_move_during_it(
        problem in prop_oneof![whole_problems(14), fine_problems(20), wall_problems()],
        moves in moves(),
        slice in 1_u32..4,
        all in mostly_defaults(),
    ) {
        for known in navigators(all) {
            let mut field = problem.field();
            let mut standing: Vec<Option<Aabb>> = problem.boxes.iter().copied().map(Some).collect();
            let mut search = known.begin(limited_request(&problem, 2000));
            for Move { index, by, vanishes } in &moves {
                prop_assert!(search.is_sound());
                search.advance(&field, slice);
                let key = ObstacleKey(*index as u64);
                let Some(place) = standing.get_mut(*index) else { continue };
                let before = place.take();
                prop_assert!(before.is_none_or(|aabb| field.remove(key, aabb)));
                if !vanishes {
                    let after = before.unwrap_or(problem.boxes[*index]).translated(*by);
                    field.insert(key, after);
                    *place = Some(after);
                }
            }
            prop_assert!(search.advance(&field, 100_000).is_some(), "{} goes on", known.name());
            prop_assert!(search.is_sound());
        }
    }

    #[test]
    fn an_altered_search_is_rejected_or_continues_without_a_panic(
        problem in prop_oneof![whole_problems(14), fine_problems(20), wall_problems()],
        steps in 0_u32..60,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        all in mostly_defaults(),
    ) {
        let field = problem.field();
        for known in navigators(all) {
            let mut search = known.begin(problem.request());
            search.advance(&field, steps);
            let mut stored = postcard::to_allocvec(&search).unwrap();
            for (index, byte) in &changes {
                let index = index.index(stored.len());
                stored[index] = *byte;
            }
            let Ok(mut search) = postcard::from_bytes::<Search>(&stored) else { continue };
            if search.is_sound() {
                search.advance(&field, 2000);
                search.advance(&ObstacleField::new(problem.bounds, Vec::new()), 2000);
            }
        }
    }
}

#[test]
fn a_search_with_nan_is_not_sound() {
    let mut request = Request::new(DVec2::ZERO, Goal::Point(DVec2::ONE), DVec2::ONE);
    request.start.x = f64::NAN;
    for known in NAVIGATORS {
        assert!(!known.begin(request.clone()).is_sound(), "{}", known.name());
    }
}

#[test]
fn an_agent_larger_than_the_world_is_outside() {
    let problem = Problem {
        bounds: Aabb::square(DVec2::ZERO, 1.0),
        boxes: Vec::new(),
        half: DVec2::new(2.0, 0.5),
        start: DVec2::ZERO,
        goal: Goal::Point(DVec2::ZERO),
    };
    let found = navigator("perimeter").unwrap().find(problem.request(), &problem.field());
    assert_eq!(found, Outcome::Outside);
}

#[test]
fn an_agent_next_to_the_goal_has_arrived() {
    let plant = Aabb::square(DVec2::new(5.0, 5.0), 1.0);
    let problem = Problem {
        bounds: Aabb::square(DVec2::splat(5.0), 5.0),
        boxes: vec![plant],
        half: DVec2::ONE,
        start: DVec2::new(3.0, 4.0),
        goal: Goal::Beside(plant),
    };
    for name in ["perimeter", "exact"] {
        let found = navigator(name).unwrap().find(problem.request(), &problem.field());
        assert_eq!(found, Outcome::Found(Vec::new()));
    }
}

/// The start touches the border and two boxes that touch each other, so no move is possible.
#[test]
fn a_start_in_a_hole_of_a_single_point_is_enclosed() {
    let area = |a, b, c, d| Aabb::new(DVec2::new(a, b), DVec2::new(c, d));
    let problem = Problem {
        bounds: area(-1.0, -1.0, 13.0, 13.0),
        boxes: vec![
            area(9.0, 3.0, 11.0, 7.0),
            area(9.0, 6.0, 12.0, 7.0),
            area(9.0, 1.0, 12.0, 6.0),
        ],
        half: DVec2::new(1.0, 0.0),
        start: DVec2::new(12.0, 6.0),
        goal: Goal::Point(DVec2::ZERO),
    };
    let found = navigator("perimeter").unwrap().find(problem.request(), &problem.field());
    assert!(matches!(found, Outcome::StartEnclosed { .. }), "{found:?}");
}
