//! An index from tiles to the pairs of nodes whose lines meet them.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use terrarium_space::terrain::Cell;

use super::pairs::Pairs;
use super::tile_cost::TileCosts;
use super::{Line, NodeId, StrategicProblem};

/// The maximum total length of all lines between nodes, in tiles along their longer axes.
pub const MAX_LINES: u64 = 1 << 31;

/// The maximum number of entries of an index: 256 MiB. With more, it is of blocks of tiles.
const MAX_ENTRIES: u64 = 1 << 26;

/// The number of lines that are held in memory at once while an index is made.
const AT_ONCE: usize = 1 << 16;

/// The line pays for the tile.
const PAYS: u32 = 1;

/// The line's body crosses the tile.
const CROSSES: u32 = 2;

/// The lines between pairs of nodes, and the pairs that each tile affects.
#[derive(Debug, Clone)]
pub(super) struct PairIndex {
    cells: Vec<Cell>,
    pairs: Arc<Pairs>,
    half_width: u32,
    size: (u32, u32),
    /// Pairs whose line crosses an impassable, indestructible tile: no change of a wall affects
    /// them.
    blocked: Vec<bool>,
    /// The side of a block of tiles, as a power of two: 0 where each tile is one.
    block: u32,
    /// For each block the index of its first entry, plus a final one.
    first: Vec<u32>,
    /// The pairs whose lines meet a block, in their order, each with how its line meets the tile in
    /// the two lowest bits if that is one tile. A pair may be entered twice in a larger block.
    entries: Vec<u32>,
}

/// How a pair's line meets a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Touch {
    pub pair: usize,
    pub pays: bool,
    pub crosses: bool,
}

impl PairIndex {
    /// The index of the lines between these pairs of nodes on these tiles.
    pub fn new(
        cells: Vec<Cell>,
        pairs: Arc<Pairs>,
        tiles: &TileCosts,
    ) -> Result<Self, StrategicProblem> {
        Self::with_entries(cells, pairs, tiles, MAX_ENTRIES)
    }

    /// The same with a maximum number of entries.
    fn with_entries(
        cells: Vec<Cell>,
        pairs: Arc<Pairs>,
        tiles: &TileCosts,
        most: u64,
    ) -> Result<Self, StrategicProblem> {
        let mut index = Self {
            cells,
            half_width: tiles.settings().half_width,
            size: tiles.size(),
            blocked: vec![false; pairs.count()],
            pairs,
            block: 0,
            first: Vec::new(),
            entries: Vec::new(),
        };
        index.check_length()?;
        let all = 0..index.pairs.count();
        let is_blocked = |pair| index.is_closed_for_good(pair, tiles);
        index.blocked = all.into_par_iter().map(is_blocked).collect();
        while index.count_entries() > most {
            index.block += 1;
        }
        index.sort_by_block();
        Ok(index)
    }

    /// The line of a pair.
    pub fn line(&self, pair: usize) -> Line {
        let (a, b) = self.pairs.nodes_of(pair);
        let cell = |node: NodeId| self.cells[node as usize];
        Line::between(cell(a), cell(b), self.half_width)
    }

    /// The pairs that lines may join.
    pub fn pairs(&self) -> &Arc<Pairs> {
        &self.pairs
    }

    /// Whether a pair is blocked permanently, so that no change of walls or sentries affects it.
    pub fn is_blocked(&self, pair: usize) -> bool {
        self.blocked[pair]
    }

    /// The pairs whose lines meet a tile.
    pub fn touching(&self, cell: Cell) -> Vec<Touch> {
        let block = self.block_of(cell);
        let entries = self.first[block] as usize..self.first[block + 1] as usize;
        let entries = self.entries[entries].iter();
        if self.block == 0 {
            let touch = |&entry: &u32| Touch {
                pair: (entry >> 2) as usize,
                pays: entry & PAYS != 0,
                crosses: entry & CROSSES != 0,
            };
            return entries.map(touch).collect();
        }
        let mut pairs: Vec<usize> = entries.map(|entry| (entry >> 2) as usize).collect();
        pairs.dedup();
        self.touching_among(pairs, cell)
    }

    /// Those of these pairs whose lines meet a tile.
    pub fn touching_among(&self, pairs: impl IntoIterator<Item = usize>, cell: Cell) -> Vec<Touch> {
        let touch = |pair: usize| {
            let line = self.line(pair);
            Touch { pair, pays: line.pays(cell), crosses: line.crosses(cell) }
        };
        let open = pairs.into_iter().filter(|&pair| !self.is_blocked(pair));
        open.map(touch).filter(|touch| touch.pays || touch.crosses).collect()
    }

    fn check_length(&self) -> Result<(), StrategicProblem> {
        let lines = 0..self.pairs.count();
        let tiles = lines.into_par_iter().map(|pair| self.line(pair).between_ends()).sum();
        let nodes = self.cells.len();
        if tiles > MAX_LINES {
            Err(StrategicProblem::LinesTooLong { nodes, tiles })
        } else {
            Ok(())
        }
    }

    fn is_closed_for_good(&self, pair: usize, tiles: &TileCosts) -> bool {
        self.line(pair).crossed().any(|cell| tiles.is_closed_for_good(cell))
    }

    /// The lines of those of these pairs that are not blocked permanently.
    fn lines(&self, pairs: Range<usize>) -> impl ParallelIterator<Item = (usize, Line)> {
        let open = pairs.into_par_iter().filter(|&pair| !self.is_blocked(pair));
        open.map(|pair| (pair, self.line(pair)))
    }

    fn count_entries(&self) -> u64 {
        self.lines(0..self.pairs.count()).map(|(_, line)| self.met(&line).count() as u64).sum()
    }

    /// The blocks that a line meets, and how if a block is a tile.
    fn met<'a>(&'a self, line: &'a Line) -> impl Iterator<Item = (usize, u32)> + 'a {
        let flags = |cell: Cell| if line.pays(cell) { CROSSES | PAYS } else { CROSSES };
        let crossed = line.crossed().map(move |cell| (cell, flags(cell)));
        // A paying point exactly on an edge pays for a tile that the body does not enter.
        let beside = line.paid().filter(|&cell| !line.crosses(cell)).map(|cell| (cell, PAYS));
        let mut last = [usize::MAX; 2];
        crossed.chain(beside).filter_map(move |(cell, flags)| {
            let block = self.block_of(cell);
            // The tiles of a line go to and fro between two neighbouring blocks.
            let is_new = self.block == 0 || !last.contains(&block);
            if is_new {
                last = [last[1], block];
            }
            is_new.then_some((block, flags))
        })
    }

    fn block_of(&self, Cell { x, y }: Cell) -> usize {
        let columns = ((self.size.0 - 1) >> self.block) + 1;
        ((y >> self.block) * columns + (x >> self.block)) as usize
    }

    /// Fills in the entries, ordered by block and within a block by pair.
    fn sort_by_block(&mut self) {
        let (width, height) = self.size;
        let blocks = self.block_of(Cell::new(width - 1, height - 1)) + 1;
        let mut first = vec![0_u32; blocks + 1];
        self.for_each_entry(|block, _| first[block + 1] += 1);
        for block in 0..blocks {
            first[block + 1] += first[block];
        }
        let mut free = first.clone();
        let mut entries = vec![0; first[blocks] as usize];
        self.for_each_entry(|block, entry| {
            entries[free[block] as usize] = entry;
            free[block] += 1;
        });
        (self.first, self.entries) = (first, entries);
    }

    /// Calls a function with each block and each of its entries, in the order of the pairs.
    fn for_each_entry(&self, mut visit: impl FnMut(usize, u32)) {
        for first in (0..self.pairs.count()).step_by(AT_ONCE) {
            let pairs = first..self.pairs.count().min(first + AT_ONCE);
            let lines: Vec<(usize, Line)> = self.lines(pairs).collect();
            for (pair, line) in &lines {
                self.met(line).for_each(|(block, flags)| visit(block, (*pair as u32) << 2 | flags));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use terrarium_space::terrain::Terrain;

    use super::*;
    use crate::strategic::StrategicConfig;

    #[test]
    fn an_index_of_blocks_finds_what_one_of_tiles_finds() {
        let rows = ["  ##  ~  ", "     ~~  ", " #       ", "  @   ## ", "         ", "~~  #    "];
        let terrain = Terrain::from_rows("", rows).unwrap();
        let tiles = TileCosts::new(&terrain, StrategicConfig::default()).unwrap();
        let all: Vec<Cell> = terrain.tiles().map(|(cell, _)| cell).collect();
        let nodes: Vec<Cell> = all.iter().copied().step_by(4).collect();
        let pairs = Arc::new(Pairs::All(nodes.len()));
        let index = |most| {
            PairIndex::with_entries(nodes.clone(), Arc::clone(&pairs), &tiles, most).unwrap()
        };
        let by_tile = index(MAX_ENTRIES);
        assert_eq!(by_tile.block, 0);
        for share in [2, 3, 4] {
            let most = by_tile.entries.len() as u64 / share;
            let by_block = index(most);
            assert!(by_block.entries.len() as u64 <= most && by_block.block > 0);
            for &cell in &all {
                let found = by_block.touching(cell);
                assert_eq!(found, by_tile.touching(cell), "{cell}");
                assert_eq!(found, by_tile.touching_among(0..pairs.count(), cell), "{cell}");
            }
        }
    }
}
