//! The planning data of a map, updated as the ground changes.

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use terrarium_space::terrain::{Cell, Team, Terrain};

use super::nearest;
use super::pair_index::PairIndex;
use super::pair_table::UNJOINED;
use super::tile_cost::row_of;
use super::{
    Bounds, Graph, MAX_ALL_PAIRS, MAX_NODES, Network, Node, PairTable, StrategicConfig,
    StrategicProblem, Successors, TEAMS, TileCosts,
};

/// Strategic travel on a map: its nodes, the costs of the lines between them for each team, and the
/// precomputed routes.
///
/// Everything is derived from the ground, the constants and the nodes, so a snapshot needs only
/// [`saved`](Self::saved). After a change of the ground call [`refresh`](Self::refresh).
#[derive(Debug, Clone)]
pub struct Strategy {
    pub(super) network: Network,
    pub(super) tiles: TileCosts,
    pub(super) index: PairIndex,
    /// For each pair, the number of impassable tiles that its line crosses now.
    pub(super) barriers: Vec<u32>,
    /// One for each of [`TEAMS`].
    pub(super) graphs: [Graph; 3],
    /// One for each of [`TEAMS`], computed on first use.
    pub(super) successors: [OnceLock<Successors>; 3],
}

/// The part of a [`Strategy`] that cannot be derived from the ground: plain data for a snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedStrategy {
    /// The constants.
    pub settings: StrategicConfig,
    /// The nodes and the lines between neighbours, as found when the map was new: walls may have fallen
    /// since.
    pub network: Network,
}

impl Strategy {
    /// Finds the nodes of a map and computes the costs of the lines between them.
    ///
    /// # Errors
    ///
    /// Those of [`Network::find`], and when the total length of the lines between the nodes is too
    /// great.
    pub fn new(terrain: &Terrain, settings: StrategicConfig) -> Result<Self, StrategicProblem> {
        let network = Network::find(terrain, &settings, &[])?;
        Self::with_network(terrain, settings, network)
    }

    /// Computes the costs of the lines between these nodes, which must be on different tiles of the
    /// map.
    ///
    /// # Errors
    ///
    /// When a constant is out of range, there are too many nodes, one is outside the map, two are
    /// on one tile, or the total length of the lines between them is too great.
    pub fn with_nodes(
        terrain: &Terrain,
        settings: StrategicConfig,
        nodes: Vec<Node>,
    ) -> Result<Self, StrategicProblem> {
        Self::with_network(terrain, settings, Network { nodes, lines: Vec::new() })
    }

    /// Computes the costs of the lines between the nodes of a network.
    ///
    /// # Errors
    ///
    /// Those of [`with_nodes`](Self::with_nodes), and when a line does not join two nodes.
    pub fn with_network(
        terrain: &Terrain,
        settings: StrategicConfig,
        network: Network,
    ) -> Result<Self, StrategicProblem> {
        let tiles = TileCosts::new(terrain, settings)?;
        check(&tiles, &network)?;
        let cells: Vec<Cell> = network.nodes.iter().map(|node| node.cell).collect();
        let pairs = nearest::pairs(&cells, &network.lines);
        let index = PairIndex::new(cells.clone(), Arc::new(pairs), &tiles)?;
        let (barriers, tables) = costs(&index, &tiles);
        let pairs = Arc::clone(index.pairs());
        let bounds = Arc::new(Bounds::over(cells, pairs, settings.cheapest()));
        let graphs = tables.map(|table| Graph::with_bounds(Arc::clone(&bounds), table));
        let successors = [const { OnceLock::new() }; 3];
        Ok(Self { network, tiles, index, barriers, graphs, successors })
    }

    /// The data that a snapshot needs beside the ground.
    #[must_use]
    pub fn saved(&self) -> SavedStrategy {
        SavedStrategy { settings: *self.settings(), network: self.network.clone() }
    }

    /// Restores a strategy from a snapshot and the ground as it is now.
    ///
    /// # Errors
    ///
    /// Those of [`with_network`](Self::with_network), because a snapshot may have been altered.
    pub fn restored(saved: SavedStrategy, terrain: &Terrain) -> Result<Self, StrategicProblem> {
        Self::with_network(terrain, saved.settings, saved.network)
    }

    /// Whether another strategy has the same nodes, and the same costs of tiles and lines.
    #[must_use]
    pub fn agrees_with(&self, other: &Self) -> bool {
        let mut graphs = self.graphs.iter().zip(&other.graphs);
        let same_costs = graphs.all(|(a, b)| a.costs() == b.costs());
        self.network == other.network && self.tiles == other.tiles && same_costs
    }

    /// The constants.
    #[must_use]
    pub fn settings(&self) -> &StrategicConfig {
        self.tiles.settings()
    }

    /// The nodes; a [`NodeId`](super::NodeId) is an index into this list.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.network.nodes
    }

    /// The cost of each tile.
    #[must_use]
    pub fn tiles(&self) -> &TileCosts {
        &self.tiles
    }

    /// The graph of a team; use [`Team::Neutral`] for travellers without a team.
    #[must_use]
    pub fn graph(&self, team: Team) -> &Graph {
        &self.graphs[row_of(team)]
    }

    /// The cheapest routes of a team between all nodes, computed on first use after a change of
    /// costs; `None` for more than [`MAX_ALL_PAIRS`] nodes.
    #[must_use]
    pub fn successors(&self, team: Team) -> Option<&Successors> {
        let row = row_of(team);
        let compute = || Successors::new(self.graphs[row].costs());
        (self.nodes().len() <= MAX_ALL_PAIRS).then(|| self.successors[row].get_or_init(compute))
    }
}

fn check(tiles: &TileCosts, Network { nodes, lines }: &Network) -> Result<(), StrategicProblem> {
    if nodes.len() > MAX_NODES {
        return Err(StrategicProblem::TooManyNodes(nodes.len()));
    }
    if let Some(node) = nodes.iter().find(|node| tiles.tile(node.cell).is_none()) {
        let (width, height) = tiles.size();
        return Err(StrategicProblem::Outside { cell: node.cell, width, height });
    }
    let mut cells: Vec<Cell> = nodes.iter().map(|node| node.cell).collect();
    cells.sort_unstable();
    if cells.windows(2).any(|two| two[0] == two[1]) {
        return Err(StrategicProblem::Damaged("two nodes are on one tile"));
    }
    if lines.iter().any(|&(a, b)| a == b || a.max(b) as usize >= nodes.len()) {
        return Err(StrategicProblem::Damaged("a line does not join two nodes"));
    }
    Ok(())
}

/// For each line, the number of tiles that block it, and its cost for each team.
fn costs(index: &PairIndex, tiles: &TileCosts) -> (Vec<u32>, [PairTable; 3]) {
    let pairs = 0..index.pairs().count();
    let evaluated: Vec<(u32, [u32; 3])> =
        pairs.into_par_iter().map(|pair| evaluate(index, tiles, pair)).collect();
    let barriers = evaluated.iter().map(|&(barriers, _)| barriers).collect();
    let table = |row: usize| {
        let costs = evaluated.iter().map(|(_, costs)| costs[row]).collect();
        PairTable::from_costs(Arc::clone(index.pairs()), costs)
    };
    (barriers, [table(0), table(1), table(2)])
}

/// The number of tiles that block a line, and its cost for each of [`TEAMS`].
pub(super) fn evaluate(index: &PairIndex, tiles: &TileCosts, pair: usize) -> (u32, [u32; 3]) {
    if index.is_blocked(pair) {
        return (1, [UNJOINED; TEAMS.len()]);
    }
    let line = index.line(pair);
    let barriers = line.crossed().filter(|&cell| tiles.is_closed(cell)).count() as u32;
    let costs = if barriers > 0 { [UNJOINED; 3] } else { unblocked_cost(index, tiles, pair) };
    (barriers, costs)
}

/// The cost of a line that is not blocked.
pub(super) fn unblocked_cost(index: &PairIndex, tiles: &TileCosts, pair: usize) -> [u32; 3] {
    let line = index.line(pair);
    tiles.sum(line.paid()).map(|sum| sum.min(UNJOINED.into()) as u32)
}
