//! Which cells are free, as bits: all of a world at once, or as far as a search has looked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::squares::{Grid, Place};
use crate::geometry::{Aabb, Axis, Convex};
use crate::{ObstacleKey, Obstacles, Reach, Request};

/// Which cells of a [`Grid`] are free, made once for a whole world.
///
/// A cell is free when a mover in its middle, of its own size or that of the cell, whichever is
/// more, would be within the bounds and overlap no obstacle. Polygons count as the smallest boxes
/// around them.
#[derive(Debug, Clone, PartialEq)]
pub struct OccupancyGrid {
    grid: Grid,
    /// For each block its rows of bits and then its columns, block by block.
    words: Vec<u64>,
}

impl OccupancyGrid {
    /// Looks at everything once, a few microseconds for each block of 64 × 64 cells and some
    /// nanoseconds for each obstacle in it.
    #[must_use]
    pub fn new(grid: Grid, obstacles: &dyn Obstacles) -> Self {
        let mut words = Vec::with_capacity(blocks(&grid) as usize * WORDS);
        for block in 0..blocks(&grid) {
            looked(&grid, block, obstacles, &[], &mut words);
        }
        Self { grid, words }
    }

    /// How the world is cut.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whether a cell is free; none is that is not there.
    #[must_use]
    pub fn is_free(&self, column: u32, row: u32) -> bool {
        let place = [column.cast_signed(), row.cast_signed()];
        column < self.grid.columns && self.ground().is_free(place) == Ok(true)
    }

    pub(super) fn ground(&self) -> CellKnowledge<'_> {
        CellKnowledge::new(&self.grid, None, &self.words)
    }

    /// Whether it knows what a search of `request` on `grid` would find out.
    pub(super) fn serves(&self, grid: &Grid, request: &Request) -> bool {
        self.grid == *grid && request.ignore.is_empty()
    }
}

/// Any set of obstacles that does not change, together with the [`OccupancyGrid`] of it.
///
/// Searches for movers of the board's size on the board's cells look nothing up but the board, as
/// long as they ignore no obstacle; all others go on as if there were none.
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
    /// Makes the board.
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

    fn visit(&self, reach: &mut Reach, visitor: &mut dyn FnMut(&mut Reach, ObstacleKey, Aabb)) {
        self.obstacles.visit(reach, visitor);
    }

    fn polygons(&self) -> &BTreeMap<ObstacleKey, Convex> {
        self.obstacles.polygons()
    }

    fn occupancy(&self) -> Option<&OccupancyGrid> {
        Some(&self.occupancy)
    }
}

/// A block of cells that nobody has looked at yet, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unknown(u32);

/// What is known of which cells are free: a whole board, or as far as a search has looked.
#[derive(Clone, Copy)]
pub(super) struct CellKnowledge<'a> {
    /// How many columns and rows there are.
    lines: [u32; 2],
    /// How many blocks there are abreast, and one upon the other.
    blocks: [u32; 2],
    /// For each block one more than its place among the words; `None` when all are there.
    places: Option<&'a [u32]>,
    words: &'a [u64],
}

impl<'a> CellKnowledge<'a> {
    fn new(grid: &Grid, places: Option<&'a [u32]>, words: &'a [u64]) -> Self {
        let lines = [grid.columns, grid.rows];
        Self { lines, blocks: lines.map(|count| count.div_ceil(64)), places, words }
    }

    /// Whether a cell is free. Outside of the grid none is.
    pub fn is_free(&self, [x, y]: Place) -> Result<bool, Unknown> {
        self.bits(Axis::X, y, x >> 6).map(|word| word >> (x & 63) & 1 == 1)
    }

    /// The 64 cells from `word` · 64 on of the row (along x) or the column (along y) `line`: a bit
    /// each, set for those that are free. Outside of the grid none is.
    #[inline]
    pub fn bits(&self, axis: Axis, line: i32, word: i32) -> Result<u64, Unknown> {
        self.first_word(axis, line, word).map(|first| first.map_or(0, |first| self.words[first]))
    }

    /// The same of the line before, the line itself and that behind.
    #[inline(always)]
    pub fn three(&self, axis: Axis, line: i32, word: i32) -> Result<[u64; 3], Unknown> {
        if (1..63).contains(&(line & 63)) {
            // All in one block, where there is nothing free beyond the last line.
            let Some(own) = self.first_word(axis, line, word)? else { return Ok([0; 3]) };
            if let Some(&[before, own, behind]) = self.words.get(own - 1..own + 2) {
                return Ok([before, own, behind]);
            }
        }
        let bits = |line| self.bits(axis, line, word);
        Ok([bits(line - 1)?, bits(line)?, bits(line + 1)?])
    }

    /// Where the bits of a line begin; `None` outside of the grid.
    #[inline(always)]
    fn first_word(&self, axis: Axis, line: i32, word: i32) -> Result<Option<usize>, Unknown> {
        let ([columns, rows], [abreast, high]) = (self.lines, self.blocks);
        let (x, y, first, line_count, word_count) = match axis {
            Axis::X => (word, line >> 6, 0, rows, abreast),
            Axis::Y => (line >> 6, word, 64, columns, high),
        };
        // What is negative becomes more than there are.
        if line.cast_unsigned() >= line_count || word.cast_unsigned() >= word_count {
            return Ok(None);
        }
        let number = (y.cast_unsigned() * abreast + x.cast_unsigned()) as usize;
        let block = match self.places {
            None => number,
            Some(places) => {
                let unknown = Unknown(number as u32);
                places[number].checked_sub(1).ok_or(unknown)? as usize
            }
        };
        Ok(Some(block * WORDS + first + (line & 63) as usize))
    }
}

/// What a search has found out about which cells are free.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct ExploredCells {
    grid: Grid,
    /// For each block one more than its place among those that are known, 0 when it is not.
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

    pub fn ground(&self) -> CellKnowledge<'_> {
        CellKnowledge::new(&self.grid, Some(&self.places), &self.words)
    }

    /// Looks at a block.
    pub fn look(&mut self, Unknown(block): Unknown, obstacles: &dyn Obstacles, request: &Request) {
        looked(&self.grid, block, obstacles, &request.ignore, &mut self.words);
        self.places[block as usize] = (self.words.len() / WORDS) as u32;
    }

    /// Whether all blocks that are known are there.
    pub fn is_sound(&self) -> bool {
        self.grid.is_sound()
            && self.places.len() == blocks(&self.grid) as usize
            && self.words.len().is_multiple_of(WORDS)
            && self.places.iter().all(|&place| place as usize <= self.words.len() / WORDS)
    }
}

/// A block is 64 cells wide and as many high; it has a word for each row and each column.
const WORDS: usize = 128;

fn blocks(grid: &Grid) -> u32 {
    grid.columns().div_ceil(64) * grid.rows().div_ceil(64)
}

/// Looks which cells of a block are free, and adds its words.
fn looked(
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
    let mut reach = Reach::area(&Aabb::spanning(first, last), grid.reach());
    obstacles.visit(&mut reach, &mut |_, key, aabb| {
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

/// Bit by bit, what is a row becomes a column.
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
