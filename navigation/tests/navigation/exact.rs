//! The exact navigator against a brute-force visibility graph.

use crate::support::{Problem, fine_problems, shortest, wall_problems, whole_problems, worlds};
use proptest::prelude::*;
use terrarium_navigation::{Exact, Navigator, Outcome};

fn is_the_shortest(problem: &Problem) -> Result<(), TestCaseError> {
    let outcome = Exact.find(problem.request(), &problem.field());
    prop_assert_ne!(&outcome, &Outcome::GaveUp);
    let best = shortest(problem);
    let length = outcome.length_from(problem.start);
    prop_assert_eq!(length.is_some(), best.is_some());
    if let (Some(length), Some(best)) = (length, best) {
        problem.check(outcome.path().unwrap());
        prop_assert!((length - best).abs() < 1e-9, "{length} is not {best}: {outcome:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

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
}
