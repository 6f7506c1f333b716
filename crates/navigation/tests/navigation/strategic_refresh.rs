//! Updates after changes of the ground: equal to a full recomputation, and routes in use.

use proptest::prelude::*;
use terrarium_navigation::space::terrain::{Cell, ControlPoint, Team, Terrain, Tile};
use terrarium_navigation::strategic::{
    Answer, GroundUpdate, Method, NodeId, Route, RouteSearch, RouteUpdate, SavedStrategy,
    StrategicConfig, Strategy as Strategic, TEAMS, transfer_base,
};
use terrarium_testing::strategic::{
    assert_same, cost, find, forts, ground, ordered_pairs, real_map, settings,
};

/// The full recomputation for the same nodes.
fn recomputed(strategy: &Strategic, terrain: &Terrain) -> Strategic {
    Strategic::restored(strategy.saved(), terrain).unwrap()
}

/// A route for every pair of nodes and every team.
fn routes(strategy: &Strategic) -> Vec<(Team, Route)> {
    let of = |team: Team| {
        let graph = strategy.graph(team);
        ordered_pairs(graph)
            .filter_map(move |(a, b)| find(graph, Method::AStar, a, b))
            .map(move |route| (team, route))
    };
    TEAMS.into_iter().flat_map(of).collect()
}

/// The cheapest route from a tile to a node, and its cost from the tile on.
fn from_tile(strategy: &Strategic, team: Team, here: Cell, goal: NodeId) -> Option<(Route, u32)> {
    let starts: Vec<(NodeId, u32)> = strategy.starts(team, here);
    let mut search = RouteSearch::from_any(Method::AStar, starts.clone(), goal);
    let Answer::Found(route) = search.finish(strategy.graph(team)) else { return None };
    let there = starts.iter().find(|(node, _)| *node == route.nodes()[0])?.1;
    Some((route.clone(), there + route.cost()))
}

/// Some travellers between nodes: team, position, and the rest of the route.
fn travellers(strategy: &Strategic, terrain: &Terrain) -> Vec<(Team, Cell, Route)> {
    let tiles = terrain.tiles().filter(|(_, tile)| tile.is_passable()).step_by(11);
    let goals = (0..strategy.nodes().len() as NodeId).step_by(3);
    let all = tiles.flat_map(|(here, _)| goals.clone().map(move |goal| (here, goal)));
    all.filter_map(|(here, goal)| {
        let team = TEAMS[goal as usize % TEAMS.len()];
        from_tile(strategy, team, here, goal).map(|(route, _)| (team, here, route))
    })
    .collect()
}

/// Asserts that every route that was kept is still the cheapest, except for one tile per node, by
/// which a route can be cheaper than the lower bound in a straight line.
fn assert_kept_routes_are_cheapest(
    strategy: &Strategic,
    travellers: Vec<(Team, Cell, Route)>,
    refreshed: &GroundUpdate,
) {
    for (team, here, route) in travellers {
        let graph = strategy.graph(team);
        if !strategy.should_keep(team, here, (&route, 0), refreshed) {
            continue;
        }
        let there = strategy.straight(team, here, graph.cells()[route.nodes()[0] as usize]);
        let kept = there.unwrap() + route.cost();
        let (best, least) = from_tile(strategy, team, here, route.goal().unwrap()).unwrap();
        let slack = strategy.settings().cheapest() * best.nodes().len() as u32;
        assert!(route.holds(graph) && kept <= least + slack, "{team} at {here}: {kept}, {least}");
    }
}

/// Changes tiles and compares the update with a full recomputation; then checks that every route in
/// use, from every node of it, becomes one of the cheapest. Returns how many were kept and how many
/// replaced.
fn change(
    strategy: &mut Strategic,
    terrain: &mut Terrain,
    changes: &[(Cell, Tile)],
) -> (usize, usize) {
    let before = routes(strategy);
    let under_way = travellers(strategy, terrain);
    for &(cell, tile) in changes {
        terrain.set_tile(cell, tile);
    }
    let cells: Vec<Cell> = changes.iter().map(|&(cell, _)| cell).collect();
    let refreshed = strategy.refresh(terrain, &cells);
    assert_same(strategy, &recomputed(strategy, terrain));
    assert_kept_routes_are_cheapest(strategy, under_way, &refreshed);
    let (mut kept, mut replaced) = (0, 0);
    for (team, route) in before {
        let graph = strategy.graph(team);
        for index in 0..route.nodes().len() {
            let rest = &route.nodes()[index..];
            let best = find(graph, Method::Dijkstra, rest[0], rest[rest.len() - 1]);
            match strategy.update_route(team, &route, index, &refreshed) {
                RouteUpdate::Kept => {
                    kept += 1;
                    let lines = rest.windows(2).map(|ends| graph.costs().cost(ends[0], ends[1]));
                    assert_eq!(Some(lines.sum()), cost(&best));
                }
                RouteUpdate::Replaced(route) => {
                    replaced += 1;
                    assert!(route.holds(graph) && route.nodes()[0] == rest[0]);
                    assert_eq!(Some(route.cost()), cost(&best));
                }
                RouteUpdate::Lost => assert_eq!(best, None),
            }
        }
    }
    (kept, replaced)
}

/// A base that owns everything in a rectangle.
fn base(corners: [(u32, u32); 2]) -> ControlPoint {
    let [(a, b), (c, d)] = corners;
    let polygon = [(a, b), (c, b), (c, d), (a, d)].map(Cell::from).to_vec();
    ControlPoint { name: "base".to_owned(), capture: Cell::new(a + 1, b + 1), polygon }
}

#[test]
fn a_wall_falls_and_is_rebuilt() {
    let mut terrain = forts();
    for destructible in [true, false] {
        let settings = StrategicConfig { destructible, ..StrategicConfig::default() };
        let mut strategy = Strategic::new(&terrain, settings).unwrap();
        let first = strategy.clone();
        let breach = [(Cell::new(7, 10), Tile::Ground)];
        let (kept, replaced) = change(&mut strategy, &mut terrain, &breach);
        assert!(kept > 0 && replaced > 0, "{kept} kept, {replaced} replaced");
        let (kept, replaced) =
            change(&mut strategy, &mut terrain, &[(Cell::new(7, 10), Tile::Turret(Team::Red))]);
        assert!(kept > 0 && replaced > 0, "{kept} kept, {replaced} replaced");
        terrain = forts();
        strategy.refresh(&terrain, &[Cell::new(7, 10)]);
        assert_same(&strategy, &first);
    }
}

#[test]
fn a_base_changes_hands() {
    let mut terrain = forts();
    let mut strategy = Strategic::new(&terrain, StrategicConfig::default()).unwrap();
    let north = base([(1, 1), (20, 6)]);
    let to = |graph: &Strategic, team| {
        let graph = graph.graph(team);
        let node = |x, y| graph.node_at(Cell::new(x, y)).unwrap();
        cost(&find(graph, Method::AStar, node(9, 8), node(8, 3))).unwrap()
    };
    let costs = |strategy: &Strategic| TEAMS.map(|team| to(strategy, team));
    let [blue, red, neutral] = costs(&strategy);
    assert!(neutral < blue && blue < red, "{neutral}, {blue}, {red}");

    let cells = transfer_base(&mut terrain, &north, Team::Neutral);
    assert!(cells.len() > 10);
    strategy.refresh(&terrain, &cells);
    assert_same(&strategy, &recomputed(&strategy, &terrain));
    assert_eq!(costs(&strategy), [blue, neutral, neutral], "its sentries are silent");

    let cells = transfer_base(&mut terrain, &north, Team::Red);
    strategy.refresh(&terrain, &cells);
    assert_same(&strategy, &recomputed(&strategy, &terrain));
    assert!(to(&strategy, Team::Blue) > blue);
    assert_eq!(costs(&strategy)[1..], [neutral, neutral], "its sentries are red's own");
    assert!(terrain.marks().filter(|mark| north.owns(mark.cell)).all(|m| m.team == Team::Red));
    assert_eq!(transfer_base(&mut terrain, &north, Team::Red), [], "it is theirs already");
}

#[test]
fn changes_without_effect_change_nothing() {
    let terrain = forts();
    let mut strategy = Strategic::new(&terrain, StrategicConfig::default()).unwrap();
    let all: Vec<Cell> = terrain.tiles().map(|(cell, _)| cell).collect();
    let outside = [Cell::new(22, 0), Cell::new(u32::MAX, u32::MAX)];
    let refreshed = strategy.refresh(&terrain, &[&all[..], &outside].concat());
    assert_eq!((refreshed.tiles.len(), refreshed.pairs.len()), (0, 0));
}

#[test]
fn a_goal_can_become_unreachable() {
    let mut terrain = Terrain::from_rows("ford", ["o   #   o"]).unwrap();
    let mut strategy = Strategic::new(&terrain, StrategicConfig::default()).unwrap();
    let route = find(strategy.graph(Team::Blue), Method::AStar, 0, 1).unwrap();
    terrain.set_tile(Cell::new(4, 0), Tile::Water);
    let refreshed = strategy.refresh(&terrain, &[Cell::new(4, 0)]);
    assert_eq!(strategy.update_route(Team::Blue, &route, 0, &refreshed), RouteUpdate::Lost);
    terrain.set_tile(Cell::new(4, 0), Tile::Road);
    let refreshed = strategy.refresh(&terrain, &[Cell::new(4, 0)]);
    assert_eq!(refreshed.pairs.len(), 1);
    assert_eq!(find(strategy.graph(Team::Blue), Method::AStar, 0, 1), Some(route));
}

#[test]
fn a_snapshot_needs_only_the_ground_and_the_nodes() {
    let mut terrain = forts();
    let mut strategy = Strategic::new(&terrain, StrategicConfig::default()).unwrap();
    terrain.set_tile(Cell::new(7, 10), Tile::Ground);
    strategy.refresh(&terrain, &[Cell::new(7, 10)]);
    let bytes = postcard::to_stdvec(&strategy.saved()).unwrap();
    let saved: SavedStrategy = postcard::from_bytes(&bytes).unwrap();
    let restored = Strategic::restored(saved, &terrain).unwrap();
    assert_same(&strategy, &restored);

    let refusal = |alter: fn(&mut SavedStrategy)| {
        let mut saved = strategy.saved();
        alter(&mut saved);
        Strategic::restored(saved, &terrain).unwrap_err().to_string()
    };
    assert!(refusal(|s| s.network.nodes[0].cell.x = 99).contains("[99, "));
    assert!(
        refusal(|s| s.network.nodes[1] = s.network.nodes[0])
            .contains("damaged: two nodes are on one tile")
    );
    assert!(refusal(|s| s.network.lines.push((0, 9_999))).contains("does not join two nodes"));
    assert!(refusal(|s| s.settings.wall = u32::MAX).contains("`wall` is 4294967295"));
    assert!(
        refusal(|s| s.network.nodes = vec![s.network.nodes[0]; 70_000]).contains("70000 nodes")
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn an_update_equals_a_full_recomputation(
        map in ground(),
        settings in settings(),
        changes in prop::collection::vec((0..14_u32, 0..14_u32, 0..Tile::ALL.len(), any::<bool>()), 1..12),
    ) {
        let strategy = Strategic::new(&map, settings);
        prop_assume!(strategy.is_ok());
        let (mut strategy, mut map) = (strategy.unwrap(), map);
        prop_assume!(strategy.nodes().len() < 40);
        // Some changes come one by one, others together.
        let mut together = Vec::new();
        for (x, y, tile, alone) in changes {
            together.push((Cell::new(x % map.width(), y % map.height()), Tile::ALL[tile]));
            if alone {
                change(&mut strategy, &mut map, &together);
                together.clear();
            }
        }
        change(&mut strategy, &mut map, &together);
    }
}

#[test]
fn on_fubar_every_wall_can_fall() {
    let Some(fubar) = real_map("openfire/fubar.json") else { return };
    let mut strategy = Strategic::new(&fubar, StrategicConfig::default()).unwrap();
    let walls: Vec<(Cell, Tile)> =
        fubar.tiles().filter(|&(_, tile)| tile.is_destructible()).collect();
    for &(cell, wall) in walls.iter().step_by(7) {
        let mut terrain = fubar.clone();
        terrain.set_tile(cell, Tile::Ground);
        let refreshed = strategy.refresh(&terrain, &[cell]);
        assert!(!refreshed.tiles.is_empty());
        assert_same(&strategy, &recomputed(&strategy, &terrain));
        terrain.set_tile(cell, wall);
        strategy.refresh(&terrain, &[cell]);
    }
    assert_same(&strategy, &Strategic::new(&fubar, StrategicConfig::default()).unwrap());
}
