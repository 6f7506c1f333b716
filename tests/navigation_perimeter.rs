//! The perimeter follower against a flood fill and a brute-force visibility graph.

mod navigation_support;

use navigation_support::{
    Problem, fine_problems, is_reachable, perimeters, shortest, whole_problems,
};
use proptest::prelude::*;
use terrarium::navigation::{Navigator, Outcome, Perimeter};

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
        let straight = problem.target().unwrap().distance_to(problem.start);
        prop_assert!(length <= straight + perimeters(problem) * 0.5 + 1e-9);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_way_is_found_exactly_when_there_is_one_among_touching_boxes(problem in whole_problems(14)) {
        agrees_with_the_oracles(&problem)?;
    }

    #[test]
    fn a_way_is_found_exactly_when_there_is_one_anywhere(problem in fine_problems(25)) {
        agrees_with_the_oracles(&problem)?;
    }
}
