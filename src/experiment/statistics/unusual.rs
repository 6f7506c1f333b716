//! How far out a value lies among others, whatever a few of them are like.

use super::quantile;

/// The middle of some values, and how far from it is usual.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Centre {
    /// Their median.
    pub median: f64,
    /// What counts as one standard deviation; 0 when all values are the same.
    spread: f64,
}

/// Fewer values than this tell nothing of what is usual.
const LEAST: usize = 5;

impl Centre {
    /// The centre of `values`, which it sorts; nothing of fewer than
    /// five, among which somebody always looks unusual.
    ///
    /// The spread is the median distance from the median; where more than half of the values are
    /// the same and it is 0, the mean distance. Both are scaled to be the standard deviation of values
    /// that are spread normally (Iglewicz and Hoaglin 1993).
    #[must_use]
    pub fn of(values: &mut [f64]) -> Option<Self> {
        if values.len() < LEAST {
            return None;
        }
        values.sort_by(f64::total_cmp);
        let median = quantile(values, 0.5);
        let mut away: Vec<f64> = values.iter().map(|value| (value - median).abs()).collect();
        away.sort_by(f64::total_cmp);
        let middle = quantile(&away, 0.5) / 0.674_489_750_196_081_7;
        let mean = away.iter().sum::<f64>() / super::float(away.len() as u64);
        let spread = if middle > 0.0 { middle } else { mean * 1.253_314_137_315_500_3 };
        Some(Self { median, spread })
    }

    /// How many standard deviations `value` lies above (or, negative, below) the median: its
    /// robust z-score. 0 when all values are the same.
    #[must_use]
    pub fn score(&self, value: f64) -> f64 {
        if self.spread > 0.0 { (value - self.median) / self.spread } else { 0.0 }
    }
}
