//! Which pairs of nodes lines may join: all of few nodes; of many, each node and those that are near.

use rayon::prelude::*;
use terrarium_space::terrain::Cell;

use super::NodeId;
use super::pair_index::MAX_LINES;
use super::pairs::Pairs;

/// Up to this many nodes, a line may join every pair, and tables of all routes can be computed.
pub const MAX_ALL_PAIRS: usize = 4096;

/// Beyond [`MAX_ALL_PAIRS`], the number of nodes to which lines may lead from a node in each of the
/// eight directions: those that are nearest.
pub const NEAREST: usize = 16;

/// The number of nodes among which they are sought. It bounds the work for a node at the edge of a
/// crowd, beside which there is nobody in some directions.
const CANDIDATES: usize = 1024;

/// The pairs of nodes on these tiles that lines may join; these are among them.
pub(super) fn pairs(cells: &[Cell], joined: &[(NodeId, NodeId)]) -> Pairs {
    if cells.len() <= MAX_ALL_PAIRS && tiles_between_all(cells) <= MAX_LINES {
        return Pairs::All(cells.len());
    }
    let lines = (0..cells.len()).into_par_iter().flat_map_iter(|node| {
        let near = nearest(cells, cells[node]).into_iter();
        near.map(move |other| (node as NodeId, other))
    });
    Pairs::listed(cells.len(), lines.chain(joined.par_iter().copied()).collect::<Vec<_>>())
}

/// The [`NEAREST`] nodes in each direction, counted in tiles along the longer axis; of equally near
/// ones the first. A node on the tile itself is not among them.
pub(super) fn nearest(cells: &[Cell], from: Cell) -> Vec<NodeId> {
    let key = |(node, &to): (NodeId, &Cell)| u64::from(tiles(from, to)) << 32 | u64::from(node);
    let mut keys: Vec<u64> = (0..).zip(cells).filter(|&(_, &to)| to != from).map(key).collect();
    if keys.len() > CANDIDATES {
        keys.select_nth_unstable(CANDIDATES);
        keys.truncate(CANDIDATES);
    }
    keys.sort_unstable();
    let mut free = [NEAREST; 8];
    keys.retain(|&key| {
        let free = &mut free[direction(from, cells[key as NodeId as usize])];
        let takes = *free > 0;
        *free -= usize::from(takes);
        takes
    });
    keys.into_iter().map(|key| key as NodeId).collect()
}

/// The number of tiles between all pairs.
fn tiles_between_all(cells: &[Cell]) -> u64 {
    let between = |(index, &to): (usize, &Cell)| -> u64 {
        cells[..index].iter().map(|&from| u64::from(tiles(from, to).saturating_sub(1))).sum()
    };
    cells.par_iter().enumerate().map(between).sum()
}

fn tiles(from: Cell, to: Cell) -> u32 {
    from.x.abs_diff(to.x).max(from.y.abs_diff(to.y))
}

/// The eighth of the compass in which a tile lies.
fn direction(from: Cell, to: Cell) -> usize {
    let is_steep = from.y.abs_diff(to.y) > from.x.abs_diff(to.x);
    usize::from(to.x < from.x) | usize::from(to.y < from.y) << 1 | usize::from(is_steep) << 2
}
