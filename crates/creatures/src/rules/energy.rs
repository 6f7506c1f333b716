//! Energy, counted in whole quanta so that it is conserved exactly.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// An amount of energy: a whole number of quanta of 2⁻¹⁶ unit.
///
/// Sums of integers do not depend on the order of summation, so neither the order of organisms nor
/// the number of threads changes a balance. The energy that enters a world equals, to the last
/// quantum, the energy that it holds plus the energy that left it.
///
/// ```
/// use terrarium_creatures::rules::Energy;
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

    /// Creates the amount nearest to `units`. Values out of range saturate; NaN becomes zero.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "float-to-int casts saturate, and what is so large that it is rounded is whole"
    )]
    pub fn from_units(units: f64) -> Self {
        // Rounded down without a call of the library.
        let quanta = units * QUANTA_PER_UNIT + 0.5;
        let towards_zero = quanta as i64;
        Self(towards_zero.saturating_sub(i64::from(towards_zero as f64 > quanta)))
    }

    /// Returns the amount in units.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "amounts stay far below 2^53 quanta")]
    pub fn units(self) -> f64 {
        self.0 as f64 / QUANTA_PER_UNIT
    }

    /// Returns the number of quanta.
    #[must_use]
    pub fn quanta(self) -> i64 {
        self.0
    }

    /// Returns whether the amount is greater than zero.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// Takes `requested` from this store, or all that is left, and returns the amount taken.
    pub fn draw(&mut self, requested: Self) -> Self {
        let taken = requested.min(*self).max(Self::ZERO);
        *self -= taken;
        taken
    }
}

/// The amounts between which the energy of a living organism moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EnergyLimits {
    /// What it keeps for itself: above it, it grows, heals and breeds.
    pub reserve: Energy,
    /// The most that it can hold.
    pub capacity: Energy,
}

impl EnergyLimits {
    /// The share of its capacity that an organism with `energy` holds.
    #[must_use]
    pub fn share(&self, energy: Energy) -> f64 {
        energy.units() / self.capacity.units()
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
