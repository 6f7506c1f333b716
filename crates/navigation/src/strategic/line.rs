//! The thick straight line between two tiles, and the exact set of tiles that it meets.

use terrarium_space::terrain::Cell;

use super::settings::PIXELS;

/// The straight segment of a traveller from the centre of one tile to the centre of another.
///
/// A line meets tiles in two ways. It *pays* for the tiles that OpenFire's line algorithm visits:
/// one step per tile along the longer axis, ends excluded, and at each step the tile under a point
/// half a width to the left of the line, and the tile under the point to the right if that is
/// another one. It *crosses* every tile whose interior intersects the strip that the body sweeps,
/// except the two at the ends.
///
/// Both tests use integer arithmetic only. A line is the same from either end, and meets only tiles
/// in the bounding rectangle of both ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// The end with the smaller coordinate along the longer axis.
    start: Cell,
    /// Whether the longer axis is y.
    steep: bool,
    /// The number of tiles along the longer axis.
    major: i64,
    /// The signed number of tiles along the shorter axis.
    minor: i64,
    /// The offset of the paying points from the line, rounded down and rounded up, in units of 1 /
    /// (2 · PIXELS · major) of a tile.
    aside: (i64, i64),
    /// The greatest cross product of the line with the centre of a tile that it crosses.
    reach: i64,
}

impl Line {
    /// The line between two tiles, for a traveller with this half-width in pixels.
    #[must_use]
    pub fn between(from: Cell, to: Cell, half_width: u32) -> Self {
        let steep = from.x.abs_diff(to.x) <= from.y.abs_diff(to.y);
        let along = |cell: Cell| if steep { (cell.y, cell.x) } else { (cell.x, cell.y) };
        let (start, end) = if along(from) <= along(to) { (from, to) } else { (to, from) };
        let ((a, b), (c, d)) = (along(start), along(end));
        let (major, minor) = (i64::from(c) - i64::from(a), i64::from(d) - i64::from(b));
        let (aside, reach) = reaches(major.unsigned_abs(), minor.unsigned_abs(), half_width);
        Self { start, steep, major, minor, aside, reach }
    }

    /// The number of tiles between the ends, along the longer axis.
    #[must_use]
    pub fn between_ends(&self) -> u64 {
        (self.major - 1).max(0).unsigned_abs()
    }

    /// The tiles that are paid for, each once, from the end with the smaller coordinate.
    pub fn paid(&self) -> impl Iterator<Item = Cell> + '_ {
        (1..self.major).flat_map(move |step| {
            let (first, second) = self.sides(step);
            let other = (second != first).then_some(second);
            [Some(first), other].into_iter().flatten().map(move |row| self.cell(step, row))
        })
    }

    /// Whether a tile is paid for.
    #[must_use]
    pub fn pays(&self, cell: Cell) -> bool {
        let (step, row) = self.place(cell);
        let (first, second) = self.sides(step);
        (1..self.major).contains(&step) && (row == first || row == second)
    }

    /// The tiles that the body crosses, each once, from the end with the smaller coordinate.
    pub fn crossed(&self) -> impl Iterator<Item = Cell> + '_ {
        let (least, most) = (self.minor.min(0), self.minor.max(0));
        (0..=self.major).flat_map(move |step| {
            let middle = self.minor * step;
            // Rounded up and down. `major` is 0 only for a degenerate line.
            let divisor = self.major.max(1);
            let first = -((self.reach - middle).div_euclid(divisor));
            let last = (middle + self.reach).div_euclid(divisor);
            let rows = first.max(least)..=last.min(most);
            let inner = rows.filter(move |&row| !self.is_end(step, row));
            inner.map(move |row| self.cell(step, row))
        })
    }

    /// Whether the body crosses a tile.
    #[must_use]
    pub fn crosses(&self, cell: Cell) -> bool {
        let (step, row) = self.place(cell);
        let within = (0..=self.major).contains(&step)
            && (self.minor.min(0)..=self.minor.max(0)).contains(&row);
        within
            && !self.is_end(step, row)
            && (self.major * row - self.minor * step).abs() <= self.reach
    }

    /// The rows of the two paying points after `step` steps, counted from the start.
    #[inline]
    fn sides(&self, step: i64) -> (i64, i64) {
        let unit = 2 * i64::from(PIXELS) * self.major.max(1);
        // Measured from the upper edge of the start's row, in 1 / (2 · PIXELS · major) of a tile.
        let middle = unit / 2 + 2 * i64::from(PIXELS) * self.minor * step;
        let row = middle.div_euclid(unit);
        let above = middle - row * unit;
        let right = if unit - above <= self.aside.0 { row + 1 } else { row };
        let left = if above < self.aside.1 { row - 1 } else { row };
        (left, right)
    }

    fn is_end(&self, step: i64, row: i64) -> bool {
        (step, row) == (0, 0) || (step, row) == (self.major, self.minor)
    }

    /// The cell that is `step` tiles along the longer axis and `row` along the shorter axis from
    /// the start. It is on the map if it lies between the ends.
    #[inline]
    fn cell(&self, step: i64, row: i64) -> Cell {
        let add = |from: u32, by: i64| (i64::from(from) + by) as u32;
        if self.steep {
            Cell::new(add(self.start.x, row), add(self.start.y, step))
        } else {
            Cell::new(add(self.start.x, step), add(self.start.y, row))
        }
    }

    /// The inverse of [`cell`](Self::cell).
    #[inline]
    fn place(&self, cell: Cell) -> (i64, i64) {
        let x = i64::from(cell.x) - i64::from(self.start.x);
        let y = i64::from(cell.y) - i64::from(self.start.y);
        if self.steep { (y, x) } else { (x, y) }
    }
}

/// The offset of the paying points of a line of this size, and the greatest cross product with the
/// centre of a crossed tile, in the form that [`Line`] stores.
fn reaches(major: u64, minor: u64, half_width: u32) -> ((i64, i64), i64) {
    if major == 0 {
        return ((0, 0), 0);
    }
    let (a, b, half) = (u128::from(major), u128::from(minor), u128::from(half_width));
    let squared_length = a * a + b * b;
    // The offset is half · major / length of a row, which is seldom a whole number of units.
    let squared = 4 * half * half * a * a * a * a;
    let down = root(squared / squared_length);
    let up = if down * down * squared_length == squared { down } else { down + 1 };
    // A tile is crossed while 2·|cross| − (a + b) < 2·half / PIXELS · length. The comparison is
    // strict because touching is allowed.
    let widest = root((4 * half * half * squared_length).saturating_sub(1));
    let reach = (widest / u128::from(PIXELS) + a + b - u128::from(half == 0)) / 2;
    ((down as i64, up as i64), reach as i64)
}

/// The integer square root: the greatest integer whose square is at most `square`.
fn root(square: u128) -> u128 {
    u64::try_from(square).map_or_else(|_| square.isqrt(), |square| square.isqrt().into())
}
