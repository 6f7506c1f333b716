//! Properties of all methods that decide one move per step.

use proptest::prelude::*;
use terrarium_navigation::geometry::{Aabb, Convex, DVec2, Segment, lattice};
use terrarium_navigation::{
    FailureReason, Goal, Method, NAVIGATORS, Navigator, ObstacleField, ObstacleKey, Outcome,
    Request, navigator,
};

use crate::support::worlds::all_problems;
use crate::support::{Problem, fine_problems, is_reachable, wall_problems, whole_problems};

fn stepwise() -> impl Iterator<Item = &'static dyn Navigator> {
    NAVIGATORS.iter().copied().filter(|known| known.is_stepwise())
}

#[test]
fn five_navigators_decide_one_move_per_step() {
    let names: Vec<_> = stepwise().map(|known| known.name()).collect();
    assert_eq!(names, ["right-hand", "greedy-wall", "wall-memory", "scan", "rolling-grid"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn every_walk_is_free_and_found_walks_end_at_the_goal(problem in all_problems()) {
        let (room, inflated) = (problem.room(), problem.inflated());
        for known in stepwise() {
            let mut search = known.begin(problem.request());
            let outcome = search.advance(&problem.field(), u32::MAX).unwrap();
            let walk = search.walk();
            prop_assert_eq!(walk[0], problem.start);
            for ends in walk.windows(2) {
                let segment = Segment::new(ends[0], ends[1]);
                prop_assert!(room.contains_box(&segment.bounds()), "{} leaves the world", known.name());
                prop_assert!(!inflated.iter().any(|b| segment.enters(b)), "{} bumps: {segment:?}", known.name());
            }
            match outcome {
                Outcome::Found(path) => {
                    problem.check(&path);
                    prop_assert_eq!(&walk[1..], &path[..]);
                    prop_assert!(is_reachable(&problem));
                }
                Outcome::Outside => prop_assert!(problem.target().is_none()),
                Outcome::Failed(FailureReason::Stuck | FailureReason::Circling) | Outcome::GaveUp => {}
                other => prop_assert!(false, "{} cannot know of {other:?}", known.name()),
            }
        }
    }

    #[test]
    fn a_move_is_at_most_one_stride_long(problem in whole_problems(12), stride in 0.25..4.0) {
        for name in ["right-hand", "greedy-wall", "wall-memory"] {
            let method = Method::new(name, [("stride".to_owned(), stride)].into()).unwrap();
            let mut search = method.begin(problem.request());
            let mut before = problem.start;
            while search.advance(&problem.field(), 1).is_none() {
                let at = *search.walk().last().unwrap();
                prop_assert!(before.distance(at) <= stride + 2.0 * lattice::STEP);
                before = at;
            }
        }
    }

    /// In each turn the agent moves, then every obstacle that would not overlap it.
    #[test]
    fn in_a_changing_world_every_move_is_free_when_it_is_made(
        problem in prop_oneof![fine_problems(20), whole_problems(12), wall_problems()],
        drifts in prop::collection::vec((-0.5..0.5, -0.5..0.5), 1..20),
        pushed in prop::collection::vec(any::<bool>(), 60),
    ) {
        for known in stepwise() {
            let mut now = problem.clone();
            let mut search = known.begin(problem.request());
            let mut at = problem.start;
            for pushed in &pushed {
                let outcome = search.advance(&now.field(), 1);
                let to = *search.walk().last().unwrap();
                prop_assert!(now.is_free(at, to) || at == to, "{} bumps", known.name());
                if outcome.is_some() {
                    break;
                }
                // The agent may be stopped half way.
                at = if *pushed { lattice::snap_point((at + to) * 0.5) } else { to };
                if !now.is_free(at, at) {
                    at = to;
                }
                search.moved_to(at);
                prop_assert_eq!(search.walk().last().copied(), Some(at));
                let own = Aabb::around(at, problem.half);
                for (b, drift) in now.boxes.iter_mut().zip(drifts.iter().cycle()) {
                    let there = b.translated(lattice::snap_point(DVec2::from(*drift)));
                    if !there.overlaps(&own) {
                        *b = there;
                    }
                }
            }
        }
    }
}

#[test]
fn a_moved_agent_continues_from_its_new_position() {
    let field = ObstacleField::new(Aabb::square(DVec2::ZERO, 50.0), Vec::new());
    let goal = Goal::Point(DVec2::X * 20.0);
    for known in stepwise() {
        let mut search = known.begin(Request::new(DVec2::ZERO, goal, DVec2::splat(1.0)));
        search.advance(&field, 1);
        search.moved_to(DVec2::new(0.0, 10.0));
        let outcome = search.advance(&field, u32::MAX).unwrap();
        let walk = search.walk();
        let turned = walk.iter().position(|&place| place == DVec2::new(0.0, 10.0)).unwrap();
        assert!(walk[turned + 1..].iter().all(|place| place.y < 10.0), "{walk:?}");
        assert_eq!(outcome, Outcome::Found(walk[1..].to_vec()));
        // The agent is pushed away from the goal.
        search.moved_to(DVec2::X * 30.0);
        assert_eq!(search.advance(&field, 0), None);
        assert!(matches!(search.advance(&field, u32::MAX), Some(Outcome::Found(_))));
    }
}

#[test]
fn searches_that_plan_whole_paths_ignore_the_position_of_the_agent() {
    let request = Request::new(DVec2::ZERO, Goal::Point(DVec2::X), DVec2::ONE);
    for known in NAVIGATORS.iter().filter(|known| !known.is_stepwise()) {
        let mut search = known.begin(request.clone());
        search.moved_to(DVec2::Y);
        assert_eq!(search, known.begin(request.clone()), "{}", known.name());
    }
}

#[test]
fn an_agent_inside_an_obstacle_is_stuck() {
    let problem = Problem {
        bounds: Aabb::square(DVec2::ZERO, 20.0),
        boxes: vec![Aabb::square(DVec2::ZERO, 2.0)],
        half: DVec2::ONE,
        start: DVec2::ONE,
        goal: Goal::Point(DVec2::X * 10.0),
    };
    for known in stepwise() {
        let found = known.find(problem.request(), &problem.field());
        assert_eq!(found, Outcome::Failed(FailureReason::Stuck), "{}", known.name());
    }
}

#[test]
fn stepwise_methods_treat_polygons_as_boxes() {
    let tent = [(-4.0, -2.0), (4.0, -2.0), (0.0, 3.0)].map(DVec2::from);
    let tent = Convex::around(tent).unwrap();
    let world = Aabb::square(DVec2::ZERO, 12.0);
    let mut with_tent = ObstacleField::new(world, Vec::new());
    with_tent.insert_polygon(ObstacleKey(1), tent.clone());
    let with_box = ObstacleField::new(world, vec![(ObstacleKey(1), tent.bounds())]);
    let there = Goal::Point(DVec2::new(9.0, 0.25));
    let request = Request::new(DVec2::X * -9.0, there, DVec2::splat(0.5));
    for known in stepwise() {
        let found = known.find(request.clone(), &with_tent);
        // Two walls that lead away from the goal on both sides defeat the greedy method.
        assert_eq!(
            found.path().is_some(),
            known.name() != "greedy-wall",
            "{}: {found:?}",
            known.name()
        );
        assert_eq!(found, known.find(request.clone(), &with_box));
    }
}

#[test]
fn an_agent_without_size_finds_a_path() {
    let field = ObstacleField::new(Aabb::square(DVec2::ZERO, 64.0), Vec::new());
    let goal = Goal::Point(DVec2::new(60.0, -60.0));
    for known in stepwise() {
        let request = Request::new(DVec2::splat(-60.0), goal, DVec2::ZERO);
        let found = navigator(known.name()).unwrap().find(request, &field);
        assert!(found.path().is_some(), "{}: {found:?}", known.name());
    }
}
