//! `terrarium route`: routes from node to node across a whole map.

mod all_pairs;
mod answer;
mod seeker;

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use super::nodes::save;
use super::strategic_map::StrategicMap;
use super::{Failure, Format, output};
use crate::navigation::strategic::{Strategy, find_nodes_with};
use crate::space::terrain::{Cell, Team};
use crate::view::Plan;
use seeker::Seeker;

const ABOUT: &str = "\
Tiles are counted from 0: --from 7,3 is column 7 of row 3. A tile that is no node becomes one for \
this search, joined to all that can be reached straight from it, and by joints if there are none.

A line between two nodes costs the sum of the tiles under a vehicle 20 pixels wide (a tile has 32), \
the ends left out: ground and road 1, a wall 100, and 5 more for each hostile turret within 104 \
pixels. Hostile are the turrets of the other team; neutral ones are silent, and nobody shoots at \
who is of no team. No line leads over water, trees or rock, unless --fords lets it, at 255 a tile; \
and none through walls with --walls indestructible.

With --format json: {\"status\": \"found\", \"cost\": 6, \"nodes\": [[7, 3], [7, 7], …], \"expansions\": \
3, \"slices\": 1, \"max_slice_micros\": 2.1, \"micros\": 2.1}. `status` is found or no_route; then \
`cost` is null and `nodes` empty. `expansions` are nodes whose neighbours were looked at (for \
floyd-warshall, nodes that routes were led through: all), `slices` how often the search was gone on \
with, `micros` the time of the search alone.

With --all-pairs: {\"pairs\": 2352, \"disagreements\": 0, \"expansions\": 51000, \"no_route\": 0, \
\"micros\": …}, over all ordered pairs of nodes; `disagreements` are routes that do not cost what \
Dijkstra's cost.

Searches: dijkstra; astar, with the least that the rest can cost; astar-manhattan, with the distance \
in tiles, which may find dearer routes; incremental, which is astar a few nodes at a time; and \
floyd-warshall, which finds all routes at once.";

const EXAMPLES: &str = "\
Examples:
  terrarium route --map fubar.json --team blue --from 7,3 --to 8,11
  terrarium route --map fubar.json --team red --from 9,21 --to 16,16 --search dijkstra --format json
  terrarium route --map fubar.json --team none --from 4,22 --to 16,16 --search incremental --slice 2
  terrarium route --map fubar.json --team blue --all-pairs --search astar-manhattan
  terrarium route --map arena.map --from 1,11 --to 40,3 --pull --picture route.png";

/// Find routes from node to node across a whole map
///
/// Routes are short and reasonably safe: they keep away from hostile turrets and lead through walls
/// where going around would cost more. Where there is none, that is an answer, not an error.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("question").args(["from", "all_pairs"]).required(true))]
#[command(after_help = EXAMPLES, after_long_help = format!("{ABOUT}\n\n{EXAMPLES}"))]
pub(super) struct Route {
    #[command(flatten)]
    map: StrategicMap,
    /// Who travels; for example blue
    #[arg(long, value_enum, default_value_t = Side::None)]
    team: Side,
    /// The tile where to start; for example 7,3 for column 7 of row 3
    #[arg(long, value_name = "X,Y", value_parser = tile, requires = "to")]
    #[arg(allow_hyphen_values = true)]
    from: Option<Cell>,
    /// The tile where to get; for example 8,11
    #[arg(long, value_name = "X,Y", value_parser = tile, requires = "from")]
    #[arg(allow_hyphen_values = true)]
    to: Option<Cell>,
    /// Find the routes between all nodes, and compare what they cost with Dijkstra's
    #[arg(long, conflicts_with_all = ["picture", "pull"])]
    all_pairs: bool,
    /// How to search; for example floyd-warshall
    #[arg(long, value_enum, default_value_t = Search::Astar)]
    search: Search,
    /// Go on with an incremental search so many expansions at a time; changes nothing but the
    /// speed; for example 10
    #[arg(long, value_name = "N")]
    slice: Option<NonZeroU64>,
    /// Pull the route tight: leave out nodes where that makes it neither longer nor dearer, counting
    /// each as a tile of the cheapest kind
    #[arg(long)]
    pull: bool,
    /// Draw the map with its nodes and the route into a PNG file; for example route.png
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// How to print the results; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Who travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    /// Red turrets are hostile.
    Blue,
    /// Blue turrets are hostile.
    Red,
    /// No turrets are hostile.
    None,
}

/// How to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Search {
    /// The cheapest nodes first.
    Dijkstra,
    /// The most promising nodes first.
    Astar,
    /// The same with the distance in tiles.
    AstarManhattan,
    /// The same as astar, a few nodes at a time.
    Incremental,
    /// All routes at once.
    FloydWarshall,
}

impl Route {
    pub fn execute(self) -> Result<(), Failure> {
        if self.slice.is_some() && self.search != Search::Incremental {
            return Err(Failure::input(
                "--slice: only an incremental search is gone on with; add --search incremental",
            ));
        }
        let seeker = Seeker { search: self.search, slice: self.slice.map_or(1, NonZeroU64::get) };
        let (terrain, settings) = self.map.read()?;
        let ends = self.from.zip(self.to);
        let places: Vec<Cell> = ends.into_iter().flat_map(|(from, to)| [from, to]).collect();
        for (option, &place) in ["--from", "--to"].into_iter().zip(&places) {
            let known = find_nodes_with(&terrain, &settings, &[place]);
            known.map_err(|problem| Failure::input(format!("{option}: {problem}")))?;
        }
        let nodes = find_nodes_with(&terrain, &settings, &places);
        let strategy = nodes.and_then(|nodes| Strategy::with_nodes(&terrain, settings, nodes));
        let strategy = strategy.map_err(|problem| self.map.wrong(&problem))?;
        let graph = strategy.graph(self.team.into());
        let Some((from, to)) = ends else {
            let summary = all_pairs::compare(graph, &seeker);
            return output::print(&summary.told(self.format));
        };
        let node = |cell| graph.node_at(cell).expect("places are nodes");
        let mut answer = seeker.seek(graph, node(from), node(to));
        if self.pull {
            answer.route = answer.route.map(|route| route.pulled(graph));
        }
        if let Some(file) = &self.picture {
            let route = answer.cells(graph);
            let plan = Plan { terrain: &terrain, nodes: strategy.nodes(), route: &route };
            save(&plan.paint(), file)?;
        }
        output::print(&answer.told(graph, self.format))
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

/// A tile as an argument of the command.
fn tile(text: &str) -> Result<Cell, String> {
    let read = |part: &str| part.trim().parse::<u32>().ok();
    let both = text.split_once(',').and_then(|(x, y)| Some(Cell::new(read(x)?, read(y)?)));
    both.ok_or_else(|| {
        "give the column and the row of a tile, whole numbers from 0, as in 7,3".to_owned()
    })
}
