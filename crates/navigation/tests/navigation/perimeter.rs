//! The perimeter follower against a flood fill and a brute-force visibility graph.

use proptest::prelude::*;
use terrarium_navigation::{Exact, Navigator, Outcome, Perimeter};

use crate::support::{
    Problem, fine_problems, is_reachable, longest_allowed, rough_problems, scattered, shortest,
    wall_problems, whole_problems, worlds,
};

fn agrees_with_the_oracles(problem: &Problem) -> Result<(), TestCaseError> {
    let outcome = Perimeter.find(problem.request(), &problem.field());
    prop_assert_ne!(&outcome, &Outcome::GaveUp);
    prop_assert_eq!(outcome.path().is_some(), is_reachable(problem), "{:?}", outcome);
    prop_assert_eq!(outcome == Outcome::Outside, problem.target().is_none());
    if let Some(path) = outcome.path() {
        problem.check(path);
        let length = outcome.length_from(problem.start).unwrap();
        let best = shortest(problem).unwrap();
        prop_assert!(length >= best - 1e-9, "{length} beats the shortest, {best}");
        let allowed = longest_allowed(problem).unwrap();
        prop_assert!(length <= allowed + 1e-9, "{length} is more than {allowed}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_path_is_found_exactly_when_there_is_one_among_touching_boxes(problem in whole_problems(14)) {
        agrees_with_the_oracles(&problem)?;
    }

    #[test]
    fn a_path_is_found_exactly_when_there_is_one_on_the_lattice(problem in fine_problems(25)) {
        agrees_with_the_oracles(&problem)?;
    }

    #[test]
    fn a_path_is_found_exactly_when_there_is_one_off_the_lattice(problem in rough_problems(25)) {
        agrees_with_the_oracles(&problem)?;
    }

    #[test]
    fn a_path_is_found_exactly_when_there_is_one_in_a_maze(problem in wall_problems()) {
        agrees_with_the_oracles(&problem)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_path_is_found_exactly_when_there_is_one_in_any_world(problem in worlds::all_problems()) {
        agrees_with_the_oracles(&problem)?;
    }

    #[test]
    fn a_mirrored_or_rotated_world_has_the_same_reachability(problem in worlds::all_problems()) {
        let answer = |problem: &Problem| {
            core::mem::discriminant(&Perimeter.find(problem.request(), &problem.field()))
        };
        let here = answer(&problem);
        for (swap, flip) in [(true, false), (false, true), (true, true)] {
            prop_assert_eq!(here, answer(&problem.turned(swap, flip)));
        }
    }

    #[test]
    fn a_mirrored_or_rotated_world_has_equally_long_paths(problem in worlds::without_ties()) {
        let length = |problem: &Problem| {
            let outcome = Perimeter.find(problem.request(), &problem.field());
            outcome.length_from(problem.start).unwrap_or(0.0)
        };
        let here = length(&problem);
        for (swap, flip) in [(true, false), (false, true), (true, true)] {
            let there = length(&problem.turned(swap, flip));
            prop_assert!((here - there).abs() < 1e-9, "{here} and {there}");
        }
    }
}

/// A large field of separate boxes, as in the benchmark.
#[test]
fn every_path_through_a_large_field_is_free_and_nearly_the_shortest() {
    let mut excess = Vec::new();
    for seed in 0..40 {
        let problem = scattered(seed, 12);
        let field = problem.field();
        let length = |navigator: &dyn Navigator| {
            let found = navigator.find(problem.request(), &field);
            problem.check(found.path().expect("nothing is closed in"));
            found.length_from(problem.start).unwrap()
        };
        let (length_found, best) = (length(&Perimeter), length(&Exact));
        assert!(length_found >= best - 1e-9, "{length_found} beats the shortest, {best}");
        excess.push(length_found / best);
    }
    let mean = excess.iter().sum::<f64>() / excess.len() as f64;
    assert!(mean <= 1.01, "{mean}");
    assert!(excess.iter().all(|&ratio| ratio <= 1.10), "{excess:?}");
}
