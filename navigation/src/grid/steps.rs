//! Steps from cell to cell, and what they measure.

use super::occupancy::{CellKnowledge, Unknown};
use super::squares::Place;
use crate::geometry::Axis;

/// The eight directions: the straight ones, then the diagonal ones, each counter-clockwise from
/// that along x.
pub(super) const STEPS: [Place; 8] =
    [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]];

/// How long a straight step is: lengths are whole numbers of such parts of the side of a cell, so
/// that ways of the same steps in another order are equally long.
pub(super) const STRAIGHT: u64 = 1 << 32;

/// How long a diagonal step is: √2 as long, to within the 2³⁴th part of a cell.
pub(super) const DIAGONAL: u64 = 6_074_001_000;

/// How long the steps that part two cells at least are, when so many columns and rows lie between.
pub(super) fn octile([x, y]: [u32; 2]) -> u64 {
    let (less, more) = (x.min(y), x.max(y));
    u64::from(less) * DIAGONAL + u64::from(more - less) * STRAIGHT
}

/// A length in cells as a number of parts; whatever is too long for any way is that long.
pub(super) fn in_parts(length: f64) -> u64 {
    ((length * STRAIGHT as f64) as u64).min(MOST)
}

/// More than this no way is long: not all cells there can be, one by one.
pub(super) const MOST: u64 = 1 << 62;

/// The cell after a step.
pub(super) fn after([x, y]: Place, [by_x, by_y]: Place) -> Place {
    [x + by_x, y + by_y]
}

/// Whether a step leads from a free cell to a free cell and cuts no corner.
pub(super) fn is_open(ground: &CellKnowledge, from: Place, step: Place) -> Result<bool, Unknown> {
    let ([x, y], to) = (step, after(from, step));
    if x == 0 || y == 0 {
        return ground.is_free(to);
    }
    let (word, other) = (from[0] >> 6, to[0] >> 6);
    if word != other {
        return Ok(ground.is_free(to)?
            && ground.is_free([to[0], from[1]])?
            && ground.is_free([from[0], to[1]])?);
    }
    let ahead = ground.bits(Axis::X, to[1], word)?;
    let both = 1_u64 << (from[0] & 63) | 1 << (to[0] & 63);
    Ok(ahead & both == both && ground.bits(Axis::X, from[1], word)? >> (to[0] & 63) & 1 == 1)
}
