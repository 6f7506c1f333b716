//! The position of a tile in its grid.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The position of a tile: its column and row, counted from 0 at the top left.
///
/// Cells sort column by column. In a file a cell is the pair `[x, y]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "(u32, u32)", into = "(u32, u32)")]
pub struct Cell {
    /// The column, counted from the left.
    pub x: u32,
    /// The row, counted from the top.
    pub y: u32,
}

impl Cell {
    /// The cell in column `x` of row `y`.
    #[must_use]
    pub fn new(x: u32, y: u32) -> Self {
        Self { x, y }
    }
}

impl From<(u32, u32)> for Cell {
    fn from((x, y): (u32, u32)) -> Self {
        Self { x, y }
    }
}

impl From<Cell> for (u32, u32) {
    fn from(cell: Cell) -> Self {
        (cell.x, cell.y)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.x, self.y)
    }
}
