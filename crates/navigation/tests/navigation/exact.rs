//! The exact navigator against a brute-force visibility graph.

use proptest::prelude::*;
use terrarium_navigation::geometry::{Aabb, DVec2, lattice};
use terrarium_navigation::regions::WithRegions;
use terrarium_navigation::{
    Barrier, Exact, Goal, Navigator, ObstacleField, ObstacleKey, Obstacles, Outcome, Perimeter,
    Request, Search,
};

use crate::support::{
    Problem, fine_problems, rough_problems, shortest, tile_problems, wall_problems, whole_problems,
    worlds,
};

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

/// Whether boxes that are built many times, and such that share a corner with them, cost no more steps than one of each.
fn copies_cost_nothing(problem: &Problem) -> Result<(), TestCaseError> {
    let search = |problem: &Problem| {
        let mut search = Exact.begin(problem.request());
        let outcome = search.advance(&problem.field(), u32::MAX);
        (outcome.and_then(|outcome| outcome.length_from(problem.start)), search.steps())
    };
    let (length, steps) = search(problem);
    let within = |area: &Aabb, share: f64| {
        Aabb::new(area.min, area.min + lattice::snap_point(area.size() * share))
    };
    let copies = problem.boxes.iter().flat_map(|area| {
        let nested = (0..20).map(move |copy| within(area, f64::from(copy) / 20.0));
        std::iter::repeat_n(*area, 40).chain(nested)
    });
    let (again, more) = search(&Problem { boxes: copies.collect(), ..problem.clone() });
    prop_assert_eq!(length.is_some(), again.is_some());
    if let (Some(length), Some(again)) = (length, again) {
        prop_assert!((length - again).abs() < 1e-9, "{length} is not {again}");
        prop_assert!(more <= steps * 4 + 100, "{more} steps instead of {steps}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn walls_that_are_built_many_times_are_one(
        problem in prop_oneof![whole_problems(14), fine_problems(25)],
    ) {
        copies_cost_nothing(&problem)?;
    }
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

/// Whether regions change nothing but the time: `exact` finds paths of the same length and gives the
/// same refusals, and `perimeter` finds paths within its factor of the shortest.
fn regions_agree(problem: &Problem) -> Result<(), TestCaseError> {
    let field = problem.field();
    let known = WithRegions::new(field.clone(), problem.half);
    let [without, with] = [&field as &dyn Obstacles, &known]
        .map(|obstacles| Exact.find(problem.request(), obstacles));
    let followed = Perimeter.find(problem.request(), &known);
    let Some(best) = without.length_from(problem.start) else {
        prop_assert_eq!(&with, &without);
        prop_assert_eq!(&followed, &without);
        return Ok(());
    };
    for found in [&with, &followed] {
        problem
            .check(found.path().unwrap_or_else(|| panic!("{found:?}, but there is {without:?}")));
    }
    let [length, followed] =
        [with, followed].map(|found| found.length_from(problem.start).unwrap());
    prop_assert!((length - best).abs() < 1e-9 * best.max(1.0), "{length} is not {best}");
    prop_assert!(followed >= best - 1e-9 * best.max(1.0), "{followed} is less than {best}");
    let is_far = best > problem.target().unwrap().distance_to(problem.start) * 1.25;
    if is_far && matches!(problem.goal, Goal::Point(_)) {
        prop_assert!(followed <= best * 1.05 + 1e-9, "{followed} is far from {best}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn regions_agree_among_touching_boxes(problem in whole_problems(14)) {
        regions_agree(&problem)?;
    }

    #[test]
    fn regions_agree_on_the_lattice(problem in fine_problems(25)) {
        regions_agree(&problem)?;
    }

    #[test]
    fn regions_agree_off_the_lattice(problem in rough_problems(25)) {
        regions_agree(&problem)?;
    }

    #[test]
    fn regions_agree_in_any_world(problem in worlds::all_problems()) {
        regions_agree(&problem)?;
    }

    #[test]
    fn regions_agree_in_a_maze(problem in wall_problems()) {
        regions_agree(&problem)?;
    }

    #[test]
    fn regions_agree_on_tiles(problem in tile_problems()) {
        regions_agree(&problem)?;
    }

    #[test]
    fn a_search_through_regions_can_be_sliced_and_stored(
        problem in prop_oneof![fine_problems(25), wall_problems()],
        slice in 1_u32..6,
        limit in prop_oneof![Just(u32::MAX), 0..60_u32],
    ) {
        let known = WithRegions::new(problem.field(), problem.half);
        for navigator in [&Exact as &dyn Navigator, &Perimeter] {
            let whole = navigator.find(problem.request().within(limit), &known);
            let mut search = navigator.begin(problem.request().within(limit));
            let outcome = loop {
                if let Some(outcome) = search.advance(&known, slice) {
                    break outcome;
                }
                let stored = postcard::to_allocvec(&search).unwrap();
                let restored: Search = postcard::from_bytes(&stored).unwrap();
                prop_assert!(restored.is_sound());
                prop_assert_eq!(&search, &restored);
                search = restored;
            };
            prop_assert_eq!(outcome, whole);
            prop_assert!(search.steps() <= limit);
        }
    }

    #[test]
    fn an_altered_search_through_regions_ends(
        problem in prop_oneof![fine_problems(25), wall_problems()],
        steps in 0_u32..60,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        other in fine_problems(25),
    ) {
        let known = WithRegions::new(problem.field(), problem.half);
        let others = [problem.field(), other.field(), ObstacleField::new(problem.bounds, Vec::new())];
        let others = others.map(|field| WithRegions::new(field, problem.half));
        for navigator in [&Exact as &dyn Navigator, &Perimeter] {
            let mut search = navigator.begin(problem.request());
            search.advance(&known, steps);
            let mut stored = postcard::to_allocvec(&search).unwrap();
            for (index, byte) in &changes {
                let index = index.index(stored.len());
                stored[index] = *byte;
            }
            let Ok(search) = postcard::from_bytes::<Search>(&stored) else { continue };
            if search.is_sound() {
                for obstacles in &others {
                    let mut search = search.clone();
                    search.advance(obstacles, 7);
                    prop_assert!(search.advance(obstacles, 100_000).is_some(), "{:?}", search);
                    prop_assert!(search.is_sound(), "{:?}", search);
                }
            }
        }
    }
}

/// One byte of a file shifts those after it, so that what were other numbers are read as points of a path.
#[test]
fn a_search_whose_path_is_too_long_for_a_number_is_not_sound() {
    let bounds = Aabb::spanning(DVec2::splat(-1.0), DVec2::splat(21.0));
    let known = WithRegions::new(ObstacleField::new(bounds, Vec::new()), DVec2::ZERO);
    let goal = Goal::Beside(Aabb::spanning(DVec2::ZERO, DVec2::ZERO));
    let mut search =
        Exact.begin(Request::new(DVec2::new(0.0, 15.222270011901855), goal, DVec2::ZERO));
    search.advance(&known, 2);
    let stored = postcard::to_allocvec(&search).unwrap();
    for (index, byte) in
        (0..stored.len()).flat_map(|index| (0..=255).map(move |byte| (index, byte)))
    {
        let mut altered = stored.clone();
        altered[index] = byte;
        let Ok(mut search) = postcard::from_bytes::<Search>(&altered) else { continue };
        if search.is_sound() {
            assert!(search.advance(&known, 100_000).is_some(), "{search:?}");
            assert!(search.is_sound(), "byte {index} is {byte}: {search:?}");
        }
    }
}

/// A cage takes the same boxes to name with regions; a search that ignores one of them does not use
/// regions.
#[test]
fn an_ignored_obstacle_is_ignored_with_regions_too() {
    let at = |x: f64, y: f64| DVec2::new(x, y);
    let wall = Aabb::new(at(4.0, -1.0), at(6.0, 11.0));
    let world = Aabb::new(DVec2::ZERO, DVec2::splat(10.0));
    let field = ObstacleField::new(world, vec![(ObstacleKey(7), wall)]);
    let known = WithRegions::new(field, DVec2::ONE);
    let request = Request::new(at(2.0, 5.0), Goal::Point(at(8.0, 5.0)), DVec2::ONE);
    let closed = Exact.find(request.clone(), &known);
    let by = vec![Barrier::Obstacle(ObstacleKey(7)), Barrier::Border];
    assert!(
        matches!(&closed, Outcome::GoalEnclosed { by: found } | Outcome::StartEnclosed { by: found } if *found == by),
        "{closed:?}"
    );
    let open = Exact.find(request.ignoring([ObstacleKey(7)]), &known);
    assert_eq!(open, Outcome::Found(vec![at(8.0, 5.0)]));
}
