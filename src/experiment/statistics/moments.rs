//! Mean and spread of values that come one by one and are not kept.

use super::{critical, float};

/// The count, the mean and the spread of values, by Welford's method: as exact as with all of them
/// at hand, in the memory of three numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Moments {
    count: u64,
    mean: f64,
    /// The squares of the distances from the mean, added up.
    squares: f64,
}

/// The square of a value beyond this would be no finite number.
const GREATEST: f64 = 1e150;

impl Moments {
    /// Whether a value can be counted: a finite number, below 10¹⁵⁰ in size.
    #[must_use]
    pub fn takes(value: f64) -> bool {
        value.abs() < GREATEST
    }

    /// Adds a value; one that cannot be counted is left out.
    pub fn add(&mut self, value: f64) {
        if !Self::takes(value) {
            return;
        }
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / float(self.count);
        self.squares += off * (value - self.mean);
    }

    /// How many values there were.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean, if there were any.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// Their standard deviation, of a sample; of two values and more.
    #[must_use]
    pub fn sd(&self) -> Option<f64> {
        (self.count > 1).then(|| (self.squares / float(self.count - 1)).sqrt())
    }

    /// The 95 % interval of the mean, by Student's t; of two values and more.
    #[must_use]
    pub fn interval(&self) -> Option<(f64, f64)> {
        let sd = self.sd()?;
        let half = critical(self.count - 1) * sd / float(self.count).sqrt();
        Some((self.mean - half, self.mean + half))
    }
}
