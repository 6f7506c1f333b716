//! Agents that replan at every step, against common faults of path finding in games: getting stuck
//! although there is a path, oscillating between two sides of an obstacle, circling for ever,
//! jerking on the spot.

use proptest::prelude::*;
use terrarium_navigation::geometry::DVec2;
use terrarium_navigation::{
    Exact, Goal, Navigator, ObstacleField, Outcome, Perimeter, Request, path_length, replanned,
};

use crate::support::{Problem, scattered, worlds};

/// Plans the rest of an agent's path, given the rest of the old one.
type Guide<'a> = &'a dyn Fn(Request, &[DVec2], &ObstacleField) -> Outcome;

/// All positions of an agent that replans in the middle and at the end of each segment.
///
/// Panics when the remaining length ever grows.
fn travel(problem: &Problem, guide: Guide) -> Option<Vec<DVec2>> {
    let field = problem.field();
    let mut problem = problem.clone();
    let mut path = guide(problem.request(), &[], &field).path()?.to_vec();
    let mut positions = vec![problem.start];
    while let Some(&next) = path.first() {
        assert!(positions.len() < 2000, "the agent never arrives: {positions:?}");
        let middle = (problem.start + next) * 0.5;
        let is_new = middle != problem.start && middle != next;
        let steps_there = positions.len() % 2 == 0;
        let to = if is_new && steps_there && problem.is_free(middle, next) { middle } else { next };
        if to == next {
            path.remove(0);
        }
        let remaining = path_length(to, &path);
        problem.start = to;
        positions.push(to);
        path = match guide(problem.request(), &path, &field) {
            Outcome::Found(path) => path,
            lost => panic!("after {positions:?} the agent is stuck: {lost:?}"),
        };
        let now = path_length(to, &path);
        assert!(now <= remaining + 1e-9, "{remaining} to go becomes {now} at {to}");
    }
    Some(positions)
}

fn replan_by_exact(request: Request, _: &[DVec2], field: &ObstacleField) -> Outcome {
    Exact.find(request, field)
}

fn replan_by_perimeter(request: Request, rest: &[DVec2], field: &ObstacleField) -> Outcome {
    replanned(&Perimeter, request, rest, field)
}

/// The points at which the path turns back on the spot, or that occur twice in a row.
fn reversals(start: DVec2, path: &[DVec2]) -> Vec<DVec2> {
    let all: Vec<DVec2> = [&[start], path].concat();
    let is_reversal = |corner: &&[DVec2]| {
        let (before, after) = (corner[1] - corner[0], corner[2] - corner[1]);
        before.perp_dot(after) == 0.0 && before.dot(after) <= 0.0
    };
    let doubled = all.windows(2).filter(|ends| ends[0] == ends[1]).map(|ends| ends[0]);
    all.windows(3).filter(is_reversal).map(|corner| corner[1]).chain(doubled).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn replanning_the_shortest_path_at_every_step_follows_it(problem in worlds::all_problems()) {
        let planned = Exact.find(problem.request(), &problem.field()).length_from(problem.start);
        let positions = travel(&problem, &replan_by_exact);
        prop_assert_eq!(planned.is_some(), positions.is_some());
        let travelled = positions.map_or(0.0, |positions| path_length(problem.start, &positions));
        prop_assert!(travelled <= planned.unwrap_or(0.0) + 1e-9);
    }

    #[test]
    fn replanning_with_the_old_path_never_lengthens_it(problem in worlds::all_problems()) {
        let planned = Perimeter.find(problem.request(), &problem.field());
        let positions = travel(&problem, &replan_by_perimeter);
        prop_assert_eq!(planned.path().is_some(), positions.is_some());
        let planned = planned.length_from(problem.start).unwrap_or(0.0);
        let travelled = positions.map_or(0.0, |positions| path_length(problem.start, &positions));
        prop_assert!(travelled <= planned + 1e-9);
    }

    #[test]
    fn no_path_turns_back_or_visits_a_point_twice(problem in worlds::all_problems()) {
        for navigator in [&Perimeter as &dyn Navigator, &Exact] {
            let found = navigator.find(problem.request(), &problem.field());
            let path = found.path().unwrap_or_default();
            prop_assert_eq!(reversals(problem.start, path), Vec::new(), "by {}", navigator.name());
            for (index, place) in path.iter().enumerate() {
                prop_assert_ne!(*place, problem.start);
                prop_assert!(!path[..index].contains(place), "{place} twice by {}", navigator.name());
            }
        }
    }

    /// An old path is not kept when an obstacle blocks it, or when the goal has moved.
    #[test]
    fn a_path_that_no_longer_leads_to_the_goal_is_dropped(
        problem in worlds::all_problems(),
        other in worlds::all_problems(),
    ) {
        let old = Perimeter.find(other.request(), &other.field());
        let rest = old.path().unwrap_or_default();
        let found = replanned(&Perimeter, problem.request(), rest, &problem.field());
        let fresh = Perimeter.find(problem.request(), &problem.field());
        prop_assert_eq!(found.path().is_some(), fresh.path().is_some());
        if let Some(path) = found.path() {
            problem.check(path);
        }
    }
}

#[test]
fn no_agent_oscillates_in_a_large_field() {
    for seed in 0..20 {
        let problem = scattered(seed, 8);
        assert!(travel(&problem, &replan_by_exact).is_some());
        assert!(travel(&problem, &replan_by_perimeter).is_some());
    }
}

/// The test can fail: replanning from scratch at every step, the perimeter follower does oscillate.
#[test]
#[should_panic(expected = "to go becomes")]
fn replanning_from_scratch_can_lengthen_a_detour() {
    for seed in 0..400 {
        travel(&scattered(seed, 12), &|request, _, field| Perimeter.find(request, field));
    }
}

#[test]
fn an_agent_that_has_arrived_stays() {
    let mut problem = scattered(0, 4);
    problem.goal = Goal::Point(problem.start);
    let found = replanned(&Perimeter, problem.request(), &[], &problem.field());
    assert_eq!(found, Outcome::Found(Vec::new()));
}
