//! Measures how fast routes across a map are found and updated, compared with `petgraph` and
//! `pathfinding`.
//!
//! `cargo bench -p terrarium-benches --bench strategic` runs everything; arguments after `--` select
//! sections: `pairs`, `all`, `astar`, `floyd-warshall`, `slices`, `refresh`. `openfire/fubar.json` is read
//! from the directory that the environment variable `TERRARIUM_DATA` names; without it, only
//! `floyd-warshall` runs. Times are the fastest of several runs.
#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use terrarium::navigation::strategic::{
    Answer, Graph, Method, NodeId, PairTable, RouteSearch, StrategicConfig, Strategy, Successors,
    TEAMS,
};
use terrarium::space::terrain::{Cell, Team, Terrain, Tile};

use petgraph::graph::{NodeIndex, UnGraph};

const PAIRS: [[(u32, u32); 2]; 8] = [
    [(7, 3), (8, 11)],
    [(8, 11), (9, 21)],
    [(9, 21), (16, 16)],
    [(4, 22), (16, 16)],
    [(12, 11), (16, 16)],
    [(16, 16), (23, 12)],
    [(23, 3), (23, 12)],
    [(23, 12), (24, 22)],
];

fn main() {
    println!("Measures routes across a map, beside the crates petgraph and pathfinding.");
    let selected: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let is_selected = |name: &str| selected.is_empty() || selected.iter().any(|word| word == name);
    if let Some(fubar) = fubar() {
        let strategy = Strategy::new(&fubar, StrategicConfig::default()).unwrap();
        let sections: [(&str, &dyn Fn()); 5] = [
            ("pairs", &|| pairs(&strategy)),
            ("all", &|| all(&strategy)),
            ("astar", &|| astar(&strategy)),
            ("slices", &|| slices(&strategy)),
            ("refresh", &|| refresh(&fubar, &strategy)),
        ];
        for (name, section) in sections {
            if is_selected(name) {
                println!("\n== {name}");
                section();
            }
        }
    }
    if is_selected("floyd-warshall") {
        println!("\n== floyd-warshall");
        floyd_warshall();
    }
}

fn fubar() -> Option<Terrain> {
    let Some(data) = std::env::var_os("TERRARIUM_DATA") else {
        println!("TERRARIUM_DATA is not set: benchmarks on fubar.json are skipped");
        return None;
    };
    Some(Terrain::read(Path::new(&data).join("openfire/fubar.json")).unwrap())
}

/// The shortest duration of several runs.
fn fastest<T>(runs: usize, mut work: impl FnMut() -> T) -> Duration {
    let run = |_| {
        let begin = Instant::now();
        black_box(work());
        begin.elapsed()
    };
    (0..runs).map(run).min().unwrap()
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn ordered_pairs(graph: &Graph) -> Vec<(NodeId, NodeId)> {
    let nodes = graph.nodes() as NodeId;
    (0..nodes).flat_map(|a| (0..nodes).filter(move |&b| b != a).map(move |b| (a, b))).collect()
}

/// Runs a search to its end, `slice` expansions at a time; returns the cost and the number of
/// expansions.
fn search(graph: &Graph, method: Method, (a, b): (NodeId, NodeId), slice: u64) -> (u32, u64) {
    let mut search = RouteSearch::new(method, a, b);
    loop {
        match search.advance(graph, slice) {
            None => {}
            Some(Answer::Found(route)) => return (route.cost(), search.expansions()),
            Some(Answer::NoRoute) => panic!("no route from {a} to {b}"),
        }
    }
}

/// The searches to compare, each with its slice size.
const SEARCHES: [(&str, Method, u64); 4] = [
    ("dijkstra", Method::Dijkstra, u64::MAX),
    ("astar", Method::AStar, u64::MAX),
    ("astar-manhattan", Method::AStarManhattan, u64::MAX),
    ("incremental, 1 at a time", Method::AStar, 1),
];

/// Measures the eight pairs of the OpenFire document.
fn pairs(strategy: &Strategy) {
    let graph = strategy.graph(Team::Blue);
    for [from, to] in PAIRS {
        let pair = [from, to].map(|at| graph.node_at(at.into()).unwrap()).into();
        print!("{from:?} to {to:?}:");
        for (name, method, slice) in SEARCHES {
            let (cost, expansions) = search(graph, method, pair, slice);
            let time = micros(fastest(2000, || search(graph, method, pair, slice)));
            print!("  {name}: cost {cost}, {expansions} expansions, {time:.2} us");
        }
        println!();
    }
}

/// Measures all ordered pairs of nodes.
fn all(strategy: &Strategy) {
    for team in TEAMS {
        let graph = strategy.graph(team);
        let pairs = ordered_pairs(graph);
        let best = Successors::new(graph.costs());
        for (name, method, slice) in SEARCHES {
            let found: Vec<_> = pairs.iter().map(|&p| search(graph, method, p, slice)).collect();
            let worse =
                pairs.iter().zip(&found).filter(|((a, b), (c, _))| best.cost(*a, *b) != Some(*c));
            let worse = worse.count();
            let expansions: u64 = found.iter().map(|(_, expansions)| expansions).sum();
            let time = fastest(10, || {
                pairs.iter().map(|&p| search(graph, method, p, slice).1).sum::<u64>()
            });
            let (count, time) = (pairs.len(), micros(time));
            println!(
                "{team}, {count} pairs, {name}: {worse} costlier, {expansions} expansions, {time:.0} us"
            );
        }
    }
}

/// Compares A* with that of `pathfinding`, with the same heuristic on the same graph.
fn astar(strategy: &Strategy) {
    let graph = strategy.graph(Team::Blue);
    let pairs = ordered_pairs(graph);
    let nodes = graph.nodes() as NodeId;
    let theirs = |(a, b): (NodeId, NodeId)| {
        let bounds = graph.bounds().toward(b);
        let next = |&node: &NodeId| {
            let others = (0..nodes).filter(move |&other| other != node);
            others.map(move |other| (other, graph.costs().cost(node, other)))
        };
        pathfinding::prelude::astar(&a, next, |&n| bounds[n as usize], |&n| n == b).unwrap().1
    };
    let ours = |pair| search(graph, Method::AStar, pair, u64::MAX).0;
    assert!(pairs.iter().all(|&pair| ours(pair) == theirs(pair)));
    let our_time = fastest(20, || pairs.iter().map(|&p| ours(p)).sum::<u32>());
    let their_time = fastest(20, || pairs.iter().map(|&p| theirs(p)).sum::<u32>());
    let (ours, theirs) = (micros(our_time), micros(their_time));
    let ratio = theirs / ours;
    println!("{} pairs: {ours:.0} us, pathfinding {theirs:.0} us: {ratio:.1} x", pairs.len());
}

/// Measures the longest slice of an incremental search.
fn slices(strategy: &Strategy) {
    let large = random_graph(1024);
    for (name, graph) in [("fubar", strategy.graph(Team::Blue)), ("1024 nodes", &large)] {
        for slice in [1, 4, 16] {
            let (mut times, mut total, mut count) = (Vec::new(), Duration::ZERO, 0_u32);
            for (a, b) in ordered_pairs(graph).into_iter().step_by(graph.nodes() - 3).take(500) {
                let _ = graph.bounds().toward(b);
                let mut search = RouteSearch::new(Method::AStar, a, b);
                let mut answer = None;
                while answer.is_none() {
                    let begin = Instant::now();
                    answer = search.advance(graph, slice);
                    let time = begin.elapsed();
                    times.push(time);
                    total += time;
                    count += 1;
                }
            }
            times.sort_unstable();
            let mean = micros(total / count);
            let max = times[times.len() - 1];
            let p999 = times[times.len() * 999 / 1000];
            println!(
                "{name}, {slice} at a time: {count} slices, mean {mean:.2} us, p99.9 {:.2} us, \
                 max {:.2} us",
                micros(p999),
                micros(max)
            );
        }
    }
}

/// Compares an update after one tile changed with computing everything from scratch.
fn refresh(fubar: &Terrain, strategy: &Strategy) {
    let nodes = strategy.nodes().to_vec();
    let scratch = fastest(50, || {
        Strategy::with_nodes(fubar, StrategicConfig::default(), nodes.clone()).unwrap()
    });
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let scratch_single = pool.install(|| {
        fastest(50, || {
            Strategy::with_nodes(fubar, StrategicConfig::default(), nodes.clone()).unwrap()
        })
    });
    println!(
        "from scratch: {:.1} us, on one thread {:.1} us",
        micros(scratch),
        micros(scratch_single)
    );
    let is_turret = |tile| matches!(tile, Tile::Turret(_));
    for (name, turret) in [("a wall", false), ("a turret", true)] {
        let kind = |&(_, tile): &(Cell, Tile)| tile.is_destructible() && is_turret(tile) == turret;
        let walls: Vec<(Cell, Tile)> = fubar.tiles().filter(kind).collect();
        let (mut strategy, mut terrain) = (strategy.clone(), fubar.clone());
        let mut pairs = 0;
        let mut remove_and_restore = || {
            pairs = 0;
            for &(cell, wall) in &walls {
                terrain.set_tile(cell, Tile::Ground);
                pairs += strategy.refresh(&terrain, &[cell]).pairs.len();
                terrain.set_tile(cell, wall);
                strategy.refresh(&terrain, &[cell]);
            }
        };
        let each = fastest(50, &mut remove_and_restore) / (2 * walls.len() as u32);
        let (ratio, single) =
            (micros(scratch) / micros(each), micros(scratch_single) / micros(each));
        println!(
            "{name}: {:.2} us for {:.1} pairs, {ratio:.0} times as fast, on one thread {single:.0} times",
            micros(each),
            pairs as f64 / walls.len() as f64
        );
    }
    update_routes(fubar, strategy);
}

/// Measures the update of all routes when walls are destroyed.
fn update_routes(fubar: &Terrain, strategy: &Strategy) {
    let mut strategy = strategy.clone();
    let routes: Vec<_> = {
        let graph = strategy.graph(Team::Blue);
        let search = |(a, b)| RouteSearch::new(Method::AStar, a, b).finish(graph);
        ordered_pairs(graph).into_iter().map(search).collect()
    };
    let (mut kept, mut replaced, mut time) = (0_u32, 0_u32, Duration::ZERO);
    for (cell, wall) in fubar.tiles().filter(|(_, tile)| tile.is_destructible()).step_by(9) {
        let mut terrain = fubar.clone();
        terrain.set_tile(cell, Tile::Ground);
        let refreshed = strategy.refresh(&terrain, &[cell]);
        let begin = Instant::now();
        for answer in &routes {
            let Answer::Found(route) = answer else { continue };
            match strategy.update_route(Team::Blue, route, 0, &refreshed) {
                terrarium::navigation::strategic::RouteUpdate::Kept => kept += 1,
                _ => replaced += 1,
            }
        }
        time += begin.elapsed();
        terrain.set_tile(cell, wall);
        strategy.refresh(&terrain, &[cell]);
    }
    let each = micros(time) / f64::from(kept + replaced);
    println!("routes: {kept} kept, {replaced} replaced, {each:.2} us each");
}

/// A complete graph with random costs.
fn random_graph(nodes: usize) -> Graph {
    let mut table = PairTable::unjoined(nodes);
    let mut state = 42_u64;
    let mut random = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as u32
    };
    let cells: Vec<Cell> = (0..nodes).map(|_| Cell::new(random() % 500, random() % 500)).collect();
    for b in 0..nodes {
        for a in 0..b {
            let (from, to) = (cells[a], cells[b]);
            let tiles = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y));
            table.set(a as NodeId, b as NodeId, 1 + tiles + random() % (3 * tiles + 10));
        }
    }
    Graph::new(cells, table, 1)
}

/// Compares Floyd–Warshall with that of `petgraph`, and with one search of `pathfinding` per node.
fn floyd_warshall() {
    let single_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    for nodes in [225, 1024, 2048] {
        let graph = random_graph(nodes);
        let runs = if nodes < 1000 { 20 } else { 3 };
        let time = fastest(runs, || Successors::new(graph.costs()));
        let single = single_thread.install(|| fastest(runs, || Successors::new(graph.costs())));
        println!(
            "{nodes} nodes: {:.2} ms, on one thread {:.2} ms",
            micros(time) / 1e3,
            micros(single) / 1e3
        );
        let ours = Successors::new(graph.costs());
        compare_petgraph(&graph, &ours, single);
        compare_pathfinding(&graph, &ours, single);
    }
}

fn report(name: &str, time: Duration, ours: Duration) {
    let (time, ratio) = (micros(time) / 1e3, time.as_secs_f64() / ours.as_secs_f64());
    println!("  {name}: {time:.1} ms, {ratio:.1} x our time on one thread");
}

fn compare_petgraph(graph: &Graph, ours: &Successors, our_time: Duration) {
    let mut theirs = UnGraph::<(), u32>::with_capacity(graph.nodes(), 0);
    let at: Vec<NodeIndex> = (0..graph.nodes()).map(|_| theirs.add_node(())).collect();
    for (b, a) in (0..graph.nodes()).flat_map(|b| (0..b).map(move |a| (b, a))) {
        theirs.add_edge(at[a], at[b], graph.costs().cost(a as NodeId, b as NodeId));
    }
    let begin = Instant::now();
    let (costs, _) =
        petgraph::algo::floyd_warshall::floyd_warshall_path(&theirs, |edge| *edge.weight())
            .unwrap();
    report("petgraph's floyd_warshall_path", begin.elapsed(), our_time);
    for (a, b) in ordered_pairs(graph).into_iter().step_by(97) {
        assert_eq!(ours.cost(a, b), Some(costs[&(at[a as usize], at[b as usize])]));
    }
}

/// `pathfinding` has no Floyd–Warshall: runs Dijkstra's algorithm from each node.
fn compare_pathfinding(graph: &Graph, ours: &Successors, our_time: Duration) {
    let nodes = graph.nodes() as NodeId;
    let next = |&node: &NodeId| {
        let others = (0..nodes).filter(move |&other| other != node);
        others.map(move |other| (other, graph.costs().cost(node, other)))
    };
    // A sample of the nodes suffices to estimate the time for all.
    let sample = nodes.min(64);
    let begin = Instant::now();
    for from in 0..sample {
        let all = pathfinding::prelude::dijkstra_all(&from, next);
        assert!(all.iter().all(|(&to, &(_, cost))| ours.cost(from, to) == Some(cost)));
    }
    let time = begin.elapsed() * nodes / sample;
    report("pathfinding's dijkstra_all from each node (extrapolated from 64)", time, our_time);
}
