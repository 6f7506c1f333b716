//! The positions of a map's nodes, and that routes exist wherever steps lead.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::strategy::Strategy as _;
use terrarium_navigation::space::terrain::{Cell, ControlPoint, Team, Terrain, Tile};
use terrarium_navigation::strategic::{
    MAX_NODES, Method, Network, Node, NodeKind, StrategicConfig, StrategicProblem, Strategy,
    in_sight,
};
use terrarium_testing::strategic::{find, forts, ground, passable, real_map, settings};

fn terrain(rows: &[&str]) -> Terrain {
    Terrain::from_rows("test", rows).unwrap()
}

fn nodes(terrain: &Terrain) -> Vec<Node> {
    Network::find(terrain, &StrategicConfig::default(), &[]).unwrap().nodes
}

/// The map with a letter for each node: that of its kind.
fn drawn(terrain: &Terrain, nodes: &[Node]) -> Vec<String> {
    let mut rows: Vec<Vec<char>> =
        terrain.to_string().lines().map(|row| row.chars().collect()).collect();
    for node in nodes {
        let letter = match node.kind {
            NodeKind::Capture => 'C',
            NodeKind::Spawn => 'S',
            NodeKind::Gate => 'G',
            NodeKind::Mouth => 'M',
            NodeKind::Joint => 'J',
            NodeKind::Place => 'P',
        };
        rows[node.cell.y as usize][node.cell.x as usize] = letter;
    }
    rows.into_iter().map(String::from_iter).collect()
}

fn count(nodes: &[Node], kind: NodeKind) -> usize {
    nodes.iter().filter(|node| node.kind == kind).count()
}

#[test]
fn fubar_has_the_49_documented_nodes() {
    let Some(fubar) = real_map("openfire/fubar.json") else { return };
    let nodes = nodes(&fubar);
    let kinds = [NodeKind::Gate, NodeKind::Spawn, NodeKind::Capture];
    assert_eq!((nodes.len(), kinds.map(|kind| count(&nodes, kind))), (49, [30, 14, 5]));
    assert!(nodes.is_sorted_by_key(|node| node.cell), "column by column");
    let gates: Vec<String> = nodes
        .iter()
        .filter(|node| node.kind == NodeKind::Gate)
        .map(|node| format!("{},{}", node.cell.x, node.cell.y))
        .collect();
    let expected = "7,7 7,9 7,13 7,15 7,18 7,20 9,24 9,26 11,22 13,22 15,7 15,9 15,13 15,15 15,22 \
                    17,11 17,18 17,20 17,24 17,26 19,11 21,11 23,7 23,9 25,13 25,15 25,18 25,20 \
                    25,24 25,26";
    assert_eq!(gates.join(" "), expected);
}

#[test]
fn the_other_real_maps_have_their_bases_and_gates() {
    for (map, all, captures) in [("openfire/snafu.json", 34, 3), ("openfire/min.json", 8, 2)] {
        let Some(terrain) = real_map(map) else { return };
        let nodes = nodes(&terrain);
        assert_eq!((nodes.len(), count(&nodes, NodeKind::Capture)), (all, captures), "{map}");
    }
}

#[test]
fn nodes_are_bases_and_both_sides_of_roads_through_walls() {
    let forts = forts();
    let expected = [
        "......................",
        ".s-s-s#s-s-s-s-s#s-s .",
        ".-    G   -     G  - .",
        ".s S  # C -  S  #  s .",
        ".-  #############  - .",
        ".s  G    -    G S  s .",
        ".-s-#s-s-s-s-s#s-s-s .",
        ".   G         G      .",
        ".   #    C    #  ..  .",
        ".   G         G  ..  .",
        ".-S-#S-S-S-S-S#S-S-S .",
        ".-  G######## G    - .",
        ".S S   C    G G  S S .",
        ".-S-S-S-S-S-#-#S-S-S .",
        ".           G G      .",
        "......................",
    ];
    assert_eq!(drawn(&forts, &nodes(&forts)), expected);
}

#[test]
fn without_roads_through_walls_the_mouths_of_narrow_passages_are_nodes() {
    let rooms = terrain(&[
        "         T         ",
        "         T         ",
        "         T         ",
        "                   ",
        "         T         ",
        "         T         ",
        "TTTTT  TTTTTTTT TTT",
        "TTTTT  TTTTTTTT TTT",
        "         T         ",
        "    o    T         ",
        "         T         ",
        "         T         ",
        "         T         ",
    ]);
    let expected = [
        "         T         ",
        "         T         ",
        "         T         ",
        "       JM M  J     ",
        "         T         ",
        "     M   T     M   ",
        "TTTTT  TTTTTTTT TTT",
        "TTTTT  TTTTTTTT TTT",
        "     M   T     M   ",
        "    C    T         ",
        "         T         ",
        "         T         ",
        "         T         ",
    ];
    assert_eq!(drawn(&rooms, &nodes(&rooms)), expected);
}

#[test]
fn a_path_around_a_corner_gets_a_joint() {
    let bay = terrain(&[
        "o           ",
        "            ",
        "            ",
        "            ",
        "            ",
        "            ",
        "~~~~~~      ",
        "~~~~~~      ",
        "~~~~~~      ",
        "~~~~~~      ",
        "~~~~~~      ",
        "~~~~~~     o",
    ]);
    let joints: Vec<Node> =
        nodes(&bay).into_iter().filter(|node| node.kind == NodeKind::Joint).collect();
    let expected = [
        "CJ          ",
        "            ",
        "            ",
        "            ",
        "            ",
        "      J     ",
        "......J     ",
        "......      ",
        "......      ",
        "......      ",
        "......      ",
        "......     C",
    ];
    assert_eq!(drawn(&bay, &nodes(&bay)), expected);
    assert_eq!(joints.len(), 3);
}

/// The lengths of the shortest paths from a tile to all others, in straight and diagonal steps that
/// cut no corner.
fn octile_lengths(terrain: &Terrain, from: Cell) -> BTreeMap<Cell, f64> {
    let is_open = |x: i64, y: i64| {
        let cell = u32::try_from(x).ok().zip(u32::try_from(y).ok()).map(Cell::from);
        cell.and_then(|cell| terrain.tile(cell)).is_some_and(Tile::is_passable)
    };
    let mut lengths = BTreeMap::from([(from, 0.0)]);
    let mut front = vec![from];
    while let Some(cell) = front.pop() {
        let (length, x, y) = (lengths[&cell], i64::from(cell.x), i64::from(cell.y));
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            if is_open(x + dx, y + dy) && is_open(x + dx, y) && is_open(x, y + dy) {
                let next = Cell::new((x + dx) as u32, (y + dy) as u32);
                let there = length + ((dx * dx + dy * dy) as f64).sqrt();
                if lengths.get(&next).is_none_or(|&known| there < known - 1e-9) {
                    lengths.insert(next, there);
                    front.push(next);
                }
            }
        }
    }
    lengths
}

/// Asserts that routes between these tiles cost at most a tenth more than the shortest path.
fn assert_short(terrain: &Terrain, strategy: &Strategy, ends: &[Cell]) {
    let graph = strategy.graph(Team::Neutral);
    for &from in ends {
        let lengths = octile_lengths(terrain, from);
        for &to in ends {
            let [a, b] = [from, to].map(|cell| graph.node_at(cell).unwrap());
            let route = find(graph, Method::AStar, a, b);
            assert_eq!(route.is_some(), lengths.contains_key(&to), "{from} to {to}\n{terrain}");
            let Some(route) = route else { continue };
            let (cost, best) = (f64::from(route.cost()), lengths[&to]);
            assert!(cost <= 1.1 * best, "{from} to {to}: {cost}, {best}\n{terrain}");
        }
    }
}

#[test]
fn a_ring_is_open_on_both_sides() {
    let rows = (0..40).map(|y| {
        let middle = if (10..30).contains(&y) { "~" } else { " " };
        format!("{0}{1}{0}", " ".repeat(10), middle.repeat(20))
    });
    let ring = Terrain::from_rows("ring", rows.collect::<Vec<String>>()).unwrap();
    let ends = [(4, 20), (5, 3), (20, 4), (35, 5), (35, 19), (34, 36), (20, 35), (3, 33)];
    let ends = ends.map(Cell::from);
    let config = StrategicConfig::default();
    let network = Network::find(&ring, &config, &ends).unwrap();
    let strategy = Strategy::with_network(&ring, config, network).unwrap();
    assert_short(&ring, &strategy, &ends);
}

#[test]
fn passable_places_become_nodes() {
    let forts = forts();
    let with = |x, y| {
        let network = Network::find(&forts, &StrategicConfig::default(), &[Cell::new(x, y)]);
        network.map(|network| network.nodes)
    };
    let found = with(5, 4).unwrap();
    assert_eq!(found.len(), nodes(&forts).len() + 1);
    assert!(found.contains(&Node { cell: Cell::new(5, 4), kind: NodeKind::Place }));
    assert_eq!(with(3, 3), Ok(nodes(&forts)), "it is a node already");
    assert_eq!(
        with(0, 0).unwrap_err().to_string(),
        "[0, 0] is water, which is impassable; choose a passable tile"
    );
    assert_eq!(
        with(22, 3).unwrap_err().to_string(),
        "[22, 3] is outside the map; it has columns 0 to 21 and rows 0 to 15"
    );
}

#[test]
fn a_base_in_the_water_is_rejected() {
    let map = terrain(&["  ", " ."]);
    let base =
        |capture| ControlPoint { name: "Isle".to_owned(), capture, polygon: vec![Cell::new(0, 0)] };
    let at = |x, y| map.clone().with_control_points(vec![base(Cell::new(x, y))]).unwrap();
    assert_eq!(nodes(&at(1, 0)), [Node { cell: Cell::new(1, 0), kind: NodeKind::Capture }]);
    assert_eq!(
        Network::find(&at(1, 1), &StrategicConfig::default(), &[]).unwrap_err().to_string(),
        "the capture tile [1, 1] of control point `Isle` is water, which is impassable; move it \
         to passable ground"
    );
}

#[test]
fn an_empty_map_has_no_nodes() {
    assert_eq!(nodes(&terrain(&["   ", "   "])), []);
    assert_eq!(nodes(&terrain(&["~~~", "~~~"])), []);
    let strategy = Strategy::new(&terrain(&["   "]), StrategicConfig::default()).unwrap();
    assert_eq!(strategy.graph(Team::Blue).nodes(), 0);
    assert_eq!(strategy.successors(Team::Blue).unwrap().nodes(), 0);
}

#[test]
fn the_number_of_nodes_is_limited() {
    let map = |rows: usize| terrain(&vec!["o".repeat(256).as_str(); rows]);
    assert_eq!(nodes(&map(256)).len(), MAX_NODES);
    let refused = Network::find(&map(257), &StrategicConfig::default(), &[]);
    assert_eq!(refused, Err(StrategicProblem::TooManyNodes(256 * 257)));
    assert!(refused.unwrap_err().to_string().contains("at most 65536"));
}

/// The tiles that can be reached by steps to neighbouring tiles.
fn reached(terrain: &Terrain, settings: &StrategicConfig, from: Cell) -> BTreeSet<Cell> {
    let mut reached = BTreeSet::from([from]);
    let mut front = vec![from];
    while let Some(Cell { x, y }) = front.pop() {
        let next = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        for cell in next.map(Cell::from) {
            let open = terrain.tile(cell).is_some_and(|tile| !settings.closes(tile));
            if open && reached.insert(cell) {
                front.push(cell);
            }
        }
    }
    reached
}

/// Random ground with two passable tiles, without roads.
fn two_places() -> impl proptest::strategy::Strategy<Value = (Terrain, [Cell; 2])> {
    let map = (0..45_u32, 8..28_usize, 8..28_usize).prop_flat_map(|(share, width, height)| {
        let tile = (0..100_u32).prop_map(move |at| if at < share { '@' } else { '.' });
        prop::collection::vec(prop::collection::vec(tile, width), height)
    });
    let index = any::<prop::sample::Index>;
    (map, [index(), index()]).prop_map(|(rows, ends)| {
        let text: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let text = text.join("\n").replace('.', " ");
        let map = Terrain::from_rows("random", text.lines().collect::<Vec<&str>>()).unwrap();
        let open = map.tiles().filter(|(_, tile)| tile.is_passable()).map(|(cell, _)| cell);
        let open: Vec<Cell> = open.collect();
        let ends = ends.map(|end| open[end.index(open.len())]);
        (map, ends)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn routes_between_places_are_short((map, ends) in two_places()) {
        let config = StrategicConfig::default();
        let network = Network::find(&map, &config, &ends).unwrap();
        let strategy = Strategy::with_network(&map, config, network).unwrap();
        assert_short(&map, &strategy, &ends);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn routes_lead_wherever_steps_do(map in ground(), settings in settings()) {
        let strategy = Strategy::new(&map, settings);
        prop_assume!(strategy.is_ok());
        let strategy = strategy.unwrap();
        let graph = strategy.graph(Team::Neutral);
        prop_assert!(graph.cells().is_sorted());
        for (from, &start) in graph.cells().iter().enumerate() {
            let reached = reached(&map, &settings, start);
            for (to, goal) in graph.cells().iter().enumerate() {
                let route = find(graph, Method::AStar, from as u32, to as u32);
                if reached.contains(goal) {
                    prop_assert!(route.is_some(), "{} to {}\n{}", start, goal, map);
                }
                let Some(route) = route else { continue };
                let cells: Vec<Cell> = route.cells(graph).collect();
                for ends in cells.windows(2) {
                    prop_assert!(in_sight(&map, &settings, ends[0], ends[1]));
                }
            }
        }
    }
}

#[test]
fn real_grids_have_few_nodes_and_routes_between_all_of_them() {
    let maps = ["arena", "lak104d", "lak303d", "16room_000", "maze512-4-0", "random512-10-0"];
    for name in maps {
        let Some(map) = real_map(&format!("movingai/{name}.map")) else { return };
        let nodes = nodes(&map);
        let open = map.tiles().filter(|&(_, tile)| tile.is_passable()).count();
        let kinds = NodeKind::ALL.map(|kind| count(&nodes, kind));
        assert!(nodes.len() <= MAX_NODES && nodes.len() * 2 <= open, "{name}: {}", nodes.len());
        println!("{name}: {open} tiles, {} nodes, {kinds:?}", nodes.len());
        assert!(nodes.iter().all(|node| passable(&map, node.cell)));
    }
}
