//! A board of squares with all its shortest paths, precomputed.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::DVec2;

use super::endpoints::sees;
use super::squares::{Grid, Place};
use super::steps::{STEPS, after};
use crate::strategic::{NodeId, PairTable, Successors};
use crate::{Goal, Obstacles, Request};

/// The cost of a straight step: large enough that the cost of a diagonal step is in proportion.
pub const STRAIGHT_COST: u32 = 2_000;

/// The cost of a diagonal step: √2 times as much.
pub const DIAGONAL_COST: u32 = 2_828;

/// The shortest paths between all squares of a board, and for each pair the next square.
///
/// A step leads straight or diagonally from the centre of a square to the centre of a neighbour,
/// where the segment between them is free; the test is exact, so walls may stand between squares as
/// well as on them. The Floyd–Warshall algorithm computes for each pair of squares an intermediate
/// square of the shortest path. Resolving the first halves recursively gives the direct
/// [successor](Self::next), which is always in sight.
///
/// The table is valid until an obstacle moves. Computing it takes time cubic in the number of
/// squares, and memory quadratic: some milliseconds and 300 kB for 15 × 15.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2};
/// use terrarium_navigation::ObstacleField;
/// use terrarium_navigation::grid::{Grid, STRAIGHT_COST, SuccessorBoard};
///
/// let world = Aabb::new(DVec2::ZERO, DVec2::new(4.0, 1.0));
/// let half = DVec2::splat(0.25);
/// let grid = Grid::new(world, half, 1.0).unwrap();
/// let board = SuccessorBoard::new(grid, &ObstacleField::new(world, Vec::new())).unwrap();
/// let [a, b, c, d] = [(0, 0), (1, 0), (2, 0), (3, 0)];
/// assert_eq!(board.cost(a, d), Some(3 * STRAIGHT_COST));
/// assert_eq!([board.next(a, d), board.next(b, d), board.next(c, d)], [Some(b), Some(c), Some(d)]);
/// ```
#[derive(Debug, Clone)]
pub struct SuccessorBoard {
    grid: Grid,
    successors: Successors,
}

/// The maximum number of squares on a side of a board.
pub const MAX_SQUARES: u32 = 24;

impl SuccessorBoard {
    /// Queries all squares and computes all paths; `None` when the grid has more columns or rows
    /// than [`MAX_SQUARES`].
    #[must_use]
    pub fn new(grid: Grid, obstacles: &dyn Obstacles) -> Option<Self> {
        if grid.columns.max(grid.rows) > MAX_SQUARES {
            return None;
        }
        let mut squares = Squares::unseen(&grid);
        // The goal of the request does not matter.
        let request = Request::new(DVec2::ZERO, Goal::Point(DVec2::ZERO), grid.half());
        while squares.step(&grid, &request, obstacles) {}
        Some(Self::from_squares(grid, &squares))
    }

    /// Computes all paths over squares that have been queried.
    pub(super) fn from_squares(grid: Grid, squares: &Squares) -> Self {
        let mut table = PairTable::unjoined(grid.cells() as usize);
        for square in 0..grid.cells() {
            for step in (0..4).filter(|step| squares.open[square as usize] >> step & 1 == 1) {
                let next = after(grid.place(square), FORWARD[step]);
                let cost = if step < 2 { STRAIGHT_COST } else { DIAGONAL_COST };
                if grid.holds(next) {
                    table.set(square as NodeId, grid.number(next) as NodeId, cost);
                }
            }
        }
        Self { grid, successors: Successors::new(&table) }
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The cost of the shortest path between two squares, given by column and row; `None` when
    /// there is none, or no such square.
    #[must_use]
    pub fn cost(&self, from: (u32, u32), to: (u32, u32)) -> Option<u32> {
        self.successors.cost(self.node(from)?, self.node(to)?)
    }

    /// The next square on the shortest path; `None` at its end, and when there is no path.
    #[must_use]
    pub fn next(&self, from: (u32, u32), to: (u32, u32)) -> Option<(u32, u32)> {
        let next = self.successors.next(self.node(from)?, self.node(to)?)?;
        Some((next % self.grid.columns, next / self.grid.columns))
    }

    /// The squares on the shortest path, both ends included.
    #[must_use]
    pub fn path(&self, from: (u32, u32), to: (u32, u32)) -> Option<Vec<(u32, u32)>> {
        self.cost(from, to)?;
        Some(std::iter::successors(Some(from), |&at| self.next(at, to)).collect())
    }

    fn node(&self, (x, y): (u32, u32)) -> Option<NodeId> {
        let place = [i32::try_from(x).ok()?, i32::try_from(y).ok()?];
        self.grid.holds(place).then(|| self.grid.number(place) as NodeId)
    }
}

/// The steps to four of the eight neighbours; the other four are their reverses.
const FORWARD: [Place; 4] = [STEPS[0], STEPS[1], STEPS[4], STEPS[5]];

/// The state of the squares of a board and of the steps between them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Squares {
    /// For each square, in bits, which of the four forward steps are free, and whether the square
    /// itself is.
    open: Vec<u8>,
    /// The index of the next query: first all squares, then all steps.
    next: u32,
}

/// The bit of a free square.
const FREE: u8 = 1 << 7;

impl Squares {
    pub fn unseen(grid: &Grid) -> Self {
        Self { open: vec![0; grid.cells() as usize], next: 0 }
    }

    /// Takes a step with one query. Returns whether there was anything left to query.
    pub fn step(&mut self, grid: &Grid, request: &Request, obstacles: &dyn Obstacles) -> bool {
        let count = grid.cells();
        while self.next < 5 * count {
            let (square, step) = (self.next % count, (self.next / count).checked_sub(1));
            self.next += 1;
            let from = grid.centre_of(square);
            let Some(step) = step else {
                if sees(request, obstacles, from, from) {
                    self.open[square as usize] |= FREE;
                }
                return true;
            };
            let to = after(grid.place(square), FORWARD[step as usize]);
            if self.is_free(square) && grid.holds(to) && self.is_free(grid.number(to)) {
                if sees(request, obstacles, from, grid.centre_of(grid.number(to))) {
                    self.open[square as usize] |= 1 << step;
                }
                return true;
            }
        }
        false
    }

    /// Whether a square is free.
    pub fn is_free(&self, square: u32) -> bool {
        self.open[square as usize] & FREE != 0
    }

    pub fn is_sound(&self, grid: &Grid) -> bool {
        self.open.len() == grid.cells() as usize
    }
}
