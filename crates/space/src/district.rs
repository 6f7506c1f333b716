//! Districts: squares of ground, for processing a world in spatial order.

use glam::{DVec2, IVec2};

/// The side of a district, in units: large enough for a few dozen organisms.
pub const DISTRICT_SIDE: f64 = 512.0;

/// A square of ground. Districts are ordered along a Z-order curve, so that most neighbours in the
/// order are neighbours on the ground, and data read for one is still cached for the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct District(pub u64);

impl District {
    /// The district that contains a point without negative coordinates.
    ///
    /// ```
    /// use terrarium_space::geometry::DVec2;
    /// use terrarium_space::District;
    /// assert_eq!(District::containing(DVec2::new(511.0, 0.0)), District::containing(DVec2::ZERO));
    /// assert_eq!(District::containing(DVec2::new(512.0, 512.0)), District(3));
    /// ```
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
    #[inline]
    pub fn containing(point: DVec2) -> Self {
        let place = point / DISTRICT_SIDE;
        Self(spread(place.x as u32) | spread(place.y as u32) << 1)
    }

    /// The column and the row of the district that contains a point without negative coordinates.
    #[must_use]
    pub fn square(point: DVec2) -> IVec2 {
        (point / DISTRICT_SIDE).as_ivec2()
    }
}

/// Interleaves the bits with zeros.
fn spread(number: u32) -> u64 {
    let mut bits = u64::from(number);
    for (shift, mask) in [
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ] {
        bits = (bits | bits << shift) & mask;
    }
    bits
}
