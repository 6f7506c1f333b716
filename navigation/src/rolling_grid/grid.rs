//! The grid around the rover, turned to its heading.

use serde::{Deserialize, Serialize};

use crate::geometry::DVec2;

/// How large a grid is: how many cells lie before, behind and to each side of the rover's own.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GridShape {
    /// Cells before the rover.
    pub forward: u16,
    /// Cells behind it.
    pub back: u16,
    /// Cells to its left, and as many to its right.
    pub side: u16,
    /// The side of a cell, in units.
    pub cell: f64,
}

/// A cell: how far forward, counted from the rear end, and how far to the left, from the right.
pub type Cell = (i32, i32);

/// A grid of square cells that turns with the rover and has it in the middle of one of them.
///
/// ```
/// use terrarium_navigation::geometry::DVec2;
/// use terrarium_navigation::{GridShape, LocalGrid};
///
/// let shape = GridShape { forward: 4, back: 1, side: 2, cell: 10.0 };
/// let grid = LocalGrid::new(shape, DVec2::new(100.0, 50.0), DVec2::Y);
/// assert_eq!((grid.length(), grid.width(), grid.rover()), (6, 5, (1, 2)));
/// // Two cells ahead of a rover that looks up, and one to its left.
/// assert_eq!(grid.to_world(DVec2::new(3.0, 3.0)), DVec2::new(90.0, 70.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LocalGrid {
    shape: GridShape,
    at: DVec2,
    /// Cosine and sine of its heading.
    heading: DVec2,
}

impl LocalGrid {
    /// The grid around a rover at `at` that looks along `heading`, a vector of length 1: its cosine
    /// and sine.
    #[must_use]
    pub fn new(shape: GridShape, at: DVec2, heading: DVec2) -> Self {
        Self { shape, at, heading }
    }

    /// How many cells it is long.
    #[must_use]
    pub fn length(&self) -> i32 {
        i32::from(self.shape.forward) + i32::from(self.shape.back) + 1
    }

    /// How many cells it is wide.
    #[must_use]
    pub fn width(&self) -> i32 {
        2 * i32::from(self.shape.side) + 1
    }

    /// The rover's cell.
    #[must_use]
    pub fn rover(&self) -> Cell {
        (self.shape.back.into(), self.shape.side.into())
    }

    /// Where in the world a place of the grid is; whole numbers are the middles of cells.
    #[must_use]
    pub fn to_world(&self, place: DVec2) -> DVec2 {
        let DVec2 { x: cos, y: sin } = self.heading;
        let DVec2 { x: i, y: j } = (place - point(self.rover())) * self.shape.cell;
        self.at + DVec2::new(i * cos - j * sin, i * sin + j * cos)
    }

    /// Where on the grid, or beyond its border, a place of the world is.
    #[must_use]
    pub fn to_grid(&self, place: DVec2) -> DVec2 {
        let DVec2 { x: cos, y: sin } = self.heading;
        let DVec2 { x, y } = place - self.at;
        DVec2::new(x * cos + y * sin, y * cos - x * sin) / self.shape.cell + point(self.rover())
    }

    /// The middle of a cell, in the world.
    #[must_use]
    pub fn middle(&self, cell: Cell) -> DVec2 {
        self.to_world(point(cell))
    }

    /// The cell in which a place of the world lies; the nearest at the border, when that is outside.
    #[must_use]
    pub fn nearest_cell(&self, place: DVec2) -> Cell {
        let DVec2 { x, y } = self.to_grid(place).round();
        // A cast of what is too large stops at the largest there is.
        ((x as i32).clamp(0, self.length() - 1), (y as i32).clamp(0, self.width() - 1))
    }

    /// Whether a place of the world lies within the grid.
    #[must_use]
    pub fn holds(&self, place: DVec2) -> bool {
        let DVec2 { x, y } = self.to_grid(place).round();
        (0.0..f64::from(self.length())).contains(&x) && (0.0..f64::from(self.width())).contains(&y)
    }

    /// The number of a cell, counted from 0; `None` outside.
    pub(super) fn number(&self, (i, j): Cell) -> Option<usize> {
        let is_inside = (0..self.length()).contains(&i) && (0..self.width()).contains(&j);
        is_inside.then(|| usize::try_from(i * self.width() + j).unwrap_or(0))
    }

    /// How many cells there are.
    pub(super) fn len(&self) -> usize {
        usize::try_from(self.length() * self.width()).unwrap_or(0)
    }

    /// How far the middle of the square around a turned cell is from its sides.
    pub(super) fn reach_of_cell(&self) -> f64 {
        self.shape.cell * 0.5 * (self.heading.x.abs() + self.heading.y.abs())
    }
}

/// A cell's middle as a place of the grid.
pub(super) fn point((i, j): Cell) -> DVec2 {
    DVec2::new(i.into(), j.into())
}
