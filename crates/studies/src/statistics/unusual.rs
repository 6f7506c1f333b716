//! Robust z-scores.

use super::quantile;

/// The median and a robust standard deviation of some values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Centre {
    /// The median.
    pub median: f64,
    /// The robust standard deviation; 0 when all values are equal and not whole.
    spread: f64,
    /// Whether more than half of the values are equal.
    pub is_concentrated: bool,
}

/// The least number of values for a score.
const LEAST: usize = 5;

impl Centre {
    /// Computes the centre of `values`, and sorts them; `None` for fewer than five values, which
    /// are too few to find outliers.
    ///
    /// The spread is the median absolute deviation; if that is 0 because more than half of the
    /// values are equal, the mean absolute deviation. Both are scaled to the standard deviation of
    /// a normal distribution (Iglewicz and Hoaglin 1993). That of whole numbers is at least the
    /// standard deviation of a Poisson distribution around their median, and at least 1: a single
    /// death among runs without any is no outlier.
    #[must_use]
    pub fn new(values: &mut [f64]) -> Option<Self> {
        if values.len() < LEAST {
            return None;
        }
        values.sort_by(f64::total_cmp);
        let median = quantile(values, 0.5);
        let mut deviations: Vec<f64> = values.iter().map(|value| (value - median).abs()).collect();
        deviations.sort_by(f64::total_cmp);
        let scaled_median = quantile(&deviations, 0.5) / 0.674_489_750_196_081_7;
        let mean = deviations.iter().sum::<f64>() / super::float(deviations.len() as u64);
        let is_concentrated = scaled_median == 0.0;
        let spread = if is_concentrated { mean * 1.253_314_137_315_500_3 } else { scaled_median };
        let are_counts = values.iter().all(|value| value.fract() == 0.0);
        let least = if are_counts { median.abs().max(1.0).sqrt() } else { 0.0 };
        let spread = spread.max(least);
        Some(Self { median, spread, is_concentrated })
    }

    /// The robust z-score of `value`: its signed distance from the median in robust standard
    /// deviations. 0 when all values are equal.
    #[must_use]
    pub fn score(&self, value: f64) -> f64 {
        if self.spread > 0.0 { (value - self.median) / self.spread } else { 0.0 }
    }
}
