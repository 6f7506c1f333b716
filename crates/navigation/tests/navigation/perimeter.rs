//! The perimeter follower against a flood fill and a brute-force visibility graph.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use terrarium_navigation::geometry::{Aabb, DVec2};
use terrarium_navigation::regions::WithRegions;
use terrarium_navigation::{
    Exact, Goal, Navigator, ObstacleField, ObstacleKey, Obstacles, Outcome, Perimeter, Request,
    Search,
};

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

const SIDE: u32 = 256;

/// Random tiles, of which a quarter is blocked, and a mover of one tile.
fn tiles(random: &mut Pcg64) -> ObstacleField {
    let tile = |index: u32| DVec2::new((index % SIDE).into(), (index / SIDE).into());
    let blocked = (0..SIDE * SIDE).filter(|_| random.random::<f64>() < 0.25);
    let boxes = blocked.map(|index| Aabb::new(tile(index), tile(index) + 1.0));
    let bounds = Aabb::new(DVec2::ZERO, DVec2::splat(SIDE.into()));
    ObstacleField::new(bounds, (0..).map(ObstacleKey).zip(boxes).collect())
}

/// Whether a search looks for a shorter path nearby, its last phase.
fn is_nearby(search: &Search) -> bool {
    format!("{search:?}").contains("phase: Nearby(")
}

#[test]
fn long_searches_end_nearby_with_a_good_path_however_they_are_sliced() {
    let mut random = Pcg64::seed_from_u64(1);
    let half = DVec2::splat(0.5);
    let field = WithRegions::new(tiles(&mut random), half);
    let mut nearby = 0;
    for _ in 0..8 {
        let mut free = || loop {
            let [x, y] = [0; 2].map(|_| f64::from(random.random_range(0..SIDE)));
            let tile = DVec2::new(x, y) + half;
            if field.regions(half).is_some_and(|regions| regions.is_free(tile)) {
                return tile;
            }
        };
        let request = Request::new(free(), Goal::Point(free()), half);
        let Some(shortest) = Exact.find(request.clone(), &field).length_from(request.start) else {
            continue;
        };
        let obstacles = field.obstacles();
        let whole = Perimeter.find(request.clone(), obstacles);
        let mut search = Perimeter.begin(request.clone());
        let sliced = loop {
            if let Some(outcome) = search.advance(obstacles, 500) {
                break outcome;
            }
            nearby += u32::from(is_nearby(&search));
            let stored = postcard::to_allocvec(&search).unwrap();
            search = postcard::from_bytes(&stored).unwrap();
            assert!(search.is_sound());
        };
        assert_eq!(sliced, whole);
        let length = whole.length_from(request.start).unwrap();
        assert!(length <= shortest * 1.05, "{length} instead of {shortest}");
    }
    assert!(nearby > 0, "no search took long");
}
