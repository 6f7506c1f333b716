//! The navigation benchmark: problems depend only on their seed, all results are checked against the
//! guarantees of their methods, and all but durations is reproducible.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use terrarium::geometry::{Aabb, DVec2, lattice};
use terrarium::navigation::{Guarantee, Method, NAVIGATORS};
use terrarium::navigation_benchmark::{
    Attempt, Ending, GENERATORS, Gauge, GroundTruth, IndexedScene, Map, Measurement, OctileLength,
    Problem, ProblemGenerator, ProblemSet, Reference, Scene, Summary, Verdict, measure_all,
    validate,
};
use terrarium::space::terrain::Terrain;
use terrarium_testing::with_threads;

/// Enough steps for every problem here.
const BUDGET: u32 = 1_000_000;

fn gauge() -> Gauge<'static> {
    Gauge { budget: BUDGET, clock: &|| 0.0, stop: &|| false }
}

fn method(text: &str) -> Method {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn all_methods() -> Vec<Method> {
    NAVIGATORS.iter().map(|navigator| method(navigator.name())).collect()
}

fn measure(sets: &[ProblemSet], methods: &[Method]) -> Vec<Measurement> {
    measure_all(sets, methods, gauge(), &|| ControlFlow::Continue(()))
        .expect("the benchmark is not cancelled")
}

#[test]
fn a_search_can_be_stopped() {
    let problem = small(vec![rock()]);
    let stopped = Gauge { stop: &|| true, ..gauge() };
    for method in all_methods().iter().filter(|method| method.navigator().name() != "direct") {
        let attempt = stopped.measure(&problem, method);
        assert!(attempt.steps <= 64, "{method}: {}", attempt.steps);
    }
}

fn at(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

/// A problem with a mover of 1 × 1 in a world of 10 × 10.
fn small(boxes: Vec<Aabb>) -> Problem {
    let bounds = Some(Aabb::new(DVec2::ZERO, DVec2::splat(10.0)));
    let scene = Scene::of_boxes(boxes, bounds, DVec2::splat(0.5));
    Problem {
        name: "small".to_owned(),
        environment: Arc::new(IndexedScene::new(scene)),
        start: at(1.0, 5.0),
        goal: at(9.0, 5.0),
        octile: None,
        velocities: Vec::new(),
    }
}

fn rock() -> Aabb {
    Aabb::new(at(4.0, 3.0), at(6.0, 8.0))
}

// ---------------------------------------------------------------------------------------------
// Problems

#[test]
fn generators_have_unique_names() {
    let names: BTreeSet<&str> = GENERATORS.iter().map(|generator| generator.name).collect();
    assert_eq!(names.len(), GENERATORS.len());
    assert!(GENERATORS.iter().all(|generator| !generator.about.is_empty()));
    assert!(
        ProblemGenerator::named("rooms").is_some() && ProblemGenerator::named("room").is_none()
    );
}

/// The boxes, start, goal and velocities of a problem.
fn content(problem: &Problem) -> (Vec<Aabb>, DVec2, DVec2, Vec<DVec2>) {
    let Problem { environment, start, goal, velocities, .. } = problem;
    (environment.scene.boxes.clone(), *start, *goal, velocities.clone())
}

#[test]
fn a_problem_depends_only_on_the_seed_and_its_number() {
    for generator in GENERATORS {
        let many = generator.set(7, 12);
        let few = generator.set(7, 5);
        assert_eq!((many.problems.len(), &many.name[..]), (12, generator.name));
        for (a, b) in few.problems.iter().zip(&many.problems) {
            assert_eq!((&a.name, content(a)), (&b.name, content(b)));
        }
        let other = generator.set(8, 12);
        let alike = other.problems.iter().zip(&many.problems);
        assert!(alike.filter(|(a, b)| content(a) == content(b)).count() == 0, "{}", generator.name);
        assert_ne!(content(&many.problems[0]), content(&many.problems[1]));
    }
}

#[test]
fn every_problem_lies_on_the_lattice_with_a_free_start_and_a_free_goal() {
    for generator in GENERATORS {
        for problem in generator.set(3, 60).problems {
            let scene = &problem.environment.scene;
            let corners = scene.boxes.iter().flat_map(|area| [area.min, area.max]);
            let points = corners.chain(problem.velocities.iter().copied());
            assert!(points.chain([problem.start, problem.goal]).all(lattice::holds));
            assert!(scene.boxes.iter().all(|area| area.min.cmplt(area.max).all()));
            assert!(scene.boxes.iter().all(|area| scene.area().contains_box(area)));
            for point in [problem.start, problem.goal] {
                assert!(
                    problem.environment.is_free_at(point),
                    "{} {}",
                    generator.name,
                    problem.name
                );
            }
            assert_ne!(problem.start, problem.goal);
        }
    }
}

#[test]
fn generated_sets_match_their_descriptions() {
    let exact = method("exact");
    let verdicts = |name: &str| {
        let problems = ProblemGenerator::named(name).unwrap().set(5, 60).problems;
        let verdicts = problems.iter().map(|p| gauge().measure(p, &exact).ending.verdict());
        verdicts.filter(|&verdict| verdict == Verdict::Found).count()
    };
    assert_eq!(verdicts("cages"), 0, "cages have no exit");
    assert_eq!((verdicts("mazes"), verdicts("boxes-10")), (60, 60));
    assert!((20..60).contains(&verdicts("boxes-40")), "{}", verdicts("boxes-40"));
    let moving = ProblemGenerator::named("moving").unwrap().set(5, 5);
    assert!(moving.problems.iter().all(Problem::moves));
    assert!(moving.problems.iter().all(|p| p.velocities.len() == p.environment.scene.boxes.len()));

    let covered = |name: &str| {
        let mut hits = 0;
        for problem in ProblemGenerator::named(name).unwrap().set(5, 20).problems {
            let places = (0..64).flat_map(|x| (0..64).map(move |y| at(x.into(), y.into()) + 0.53));
            let boxes = &problem.environment.scene.boxes;
            hits += places.filter(|&at| boxes.iter().any(|b| b.contains_inside(at))).count();
        }
        hits * 100 / (20 * 64 * 64)
    };
    assert!((8..=12).contains(&covered("boxes-10")), "{}", covered("boxes-10"));
    assert!((22..=28).contains(&covered("boxes-25")), "{}", covered("boxes-25"));
    assert!((36..=44).contains(&covered("boxes-40")), "{}", covered("boxes-40"));
}

/// A maze is a tree: it has one passage fewer than cells.
#[test]
fn a_maze_has_no_loops() {
    for problem in ProblemGenerator::named("mazes").unwrap().set(11, 5).problems {
        let environment = &problem.environment;
        let middle = |x: u32, y: u32| at(f64::from(x), f64::from(y)) * 4.0 + 2.5;
        let open = |a: DVec2, b: DVec2| usize::from(environment.first_blocked(&[a, b]).is_none());
        let mut passages = 0;
        for x in 0..12 {
            for y in 0..12 {
                assert!(environment.is_free_at(middle(x, y)));
                passages += open(middle(x, y), middle(x + 1, y));
                passages += open(middle(x, y), middle(x, y + 1));
            }
        }
        assert_eq!(passages, 12 * 12 - 1);
    }
}

// ---------------------------------------------------------------------------------------------
// Attempts

#[test]
fn every_guarantee_holds_and_results_do_not_depend_on_the_number_of_threads() {
    let sets: Vec<ProblemSet> = GENERATORS.iter().map(|generator| generator.set(2, 6)).collect();
    let methods = all_methods();
    let on = |threads: usize| with_threads(threads, || measure(&sets, &methods));
    let measurements = on(1);
    let failed: Vec<&Measurement> =
        measurements.iter().filter(|measurement| !measurement.violations.is_empty()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert_eq!(measurements.len(), GENERATORS.len() * 6 * methods.len());
    assert_eq!(measurements, on(3));
}

#[test]
fn complete_methods_agree_on_every_problem() {
    let sets: Vec<ProblemSet> = GENERATORS
        .iter()
        .filter(|r| r.name != "moving")
        .map(|generator| generator.set(9, 15))
        .collect();
    let complete = |method: &Method| {
        matches!(method.navigator().guarantee(), Guarantee::Shortest | Guarantee::Complete)
    };
    let methods: Vec<Method> = all_methods().into_iter().filter(complete).collect();
    assert!(methods.len() >= 2);
    for measurement in measure(&sets, &methods).chunks(methods.len()) {
        let verdict = measurement[0].ending.verdict();
        assert!([Verdict::Found, Verdict::Unreachable].contains(&verdict));
        assert!(
            measurement.iter().all(|other| other.ending.verdict() == verdict),
            "{measurement:?}"
        );
        for ratio in measurement.iter().filter_map(Measurement::ratio) {
            assert!((1.0 - 1e-12..1.6).contains(&ratio), "{ratio}");
        }
    }
}

#[test]
fn a_budget_ends_every_search() {
    let set = ProblemGenerator::named("mazes").unwrap().set(2, 3);
    let tight = Gauge { budget: 3, ..gauge() };
    for method in all_methods().iter().filter(|method| method.navigator().name() != "direct") {
        for problem in &set.problems {
            let attempt = tight.measure(problem, method);
            assert_ne!(attempt.ending, Ending::Found, "{method}");
            assert!(
                attempt.path.is_empty() && attempt.length().is_none() && attempt.steps <= 4,
                "{method}"
            );
        }
    }
}

#[test]
fn a_navigator_that_ignores_obstacles_passes_through_them() {
    let attempt = gauge().measure(&small(vec![rock()]), &method("direct"));
    assert_eq!((attempt.ending, attempt.length(), attempt.steps), (Ending::Through, None, 0));
    let attempt = gauge().measure(&small(Vec::new()), &method("direct"));
    assert_eq!((attempt.ending, attempt.length()), (Ending::Found, Some(8.0)));
}

#[test]
fn among_moving_obstacles_paths_are_valid_and_planners_reach_the_goal() {
    let set = ProblemGenerator::named("moving").unwrap().set(4, 12);
    let methods = [method("perimeter"), method("exact")];
    let measurements = measure(std::slice::from_ref(&set), &methods);
    let arrived =
        measurements.iter().filter(|measurement| measurement.ending == Ending::Found).count();
    assert!(arrived >= 22, "{arrived} of {}", measurements.len());
    assert!(measurements.iter().any(|measurement| measurement.plans > 1), "some planner replanned");
    for measurement in &measurements {
        let Some((optimum, Reference::Straight)) = measurement.optimum else {
            panic!("{measurement:?}")
        };
        assert!(measurement.length.is_none_or(|length| length >= optimum * (1.0 - 1e-12)));
        assert!(measurement.violations.is_empty());
    }
}

/// The only gap of a wall is closed at first and opens while the mover waits.
#[test]
fn a_mover_without_a_path_waits_until_there_is_one() {
    let wall = |from: f64, to: f64| Aabb::new(at(5.0, from), at(6.0, to));
    let mut problem = small(vec![wall(0.0, 4.0), wall(4.0, 6.0), wall(6.0, 10.0)]);
    assert!(gauge().measure(&problem, &method("exact")).ending.verdict() == Verdict::Unreachable);
    problem.velocities = vec![DVec2::ZERO, at(0.125, 0.0), DVec2::ZERO];
    let attempt = gauge().measure(&problem, &method("exact"));
    assert_eq!(attempt.ending, Ending::Found);
    assert!(attempt.plans > 5, "{} plans", attempt.plans);
    assert_eq!(attempt.path.last(), Some(&problem.goal));
}

// ---------------------------------------------------------------------------------------------
// Checks detect errors

fn attempt_along(path: &[DVec2]) -> Attempt {
    let (path, raw_path) = (path.to_vec(), Vec::new());
    let crossings = Vec::new();
    Attempt { ending: Ending::Found, path, crossings, raw_path, steps: 1, plans: 1, micros: 0.0 }
}

fn violations(problem: &Problem, name: &str, attempt: &Attempt) -> Vec<String> {
    let methods = [method("exact"), method(name)];
    let truth = GroundTruth::new(problem, &methods, &gauge());
    validate(problem, &truth, &methods[1], attempt)
}

#[test]
fn invalid_attempts_are_detected() {
    let problem = small(vec![rock()]);
    let best = gauge().measure(&problem, &method("exact"));
    assert_eq!(violations(&problem, "exact", &best), [""; 0]);
    let around = [problem.start, at(1.0, 9.5), at(9.0, 9.5), problem.goal];
    assert_eq!(violations(&problem, "perimeter", &attempt_along(&around)), [""; 0]);

    let long = violations(&problem, "exact", &attempt_along(&around));
    assert!(long[0].contains("more than the shortest path of"), "{long:?}");
    let through = violations(&problem, "perimeter", &attempt_along(&[problem.start, problem.goal]));
    assert_eq!(through[0], "leads through an obstacle between 1,5 and 9,5");
    assert!(through[1].starts_with("is 8 long, less than the shortest path of"), "{through:?}");
    let outside = [problem.start, at(5.0, -3.0), problem.goal];
    let outside = violations(&problem, "perimeter", &attempt_along(&outside));
    assert!(outside[0].starts_with("leads through an obstacle between 1,5"), "{outside:?}");
    let short = violations(&problem, "perimeter", &attempt_along(&around[..3]));
    assert_eq!(short, ["leads from 1,5 to 9,9.5"]);
    let nowhere = violations(&problem, "perimeter", &attempt_along(&[problem.start]));
    assert_eq!(nowhere[0], "leads from 1,5 to 1,5");

    let mut denied = attempt_along(&[]);
    denied.ending = Ending::GoalEnclosed;
    let denied = violations(&problem, "perimeter", &denied);
    assert_eq!(denied, ["reports goal_enclosed although there is a path"]);
    let mut stuck = attempt_along(&[]);
    stuck.ending = Ending::Stuck;
    let found = violations(&problem, "perimeter", &stuck);
    assert_eq!(found, ["fails (stuck) although it guarantees to find the path"]);
    assert_eq!(
        violations(&problem, "direct", &stuck),
        [""; 0],
        "a method without a guarantee may fail"
    );
    stuck.ending = Ending::GaveUp;
    assert_eq!(violations(&problem, "perimeter", &stuck), [""; 0], "a budget may be too small");
}

#[test]
fn a_path_through_a_closed_wall_is_detected() {
    let wall = Aabb::new(at(4.0, 0.0), at(6.0, 10.0));
    let problem = small(vec![wall]);
    let found = violations(&problem, "perimeter", &attempt_along(&[problem.start, problem.goal]));
    assert_eq!(found, ["leads through an obstacle between 1,5 and 9,5"]);
}

#[test]
fn lengths_are_compared_with_the_scenario_file() {
    let mut problem = small(Vec::new());
    problem.octile = Some(OctileLength { length: 7.9, rounding: 0.005 });
    let found = violations(&problem, "exact", &gauge().measure(&problem, &method("exact")));
    assert!(
        found[0].starts_with("is 8 long, more than the path over the tiles of 7.9"),
        "{found:?}"
    );
    problem.octile = Some(OctileLength { length: 7.9, rounding: 0.1 });
    let rounded = violations(&problem, "exact", &gauge().measure(&problem, &method("exact")));
    assert_eq!(rounded, [""; 0], "the file rounds");
    problem.octile = Some(OctileLength { length: 8.0, rounding: 0.0 });
    let exact = violations(&problem, "exact", &gauge().measure(&problem, &method("exact")));
    assert_eq!(exact, [""; 0]);
}

// ---------------------------------------------------------------------------------------------
// Maps and summaries

#[test]
fn random_problems_on_a_map_lie_between_passable_tiles() {
    let rows = ["1       .", "   ..... ", " .   c  .", "   .     "];
    let terrain = Terrain::from_rows("isles", rows).unwrap();
    let map = Map::new("isles".to_owned(), terrain.clone());
    let set = map.random_problems(3, 200);
    assert_eq!(set.problems.len(), 200);
    let mut marked = 0;
    for problem in &set.problems {
        for point in [problem.start, problem.goal] {
            let tile = terrain.clone().with_tile_side(1.0).unwrap().tile_at(point).unwrap();
            assert!(tile.is_passable() && point.fract() == DVec2::splat(0.5));
            marked += usize::from(tile.mark().is_some());
        }
        assert_ne!(problem.start, problem.goal);
    }
    assert!((120..330).contains(&marked), "{marked} of 400 ends at bases");
    assert_eq!(content(&set.problems[3]), content(&map.random_problems(3, 9).problems[3]));
    let lonely = Terrain::from_rows("lonely", [". .", "..."]).unwrap();
    assert!(Map::new("lonely".to_owned(), lonely).random_problems(3, 200).problems.is_empty());
}

#[test]
fn a_summary_counts_every_measurement_once() {
    let sets = [
        ProblemGenerator::named("boxes-40").unwrap().set(1, 20),
        ProblemGenerator::named("cages").unwrap().set(1, 4),
    ];
    let methods = all_methods();
    let measurements = measure(&sets, &methods);
    let summaries = Summary::of_all(&measurements);
    assert_eq!(summaries.len(), sets.len() * methods.len());
    for summary in &summaries {
        let own = |f: &&Measurement| (f.set, f.method) == (summary.set, summary.method);
        let own: Vec<&Measurement> = measurements.iter().filter(own).collect();
        assert_eq!(summary.problems, own.len());
        assert_eq!(summary.endings.values().sum::<usize>(), own.len());
        let found = own.iter().filter(|measurement| measurement.length.is_some()).count();
        assert_eq!(summary.count(Ending::Found), found);
        assert_eq!(summary.turning.is_some(), found > 0);
        let max = own.iter().map(|measurement| measurement.steps).max().unwrap();
        assert_eq!(summary.steps.unwrap().max, max as f64);
    }
}

#[test]
fn the_callback_can_cancel_the_benchmark() {
    let set = ProblemGenerator::named("boxes-10").unwrap().set(1, 50);
    let seen = AtomicUsize::new(0);
    let on_problem = || match seen.fetch_add(1, Ordering::SeqCst) {
        3 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    assert!(measure_all(&[set], &[method("perimeter")], gauge(), &on_problem).is_none());
    assert!(seen.load(Ordering::SeqCst) < 50);
}
