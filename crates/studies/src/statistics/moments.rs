//! Mean and standard deviation of a stream of values.

use serde::{Deserialize, Serialize};

use super::{critical, float};

/// The count, the mean and the standard deviation of values, by Welford's algorithm: numerically
/// stable, in constant memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Moments {
    count: u64,
    mean: f64,
    /// The sum of the squared deviations from the mean.
    squares: f64,
}

/// Squares of greater values could be infinite.
const GREATEST: f64 = 1e150;

impl Moments {
    /// Whether a value is accepted: finite, with an absolute value below 10¹⁵⁰.
    #[must_use]
    pub fn accepts(value: f64) -> bool {
        value.abs() < GREATEST
    }

    /// Adds a value, if it is accepted.
    pub fn add(&mut self, value: f64) {
        if !Self::accepts(value) {
            return;
        }
        self.count += 1;
        let deviation = value - self.mean;
        self.mean += deviation / float(self.count);
        self.squares += deviation * (value - self.mean);
    }

    /// The number of values.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean; `None` without values.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// The sample standard deviation, for two or more values.
    #[must_use]
    pub fn sd(&self) -> Option<f64> {
        (self.count > 1).then(|| (self.squares / float(self.count - 1)).sqrt())
    }

    /// The 95 % confidence interval of the mean, by Student's t, for two or more values.
    #[must_use]
    pub fn interval(&self) -> Option<(f64, f64)> {
        let sd = self.sd()?;
        let half = critical(self.count - 1) * sd / float(self.count).sqrt();
        Some((self.mean - half, self.mean + half))
    }
}
