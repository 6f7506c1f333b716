//! The tiles that open ground is divided into when some of it is painted.

use std::ops::RangeInclusive;

use terrarium_space::geometry::{Aabb, DVec2, lattice};
use terrarium_space::terrain::{DEFAULT_TILE_SIDE, MAX_TILES, Terrain};

/// The sides that a tile can have, in units.
const SIDES: RangeInclusive<f64> = 8.0..=128.0;

/// Plain ground that fills these bounds, in whole tiles of a side as near as possible to
/// [`DEFAULT_TILE_SIDE`]. `None` if no side from 8 to 128 units divides both the width and the height, or there would be
/// too many tiles.
#[must_use]
pub fn blank_terrain(bounds: &Aabb) -> Option<Terrain> {
    if bounds.min != DVec2::ZERO {
        return None;
    }
    let [width, height] = [bounds.max.x, bounds.max.y].map(steps);
    let common = common_divisor(width, height);
    let least = common.div_ceil(steps(*SIDES.end())).max(1);
    let most = common / steps(*SIDES.start());
    let sides =
        (least..=most).filter(|parts| common.is_multiple_of(*parts)).map(|parts| common / parts);
    let side = sides.min_by_key(|side| side.abs_diff(steps(DEFAULT_TILE_SIDE)))?;
    let [columns, rows] = [width / side, height / side];
    if columns.checked_mul(rows)? > MAX_TILES {
        return None;
    }
    let [columns, rows] = [u32::try_from(columns).ok()?, u32::try_from(rows).ok()?];
    #[expect(clippy::cast_precision_loss, reason = "a lattice value is exact")]
    let side = side as f64 * lattice::STEP;
    Terrain::plain(columns, rows).ok()?.with_tile_side(side).ok()
}

/// A length of the lattice as a number of its steps.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is exact and positive"
)]
fn steps(length: f64) -> u64 {
    (length / lattice::STEP) as u64
}

fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
