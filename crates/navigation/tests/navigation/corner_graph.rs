//! Shortest paths over a graph of corners, against a brute-force visibility graph.

use proptest::prelude::*;
use terrarium_navigation::geometry::{Aabb, DVec2};
use terrarium_navigation::regions::{CornerGraph, CornerSearch, NoPath, Regions, WithRegions};
use terrarium_navigation::{Goal, Outcome, Search, navigator, path_length};

use crate::support::{
    Problem, fine_problems, scattered, tile_problems, wall_problems, whole_problems, worlds,
};

fn regions(problem: &Problem) -> Regions {
    Regions::new(problem.room(), problem.inflated())
}

/// The path that a search finds which is suspended after every step, saved and restored.
fn find_sliced(
    regions: &Regions,
    graph: &CornerGraph,
    [start, goal]: [DVec2; 2],
) -> Result<Vec<DVec2>, NoPath> {
    let mut search = CornerSearch::new(start, goal);
    loop {
        let before = search.steps();
        if let Some(path) = search.advance(regions, graph, 1) {
            assert!(search.steps() - before <= 1);
            return path;
        }
        assert_eq!(search.steps() - before, 1);
        let bytes = postcard::to_stdvec(&search).unwrap();
        let restored: CornerSearch = postcard::from_bytes(&bytes).unwrap();
        assert!(restored.is_sound());
        assert_eq!(restored, search);
        search = restored;
    }
}

fn is_the_shortest(problem: &Problem) -> Result<(), TestCaseError> {
    let problem = problem.to_its_place();
    let (start, goal, regions) = (problem.start, problem.goal_place(), regions(&problem));
    let graph = CornerGraph::new(&regions);
    let found = graph.shortest_path(&regions, start, goal);
    prop_assert_eq!(&find_sliced(&regions, &graph, [start, goal]), &found);
    problem.check_shortest(found)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

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

    #[test]
    fn the_path_is_the_shortest_on_tiles(problem in tile_problems()) {
        is_the_shortest(&problem)?;
    }

    #[test]
    fn the_path_is_the_shortest_between_corners(
        problem in prop_oneof![whole_problems(14), fine_problems(14)],
        ends in any::<[prop::sample::Index; 2]>(),
    ) {
        let corners: Vec<DVec2> = problem.inflated().iter().flat_map(Aabb::corners).collect();
        if !corners.is_empty() {
            let [start, goal] = ends.map(|end| corners[end.index(corners.len())]);
            is_the_shortest(&Problem { start, goal: Goal::Point(goal), ..problem })?;
        }
    }
}

/// Worlds in which landmarks and dead ends count.
#[test]
fn paths_across_larger_worlds_are_as_short_as_through_regions() {
    for seed in 0..3 {
        let problem = scattered(seed, 24);
        let regions = regions(&problem);
        let graph = CornerGraph::new(&regions);
        let places: Vec<DVec2> = regions.areas().map(|area| area.centre()).step_by(37).collect();
        for ends in places.windows(2).chain(places.windows(9)) {
            let (start, goal) = (ends[0], ends[ends.len() - 1]);
            let [over, through] = [
                graph.shortest_path(&regions, start, goal).unwrap(),
                regions.shortest_path(start, goal).unwrap(),
            ]
            .map(|path| path_length(start, &path));
            assert!(
                (over - through).abs() < 1e-9 * through,
                "{start} to {goal}: {over}, {through}"
            );
        }
    }
}

#[test]
fn exact_searches_over_the_graph_where_it_is_offered() {
    let problem = scattered(1, 12);
    let plain = WithRegions::new(problem.field(), problem.half);
    let offered = plain.clone().with_corner_graph();
    let find = |obstacles: &WithRegions<_>| {
        let mut search: Search = navigator("exact").unwrap().begin(problem.request());
        let outcome = search.advance(obstacles, u32::MAX).unwrap();
        assert!(search.is_sound());
        (outcome.path().unwrap().to_vec(), search.steps())
    };
    let [(path, steps), (through, most)] = [find(&offered), find(&plain)];
    let lengths = [path, through].map(|path| path_length(problem.start, &path));
    assert!((lengths[0] - lengths[1]).abs() < 1e-9, "{lengths:?}");
    assert!(steps * 4 < most, "{steps} of {most}");
}

#[test]
fn a_graph_of_other_regions_is_refused() {
    let problem = scattered(1, 4);
    let mut changed = regions(&problem);
    let graph = CornerGraph::new(&changed);
    let (start, goal) = (problem.start, problem.goal_place());
    let mut search = CornerSearch::new(start, goal);
    assert_eq!(search.advance(&changed, &graph, 1), None);
    let removed = problem.inflated()[5];
    let rest: Vec<Aabb> = problem.inflated().into_iter().filter(|it| *it != removed).collect();
    changed.refresh(removed, rest);
    assert!(!graph.is_of(&changed));
    assert_eq!(graph.shortest_path(&changed, start, goal), Err(NoPath::Disconnected));
    let anew = CornerGraph::new(&changed);
    assert!(anew.is_of(&changed));
    assert!(anew.shortest_path(&changed, start, goal).is_ok());
    // So is a search that began over another graph.
    let found = search.advance(&changed, &anew, u32::MAX);
    assert_eq!(found, Some(Err(NoPath::Disconnected)));
}

#[test]
fn without_corners_there_are_straight_lines_only() {
    let room = Aabb::new(DVec2::ZERO, DVec2::new(10.0, 8.0));
    let wall = Aabb::new(DVec2::new(4.0, -1.0), DVec2::new(6.0, 9.0));
    let regions = Regions::new(room, [wall]);
    let graph = CornerGraph::new(&regions);
    assert_eq!((graph.corners(), graph.lines()), (0, 0));
    let path = |x, y| graph.shortest_path(&regions, DVec2::new(1.0, 1.0), DVec2::new(x, y));
    assert_eq!(path(3.0, 7.0), Ok(vec![DVec2::new(3.0, 7.0)]));
    assert_eq!(path(1.0, 1.0), Ok(Vec::new()));
    assert_eq!(path(5.0, 4.0), Err(NoPath::GoalCovered));
    assert_eq!(path(9.0, 4.0), Err(NoPath::Disconnected));
    let none = CornerGraph::new(&Regions::new(room, [room.inflated(DVec2::ONE)]));
    assert_eq!(none.corners(), 0);
}

#[test]
fn an_altered_search_is_refused_or_harmless() {
    let problem = scattered(2, 4);
    let (regions, goal) = (regions(&problem), problem.goal_place());
    let graph = CornerGraph::new(&regions);
    let mut search = CornerSearch::new(problem.start, goal);
    search.advance(&regions, &graph, 3);
    let bytes = postcard::to_stdvec(&search).unwrap();
    for at in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[at] ^= 0x15;
        let Ok(mut search) = postcard::from_bytes::<CornerSearch>(&altered) else { continue };
        if search.is_sound() {
            search.advance(&regions, &graph, 1_000);
        }
    }
}

/// The graph is no part of the outcome of a request that it does not serve.
#[test]
fn other_requests_do_without_the_graph() {
    let problem = scattered(1, 4);
    let offered = WithRegions::new(problem.field(), problem.half).with_corner_graph();
    let area = Aabb::square(problem.goal_place(), 0.25);
    let beside = Problem { goal: Goal::Beside(area), ..problem };
    let found = navigator("exact").unwrap().find(beside.request(), &offered);
    assert!(matches!(found, Outcome::Found(_)));
}
