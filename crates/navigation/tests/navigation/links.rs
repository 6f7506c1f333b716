//! Paths over links, against all pairs of their ends.

use proptest::prelude::*;
use terrarium_navigation::geometry::{Aabb, DVec2};
use terrarium_navigation::ground::{Ground, WithGround};
use terrarium_navigation::links::{
    Crossing, Link, LinkError, LinkSearch, Links, MAX_LINKS, linked_length,
};
use terrarium_navigation::regions::{Regions, WithRegions};
use terrarium_navigation::{
    Exact, Goal, Method, NAVIGATORS, Navigator, ObstacleField, ObstacleKey, Obstacles, Outcome,
    Request, path_length,
};

use crate::support::{Problem, fine_problems, wall_problems};

fn link(name: &str, from: (f64, f64), to: (f64, f64), cost: f64) -> Link {
    let [from, to] = [from, to].map(DVec2::from);
    Link { name: name.to_owned(), from, to, cost, both_ways: false, is_open: true }
}

/// Problems with up to six links anywhere, some shorter than the distance, some closed.
fn linked_problems() -> impl Strategy<Value = (Problem, Links)> {
    let to_a_point = |problem: Problem| {
        let goal = Goal::Point(problem.request().target().min);
        Problem { goal, ..problem }
    };
    let problem = prop_oneof![fine_problems(14), wall_problems()].prop_map(to_a_point);
    let share = || (0..=32_u32, 0..=32_u32);
    let parts = (share(), share(), 0..24_u32, any::<bool>(), prop::bool::weighted(0.8));
    (problem, prop::collection::vec(parts, 0..7)).prop_map(|(problem, parts)| {
        let within = |(x, y): (u32, u32)| {
            let share = DVec2::new(x.into(), y.into()) / 32.0;
            problem.bounds.min + problem.bounds.size() * share
        };
        let link = |(index, (from, to, cost, both_ways, is_open))| Link {
            name: format!("link {index}"),
            from: within(from),
            to: within(to),
            cost: f64::from(cost),
            both_ways,
            is_open,
        };
        let links = Links::new(parts.into_iter().enumerate().map(link)).unwrap();
        (problem, links)
    })
}

/// The cost of the cheapest path, from all pairs of the start, the goal and the ends of all links.
fn cheapest(problem: &Problem, links: &Links, cost: impl Fn(DVec2, DVec2) -> f64) -> Option<f64> {
    let goal = problem.request().target().min;
    let mut places = vec![problem.start, goal];
    places.extend(links.iter().flat_map(|link| [link.from, link.to]));
    let mut costs: Vec<Vec<f64>> =
        places.iter().map(|&from| places.iter().map(|&to| cost(from, to)).collect()).collect();
    for (index, link) in links.iter().enumerate().filter(|(_, link)| link.is_open) {
        let [from, to] = [2 * index + 2, 2 * index + 3];
        let edge = &mut costs[from][to];
        *edge = edge.min(link.cost);
        if link.both_ways {
            let edge = &mut costs[to][from];
            *edge = edge.min(link.cost);
        }
    }
    for through in 0..places.len() {
        for from in 0..places.len() {
            for to in 0..places.len() {
                costs[from][to] = costs[from][to].min(costs[from][through] + costs[through][to]);
            }
        }
    }
    Some(costs[0][1]).filter(|cost| cost.is_finite())
}

/// The length of the shortest path between two places; infinite if there is none.
fn shortest(problem: &Problem, field: &ObstacleField, from: DVec2, to: DVec2) -> f64 {
    let request = Request::new(from, Goal::Point(to), problem.half);
    let found = Exact.find(request, field);
    found.path().map_or(f64::INFINITY, |path| path_length(from, path))
}

/// Checks that a path walks freely between its links, and uses each as it is meant.
fn check(problem: &Problem, links: &Links, path: &[DVec2], crossings: &[Crossing]) {
    let mut from = problem.start;
    let mut crossings = crossings.iter().peekable();
    for (index, &to) in path.iter().enumerate() {
        match crossings.next_if(|crossing| crossing.waypoint == index) {
            Some(crossing) => {
                let link = links.get(crossing.link).unwrap();
                assert!(link.is_open && (link.both_ways || !crossing.is_backward));
                assert_eq!([from, to], link.ends(crossing.is_backward));
            }
            None => assert!(problem.is_free(from, to), "{from} to {to}"),
        }
        from = to;
    }
    assert_eq!(crossings.next(), None);
    assert_eq!(from, problem.request().target().min);
}

fn finish(search: &mut LinkSearch, field: &dyn Obstacles, slice: u32) -> Outcome {
    loop {
        if let Some(outcome) = search.advance(field, slice) {
            assert_eq!(search.advance(field, slice).as_ref(), Some(&outcome));
            return outcome;
        }
        let stored = postcard::to_allocvec(search).unwrap();
        let restored: LinkSearch = postcard::from_bytes(&stored).unwrap();
        assert!(restored.is_sound());
        assert_eq!(*search, restored);
        *search = restored;
    }
}

fn method(name: &str) -> Method {
    name.parse().unwrap()
}

proptest! {
    #[test]
    fn exact_finds_the_optimum_over_segments_and_links((problem, links) in linked_problems()) {
        let field = problem.field();
        let with_regions = WithRegions::new(problem.field(), problem.half);
        let expected = cheapest(&problem, &links, |from, to| shortest(&problem, &field, from, to));
        for obstacles in [&field as &dyn Obstacles, &with_regions] {
            let mut search = LinkSearch::new(method("exact"), problem.request(), &links);
            let outcome = finish(&mut search, obstacles, u32::MAX);
            match (outcome.path(), expected) {
                (Some(path), Some(expected)) => {
                    check(&problem, &links, path, &search.crossings());
                    let length = linked_length(problem.start, path, &search.crossings());
                    prop_assert!((length - expected).abs() <= 1e-9 * expected.max(1.0));
                    let cost = search.cost().unwrap();
                    prop_assert!((cost - length).abs() <= 1e-9 * expected.max(1.0));
                }
                (None, None) => prop_assert_eq!(
                    outcome,
                    Exact.find(problem.request(), &field),
                    "it reports why there is no walk"
                ),
                (found, expected) => prop_assert!(false, "{:?}, expected {:?}", found, expected),
            }
        }
    }

    #[test]
    fn slices_change_nothing(
        (problem, links) in linked_problems(),
        which in 0..NAVIGATORS.len(),
        slice in 1..40_u32,
    ) {
        let field = problem.field();
        let smaller = problem.half.min_element();
        let limit = if smaller < 0.1 { 300 } else { 6000 };
        let begin = || {
            let request = problem.request().within(limit);
            LinkSearch::new(method(NAVIGATORS[which].name()), request, &links)
        };
        let (mut whole, mut sliced) = (begin(), begin());
        let outcome = finish(&mut whole, &field, u32::MAX);
        prop_assert_eq!(finish(&mut sliced, &field, slice), outcome);
        prop_assert_eq!(whole.crossings(), sliced.crossings());
        prop_assert_eq!(whole.steps(), sliced.steps());
        prop_assert!(whole.steps() <= limit);
    }

    #[test]
    fn a_complete_navigator_finds_a_path_over_links_wherever_there_is_one(
        (problem, links) in linked_problems(),
    ) {
        let field = problem.field();
        let cost = |from, to| shortest(&problem, &field, from, to);
        let is_reachable = cheapest(&problem, &links, cost).is_some();
        let mut search = LinkSearch::new(Method::default(), problem.request(), &links);
        let outcome = finish(&mut search, &field, u32::MAX);
        prop_assert_eq!(outcome.path().is_some(), is_reachable);
        if let Some(path) = outcome.path() {
            check(&problem, &links, path, &search.crossings());
        }
    }
}

/// Two halves of a world, 20 by 10, with a river between them.
fn river() -> ObstacleField {
    let world = Aabb::new(DVec2::ZERO, DVec2::new(20.0, 10.0));
    let river = Aabb::new(DVec2::new(9.0, 0.0), DVec2::new(11.0, 10.0));
    ObstacleField::new(world, vec![(ObstacleKey(7), river)])
}

fn across() -> Request {
    let [start, goal] = [DVec2::new(2.0, 5.0), DVec2::new(18.0, 5.0)];
    Request::new(start, Goal::Point(goal), DVec2::splat(0.5))
}

#[test]
fn every_navigator_crosses() {
    let links = Links::new([link("ferry", (8.0, 5.0), (12.0, 5.0), 9.0)]).unwrap();
    for navigator in NAVIGATORS.iter().filter(|it| it.name() != "direct") {
        let mut search = LinkSearch::new(method(navigator.name()), across(), &links);
        let outcome = finish(&mut search, &river(), 16);
        let path = outcome.path().unwrap_or_else(|| panic!("{}: {outcome:?}", navigator.name()));
        let [crossing] = search.crossings()[..] else { panic!("{}", navigator.name()) };
        assert_eq!(path[crossing.waypoint], DVec2::new(12.0, 5.0), "{}", navigator.name());
    }
}

#[test]
fn closed_links_and_those_the_other_way_do_not_serve() {
    let back = link("ferry", (12.0, 5.0), (8.0, 5.0), 9.0);
    let mut links = Links::new([back.clone()]).unwrap();
    let outcome = |links: &Links| {
        finish(&mut LinkSearch::new(Method::default(), across(), links), &river(), 1)
    };
    assert_eq!(outcome(&links).name(), "start_enclosed");
    links.remove("ferry").unwrap();
    links.insert(Link { both_ways: true, ..back }).unwrap();
    assert_eq!(outcome(&links).name(), "found");
    assert_eq!(links.set_open("ferry", false), Ok(true));
    assert_eq!(outcome(&links).name(), "start_enclosed");
}

#[test]
fn where_links_do_not_help_one_segment_is_walked() {
    let world = Aabb::new(DVec2::ZERO, DVec2::splat(20.0));
    let wall = Aabb::new(DVec2::new(9.0, 3.0), DVec2::new(11.0, 7.0));
    let field = ObstacleField::new(world, vec![(ObstacleKey(0), wall)]);
    let far = (0..50).map(|index| link(&index.to_string(), (1.0, 19.0), (19.0, 19.0), 30.0));
    let links = Links::new(far).unwrap();
    let mut walk = Method::default().begin(across());
    while walk.advance(&field, u32::MAX).is_none() {}
    let mut search = LinkSearch::new(Method::default(), across(), &links);
    finish(&mut search, &field, u32::MAX);
    assert_eq!(search.crossings(), []);
    // The bounds of 50 links; closing the start, one look at the edge, closing the goal.
    assert_eq!(search.steps(), walk.steps() + 50 + 3);
}

#[test]
fn a_tunnel_may_be_shorter_than_the_distance() {
    let tunnel = link("tunnel", (3.0, 9.0), (17.0, 9.0), 0.5);
    let world = Aabb::new(DVec2::ZERO, DVec2::new(20.0, 10.0));
    let field = ObstacleField::new(world, Vec::new());
    let links = Links::new([tunnel]).unwrap();
    let mut search = LinkSearch::new(method("exact"), across(), &links);
    let path = finish(&mut search, &field, u32::MAX).path().unwrap().to_vec();
    assert_eq!(path, [(3.0, 9.0), (17.0, 9.0), (18.0, 5.0)].map(DVec2::from));
    assert_eq!(search.cost(), Some(2.0 * 17.0_f64.sqrt() + 0.5));
}

#[test]
fn segments_count_by_their_cost_on_ground_that_counts() {
    let world = Aabb::new(DVec2::ZERO, DVec2::new(20.0, 10.0));
    let swamp = Aabb::new(DVec2::new(5.0, 0.0), DVec2::new(15.0, 10.0));
    let ground = Ground::new([(swamp, 4.0)]).unwrap();
    let field = ObstacleField::new(world, Vec::new());
    let field = WithGround::new(field, DVec2::splat(0.5), ground);
    let bridge = |cost| Links::new([link("bridge", (5.0, 8.0), (15.0, 8.0), cost)]).unwrap();
    let around = 2.0 * 18.0_f64.sqrt();
    for (cost, expected) in [(30.0, around + 30.0), (40.0, 6.0 + 40.0)] {
        let mut search = LinkSearch::new(method("exact"), across(), &bridge(cost));
        finish(&mut search, &field, 3);
        let found = search.cost().unwrap();
        assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
    }
}

#[test]
fn the_nearest_reachable_point_may_be_over_links() {
    let field = river();
    let regions = Regions::among(&field, DVec2::splat(0.5)).unwrap();
    let nearest = |links: &Links, goal: (f64, f64)| {
        links.nearest_reachable(&regions, DVec2::new(2.0, 5.0), DVec2::from(goal)).unwrap()
    };
    let mut links = Links::new([link("ferry", (8.0, 5.0), (12.0, 5.0), 9.0)]).unwrap();
    // In the river: the near bank or the far one.
    assert_eq!(nearest(&links, (9.0, 2.0)), DVec2::new(8.5, 2.0));
    assert_eq!(nearest(&links, (10.5, 2.0)), DVec2::new(11.5, 2.0));
    assert_eq!(nearest(&links, (18.0, 2.0)), DVec2::new(18.0, 2.0));
    links.set_open("ferry", false).unwrap();
    assert_eq!(nearest(&links, (18.0, 2.0)), DVec2::new(8.5, 2.0));
}

#[test]
fn links_are_validated() {
    let ferry = || link("ferry", (0.0, 0.0), (1.0, 0.0), 1.0);
    let refused = |link: Link| Links::new([ferry(), link]).unwrap_err().to_string();
    let unfit = [
        Link { name: "raft".to_owned(), cost: -1.0, ..ferry() },
        Link { name: "raft".to_owned(), to: DVec2::splat(f64::NAN), ..ferry() },
        ferry(),
    ];
    insta::assert_snapshot!(unfit.map(refused).join("\n"), @r#"
    the link "raft" cannot cost -1; give a finite cost of at least 0
    an end of the link "raft" is not finite; give finite coordinates
    there is already a link "ferry"; give each link a name of its own
    "#);
    let mut links = Links::new([ferry()]).unwrap();
    insta::assert_snapshot!(links.remove("fery").unwrap_err(), @r#"there is no link "fery" (did you mean `ferry`?); there are `ferry`"#);
    let many =
        |count| Links::new((0..count).map(|n: usize| Link { name: n.to_string(), ..ferry() }));
    assert_eq!(many(MAX_LINKS + 1), Err(LinkError::TooMany));
    assert!(many(MAX_LINKS).is_ok());
}
