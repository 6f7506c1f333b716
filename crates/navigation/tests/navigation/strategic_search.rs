//! Route searches: all find the same, regardless of slicing.

use proptest::prelude::*;
use terrarium_navigation::space::terrain::{Cell, Team};
use terrarium_navigation::strategic::{
    Answer, Graph, Method, NodeId, PairTable, RouteSearch, StrategicConfig, Strategy, Successors,
    TEAMS, UNJOINED,
};
use terrarium_testing::strategic::{
    METHODS, PAIRS, all_costs, cost, find, find_sliced, forts, graph, ordered_pairs, real_map,
};

/// Asserts that all searches find the same costs between all pairs.
fn assert_equal_everywhere(graph: &Graph, slices: &[u64]) {
    let costs = all_costs(graph.costs());
    let successors = Successors::new(graph.costs());
    for (a, b) in ordered_pairs(graph) {
        let expected = Some(costs[a as usize][b as usize]).filter(|&cost| cost < UNJOINED);
        for method in [Method::Dijkstra, Method::AStar] {
            let route = find(graph, method, a, b);
            assert_eq!(cost(&route), expected, "{method:?} from {a} to {b}");
            assert!(route.is_none_or(|route| route.holds(graph)));
        }
        assert_eq!(successors.cost(a, b), expected, "in advance from {a} to {b}");
        let route = successors.route(a, b);
        assert_eq!(cost(&route), expected);
        assert!(route.is_none_or(|route| route.holds(graph)), "successors from {a} to {b}");
        for &slice in slices {
            for method in METHODS {
                let (whole, sliced) =
                    (find(graph, method, a, b), find_sliced(graph, method, (a, b), slice));
                assert_eq!(sliced, whole, "{method:?} from {a} to {b}, {slice} at a time");
            }
        }
    }
}

#[test]
fn all_searches_agree_between_all_nodes_of_a_map_with_everything() {
    let forts = forts();
    for destructible in [true, false] {
        let settings = StrategicConfig { destructible, ..StrategicConfig::default() };
        let strategy = Strategy::new(&forts, settings).unwrap();
        for team in TEAMS {
            assert_equal_everywhere(strategy.graph(team), &[1, 2, 3, 5, 1000]);
        }
    }
}

#[test]
fn all_searches_agree_between_all_nodes_of_fubar() {
    let Some(fubar) = real_map("openfire/fubar.json") else { return };
    let strategy = Strategy::new(&fubar, StrategicConfig::default()).unwrap();
    for team in TEAMS {
        let graph = strategy.graph(team);
        assert_eq!(ordered_pairs(graph).count(), 2352);
        assert_equal_everywhere(graph, &[1, 7]);
    }
}

/// The costs for blue, red and neutral; blue's route; the expansions of each method for blue.
#[test]
fn the_eight_pairs_of_the_document_have_routes() {
    let Some(fubar) = real_map("openfire/fubar.json") else { return };
    let strategy = Strategy::new(&fubar, StrategicConfig::default()).unwrap();
    let mut report = String::new();
    for [from, to] in PAIRS {
        let graph = strategy.graph(Team::Blue);
        let [a, b] = [from, to].map(|at| graph.node_at(at.into()).unwrap());
        let costs =
            TEAMS.map(|team| find(strategy.graph(team), Method::AStar, a, b).unwrap().cost());
        let route = find(graph, Method::AStar, a, b).unwrap();
        let cells: Vec<(u32, u32)> = route.cells(graph).map(Into::into).collect();
        let expansions = METHODS.map(|method| {
            let mut search = RouteSearch::new(method, a, b);
            search.finish(graph);
            search.expansions()
        });
        report += &format!("{from:?} to {to:?}: {costs:?} by {cells:?}, {expansions:?}\n");
    }
    insta::assert_snapshot!(report, @r"
    (7, 3) to (8, 11): [6, 71, 6] by [(7, 3), (7, 7), (7, 9), (8, 11)], [4, 3, 3]
    (8, 11) to (9, 21): [78, 73, 8] by [(8, 11), (7, 13), (7, 15), (7, 18), (7, 20), (9, 21)], [31, 31, 31]
    (9, 21) to (16, 16): [82, 23, 8] by [(9, 21), (7, 20), (7, 18), (7, 15), (15, 15), (16, 16)], [15, 9, 7]
    (4, 22) to (16, 16): [124, 27, 12] by [(4, 22), (7, 20), (7, 18), (7, 15), (15, 15), (16, 16)], [15, 7, 7]
    (12, 11) to (16, 16): [5, 85, 5] by [(12, 11), (15, 13), (15, 15), (16, 16)], [9, 3, 3]
    (16, 16) to (23, 12): [6, 99, 6] by [(16, 16), (15, 15), (15, 13), (17, 11), (19, 11), (21, 11), (23, 12)], [11, 6, 6]
    (23, 3) to (23, 12): [6, 91, 6] by [(23, 3), (23, 7), (23, 9), (23, 12)], [6, 4, 3]
    (23, 12) to (24, 22): [73, 78, 8] by [(23, 12), (25, 13), (25, 15), (25, 18), (25, 20), (24, 22)], [31, 31, 30]
    ");
}

/// Three nodes in a row, and a wall beside them. From the first the straight line to the third
/// costs more than the route through the second, since a line of n tiles pays for n − 1.
#[test]
fn the_manhattan_distance_is_not_admissible() {
    let cells = [(0, 0), (5, 5), (6, 6)].map(Cell::from).to_vec();
    let mut table = PairTable::unjoined(3);
    table.set(0, 1, 4);
    table.set(1, 2, 0);
    table.set(0, 2, 5);
    let graph = Graph::new(cells, table, 1);
    let best = find(&graph, Method::Dijkstra, 0, 2).unwrap();
    assert_eq!((best.cost(), best.nodes()), (4, &[0, 1, 2][..]));
    assert_eq!(find(&graph, Method::AStar, 0, 2), Some(best));
    let manhattan = find(&graph, Method::AStarManhattan, 0, 2).unwrap();
    assert_eq!((manhattan.cost(), manhattan.nodes()), (5, &[0, 2][..]));
}

#[test]
fn on_fubar_the_manhattan_distance_often_finds_costlier_routes() {
    let Some(fubar) = real_map("openfire/fubar.json") else { return };
    let strategy = Strategy::new(&fubar, StrategicConfig::default()).unwrap();
    let worse = TEAMS.map(|team| {
        let graph = strategy.graph(team);
        let cost_by = |method, (a, b)| cost(&find(graph, method, a, b)).unwrap();
        let pairs = ordered_pairs(graph);
        let costs =
            pairs.map(|p| (cost_by(Method::AStarManhattan, p), cost_by(Method::Dijkstra, p)));
        costs.filter(|(manhattan, best)| manhattan > best).count()
    });
    assert_eq!(worse, [820, 519, 1378], "of 2352, for {TEAMS:?}");
}

proptest! {
    // Each asks for all pairs of nodes of a graph.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_searches_agree_on_random_graphs(graph in graph(), slice in 1..6_u64) {
        assert_equal_everywhere(&graph, &[slice]);
    }

    #[test]
    fn bounds_never_exceed_the_cost_of_a_route(graph in graph()) {
        let costs = all_costs(graph.costs());
        for (a, b) in ordered_pairs(&graph) {
            let bounds = graph.bounds().toward(b);
            prop_assert!(bounds[a as usize] <= costs[a as usize][b as usize]);
            for next in 0..graph.nodes() as NodeId {
                let line = graph.costs().cost(a, next);
                prop_assert!(bounds[a as usize] <= line + bounds[next as usize], "inconsistent");
            }
        }
    }

    #[test]
    fn a_pulled_route_is_no_longer_no_costlier_and_in_sight(graph in graph()) {
        for (a, b) in ordered_pairs(&graph) {
            for method in METHODS {
                let Some(route) = find(&graph, method, a, b) else { continue };
                let pulled = route.pulled(&graph);
                prop_assert!(pulled.holds(&graph), "{:?}", pulled);
                let left_out = (route.nodes().len() - pulled.nodes().len()) as u32;
                let tiles = graph.bounds().cheapest() * left_out;
                prop_assert!(pulled.cost() <= route.cost() + tiles);
                prop_assert!(pulled.length(&graph) <= route.length(&graph) + 1e-9);
                prop_assert_eq!(pulled.nodes().first(), Some(&a));
                prop_assert_eq!(pulled.goal(), Some(b));
            }
        }
    }
}

#[test]
fn blocks_of_every_size_agree_with_three_loops() {
    for nodes in [1, 2, 31, 32, 33, 64, 65, 97, 130, 520, 545] {
        let mut table = PairTable::unjoined(nodes);
        let mut chance = 7_u64;
        for b in 0..nodes as NodeId {
            for a in 0..b {
                chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let cost = (chance >> 48) as u32 % 300;
                if cost < 250 {
                    table.set(a, b, cost * cost / 40);
                }
            }
        }
        let successors = Successors::new(&table);
        let costs = all_costs(&table);
        for (a, row) in (0..).zip(&costs) {
            for (b, &cost) in (0..).zip(row) {
                assert_eq!(successors.cost(a, b), Some(cost).filter(|&c| c < UNJOINED), "{nodes}");
                let Some(next) = successors.next(a, b) else {
                    assert!(a == b || cost == UNJOINED);
                    continue;
                };
                let line = table.cost(a, next);
                assert_eq!(line + costs[next as usize][b as usize], cost, "{a} to {b} of {nodes}");
            }
        }
        let far = successors.route(0, nodes as NodeId - 1).expect("it is well joined");
        assert!(far.nodes().len() <= nodes);
    }
}

#[test]
fn successors_have_no_cycles_where_lines_cost_nothing() {
    let nodes = 80;
    let mut table = PairTable::unjoined(nodes);
    for b in 0..nodes as NodeId {
        for a in 0..b {
            if b - a < 4 {
                table.set(a, b, u32::from((a + b) % 7 == 0));
            }
        }
    }
    let successors = Successors::new(&table);
    for a in 0..nodes as NodeId {
        for b in 0..nodes as NodeId {
            assert!(successors.route(a, b).unwrap().nodes().len() <= nodes);
        }
    }
}

/// On a large graph the lower bounds are computed in portions, so that no slice takes long.
#[test]
fn slices_do_not_change_routes_on_a_large_graph() {
    let cells: Vec<Cell> = (0..600).map(|node| Cell::new(node % 25 * 7, node / 25 * 5)).collect();
    let mut costs = PairTable::unjoined(cells.len());
    for a in 0..600_u32 {
        let right = [a + 1, a + 26].into_iter().filter(|_| a % 25 < 24);
        for b in right.chain([a + 25]).filter(|&b| b < 600) {
            costs.set(a, b, 7 + a * 31 % 11 + b * 17 % 5);
        }
    }
    let graph = Graph::new(cells, costs, 1);
    for (from, to) in [(0, 599), (24, 575), (300, 12)] {
        let whole = find(&graph, Method::AStar, from, to);
        assert_eq!(cost(&whole), cost(&find(&graph, Method::Dijkstra, from, to)));
        let fresh = Graph::new(graph.cells().to_vec(), graph.costs().clone(), 1);
        assert_eq!(find_sliced(&fresh, Method::AStar, (from, to), 1), whole);
        let searches = [&graph, &fresh].map(|graph| {
            let mut search = RouteSearch::new(Method::AStar, from, to);
            search.finish(graph);
            search
        });
        assert_eq!(searches[0], searches[1], "whoever computes the bounds");
    }
}

#[test]
fn a_search_from_a_node_to_itself_needs_no_expansion() {
    let strategy = Strategy::new(&forts(), StrategicConfig::default()).unwrap();
    let graph = strategy.graph(Team::Red);
    for method in METHODS {
        let mut search = RouteSearch::new(method, 3, 3);
        let Some(Answer::Found(route)) = search.advance(graph, 0) else { panic!("{method:?}") };
        assert_eq!((route.nodes(), route.cost(), search.expansions()), (&[3][..], 0, 0));
    }
}

#[test]
fn an_empty_frontier_ends_a_search() {
    let graph = Graph::new([(0, 0), (5, 0)].map(Cell::from).to_vec(), PairTable::unjoined(2), 1);
    for method in METHODS {
        let mut search = RouteSearch::new(method, 0, 1);
        assert_eq!(search.advance(&graph, 0), None);
        assert_eq!(search.advance(&graph, 1), Some(Answer::NoRoute));
        assert_eq!(search.advance(&graph, 1), Some(Answer::NoRoute), "on a repeated call");
        assert_eq!(search.expansions(), 1);
    }
    assert_eq!(Successors::new(graph.costs()).route(0, 1), None);
}

#[test]
fn a_search_restarts_when_the_costs_change() {
    let forts = forts();
    let strategy = Strategy::new(&forts, StrategicConfig::default()).unwrap();
    let (blue, red) = (strategy.graph(Team::Blue), strategy.graph(Team::Red));
    for (a, b) in ordered_pairs(blue) {
        let mut search = RouteSearch::new(Method::AStar, a, b);
        search.advance(blue, 2);
        let found = search.finish(red);
        assert_eq!(found, RouteSearch::new(Method::AStar, a, b).finish(red));
    }
}

#[test]
fn an_altered_search_is_rejected_or_harmless() {
    let strategy = Strategy::new(&forts(), StrategicConfig::default()).unwrap();
    let graph = strategy.graph(Team::Blue);
    let mut search = RouteSearch::new(Method::AStar, 0, graph.nodes() as NodeId - 1);
    search.advance(graph, 4);
    let bytes = postcard::to_stdvec(&search).unwrap();
    let (mut noticed, mut harmless) = (0, 0);
    for index in 0..bytes.len() {
        for flip in [1, 2, 4, 16, 64, 128] {
            let mut bytes = bytes.clone();
            bytes[index] ^= flip;
            let Ok(mut search) = postcard::from_bytes::<RouteSearch>(&bytes) else { continue };
            if search.is_sound(graph) {
                harmless += 1;
                if let Answer::Found(route) = search.finish(graph) {
                    assert!(route.holds(graph), "byte {index}");
                }
            } else {
                noticed += 1;
            }
        }
    }
    assert!(noticed > 20 * harmless / 100 && noticed > 100, "{noticed} noticed, {harmless} not");
}
