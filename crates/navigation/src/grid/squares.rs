//! The division of the world into square cells.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, Axis, DVec2};

use crate::request::is_box;

/// The maximum number of columns or rows.
pub const MAX_CELLS_PER_SIDE: u32 = 16_384;

/// A world divided into square cells, from its minimum corner on, for agents of one size.
///
/// A remainder at the far sides that is narrower than a cell belongs to no cell.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    bounds: Aabb,
    side: f64,
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// The half-size of the agent.
    half: DVec2,
}

/// A cell, by column and row; it may lie outside the grid.
pub(super) type Place = [i32; 2];

impl Grid {
    /// Divides `bounds` into cells with sides of `cell` units for an agent of half-size `half`;
    /// `None` when not a single cell fits.
    ///
    /// With a `cell` of 0 the side is the agent's smaller side, or, if that is 0, 1/64 of the
    /// smaller side of the bounds; but where that would make more than [`MAX_CELLS_PER_SIDE`], cells
    /// are as large as necessary. Any other `cell` is kept: the result is `None` where it would make
    /// more.
    #[must_use]
    pub fn new(bounds: Aabb, half: DVec2, cell: f64) -> Option<Self> {
        let size = bounds.size();
        let smaller = 2.0 * half.min_element();
        let least = size.max_element() / f64::from(MAX_CELLS_PER_SIDE);
        let side = match () {
            () if cell > 0.0 => cell,
            () if smaller > 0.0 => smaller.max(least),
            () => (size.min_element() / 64.0).max(least),
        };
        let [columns, rows] = [size.x, size.y].map(|size| (size / side) as u32);
        let grid = Self { bounds, side, columns, rows, half };
        grid.is_sound().then_some(grid)
    }

    /// Whether [`new`](Self::new) could have returned this grid.
    pub(super) fn is_sound(&self) -> bool {
        let fits = |count: u32| (1..=MAX_CELLS_PER_SIDE).contains(&count);
        is_box(&self.bounds)
            && self.side.is_finite()
            && self.side > 0.0
            && self.half.is_finite()
            && self.half.cmpge(DVec2::ZERO).all()
            && fits(self.columns)
            && fits(self.rows)
    }

    /// The side of a cell, in units.
    #[must_use]
    pub fn side(&self) -> f64 {
        self.side
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The centre of a cell.
    #[must_use]
    pub fn centre(&self, column: u32, row: u32) -> DVec2 {
        self.bounds.min + (DVec2::new(column.into(), row.into()) + 0.5) * self.side
    }

    /// The cell, by column and row, that contains `point`, or else the nearest.
    #[must_use]
    pub fn cell_at(&self, point: DVec2) -> (u32, u32) {
        let from = (point - self.bounds.min) / self.side;
        // The cast truncates, and turns negative values into 0.
        ((from.x as u32).min(self.columns - 1), (from.y as u32).min(self.rows - 1))
    }

    /// Whether a cell contains the point.
    pub(super) fn holds_point(&self, point: DVec2) -> bool {
        let from = (point - self.bounds.min) / self.side;
        let count = DVec2::new(self.columns.into(), self.rows.into());
        from.cmpge(DVec2::ZERO).all() && from.cmplt(count).all()
    }

    /// The half-size of the box that must be free around the centre of a free cell: the agent's
    /// half-size, or half a cell if that is more.
    #[must_use]
    pub fn clearance(&self) -> DVec2 {
        self.half.max(DVec2::splat(self.side * 0.5))
    }

    /// The half-size of the agent.
    pub(super) fn half(&self) -> DVec2 {
        self.half
    }

    /// The number of a cell.
    pub(super) fn number(&self, [x, y]: Place) -> u32 {
        y.cast_unsigned() * self.columns + x.cast_unsigned()
    }

    /// The cell with this number.
    pub(super) fn place(&self, number: u32) -> Place {
        [(number % self.columns).cast_signed(), (number / self.columns).cast_signed()]
    }

    /// The centre of the cell with this number.
    pub(super) fn centre_of(&self, number: u32) -> DVec2 {
        self.centre(number % self.columns, number / self.columns)
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> u32 {
        self.columns * self.rows
    }

    /// Whether the cell exists.
    pub(super) fn holds(&self, [x, y]: Place) -> bool {
        x.cast_unsigned() < self.columns && y.cast_unsigned() < self.rows
    }

    /// The cell with the greatest coordinates.
    pub(super) fn last(&self) -> Place {
        [self.columns.cast_signed() - 1, self.rows.cast_signed() - 1]
    }

    /// The column (along x) or row (along y) whose centres are nearest to a coordinate.
    pub(super) fn nearest(&self, axis: Axis, at: f64) -> i32 {
        let from = (at - axis.of(self.bounds.min)) / self.side;
        (from.floor() as i32).clamp(0, axis.of(DVec2::from(self.last().map(f64::from))) as i32)
    }

    /// The area of centres at which the agent, or the cell, stays within the bounds.
    pub(super) fn room(&self) -> Aabb {
        self.bounds.inflated(-self.clearance())
    }

    /// Whether all centres are exact.
    pub(super) fn is_exact(&self) -> bool {
        let is_fine = |value: f64| (value * FINE).fract() == 0.0 && value.abs() < COARSE;
        let Aabb { min, max } = self.bounds;
        [min.x, min.y, max.x, max.y, self.side * 0.5].into_iter().all(is_fine)
    }

    /// The first and last of the cells `first..=last` along an axis that an obstacle blocks.
    ///
    /// An obstacle without thickness on the seam between two cells blocks the second of them,
    /// because a step across the seam passes through it.
    pub(super) fn covered(
        &self,
        axis: Axis,
        obstacle: &Aabb,
        (first, last): (u32, u32),
    ) -> Option<(u32, u32)> {
        let (min, max) = (axis.of(obstacle.min), axis.of(obstacle.max));
        let half = axis.of(self.half);
        let (from, to) = (min - half, max + half);
        let slack = axis.of(self.clearance()) - half;
        let centre = |cell: u32| axis.of(self.bounds.min) + (f64::from(cell) + 0.5) * self.side;
        let ends_behind = |cell: u32| centre(cell) + slack > from;
        let begins_before = |cell: u32| {
            let begins = centre(cell) - slack;
            begins < to || (begins == to && min == max)
        };
        let guess = |at: f64| {
            let cell = (at - axis.of(self.bounds.min)) / self.side - 0.5;
            (cell.clamp(f64::from(first), f64::from(last)) as u32).clamp(first, last)
        };
        let (mut low, mut high) = (guess(from - slack), guess(to + slack));
        while low > first && ends_behind(low - 1) {
            low -= 1;
        }
        while low <= last && !ends_behind(low) {
            low += 1;
        }
        while high < last && begins_before(high + 1) {
            high += 1;
        }
        while high >= low && !begins_before(high) {
            high = high.checked_sub(1)?;
        }
        (low <= high).then_some((low, high))
    }
}

/// Centres are multiples of 2⁻²² of a unit if bounds and cells are multiples of twice that.
const FINE: f64 = 4_194_304.0;

/// Below this, sums of such numbers and of few products with small numbers are exact.
const COARSE: f64 = 33_554_432.0;
