//! Steps from cell to cell, and their lengths.

use terrarium_space::geometry::Axis;

use super::occupancy::{KnownCells, UnknownBlock};
use super::squares::Place;

/// The eight directions: the straight ones, then the diagonal ones, each counter-clockwise from
/// that along x.
pub(super) const STEPS: [Place; 8] =
    [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]];

/// The length of a straight step. Lengths are integer fractions of the side of a cell, so that
/// paths with the same steps in another order are equally long.
pub(super) const STRAIGHT: u64 = 1 << 32;

/// The length of a diagonal step: √2 times as long, to within 2⁻³⁴ of a cell.
pub(super) const DIAGONAL: u64 = 6_074_001_000;

/// The octile distance over this many columns and rows.
pub(super) fn octile([x, y]: [u32; 2]) -> u64 {
    let (less, more) = (x.min(y), x.max(y));
    u64::from(less) * DIAGONAL + u64::from(more - less) * STRAIGHT
}

/// A length in cells in units of [`STRAIGHT`], capped at [`MAX_LENGTH`].
pub(super) fn in_units(length: f64) -> u64 {
    ((length * STRAIGHT as f64) as u64).min(MAX_LENGTH)
}

/// An upper bound of the length of every path: more than all possible cells, one by one.
pub(super) const MAX_LENGTH: u64 = 1 << 62;

/// The cell after a step.
pub(super) fn after([x, y]: Place, [by_x, by_y]: Place) -> Place {
    [x + by_x, y + by_y]
}

/// Whether a step leads from a free cell to a free cell and cuts no corner.
pub(super) fn is_open(ground: &KnownCells, from: Place, step: Place) -> Result<bool, UnknownBlock> {
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
