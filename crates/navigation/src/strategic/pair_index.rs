//! An index from tiles to the pairs of nodes whose lines meet them.

use rayon::prelude::*;
use terrarium_space::terrain::Cell;

use super::pair_table::nodes_of;
use super::tile_cost::TileCosts;
use super::{Line, NodeId, StrategicProblem};

/// The maximum total length of all lines between nodes, in tiles along their longer axes.
pub const MAX_LINES: u64 = 1 << 31;

/// The maximum number of entries of an index: 256 MiB. With more, every query scans all lines.
const MAX_ENTRIES: usize = 1 << 26;

/// The line pays for the tile.
const PAYS: u32 = 1;

/// The line's body crosses the tile.
const CROSSES: u32 = 2;

/// The lines between all pairs of nodes, and the pairs that each tile affects.
#[derive(Debug, Clone)]
pub(super) struct PairIndex {
    cells: Vec<Cell>,
    half_width: u32,
    width: u32,
    /// Pairs whose line crosses an impassable, indestructible tile: no change of a wall affects
    /// them.
    blocked: Vec<bool>,
    /// For each tile the index of its first entry, plus a final one; empty when there would be too
    /// many entries.
    first: Vec<u32>,
    /// Pairs, each with how its line meets the tile in the two lowest bits.
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
    /// The index of all lines between nodes on these tiles.
    pub fn new(cells: Vec<Cell>, tiles: &TileCosts) -> Result<Self, StrategicProblem> {
        let (width, height) = tiles.size();
        let half_width = tiles.settings().half_width;
        let pairs = cells.len() * cells.len().saturating_sub(1) / 2;
        let blocked = vec![false; pairs];
        let mut index =
            Self { cells, half_width, width, blocked, first: Vec::new(), entries: Vec::new() };
        index.check_length()?;
        let counts: Vec<Option<usize>> =
            (0..pairs).into_par_iter().map(|pair| index.count(pair, tiles)).collect();
        index.blocked = counts.iter().map(Option::is_none).collect();
        if counts.iter().flatten().sum::<usize>() <= MAX_ENTRIES {
            index.sort_by_tile(width as usize * height as usize);
        }
        Ok(index)
    }

    /// The line of a pair.
    pub fn line(&self, pair: usize) -> Line {
        let (a, b) = nodes_of(pair);
        let cell = |node: NodeId| self.cells[node as usize];
        Line::between(cell(a), cell(b), self.half_width)
    }

    /// The number of pairs.
    pub fn pairs(&self) -> usize {
        self.blocked.len()
    }

    /// Whether a pair is blocked permanently, so that no change of walls or sentries affects it.
    pub fn is_blocked(&self, pair: usize) -> bool {
        self.blocked[pair]
    }

    /// The pairs whose lines meet a tile.
    pub fn touching(&self, cell: Cell) -> Vec<Touch> {
        if self.first.is_empty() {
            return self.touching_one_by_one(cell);
        }
        let tile = (cell.y * self.width + cell.x) as usize;
        let entries = self.first[tile] as usize..self.first[tile + 1] as usize;
        let touch = |&entry: &u32| Touch {
            pair: (entry >> 2) as usize,
            pays: entry & PAYS != 0,
            crosses: entry & CROSSES != 0,
        };
        self.entries[entries].iter().map(touch).collect()
    }

    /// The same, by a scan of all lines.
    pub fn touching_one_by_one(&self, cell: Cell) -> Vec<Touch> {
        let touch = |pair: usize| {
            let line = self.line(pair);
            Touch { pair, pays: line.pays(cell), crosses: line.crosses(cell) }
        };
        let open = (0..self.pairs()).filter(|&pair| !self.is_blocked(pair));
        open.map(touch).filter(|touch| touch.pays || touch.crosses).collect()
    }

    fn check_length(&self) -> Result<(), StrategicProblem> {
        let lines = 0..self.pairs();
        let tiles = lines.into_par_iter().map(|pair| self.line(pair).between_ends()).sum();
        let nodes = self.cells.len();
        if tiles > MAX_LINES {
            Err(StrategicProblem::LinesTooLong { nodes, tiles })
        } else {
            Ok(())
        }
    }

    /// The number of tiles that a line meets; `None` if it is blocked permanently.
    fn count(&self, pair: usize, tiles: &TileCosts) -> Option<usize> {
        let line = self.line(pair);
        let blocked = line.crossed().any(|cell| tiles.is_closed_for_good(cell));
        (!blocked).then(|| self.met(&line).count())
    }

    /// The tiles that a line meets, and how.
    fn met<'a>(&'a self, line: &'a Line) -> impl Iterator<Item = (usize, u32)> + 'a {
        let tile = |cell: Cell| (cell.y * self.width + cell.x) as usize;
        let flags = |cell: Cell| if line.pays(cell) { CROSSES | PAYS } else { CROSSES };
        let crossed = line.crossed().map(move |cell| (tile(cell), flags(cell)));
        // A paying point exactly on an edge pays for a tile that the body does not enter.
        let beside = line.paid().filter(|&cell| !line.crosses(cell));
        crossed.chain(beside.map(move |cell| (tile(cell), PAYS)))
    }

    /// Fills in the entries, ordered by tile and within a tile by pair.
    fn sort_by_tile(&mut self, tiles: usize) {
        let lines: Vec<(usize, Line)> = (0..self.pairs())
            .filter(|&pair| !self.is_blocked(pair))
            .map(|pair| (pair, self.line(pair)))
            .collect();
        let mut first = vec![0_u32; tiles + 1];
        for (tile, _) in lines.iter().flat_map(|(_, line)| self.met(line)) {
            first[tile + 1] += 1;
        }
        for tile in 0..tiles {
            first[tile + 1] += first[tile];
        }
        let mut free = first.clone();
        let mut entries = vec![0; first[tiles] as usize];
        for (pair, line) in &lines {
            for (tile, flags) in self.met(line) {
                entries[free[tile] as usize] = (*pair as u32) << 2 | flags;
                free[tile] += 1;
            }
        }
        (self.first, self.entries) = (first, entries);
    }
}
