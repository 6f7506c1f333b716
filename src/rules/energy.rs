//! Energy, counted in whole quanta so that the books close exactly.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// An amount of energy: a whole number of quanta of 2⁻¹⁶ unit.
///
/// Sums of whole numbers are the same in any order, so neither the order of organisms nor the
/// number of threads can change a balance, and what enters a world equals what it holds plus what
/// left it to the last quantum.
///
/// ```
/// use terrarium::rules::Energy;
/// let meal = Energy::from_units(0.1);
/// assert_eq!(meal + meal - meal, meal);
/// assert!((meal.units() - 0.1).abs() < 1e-5);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Energy(i64);

const QUANTA_PER_UNIT: f64 = 65_536.0;

impl Energy {
    /// No energy.
    pub const ZERO: Self = Self(0);

    /// The amount nearest to `units`; what is too large or no number saturates or becomes zero.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "float-to-int casts saturate")]
    pub fn from_units(units: f64) -> Self {
        Self((units * QUANTA_PER_UNIT + 0.5).floor() as i64)
    }

    /// The amount in units.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "amounts stay far below 2^53 quanta")]
    pub fn units(self) -> f64 {
        self.0 as f64 / QUANTA_PER_UNIT
    }

    /// The number of quanta.
    #[must_use]
    pub fn quanta(self) -> i64 {
        self.0
    }

    /// Whether there is any.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// Takes `wanted` from this store, or all that is left of it; answers what was taken.
    pub fn draw(&mut self, wanted: Self) -> Self {
        let taken = wanted.min(*self).max(Self::ZERO);
        *self -= taken;
        taken
    }
}

impl Add for Energy {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Energy {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Energy {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl AddAssign for Energy {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Energy {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Sum for Energy {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}
