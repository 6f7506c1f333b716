//! The fine lattice that contains every position and half-size of a world.
//!
//! Coordinates are multiples of 2⁻²⁰ of a unit and at most 2²⁴ in magnitude, so the sum and the
//! difference of any two are exact doubles: a box is placed against another without rounding, and
//! touching needs no tolerance. The step is about a millionth of a unit, far below anything that a
//! creature can do in a tick.

use glam::DVec2;

/// The distance between neighbouring lattice points, in units.
pub const STEP: f64 = 1.0 / PER_UNIT;

/// The maximum coordinate of a world, in units.
pub const LIMIT: f64 = 16_777_216.0;

const PER_UNIT: f64 = 1_048_576.0;

/// The lattice value nearest to `value`; ties round up.
///
/// ```
/// use terrarium_space::geometry::lattice;
/// assert_eq!(lattice::snap(0.1) * 1_048_576.0, 104_858.0);
/// assert_eq!(lattice::snap(lattice::snap(0.1)), lattice::snap(0.1));
/// ```
#[must_use]
#[inline]
pub fn snap(value: f64) -> f64 {
    floor(value * PER_UNIT + 0.5) * STEP
}

/// The greatest whole number that is not above `value`, without a call of the library.
#[inline]
fn floor(value: f64) -> f64 {
    /// Numbers of this size and above are whole, and may not fit into an integer.
    const WHOLE: f64 = 4_503_599_627_370_496.0;
    if value.abs() < WHOLE {
        let whole = value as i64 as f64;
        if whole > value { whole - 1.0 } else { whole }
    } else {
        value
    }
}

/// The lattice point nearest to `point`.
#[must_use]
#[inline]
pub fn snap_point(point: DVec2) -> DVec2 {
    DVec2::new(snap(point.x), snap(point.y))
}

/// Whether both coordinates of `point` are finite lattice values within [`LIMIT`].
#[must_use]
pub fn holds(point: DVec2) -> bool {
    point.is_finite() && point.abs().max_element() <= LIMIT && snap_point(point) == point
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    fn number() -> impl Strategy<Value = f64> {
        use proptest::num::f64::{INFINITE, NORMAL, SUBNORMAL, ZERO};
        let whole = (-(1_i64 << 53)..1 << 53).prop_map(|whole| whole as f64);
        prop_oneof![NORMAL | SUBNORMAL | ZERO | INFINITE, whole, -1e6..1e6, -1e16..1e16]
    }

    proptest! {
        #[test]
        fn rounding_down_is_that_of_the_library(value in number()) {
            prop_assert_eq!(super::floor(value), value.floor());
        }
    }
}
