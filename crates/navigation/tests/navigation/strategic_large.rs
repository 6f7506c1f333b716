//! Maps with more nodes than lines can join in pairs: each is joined to those that are near.

use std::collections::{BTreeMap, BTreeSet};

use terrarium_navigation::space::terrain::{Cell, Team, Terrain, Tile};
use terrarium_navigation::strategic::{
    MAX_ALL_PAIRS, Method, NEAREST, Node, NodeId, NodeKind, StrategicConfig, Strategy, UNJOINED,
};
use terrarium_testing::strategic::{assert_same, cost, find, find_sliced};

/// A map of 300 × 300 tiles with walls, water and turrets, and 5,000 nodes on it.
fn large() -> (Terrain, Vec<Node>) {
    let mut state = 7_u64;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % below
    };
    let mut tile = || match random(60) {
        0..6 => '#',
        6..12 => '~',
        12..20 => '-',
        20 => 's',
        _ => ' ',
    };
    let rows: Vec<String> = (0..300).map(|_| (0..300).map(|_| tile()).collect()).collect();
    let terrain = Terrain::from_rows("large", rows).unwrap();
    let mut cells = BTreeSet::new();
    while cells.len() < 5_000 {
        let cell = Cell::new(random(300) as u32, random(300) as u32);
        if terrain.tile(cell).is_some_and(Tile::is_passable) {
            cells.insert(cell);
        }
    }
    let nodes = cells.into_iter().map(|cell| Node { cell, kind: NodeKind::Place }).collect();
    (terrain, nodes)
}

fn strategy() -> (Terrain, Strategy) {
    let (terrain, nodes) = large();
    assert!(nodes.len() > MAX_ALL_PAIRS);
    let strategy = Strategy::with_nodes(&terrain, StrategicConfig::default(), nodes).unwrap();
    (terrain, strategy)
}

/// The nodes to which a line may lead from a node, found one direction at a time.
fn near(strategy: &Strategy, node: usize) -> BTreeSet<NodeId> {
    let nodes = strategy.nodes();
    let from = nodes[node].cell;
    let mut all: Vec<(i64, NodeId, (bool, bool, bool))> = (0..)
        .zip(nodes)
        .filter(|&(other, _)| other as usize != node)
        .map(|(other, to)| {
            let x = i64::from(to.cell.x) - i64::from(from.x);
            let y = i64::from(to.cell.y) - i64::from(from.y);
            (x.abs().max(y.abs()), other, (x < 0, y < 0, y.abs() > x.abs()))
        })
        .collect();
    all.sort_unstable();
    all.truncate(1024);
    let mut taken = BTreeMap::new();
    all.retain(|&(_, _, direction)| {
        let taken = taken.entry(direction).or_insert(0);
        *taken += 1;
        *taken <= NEAREST
    });
    all.into_iter().map(|(_, node, _)| node).collect()
}

#[test]
fn lines_join_the_nearest_in_each_direction() {
    let (_, strategy) = strategy();
    let graph = strategy.graph(Team::Blue);
    let near: Vec<BTreeSet<NodeId>> =
        (0..graph.nodes()).step_by(50).map(|node| near(&strategy, node)).collect();
    for (index, a) in (0..graph.nodes() as NodeId).step_by(50).enumerate() {
        for (other, b) in (0..graph.nodes() as NodeId).step_by(50).enumerate() {
            let cost = graph.costs().cost(a, b);
            let is_near = near[index].contains(&b) || near[other].contains(&a);
            let [from, to] = [a, b].map(|node| graph.cells()[node as usize]);
            let straight = strategy.straight(Team::Blue, from, to).unwrap_or(UNJOINED);
            let expected = if a == b {
                0
            } else if is_near {
                straight
            } else {
                UNJOINED
            };
            assert_eq!(cost, expected, "{from} to {to}");
        }
    }
}

#[test]
fn searches_agree_whatever_their_method_and_their_slices() {
    let (_, strategy) = strategy();
    let graph = strategy.graph(Team::Red);
    let mut found = 0;
    for (from, to) in [(0, 4_999), (70, 2_500), (4_000, 1_000), (1_234, 4_321)] {
        let best = find(graph, Method::Dijkstra, from, to);
        let route = find(graph, Method::AStar, from, to);
        assert_eq!(cost(&route), cost(&best));
        assert_eq!(find_sliced(graph, Method::AStar, (from, to), 997), route);
        if let Some(route) = route {
            assert!(route.holds(graph));
            found += 1;
        }
    }
    assert!(found > 2);
    assert_eq!(strategy.successors(Team::Red), None);
}

#[test]
fn a_change_of_the_ground_is_followed() {
    let (mut terrain, mut strategy) = strategy();
    let walls: Vec<Cell> =
        terrain.tiles().filter(|(_, tile)| tile.is_destructible()).map(|(cell, _)| cell).collect();
    let water: Vec<Cell> =
        terrain.tiles().filter(|&(_, tile)| tile == Tile::Water).map(|(cell, _)| cell).collect();
    for changed in [&walls[100..140], &water[100..140]] {
        for &cell in changed {
            terrain.set_tile(cell, Tile::Ground);
        }
        let refreshed = strategy.refresh(&terrain, changed);
        assert!(!refreshed.pairs.is_empty());
        let saved = strategy.saved();
        assert_same(&strategy, &Strategy::restored(saved, &terrain).unwrap());
    }
}

#[test]
fn a_traveller_heads_for_nodes_that_are_near() {
    let (_, strategy) = strategy();
    let node = 2_222;
    let here = strategy.nodes()[node].cell;
    let starts: BTreeSet<NodeId> =
        strategy.starts(Team::Blue, here).into_iter().map(|(node, _)| node).collect();
    let mut expected = near(&strategy, node);
    let is_seen = |&other: &NodeId| {
        strategy.straight(Team::Blue, here, strategy.nodes()[other as usize].cell).is_some()
    };
    expected.retain(is_seen);
    expected.insert(node as NodeId);
    assert_eq!(starts, expected);
}

/// A maze of so many cells on a side, with corridors of one tile.
fn maze(side: usize) -> Terrain {
    let mut state = 3_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    let mut rows = vec![vec!['@'; 2 * side + 1]; 2 * side + 1];
    let mut branch = vec![(0_usize, 0_usize)];
    rows[1][1] = ' ';
    while let Some(&(x, y)) = branch.last() {
        let near = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
        let is_new =
            |&&(x, y): &&(usize, usize)| x < side && y < side && rows[2 * y + 1][2 * x + 1] == '@';
        let new: Vec<(usize, usize)> = near.iter().filter(is_new).copied().collect();
        if new.is_empty() {
            branch.pop();
            continue;
        }
        let next = new[random(new.len())];
        rows[y + next.1 + 1][x + next.0 + 1] = ' ';
        rows[2 * next.1 + 1][2 * next.0 + 1] = ' ';
        branch.push(next);
    }
    Terrain::from_rows("maze", rows.into_iter().map(String::from_iter)).unwrap()
}

#[test]
fn routes_lead_everywhere_in_a_large_maze() {
    let strategy = Strategy::new(&maze(110), StrategicConfig::default()).unwrap();
    let graph = strategy.graph(Team::Neutral);
    assert!(graph.nodes() > MAX_ALL_PAIRS, "{}", graph.nodes());
    let mut reached = BTreeSet::from([0]);
    let mut front = vec![0];
    while let Some(node) = front.pop() {
        graph.costs().for_each_of(node, |other, cost| {
            if cost < UNJOINED && reached.insert(other) {
                front.push(other);
            }
        });
    }
    assert_eq!(reached.len(), graph.nodes());
}
