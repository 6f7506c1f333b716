//! `terrarium route`: finds routes between nodes across a whole map.

mod all_pairs;
mod answer;
mod planner;

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use planner::RoutePlanner;

use super::nodes::save;
use super::strategic_map::StrategicMap;
use super::{Failure, Format, output};
use crate::navigation::strategic::{MAX_ALL_PAIRS, Network, Strategy, check_place};
use crate::space::terrain::{Cell, Team};
use crate::view::MapDrawing;

const ABOUT: &str = "\
Tiles are counted from 0: --from 7,3 is column 7 of row 3. A tile that is not a node becomes one for \
this search. It is connected to all nodes that a straight line can reach, or through joints if there \
are none. On maps with more than 4096 nodes, lines lead from each node only to the 16 nearest in each \
of eight directions. On maps without roads through walls, the bends of the shortest path between the two tiles \
become joints, too.

The cost of a line between two nodes is the sum of the costs of all tiles under a vehicle 20 pixels \
wide (a tile is 32 pixels), without the tiles at the ends. Ground and road cost 1, a wall 100. Each \
hostile turret within 104 pixels adds 5. Turrets of the other team are hostile; neutral turrets are \
not, and for team none no turret is. No line crosses water, trees or rock, unless --fords allows it \
at 255 per tile; with --walls indestructible, no line crosses walls.

With --format json: {\"status\": \"found\", \"cost\": 6, \"nodes\": [[7, 3], [7, 7], …], \"expansions\": \
3, \"slices\": 1, \"max_slice_micros\": 2.1, \"micros\": 2.1}. `status` is found or no_route; without \
a route `cost` is null and `nodes` is empty. `expansions` is the number of nodes expanded (for \
floyd-warshall, all nodes; on maps with more than 512 nodes, the lower bounds of A* are \
computed in portions that each count as one), `slices` the number of slices of the search, `micros` its duration in \
microseconds.

With --all-pairs: {\"pairs\": 2352, \"disagreements\": 0, \"expansions\": 51000, \"no_route\": 0, \
\"micros\": …}, over all ordered pairs of nodes. `disagreements` counts the routes whose cost differs \
from Dijkstra's.

Searches:
  dijkstra         Dijkstra's algorithm
  astar            A* with an admissible heuristic
  astar-manhattan  A* with the Manhattan distance, which may overestimate: routes may cost more
  incremental      astar in slices of a few expansions
  floyd-warshall   Floyd-Warshall: all routes at once";

const EXAMPLES: &str = "\
Examples:
  terrarium route --map fubar.json --team blue --from 7,3 --to 8,11
  terrarium route --map fubar.json --team red --from 9,21 --to 16,16 --search dijkstra --format json
  terrarium route --map fubar.json --team none --from 4,22 --to 16,16 --search incremental --slice 2
  terrarium route --map fubar.json --team blue --all-pairs --search astar-manhattan
  terrarium route --map arena.map --from 1,11 --to 40,3 --pull --picture route.png";

/// Find routes between nodes across a whole map
///
/// A route balances length and danger: it keeps away from hostile turrets, and crosses a wall where
/// a detour would cost more. If there is no route, the answer says so; this is not an error.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("question").args(["from", "all_pairs"]).required(true))]
#[command(after_help = EXAMPLES, after_long_help = format!("{ABOUT}\n\n{EXAMPLES}"))]
pub(super) struct Route {
    #[command(flatten)]
    map: StrategicMap,
    /// Find routes for this team; for example blue
    #[arg(long, value_enum, default_value_t = Side::None)]
    team: Side,
    /// Start at this tile; for example 7,3 for column 7 of row 3
    #[arg(long, value_name = "X,Y", value_parser = tile, requires = "to")]
    #[arg(allow_hyphen_values = true)]
    from: Option<Cell>,
    /// Find a route to this tile; for example 8,11
    #[arg(long, value_name = "X,Y", value_parser = tile, requires = "from")]
    #[arg(allow_hyphen_values = true)]
    to: Option<Cell>,
    /// Find the routes between all pairs of nodes, and compare their costs with Dijkstra's
    #[arg(long, conflicts_with_all = ["picture", "pull"])]
    all_pairs: bool,
    /// Use this search algorithm; for example floyd-warshall
    #[arg(long, value_enum, default_value_t = Search::Astar)]
    search: Search,
    /// Advance an incremental search N expansions at a time; affects only the speed; for example 10
    #[arg(long, value_name = "N")]
    slice: Option<NonZeroU64>,
    /// Shorten the route: leave out nodes where that makes it neither longer nor costlier; each node
    /// counts as a tile of the cheapest kind
    #[arg(long)]
    pull: bool,
    /// Draw the map with its nodes and the route into this PNG file; for example route.png
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Set the output format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// The team that travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    /// Red turrets are hostile.
    Blue,
    /// Blue turrets are hostile.
    Red,
    /// No turrets are hostile.
    None,
}

/// The search algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Search {
    /// Dijkstra's algorithm.
    Dijkstra,
    /// A* with an admissible heuristic.
    Astar,
    /// A* with the Manhattan distance in tiles.
    AstarManhattan,
    /// A* in slices of a few expansions.
    Incremental,
    /// Floyd–Warshall: all routes at once.
    FloydWarshall,
}

impl Route {
    pub fn execute(self) -> Result<(), Failure> {
        if self.slice.is_some() && self.search != Search::Incremental {
            return Err(Failure::input(
                "--slice applies only to an incremental search; add --search incremental",
            ));
        }
        let planner =
            RoutePlanner { search: self.search, slice: self.slice.map_or(1, NonZeroU64::get) };
        let (terrain, config) = self.map.read()?;
        let ends = self.from.zip(self.to);
        let cells: Vec<Cell> = ends.into_iter().flat_map(|(from, to)| [from, to]).collect();
        for (option, &cell) in ["--from", "--to"].into_iter().zip(&cells) {
            let check = check_place(&terrain, &config, cell);
            check.map_err(|problem| Failure::input(format!("{option}: {problem}")))?;
        }
        let network = Network::find(&terrain, &config, &cells);
        let strategy = network.and_then(|it| Strategy::with_network(&terrain, config, it));
        let strategy = strategy.map_err(|problem| self.map.failure(&problem))?;
        let graph = strategy.graph(self.team.into());
        self.check_nodes(graph.nodes())?;
        let Some((from, to)) = ends else {
            let summary = all_pairs::compare(graph, &planner);
            return output::print(&summary.to_text(self.format));
        };
        let node = |cell| graph.node_at(cell).expect("both ends are nodes");
        let mut answer = planner.find_route(graph, node(from), node(to));
        if self.pull {
            answer.route = answer.route.map(|route| route.pulled(graph));
        }
        if let Some(file) = &self.picture {
            let route = answer.cells(graph);
            let plan = MapDrawing { terrain: &terrain, nodes: strategy.nodes(), route: &route };
            save(&plan.paint(), file)?;
        }
        output::print(&answer.to_text(graph, self.format))
    }

    /// Refuses tables of all pairs for maps with too many nodes.
    fn check_nodes(&self, nodes: usize) -> Result<(), Failure> {
        let (option, remedy) = if self.all_pairs {
            ("--all-pairs", "give --from and --to")
        } else if self.search == Search::FloydWarshall {
            ("--search floyd-warshall", "choose another search, as in --search astar")
        } else {
            return Ok(());
        };
        if nodes <= MAX_ALL_PAIRS {
            return Ok(());
        }
        Err(Failure::input(format!(
            "{option} is for maps with up to {MAX_ALL_PAIRS} nodes, and {} has {nodes}; {remedy}",
            self.map.name()
        )))
    }
}

impl From<Side> for Team {
    fn from(side: Side) -> Self {
        match side {
            Side::Blue => Self::Blue,
            Side::Red => Self::Red,
            Side::None => Self::Neutral,
        }
    }
}

/// Parses a command-line argument that names a tile.
fn tile(text: &str) -> Result<Cell, String> {
    let read = |part: &str| part.trim().parse::<u32>().ok();
    let cell = text.split_once(',').and_then(|(x, y)| Some(Cell::new(read(x)?, read(y)?)));
    cell.ok_or_else(|| {
        "give column and row of a tile as whole numbers from 0, as in 7,3".to_owned()
    })
}
