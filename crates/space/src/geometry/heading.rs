//! Directions in steps of 2.8125°.

use std::sync::LazyLock;

use glam::DVec2;
use serde::{Deserialize, Serialize};

/// One of 128 directions: 0 points along x, 32 along y. They form a circle, on which 127 is next to 0.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(try_from = "u8")]
pub struct Heading(u8);

/// The vectors of all headings.
static VECTORS: LazyLock<[DVec2; Heading::COUNT as usize]> = LazyLock::new(|| {
    std::array::from_fn(|number| {
        let angle = number as f64 * Heading::STEP;
        DVec2::new(libm::cos(angle), libm::sin(angle))
    })
});

impl Heading {
    /// The number of headings.
    pub const COUNT: u8 = 128;

    /// The angle between neighbours, in radians.
    const STEP: f64 = std::f64::consts::TAU / Self::COUNT as f64;

    /// The heading with a number; `None` from [`COUNT`](Self::COUNT) on.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        (number < Self::COUNT).then_some(Self(number))
    }

    /// The heading nearest to the direction of a vector; `None` for the vector zero.
    ///
    /// ```
    /// use terrarium_space::geometry::{DVec2, Heading};
    ///
    /// assert_eq!(Heading::from_direction(DVec2::new(0.0, -3.0)), Heading::new(96));
    /// assert_eq!(Heading::from_direction(DVec2::ZERO), None);
    /// ```
    #[must_use]
    pub fn from_direction(direction: DVec2) -> Option<Self> {
        if direction == DVec2::ZERO {
            return None;
        }
        let steps = libm::atan2(direction.y, direction.x) / Self::STEP;
        Some(Self((libm::round(steps) as i32).rem_euclid(Self::COUNT.into()) as u8))
    }

    /// Its number, 0 to 127.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Its angle from x toward y, in radians.
    #[must_use]
    pub fn angle(self) -> f64 {
        f64::from(self.0) * Self::STEP
    }

    /// The vector of length 1 in this direction.
    #[must_use]
    pub fn vector(self) -> DVec2 {
        VECTORS[usize::from(self.0)]
    }

    /// The turn to another heading, in headings: 0 to 64.
    #[must_use]
    pub fn turn_to(self, other: Self) -> u8 {
        let ahead = self.ahead(other);
        ahead.min(Self::COUNT - ahead)
    }

    /// Turns toward another heading by at most so many headings. Half a circle is turned from x
    /// toward y.
    #[must_use]
    pub fn turned_toward(self, other: Self, most: u8) -> Self {
        let ahead = self.ahead(other);
        let turn = self.turn_to(other).min(most);
        let turn = if ahead <= Self::COUNT / 2 { turn } else { Self::COUNT - turn };
        Self((self.0 + turn) % Self::COUNT)
    }

    /// How far another heading is ahead, from x toward y: 0 to 127.
    fn ahead(self, other: Self) -> u8 {
        (other.0 + Self::COUNT - self.0) % Self::COUNT
    }
}

impl TryFrom<u8> for Heading {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("a heading is a number from 0 to 127")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Heading> {
        (0..Heading::COUNT).filter_map(Heading::new)
    }

    #[test]
    fn every_vector_has_its_heading_and_length_one() {
        for heading in all() {
            let vector = heading.vector();
            assert_eq!(Heading::from_direction(vector), Some(heading));
            assert_eq!(Heading::from_direction(vector * 1e9), Some(heading));
            assert!((vector.length() - 1.0).abs() < 1e-15);
        }
        assert_eq!(Heading::new(Heading::COUNT), None);
    }

    #[test]
    fn the_axes_are_exact_headings() {
        let axes = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y];
        assert_eq!(
            axes.map(|axis| Heading::from_direction(axis).unwrap().number()),
            [0, 32, 64, 96]
        );
    }

    #[test]
    fn turning_takes_the_shorter_side_and_ends_at_the_other_heading() {
        for (from, to) in all().flat_map(|from| all().map(move |to| (from, to))) {
            let turn = from.turn_to(to);
            assert!(turn <= 64 && turn == to.turn_to(from));
            assert_eq!(from.turned_toward(to, 64), to);
            let part = from.turned_toward(to, 5);
            assert_eq!(part.turn_to(to), turn.saturating_sub(5));
            assert_eq!(part.turn_to(from), turn.min(5));
            let cosine = from.vector().dot(to.vector());
            assert_eq!(cosine > 1e-9, turn < 32, "{from:?} {to:?}");
        }
    }
}
