//! Shared by the tests of strategic travel: the real map, random ground, and all cheapest routes.

use std::path::Path;

use proptest::prelude::*;
use terrarium_navigation::strategic::{
    Answer, Graph, Method, NodeId, PairTable, Route, RouteSearch, StrategicConfig,
    Strategy as Strategic, UNJOINED,
};
use terrarium_space::terrain::{Cell, Team, Terrain, Tile};

use crate::environment::real_maps;

/// The eight pairs measured in OpenFire's document.
pub const PAIRS: [[(u32, u32); 2]; 8] = [
    [(7, 3), (8, 11)],
    [(8, 11), (9, 21)],
    [(9, 21), (16, 16)],
    [(4, 22), (16, 16)],
    [(12, 11), (16, 16)],
    [(16, 16), (23, 12)],
    [(23, 3), (23, 12)],
    [(23, 12), (24, 22)],
];

/// A map in the data folder; `None`, with a note, without data.
pub fn real_map(name: &str) -> Option<Terrain> {
    let root = real_maps()?;
    Some(Terrain::read(Path::new(&root).join(name)).unwrap())
}

/// Two bases behind walls with a court between them: a small map with every kind of tile.
pub fn forts() -> Terrain {
    Terrain::from_rows(
        "forts",
        [
            "......................",
            ".s-s-s#s-s-s-s-s#s-s .",
            ".|    #   |     #  | .",
            ".s 1  # c |  1  #  s .",
            ".|  #############  | .",
            ".s  #    |    # 1  s .",
            ".-s-#s-s-s-s-s#s-s-s .",
            ".   #         #      .",
            ".   #    o    #  ~~  .",
            ".   #         #  ~~  .",
            ".-S-#S-S-S-S-S#S-S-S .",
            ".|  ######### #    | .",
            ".S 2   C    # #  2 S .",
            ".-S-S-S-S-S-#-#S-S-S .",
            ".           # #      .",
            "......................",
        ],
    )
    .unwrap()
}

/// All methods.
pub const METHODS: [Method; 3] = [Method::Dijkstra, Method::AStar, Method::AStarManhattan];

/// The route that a method finds.
pub fn find(graph: &Graph, method: Method, from: NodeId, to: NodeId) -> Option<Route> {
    match RouteSearch::new(method, from, to).finish(graph) {
        Answer::Found(route) => Some(route),
        Answer::NoRoute => None,
    }
}

/// The route that a method finds when it is suspended after every `slice` expansions, and each time
/// saved to a snapshot and restored.
pub fn find_sliced(
    graph: &Graph,
    method: Method,
    (from, to): (NodeId, NodeId),
    slice: u64,
) -> Option<Route> {
    let mut search = RouteSearch::new(method, from, to);
    loop {
        let before = search.expansions();
        if let Some(answer) = search.advance(graph, slice) {
            assert!(search.expansions() - before <= slice);
            return match answer {
                Answer::Found(route) => Some(route),
                Answer::NoRoute => None,
            };
        }
        assert_eq!(search.expansions() - before, slice);
        let bytes = postcard::to_stdvec(&search).unwrap();
        let restored: RouteSearch = postcard::from_bytes(&bytes).unwrap();
        assert!(restored.is_sound(graph), "{restored:?}");
        assert_eq!(restored, search);
        search = restored;
    }
}

/// All pairs of different nodes.
pub fn ordered_pairs(graph: &Graph) -> impl Iterator<Item = (NodeId, NodeId)> {
    let nodes = graph.nodes() as NodeId;
    (0..nodes).flat_map(move |a| (0..nodes).filter(move |&b| b != a).map(move |b| (a, b)))
}

/// The cost of a route, if there is one.
pub fn cost(route: &Option<Route>) -> Option<u32> {
    route.as_ref().map(Route::cost)
}

/// All cheapest costs, by the three loops of the Floyd–Warshall algorithm.
pub fn all_costs(table: &PairTable) -> Vec<Vec<u32>> {
    let nodes = table.nodes();
    let line = |a: usize, b: usize| table.cost(a as NodeId, b as NodeId);
    let mut costs: Vec<Vec<u32>> =
        (0..nodes).map(|a| (0..nodes).map(|b| line(a, b)).collect()).collect();
    for middle in 0..nodes {
        let there = costs[middle].clone();
        for row in &mut costs {
            let here = row[middle];
            for (cost, &there) in row.iter_mut().zip(&there) {
                *cost = (*cost).min(here + there);
            }
        }
    }
    costs.iter_mut().flatten().for_each(|cost| *cost = UNJOINED.min(*cost));
    costs
}

/// Random ground of up to 14 × 14 tiles of every kind.
pub fn ground() -> impl proptest::strategy::Strategy<Value = Terrain> {
    let letter =
        prop::sample::select(" ####   -|sS$.T@,102cCo    ##  ".chars().collect::<Vec<_>>());
    (2..14_usize, 2..14_usize)
        .prop_flat_map(move |(width, height)| {
            prop::collection::vec(prop::collection::vec(letter.clone(), width), height)
        })
        .prop_map(|rows| {
            let rows = rows.into_iter().map(String::from_iter);
            Terrain::from_rows("random", rows.collect::<Vec<String>>()).unwrap()
        })
}

/// Random constants.
pub fn settings() -> impl proptest::strategy::Strategy<Value = StrategicConfig> {
    let costs = (0..4_u32, 0..3_u32, 0..120_u32, 0..300_u32, 0..9_u32);
    (costs, 0..200_u32, 0..16_u32, any::<bool>(), any::<bool>()).prop_map(
        |((ground, road, wall, water, danger), range, half_width, destructible, fords)| {
            StrategicConfig {
                ground,
                road,
                wall,
                water,
                danger,
                range,
                half_width,
                destructible,
                fords,
            }
        },
    )
}

/// A random graph of up to 40 nodes: in the plane, with lines that cost at least their lower bound,
/// and some pairs that are not joined.
pub fn graph() -> impl proptest::strategy::Strategy<Value = Graph> {
    let cells = prop::collection::btree_set((0..30_u32, 0..30_u32), 1..40);
    (cells, 0..3_u32, 0..100_u32).prop_flat_map(|(cells, cheapest, joined)| {
        let cells: Vec<Cell> = cells.into_iter().map(Cell::from).collect();
        let pairs = cells.len() * (cells.len() - 1) / 2;
        let extra = prop::collection::vec((0..60_u32, 0..100_u32), pairs);
        extra.prop_map(move |extra| {
            let mut table = PairTable::unjoined(cells.len());
            let mut extra = extra.into_iter();
            for b in 0..cells.len() {
                for a in 0..b {
                    let (more, chance) = extra.next().unwrap();
                    let (x, y) = (cells[a].x.abs_diff(cells[b].x), cells[a].y.abs_diff(cells[b].y));
                    let least = cheapest * (x.max(y) - 1);
                    if chance <= joined {
                        table.set(a as NodeId, b as NodeId, least + more * more / 60);
                    }
                }
            }
            Graph::new(cells.clone(), table, cheapest)
        })
    })
}

/// Asserts that two strategies hold the same data.
pub fn assert_same(a: &Strategic, b: &Strategic) {
    assert_eq!(a.nodes(), b.nodes());
    assert_eq!(a.tiles(), b.tiles());
    for team in [Team::Blue, Team::Red, Team::Neutral] {
        assert_eq!(a.graph(team).costs(), b.graph(team).costs(), "{team}");
        assert_eq!(a.graph(team).fingerprint(), b.graph(team).fingerprint(), "{team}");
        assert_eq!(a.successors(team), b.successors(team), "{team}");
    }
}

/// Whether a tile is passable for a body.
pub fn passable(terrain: &Terrain, cell: Cell) -> bool {
    terrain.tile(cell).is_some_and(Tile::is_passable)
}
