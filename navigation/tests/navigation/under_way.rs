//! Movers that think again at every step: what users of other games complain of must not happen.
//!
//! Getting stuck although there is a way, wavering between two sides of an obstacle, circling for
//! ever, jerking on the spot.

use crate::support::{Problem, scattered, worlds};
use proptest::prelude::*;
use terrarium_navigation::geometry::DVec2;
use terrarium_navigation::{
    Exact, Goal, Navigator, ObstacleField, Outcome, Perimeter, Request, path_length, reconsidered,
};

/// How a mover finds its way on, given what is left of its way.
type Guide<'a> = &'a dyn Fn(Request, &[DVec2], &ObstacleField) -> Outcome;

/// Every place at which a mover has been that thinks again in the middle and at the end of each leg.
///
/// Panics when what is left of the way ever grows.
fn travel(problem: &Problem, guide: Guide) -> Option<Vec<DVec2>> {
    let field = problem.field();
    let mut problem = problem.clone();
    let mut way = guide(problem.request(), &[], &field).path()?.to_vec();
    let mut been = vec![problem.start];
    while let Some(&next) = way.first() {
        assert!(been.len() < 2000, "the mover never arrives: {been:?}");
        let middle = (problem.start + next) * 0.5;
        let is_new = middle != problem.start && middle != next;
        let steps_there = been.len() % 2 == 0;
        let to = if is_new && steps_there && problem.is_free(middle, next) { middle } else { next };
        if to == next {
            way.remove(0);
        }
        let left = path_length(to, &way);
        problem.start = to;
        been.push(to);
        way = match guide(problem.request(), &way, &field) {
            Outcome::Found(way) => way,
            lost => panic!("on the way {been:?} the mover is stuck: {lost:?}"),
        };
        let now = path_length(to, &way);
        assert!(now <= left + 1e-9, "{left} to go becomes {now} at {to}");
    }
    Some(been)
}

fn afresh_by_exact(request: Request, _: &[DVec2], field: &ObstacleField) -> Outcome {
    Exact.find(request, field)
}

fn reconsidered_by_perimeter(request: Request, rest: &[DVec2], field: &ObstacleField) -> Outcome {
    reconsidered(&Perimeter, request, rest, field)
}

/// Which points of the way are turned back at on the spot, or stood at twice in a row.
fn jerks(start: DVec2, way: &[DVec2]) -> Vec<DVec2> {
    let all: Vec<DVec2> = [&[start], way].concat();
    let is_jerk = |corner: &&[DVec2]| {
        let (before, after) = (corner[1] - corner[0], corner[2] - corner[1]);
        before.perp_dot(after) == 0.0 && before.dot(after) <= 0.0
    };
    let doubled = all.windows(2).filter(|leg| leg[0] == leg[1]).map(|leg| leg[0]);
    all.windows(3).filter(is_jerk).map(|corner| corner[1]).chain(doubled).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn who_asks_for_the_shortest_way_at_every_step_goes_it(problem in worlds::all_problems()) {
        let planned = Exact.find(problem.request(), &problem.field()).length_from(problem.start);
        let been = travel(&problem, &afresh_by_exact);
        prop_assert_eq!(planned.is_some(), been.is_some());
        let gone = been.map_or(0.0, |been| path_length(problem.start, &been));
        prop_assert!(gone <= planned.unwrap_or(0.0) + 1e-9);
    }

    #[test]
    fn who_reconsiders_at_every_step_arrives_sooner_if_anything(problem in worlds::all_problems()) {
        let planned = Perimeter.find(problem.request(), &problem.field());
        let been = travel(&problem, &reconsidered_by_perimeter);
        prop_assert_eq!(planned.path().is_some(), been.is_some());
        let planned = planned.length_from(problem.start).unwrap_or(0.0);
        let gone = been.map_or(0.0, |been| path_length(problem.start, &been));
        prop_assert!(gone <= planned + 1e-9);
    }

    #[test]
    fn no_way_jerks_on_the_spot_or_comes_by_a_place_twice(problem in worlds::all_problems()) {
        for navigator in [&Perimeter as &dyn Navigator, &Exact] {
            let found = navigator.find(problem.request(), &problem.field());
            let way = found.path().unwrap_or_default();
            prop_assert_eq!(jerks(problem.start, way), Vec::new(), "by {}", navigator.name());
            for (index, place) in way.iter().enumerate() {
                prop_assert_ne!(*place, problem.start);
                prop_assert!(!way[..index].contains(place), "{place} twice by {}", navigator.name());
            }
        }
    }

    /// An old way is not kept when something has come to stand in it, or when the goal has moved.
    #[test]
    fn what_no_longer_leads_there_is_given_up(
        problem in worlds::all_problems(),
        other in worlds::all_problems(),
    ) {
        let old = Perimeter.find(other.request(), &other.field());
        let rest = old.path().unwrap_or_default();
        let found = reconsidered(&Perimeter, problem.request(), rest, &problem.field());
        let afresh = Perimeter.find(problem.request(), &problem.field());
        prop_assert_eq!(found.path().is_some(), afresh.path().is_some());
        if let Some(path) = found.path() {
            problem.check(path);
        }
    }
}

#[test]
fn nobody_wavers_in_a_large_field() {
    for seed in 0..20 {
        let problem = scattered(seed, 8);
        assert!(travel(&problem, &afresh_by_exact).is_some());
        assert!(travel(&problem, &reconsidered_by_perimeter).is_some());
    }
}

/// The detector bites: asked afresh at every step the perimeter follower does waver.
#[test]
#[should_panic(expected = "to go becomes")]
fn asking_afresh_at_every_step_can_make_a_detour_grow() {
    for seed in 0..400 {
        travel(&scattered(seed, 12), &|request, _, field| Perimeter.find(request, field));
    }
}

#[test]
fn who_has_arrived_stays() {
    let mut problem = scattered(0, 4);
    problem.goal = Goal::Point(problem.start);
    let found = reconsidered(&Perimeter, problem.request(), &[], &problem.field());
    assert_eq!(found, Outcome::Found(Vec::new()));
}
