//! Route planning across a whole map, from base to base, over few strategic nodes.
//!
//! A route should be short and reasonably safe, and should lead through a wall where the path
//! around it is much longer. So every tile has a cost ([`TileCosts`]) per team: hostile sentries
//! raise the cost of the tiles near them. Nodes are placed where they matter ([`Network::find`]):
//! capture points, spawn points, both sides of every passage. The straight line between two nodes
//! costs what the tiles under a body of some width cost ([`Line`]). Searches run on the table of
//! these costs ([`PairTable`], [`Graph`]) only. A line may join every pair of up to
//! [`MAX_ALL_PAIRS`] nodes; of more, each node is joined to the [`NEAREST`] in each of eight
//! directions.
//!
//! A [`Strategy`] holds all of this for one map. [`Strategy::refresh`] updates it when the ground
//! changes, and [`Strategy::update_route`] updates the routes in use.
//!
//! A [`RouteSearch`] finds a route, in one go or a few nodes at a time, by one of three
//! [`Method`]s; [`Successors`] holds all routes between few nodes, precomputed. Costs are integers and ties are
//! broken by the order of nodes, so routes are the same on every machine.
//!
//! Positions are cells of a map, and distances are in tiles or pixels; a tile has [`PIXELS`]
//! pixels.
//!
//! ```
//! use terrarium_navigation::strategic::{Answer, Method, RouteSearch, StrategicConfig, Strategy};
//! use terrarium_navigation::space::terrain::{Cell, Team, Terrain};
//!
//! let courtyard = Terrain::from_rows("courtyard", [
//!     "  1     ",
//!     "  #     ",
//!     "--#-----",
//!     "  #     ",
//!     "       c",
//! ])?;
//! let strategy = Strategy::new(&courtyard, StrategicConfig::default())?;
//! let graph = strategy.graph(Team::Blue);
//! let (spawn, base) = (graph.node_at(Cell::new(2, 0)), graph.node_at(Cell::new(7, 4)));
//! let mut search = RouteSearch::new(Method::AStar, spawn.unwrap(), base.unwrap());
//! let Answer::Found(route) = search.finish(graph) else { panic!("no route") };
//! let cells: Vec<Cell> = route.cells(graph).collect();
//! assert_eq!(cells, [(2, 0), (2, 1), (2, 3), (7, 4)].map(Cell::from));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod approach;
mod bounds;
mod error;
mod flood;
mod floyd_warshall;
mod graph;
mod joints;
mod line;
mod mesh;
mod method;
mod mouths;
mod nearest;
mod nodes;
mod open_nodes;
mod pair_index;
mod pair_table;
mod pairs;
mod refresh;
mod route;
mod search;
mod settings;
mod sight;
mod spanning_tree;
mod strategy;
mod successors;
mod tile_cost;

pub use bounds::Bounds;
pub use error::StrategicProblem;
pub use graph::Graph;
pub use line::Line;
pub use method::Method;
pub use nearest::{MAX_ALL_PAIRS, NEAREST};
pub use nodes::{MAX_NODES, Network, Node, NodeId, NodeKind, check_place};
pub use pair_index::MAX_LINES;
pub use pair_table::{PairTable, UNJOINED};
pub use refresh::{ChangedPair, GroundUpdate, RouteUpdate, transfer_base};
pub use route::Route;
pub use search::{Answer, RouteSearch};
pub use settings::{MAX_COST, MAX_RANGE, PIXELS, StrategicConfig};
pub use sight::in_sight;
pub use strategy::{SavedStrategy, Strategy};
pub use successors::Successors;
pub use tile_cost::{TEAMS, TileCosts};
