//! Free cells as bits: of a whole world, or as far as a search has queried.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, Axis};

use super::jump_table::JumpTable;
use super::landmarks::Landmarks;
use super::squares::{Grid, Place};
use crate::{ObstacleKey, Obstacles, Request, SweptBox};

/// The free cells of a [`Grid`], precomputed for a whole world.
///
/// A cell is free when an agent at its centre, of its own size or that of the cell, whichever is
/// larger, is within the bounds and overlaps no obstacle. Polygons count as their bounding boxes.
#[derive(Debug, Clone, PartialEq)]
pub struct OccupancyGrid {
    grid: Grid,
    /// For each block its rows of bits and then its columns, block by block.
    words: Vec<u64>,
    tables: Option<Tables>,
}

/// What is computed once for searches with jumps.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tables {
    pub jumps: JumpTable,
    pub landmarks: Landmarks,
}

impl OccupancyGrid {
    /// Queries all obstacles once, in a few microseconds for each block of 64 × 64 cells and some
    /// nanoseconds for each obstacle in it. Grids of up to four million cells get tables for
    /// [`JumpPoint`](super::JumpPoint), with 45 bytes and in some 200 nanoseconds for each cell: the
    /// straight jumps from every cell, the components of the free cells, and distances from eight
    /// landmarks.
    #[must_use]
    pub fn new(grid: Grid, obstacles: &dyn Obstacles) -> Self {
        let mut words = Vec::with_capacity(blocks(&grid) as usize * WORDS);
        for block in 0..blocks(&grid) {
            query_block(&grid, block, obstacles, &[], &mut words);
        }
        let tables = JumpTable::new(&grid, &KnownCells::new(&grid, None, &words)).map(|jumps| {
            let landmarks = Landmarks::new(&grid, &jumps);
            Tables { jumps, landmarks }
        });
        Self { grid, words, tables }
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whether a cell is free; cells outside the grid are not.
    #[must_use]
    pub fn is_free(&self, column: u32, row: u32) -> bool {
        let place = [column.cast_signed(), row.cast_signed()];
        column < self.grid.columns && self.ground().is_free(place) == Ok(true)
    }

    pub(super) fn ground(&self) -> KnownCells<'_> {
        KnownCells::new(&self.grid, None, &self.words)
    }

    pub(super) fn tables(&self) -> Option<&Tables> {
        self.tables.as_ref()
    }

    /// Whether it provides the cells for a search of `request` on `grid`.
    pub(super) fn serves(&self, grid: &Grid, request: &Request) -> bool {
        self.grid == *grid && request.ignore.is_empty()
    }
}

/// A set of obstacles that does not change, with its [`OccupancyGrid`].
///
/// Searches for agents of the grid's agent size on the grid's cells use the occupancy grid only, if
/// they ignore no obstacle; all others query the obstacles.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2};
/// use terrarium_navigation::grid::{OnGrid, Grid};
/// use terrarium_navigation::{Goal, ObstacleField, ObstacleKey, Request, navigator};
///
/// let world = Aabb::new(DVec2::ZERO, DVec2::splat(8.0));
/// let wall = Aabb::new(DVec2::new(3.0, 0.0), DVec2::new(4.0, 6.0));
/// let field = ObstacleField::new(world, vec![(ObstacleKey(0), wall)]);
/// let half = DVec2::splat(0.5);
/// let boarded = OnGrid::new(field, Grid::new(world, half, 1.0).unwrap());
/// let to = Goal::Point(DVec2::new(7.5, 0.5));
/// let request = Request::new(DVec2::new(0.5, 0.5), to, half);
/// let found = navigator("jump-point").unwrap().find(request.clone(), &boarded);
/// let length = found.length_from(request.start).unwrap();
/// // Nine straight steps and five diagonal ones.
/// assert!((length - (9.0 + 5.0 * 2.0_f64.sqrt())).abs() < 1e-12);
/// ```
#[derive(Debug, Clone)]
pub struct OnGrid<O> {
    obstacles: O,
    occupancy: OccupancyGrid,
}

impl<O: Obstacles> OnGrid<O> {
    /// Computes the occupancy grid.
    #[must_use]
    pub fn new(obstacles: O, grid: Grid) -> Self {
        let occupancy = OccupancyGrid::new(grid, &obstacles);
        Self { obstacles, occupancy }
    }

    /// The obstacles.
    #[must_use]
    pub fn obstacles(&self) -> &O {
        &self.obstacles
    }
}

impl<O: Obstacles> Obstacles for OnGrid<O> {
    fn bounds(&self) -> Aabb {
        self.obstacles.bounds()
    }

    fn visit(
        &self,
        swept: &mut SweptBox,
        visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
    ) {
        self.obstacles.visit(swept, visitor);
    }

    fn wrapped(&self) -> Option<&dyn Obstacles> {
        Some(&self.obstacles)
    }

    fn occupancy(&self) -> Option<&OccupancyGrid> {
        Some(&self.occupancy)
    }
}

/// The number of a block of cells that has not been queried yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UnknownBlock(u32);

/// The cells known to be free: of a whole occupancy grid, or as far as a search has queried.
#[derive(Clone, Copy)]
pub(super) struct KnownCells<'a> {
    /// The numbers of columns and rows.
    lines: [u32; 2],
    /// The numbers of blocks per row and per column.
    blocks: [u32; 2],
    /// For each block one more than its index among the words; `None` when all are there.
    places: Option<&'a [u32]>,
    words: &'a [u64],
}

impl<'a> KnownCells<'a> {
    fn new(grid: &Grid, places: Option<&'a [u32]>, words: &'a [u64]) -> Self {
        let lines = [grid.columns, grid.rows];
        Self { lines, blocks: lines.map(|count| count.div_ceil(64)), places, words }
    }

    /// Whether a cell is free. Outside the grid none is.
    pub fn is_free(&self, [x, y]: Place) -> Result<bool, UnknownBlock> {
        self.bits(Axis::X, y, x >> 6).map(|word| word >> (x & 63) & 1 == 1)
    }

    /// The 64 cells from `word` · 64 on of the row (along x) or the column (along y) `line`: one
    /// bit each, set for free cells. Outside the grid none is.
    #[inline]
    pub fn bits(&self, axis: Axis, line: i32, word: i32) -> Result<u64, UnknownBlock> {
        self.first_word(axis, line, word).map(|first| first.map_or(0, |first| self.words[first]))
    }

    /// The same for the previous line, the line itself and the next.
    #[inline(always)]
    pub fn three(&self, axis: Axis, line: i32, word: i32) -> Result<[u64; 3], UnknownBlock> {
        if (1..63).contains(&(line & 63)) {
            // All in one block; beyond the last line no cell is free.
            let Some(own) = self.first_word(axis, line, word)? else { return Ok([0; 3]) };
            if let Some(&[before, own, behind]) = self.words.get(own - 1..own + 2) {
                return Ok([before, own, behind]);
            }
        }
        let bits = |line| self.bits(axis, line, word);
        Ok([bits(line - 1)?, bits(line)?, bits(line + 1)?])
    }

    /// The index of the first word of a line; `None` outside the grid.
    #[inline(always)]
    fn first_word(&self, axis: Axis, line: i32, word: i32) -> Result<Option<usize>, UnknownBlock> {
        let ([columns, rows], [abreast, high]) = (self.lines, self.blocks);
        let (x, y, first, line_count, word_count) = match axis {
            Axis::X => (word, line >> 6, 0, rows, abreast),
            Axis::Y => (line >> 6, word, 64, columns, high),
        };
        // Negative numbers become larger than the counts.
        if line.cast_unsigned() >= line_count || word.cast_unsigned() >= word_count {
            return Ok(None);
        }
        let number = (y.cast_unsigned() * abreast + x.cast_unsigned()) as usize;
        let block = match self.places {
            None => number,
            Some(places) => {
                let unknown = UnknownBlock(number as u32);
                places[number].checked_sub(1).ok_or(unknown)? as usize
            }
        };
        Ok(Some(block * WORDS + first + (line & 63) as usize))
    }
}

/// The free cells that a search has queried so far.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct ExploredCells {
    grid: Grid,
    /// For each block one more than its index among the known blocks; 0 when it is unknown.
    places: Vec<u32>,
    words: Vec<u64>,
}

impl ExploredCells {
    pub fn nothing(grid: Grid) -> Self {
        Self { grid, places: vec![0; blocks(&grid) as usize], words: Vec::new() }
    }

    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    pub fn ground(&self) -> KnownCells<'_> {
        KnownCells::new(&self.grid, Some(&self.places), &self.words)
    }

    /// Queries a block.
    pub fn query(
        &mut self,
        UnknownBlock(block): UnknownBlock,
        obstacles: &dyn Obstacles,
        request: &Request,
    ) {
        query_block(&self.grid, block, obstacles, &request.ignore, &mut self.words);
        self.places[block as usize] = (self.words.len() / WORDS) as u32;
    }

    /// Whether all known blocks exist.
    pub fn is_sound(&self) -> bool {
        self.grid.is_sound()
            && self.places.len() == blocks(&self.grid) as usize
            && self.words.len().is_multiple_of(WORDS)
            && self.places.iter().all(|&place| place as usize <= self.words.len() / WORDS)
    }
}

/// A block has 64 × 64 cells; it has a word for each row and each column.
const WORDS: usize = 128;

fn blocks(grid: &Grid) -> u32 {
    grid.columns().div_ceil(64) * grid.rows().div_ceil(64)
}

/// Queries which cells of a block are free, and appends its words.
fn query_block(
    grid: &Grid,
    block: u32,
    obstacles: &dyn Obstacles,
    ignore: &[ObstacleKey],
    words: &mut Vec<u64>,
) {
    let abreast = grid.columns().div_ceil(64);
    let (first_x, first_y) = (block % abreast * 64, block / abreast * 64);
    let last_x = (first_x + 63).min(grid.columns() - 1);
    let last_y = (first_y + 63).min(grid.rows() - 1);
    let (first, last) = (grid.centre(first_x, first_y), grid.centre(last_x, last_y));
    let room = grid.room();
    let is_within =
        |centre: f64, axis: Axis| axis.of(room.min) <= centre && centre <= axis.of(room.max);
    let mut rows = [0; 64];
    let open = (first_x..=last_x).filter(|&x| is_within(grid.centre(x, 0).x, Axis::X));
    let open = open.fold(0, |open, x| open | 1 << (x - first_x));
    for y in (first_y..=last_y).filter(|&y| is_within(grid.centre(0, y).y, Axis::Y)) {
        rows[(y - first_y) as usize] = open;
    }
    let half = grid.half();
    let mut swept = SweptBox::area(&Aabb::spanning(first, last), grid.clearance());
    obstacles.visit(&mut swept, &mut |_, key, aabb| {
        let inflated = aabb.inflated(half);
        if !inflated.min.cmplt(inflated.max).all() || ignore.binary_search(&key).is_ok() {
            return;
        }
        let Some((from, to)) = grid.covered(Axis::X, &aabb, (first_x, last_x)) else { return };
        let Some((low, high)) = grid.covered(Axis::Y, &aabb, (first_y, last_y)) else { return };
        let covered = (u64::MAX >> (63 - (to - from))) << (from - first_x);
        for row in &mut rows[(low - first_y) as usize..=(high - first_y) as usize] {
            *row &= !covered;
        }
    });
    words.extend(rows);
    words.extend(transposed(rows));
}

/// Transposes a bit matrix.
fn transposed(mut rows: [u64; 64]) -> [u64; 64] {
    let mut width = 32;
    let mut mask = u64::MAX >> 32;
    while width > 0 {
        for row in (0..64).filter(|row| row & width == 0) {
            let swap = ((rows[row] >> width) ^ rows[row + width]) & mask;
            rows[row] ^= swap << width;
            rows[row + width] ^= swap;
        }
        width /= 2;
        mask ^= mask << width;
    }
    rows
}
