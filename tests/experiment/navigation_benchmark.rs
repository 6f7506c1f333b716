//! The laboratory: problems follow from their seed, walks are held to what is promised, and nothing
//! but time is another thing each time.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use terrarium::geometry::{Aabb, DVec2, lattice};
use terrarium::navigation::{Guarantee, Method, NAVIGATORS};
use terrarium::navigation_benchmark::{
    Ending, Gauge, IndexedScene, Known, Map, Measurement, Problem, ProblemGenerator, ProblemSet,
    RECIPES, Reference, Scene, Summary, Verdict, Walk, measure_all, validate,
};
use terrarium::space::terrain::Terrain;

/// Enough for every problem here.
const BUDGET: u32 = 1_000_000;

fn gauge() -> Gauge<'static> {
    Gauge { budget: BUDGET, clock: &|| 0.0 }
}

fn method(text: &str) -> Method {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn everybody() -> Vec<Method> {
    NAVIGATORS.iter().map(|navigator| method(navigator.name())).collect()
}

fn measured(sets: &[ProblemSet], methods: &[Method]) -> Vec<Measurement> {
    measure_all(sets, methods, gauge(), &|| ControlFlow::Continue(())).expect("nobody broke off")
}

fn at(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

/// A problem of a mover of 1 × 1 in a world of 10 × 10.
fn small(boxes: Vec<Aabb>) -> Problem {
    let bounds = Some(Aabb::new(DVec2::ZERO, DVec2::splat(10.0)));
    let scene = Scene { boxes, polygons: Vec::new(), bounds, half: DVec2::splat(0.5) };
    Problem {
        name: "small".to_owned(),
        ground: Arc::new(IndexedScene::new(scene)),
        start: at(1.0, 5.0),
        goal: at(9.0, 5.0),
        octile: None,
        drift: Vec::new(),
    }
}

fn rock() -> Aabb {
    Aabb::new(at(4.0, 3.0), at(6.0, 8.0))
}

// ---------------------------------------------------------------------------------------------
// Problems

#[test]
fn recipes_have_names_of_their_own() {
    let names: BTreeSet<&str> = RECIPES.iter().map(|recipe| recipe.name).collect();
    assert_eq!(names.len(), RECIPES.len());
    assert!(RECIPES.iter().all(|recipe| !recipe.about.is_empty()));
    assert!(
        ProblemGenerator::named("rooms").is_some() && ProblemGenerator::named("room").is_none()
    );
}

/// What a problem is made of.
fn content(problem: &Problem) -> (Vec<Aabb>, DVec2, DVec2, Vec<DVec2>) {
    let Problem { ground, start, goal, drift, .. } = problem;
    (ground.scene.boxes.clone(), *start, *goal, drift.clone())
}

#[test]
fn a_problem_follows_from_the_seed_and_its_number_alone() {
    for recipe in RECIPES {
        let many = recipe.set(7, 12);
        let few = recipe.set(7, 5);
        assert_eq!((many.problems.len(), &many.name[..]), (12, recipe.name));
        for (a, b) in few.problems.iter().zip(&many.problems) {
            assert_eq!((&a.name, content(a)), (&b.name, content(b)));
        }
        let other = recipe.set(8, 12);
        let alike = other.problems.iter().zip(&many.problems);
        assert!(alike.filter(|(a, b)| content(a) == content(b)).count() == 0, "{}", recipe.name);
        assert_ne!(content(&many.problems[0]), content(&many.problems[1]));
    }
}

#[test]
fn every_problem_can_be_asked_on_the_lattice_from_a_free_start_to_a_free_goal() {
    for recipe in RECIPES {
        for problem in recipe.set(3, 60).problems {
            let scene = &problem.ground.scene;
            let corners = scene.boxes.iter().flat_map(|area| [area.min, area.max]);
            let points = corners.chain(problem.drift.iter().copied());
            assert!(points.chain([problem.start, problem.goal]).all(lattice::holds));
            assert!(scene.boxes.iter().all(|area| area.min.cmplt(area.max).all()));
            assert!(scene.boxes.iter().all(|area| scene.area().contains_box(area)));
            for place in [problem.start, problem.goal] {
                assert!(problem.ground.is_free_at(place), "{} {}", recipe.name, problem.name);
            }
            assert_ne!(problem.start, problem.goal);
        }
    }
}

#[test]
fn sets_are_what_they_are_called() {
    let exact = method("exact");
    let verdicts = |name: &str| {
        let problems = ProblemGenerator::named(name).unwrap().set(5, 60).problems;
        let verdicts = problems.iter().map(|p| gauge().measure(p, &exact).ending.verdict());
        verdicts.filter(|&verdict| verdict == Verdict::Found).count()
    };
    assert_eq!(verdicts("cages"), 0, "nobody gets out of a cage");
    assert_eq!((verdicts("mazes"), verdicts("boxes-10")), (60, 60));
    assert!((20..60).contains(&verdicts("boxes-40")), "{}", verdicts("boxes-40"));
    let moving = ProblemGenerator::named("moving").unwrap().set(5, 5);
    assert!(moving.problems.iter().all(Problem::moves));
    assert!(moving.problems.iter().all(|p| p.drift.len() == p.ground.scene.boxes.len()));

    let covered = |name: &str| {
        let mut hits = 0;
        for problem in ProblemGenerator::named(name).unwrap().set(5, 20).problems {
            let places = (0..64).flat_map(|x| (0..64).map(move |y| at(x.into(), y.into()) + 0.53));
            let boxes = &problem.ground.scene.boxes;
            hits += places.filter(|&at| boxes.iter().any(|b| b.contains_inside(at))).count();
        }
        hits * 100 / (20 * 64 * 64)
    };
    assert!((8..=12).contains(&covered("boxes-10")), "{}", covered("boxes-10"));
    assert!((22..=28).contains(&covered("boxes-25")), "{}", covered("boxes-25"));
    assert!((36..=44).contains(&covered("boxes-40")), "{}", covered("boxes-40"));
}

/// A maze is a tree: as many passages as cells but one, and a way to each.
#[test]
fn a_maze_has_one_way_only() {
    for problem in ProblemGenerator::named("mazes").unwrap().set(11, 5).problems {
        let ground = &problem.ground;
        let middle = |x: u32, y: u32| at(f64::from(x), f64::from(y)) * 4.0 + 2.5;
        let open = |a: DVec2, b: DVec2| usize::from(ground.first_blocked(&[a, b]).is_none());
        let mut passages = 0;
        for x in 0..12 {
            for y in 0..12 {
                assert!(ground.is_free_at(middle(x, y)));
                passages += open(middle(x, y), middle(x + 1, y));
                passages += open(middle(x, y), middle(x, y + 1));
            }
        }
        assert_eq!(passages, 12 * 12 - 1);
    }
}

// ---------------------------------------------------------------------------------------------
// Walks

#[test]
fn nobody_breaks_a_promise_and_nothing_shows_of_how_many_threads_there_are() {
    let sets: Vec<ProblemSet> = RECIPES.iter().map(|recipe| recipe.set(2, 6)).collect();
    let methods = everybody();
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| measured(&sets, &methods))
    };
    let findings = on(1);
    let broken: Vec<&Measurement> =
        findings.iter().filter(|finding| !finding.wrong.is_empty()).collect();
    assert!(broken.is_empty(), "{broken:#?}");
    assert_eq!(findings.len(), RECIPES.len() * 6 * methods.len());
    assert_eq!(findings, on(3));
}

#[test]
fn who_is_complete_says_the_same_of_every_problem() {
    let sets: Vec<ProblemSet> =
        RECIPES.iter().filter(|r| r.name != "moving").map(|recipe| recipe.set(9, 15)).collect();
    let complete = |method: &Method| {
        matches!(method.navigator().guarantee(), Guarantee::Shortest | Guarantee::Complete)
    };
    let methods: Vec<Method> = everybody().into_iter().filter(complete).collect();
    assert!(methods.len() >= 2);
    for finding in measured(&sets, &methods).chunks(methods.len()) {
        let verdict = finding[0].ending.verdict();
        assert!([Verdict::Found, Verdict::Unreachable].contains(&verdict));
        assert!(finding.iter().all(|other| other.ending.verdict() == verdict), "{finding:?}");
        for ratio in finding.iter().filter_map(Measurement::ratio) {
            assert!((1.0 - 1e-12..1.6).contains(&ratio), "{ratio}");
        }
    }
}

#[test]
fn a_budget_ends_every_search() {
    let set = ProblemGenerator::named("mazes").unwrap().set(2, 3);
    let tight = Gauge { budget: 3, ..gauge() };
    for known in everybody().iter().filter(|method| method.navigator().name() != "direct") {
        for problem in &set.problems {
            let walk = tight.measure(problem, known);
            assert_ne!(walk.ending, Ending::Found, "{known}");
            assert!(walk.path.is_empty() && walk.length().is_none() && walk.steps <= 4, "{known}");
        }
    }
}

#[test]
fn who_looks_at_nothing_goes_through() {
    let walk = gauge().measure(&small(vec![rock()]), &method("direct"));
    assert_eq!((walk.ending, walk.length(), walk.steps), (Ending::Through, None, 0));
    let walk = gauge().measure(&small(Vec::new()), &method("direct"));
    assert_eq!((walk.ending, walk.length()), (Ending::Found, Some(8.0)));
}

#[test]
fn among_what_moves_nobody_is_run_over_and_planners_arrive() {
    let set = ProblemGenerator::named("moving").unwrap().set(4, 12);
    let methods = [method("perimeter"), method("exact")];
    let findings = measured(std::slice::from_ref(&set), &methods);
    let arrived = findings.iter().filter(|finding| finding.ending == Ending::Found).count();
    assert!(arrived >= 22, "{arrived} of {}", findings.len());
    assert!(findings.iter().any(|finding| finding.plans > 1), "somebody planned anew");
    for finding in &findings {
        let Some((optimum, Reference::Straight)) = finding.optimum else { panic!("{finding:?}") };
        assert!(finding.length.is_none_or(|length| length >= optimum * (1.0 - 1e-12)));
        assert!(finding.wrong.is_empty());
    }
}

/// The only gap of a wall is shut when the mover sets out, and opens while it is waiting.
#[test]
fn who_has_no_way_waits_until_there_is_one() {
    let wall = |from: f64, to: f64| Aabb::new(at(5.0, from), at(6.0, to));
    let mut problem = small(vec![wall(0.0, 4.0), wall(4.0, 6.0), wall(6.0, 10.0)]);
    assert!(gauge().measure(&problem, &method("exact")).ending.verdict() == Verdict::Unreachable);
    problem.drift = vec![DVec2::ZERO, at(0.125, 0.0), DVec2::ZERO];
    let walk = gauge().measure(&problem, &method("exact"));
    assert_eq!(walk.ending, Ending::Found);
    assert!(walk.plans > 5, "{} plans", walk.plans);
    assert_eq!(walk.path.last(), Some(&problem.goal));
}

// ---------------------------------------------------------------------------------------------
// Checks: they bite

fn walk_along(path: &[DVec2]) -> Walk {
    let (path, trail) = (path.to_vec(), Vec::new());
    Walk { ending: Ending::Found, path, trail, steps: 1, plans: 1, micros: 0.0 }
}

fn said(problem: &Problem, name: &str, walk: &Walk) -> Vec<String> {
    let methods = [method("exact"), method(name)];
    let known = Known::of(problem, &methods, &gauge());
    validate(problem, &known, &methods[1], walk)
}

#[test]
fn a_walk_that_is_wrong_is_told() {
    let problem = small(vec![rock()]);
    let best = gauge().measure(&problem, &method("exact"));
    assert_eq!(said(&problem, "exact", &best), [""; 0]);
    let around = [problem.start, at(1.0, 9.5), at(9.0, 9.5), problem.goal];
    assert_eq!(said(&problem, "perimeter", &walk_along(&around)), [""; 0]);

    let long = said(&problem, "exact", &walk_along(&around));
    assert!(long[0].contains("more than the shortest way of"), "{long:?}");
    let through = said(&problem, "perimeter", &walk_along(&[problem.start, problem.goal]));
    assert_eq!(through[0], "leads through an obstacle between 1,5 and 9,5");
    assert!(through[1].starts_with("is 8 long, less than the shortest way of"), "{through:?}");
    let outside = [problem.start, at(5.0, -3.0), problem.goal];
    let outside = said(&problem, "perimeter", &walk_along(&outside));
    assert!(outside[0].starts_with("leads through an obstacle between 1,5"), "{outside:?}");
    let short = said(&problem, "perimeter", &walk_along(&around[..3]));
    assert_eq!(short, ["leads from 1,5 to 9,9.5"]);
    let nowhere = said(&problem, "perimeter", &walk_along(&[problem.start]));
    assert_eq!(nowhere[0], "leads from 1,5 to 1,5");

    let mut denied = walk_along(&[]);
    denied.ending = Ending::GoalEnclosed;
    let denied = said(&problem, "perimeter", &denied);
    assert_eq!(denied, ["says goal_enclosed although there is a way"]);
    let mut stuck = walk_along(&[]);
    stuck.ending = Ending::Stuck;
    let told = said(&problem, "perimeter", &stuck);
    assert_eq!(told, ["fails (stuck) although there is a way that it must find"]);
    assert_eq!(said(&problem, "direct", &stuck), [""; 0], "who promises nothing may fail");
    stuck.ending = Ending::GaveUp;
    assert_eq!(said(&problem, "perimeter", &stuck), [""; 0], "a budget may be too small");
}

#[test]
fn a_way_out_of_a_cage_is_told() {
    let wall = Aabb::new(at(4.0, 0.0), at(6.0, 10.0));
    let problem = small(vec![wall]);
    let told = said(&problem, "perimeter", &walk_along(&[problem.start, problem.goal]));
    assert_eq!(told, ["leads through an obstacle between 1,5 and 9,5"]);
}

#[test]
fn the_length_that_a_scenario_file_tells_is_compared() {
    let mut problem = small(Vec::new());
    problem.octile = Some(7.9);
    let told = said(&problem, "exact", &gauge().measure(&problem, &method("exact")));
    assert!(told[0].starts_with("is 8 long, more than the way over the tiles of 7.9"), "{told:?}");
    problem.octile = Some(8.0);
    let exact = said(&problem, "exact", &gauge().measure(&problem, &method("exact")));
    assert_eq!(exact, [""; 0]);
}

// ---------------------------------------------------------------------------------------------
// Maps, and sums

#[test]
fn ways_drawn_on_a_map_lead_between_tiles_that_can_be_entered() {
    let rows = ["1       .", "   ..... ", " .   c  .", "   .     "];
    let terrain = Terrain::from_rows("isles", rows).unwrap();
    let map = Map::new("isles".to_owned(), terrain.clone());
    let set = map.drawn(3, 200);
    assert_eq!(set.problems.len(), 200);
    let mut marked = 0;
    for problem in &set.problems {
        for place in [problem.start, problem.goal] {
            let tile = terrain.clone().with_tile_side(1.0).unwrap().tile_at(place).unwrap();
            assert!(tile.is_passable() && place.fract() == DVec2::splat(0.5));
            marked += usize::from(tile.mark().is_some());
        }
        assert_ne!(problem.start, problem.goal);
    }
    assert!((120..330).contains(&marked), "{marked} of 400 ends at bases");
    assert_eq!(content(&set.problems[3]), content(&map.drawn(3, 9).problems[3]));
    let lonely = Terrain::from_rows("lonely", [". .", "..."]).unwrap();
    assert!(Map::new("lonely".to_owned(), lonely).drawn(3, 200).problems.is_empty());
}

#[test]
fn a_summary_counts_every_finding_once() {
    let sets = [
        ProblemGenerator::named("boxes-40").unwrap().set(1, 20),
        ProblemGenerator::named("cages").unwrap().set(1, 4),
    ];
    let methods = everybody();
    let findings = measured(&sets, &methods);
    let summaries = Summary::of_all(&findings);
    assert_eq!(summaries.len(), sets.len() * methods.len());
    for summary in &summaries {
        let own = |f: &&Measurement| (f.set, f.method) == (summary.set, summary.method);
        let own: Vec<&Measurement> = findings.iter().filter(own).collect();
        assert_eq!(summary.problems, own.len());
        assert_eq!(summary.endings.values().sum::<usize>(), own.len());
        let found = own.iter().filter(|finding| finding.length.is_some()).count();
        assert_eq!(summary.count(Ending::Found), found);
        assert_eq!(summary.turning.is_some(), found > 0);
        let most = own.iter().map(|finding| finding.steps).max().unwrap();
        assert_eq!(summary.steps.unwrap().max, most as f64);
    }
}

#[test]
fn who_looks_on_can_break_off() {
    let set = ProblemGenerator::named("boxes-10").unwrap().set(1, 50);
    let seen = AtomicUsize::new(0);
    let look = || match seen.fetch_add(1, Ordering::SeqCst) {
        3 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    assert!(measure_all(&[set], &[method("perimeter")], gauge(), &look).is_none());
    assert!(seen.load(Ordering::SeqCst) < 50);
}
