//! The grid around the rover, aligned with its heading.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::DVec2;

/// The size of a grid: the number of cells before, behind and to each side of the rover's own.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GridShape {
    /// The number of cells before the rover.
    pub forward: u16,
    /// The number of cells behind it.
    pub back: u16,
    /// The number of cells to its left, and to its right.
    pub side: u16,
    /// The side of a cell, in units.
    pub cell: f64,
}

/// A cell: its index in forward direction, counted from the rear, and to the left, counted from the
/// right.
pub type Cell = (i32, i32);

/// A grid of square cells that turns with the rover and has it in the centre of one of them.
///
/// ```
/// use terrarium_navigation::geometry::DVec2;
/// use terrarium_navigation::{GridShape, LocalGrid};
///
/// let shape = GridShape { forward: 4, back: 1, side: 2, cell: 10.0 };
/// let grid = LocalGrid::new(shape, DVec2::new(100.0, 50.0), DVec2::Y);
/// assert_eq!((grid.length(), grid.width(), grid.rover()), (6, 5, (1, 2)));
/// // Two cells ahead of a rover that faces up, and one to its left.
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
    /// The grid around a rover at `at` that faces along `heading`, a vector of length 1: its cosine
    /// and sine.
    #[must_use]
    pub fn new(shape: GridShape, at: DVec2, heading: DVec2) -> Self {
        Self { shape, at, heading }
    }

    /// The number of cells along its length.
    #[must_use]
    pub fn length(&self) -> i32 {
        i32::from(self.shape.forward) + i32::from(self.shape.back) + 1
    }

    /// The number of cells across its width.
    #[must_use]
    pub fn width(&self) -> i32 {
        2 * i32::from(self.shape.side) + 1
    }

    /// The rover's cell.
    #[must_use]
    pub fn rover(&self) -> Cell {
        (self.shape.back.into(), self.shape.side.into())
    }

    /// The world position of a position on the grid, where integers are the centres of cells.
    #[must_use]
    pub fn to_world(&self, place: DVec2) -> DVec2 {
        let DVec2 { x: cos, y: sin } = self.heading;
        let DVec2 { x: i, y: j } = (place - point(self.rover())) * self.shape.cell;
        self.at + DVec2::new(i * cos - j * sin, i * sin + j * cos)
    }

    /// The position on the grid, or beyond its border, of a world position.
    #[must_use]
    pub fn to_grid(&self, place: DVec2) -> DVec2 {
        let DVec2 { x: cos, y: sin } = self.heading;
        let DVec2 { x, y } = place - self.at;
        DVec2::new(x * cos + y * sin, y * cos - x * sin) / self.shape.cell + point(self.rover())
    }

    /// The world position of a cell's centre.
    #[must_use]
    pub fn middle(&self, cell: Cell) -> DVec2 {
        self.to_world(point(cell))
    }

    /// The cell that contains a world position; the nearest one at the border when the position is
    /// outside.
    #[must_use]
    pub fn nearest_cell(&self, place: DVec2) -> Cell {
        let DVec2 { x, y } = self.to_grid(place).round();
        // The cast saturates.
        ((x as i32).clamp(0, self.length() - 1), (y as i32).clamp(0, self.width() - 1))
    }

    /// Whether a world position lies within the grid.
    #[must_use]
    pub fn holds(&self, place: DVec2) -> bool {
        let DVec2 { x, y } = self.to_grid(place).round();
        (0.0..f64::from(self.length())).contains(&x) && (0.0..f64::from(self.width())).contains(&y)
    }

    /// The index of a cell, counted from 0; `None` outside the grid.
    pub(super) fn number(&self, (i, j): Cell) -> Option<usize> {
        let is_inside = (0..self.length()).contains(&i) && (0..self.width()).contains(&j);
        is_inside.then(|| usize::try_from(i * self.width() + j).unwrap_or(0))
    }

    /// The number of cells.
    pub(super) fn len(&self) -> usize {
        usize::try_from(self.length() * self.width()).unwrap_or(0)
    }

    /// Half the side of the axis-aligned bounding square of a rotated cell.
    pub(super) fn reach_of_cell(&self) -> f64 {
        self.shape.cell * 0.5 * (self.heading.x.abs() + self.heading.y.abs())
    }
}

/// The position of a cell's centre on the grid.
pub(super) fn point((i, j): Cell) -> DVec2 {
    DVec2::new(i.into(), j.into())
}
