//! Summary statistics of a sample.

/// The mean and percentiles of a sample. Percentiles are values of the sample (nearest rank).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The median.
    pub p50: f64,
    /// The 95th percentile.
    pub p95: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The maximum.
    pub max: f64,
}

impl Spread {
    /// Computes the statistics, and sorts the numbers in place. Returns `None` for an empty sample.
    #[must_use]
    pub fn new(numbers: &mut [f64]) -> Option<Self> {
        numbers.sort_unstable_by(f64::total_cmp);
        let (count, max) = (numbers.len(), *numbers.last()?);
        // The smallest number that at least `percent` % of the sample does not exceed.
        let percentile = |percent: usize| numbers[(count * percent).div_ceil(100) - 1];
        let mean = numbers.iter().sum::<f64>() / count as f64;
        Some(Self { mean, p50: percentile(50), p95: percentile(95), p99: percentile(99), max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_of_the_sample() {
        let mut hundred: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        let spread = Spread { mean: 50.5, p50: 50.0, p95: 95.0, p99: 99.0, max: 100.0 };
        assert_eq!(Spread::new(&mut hundred), Some(spread));
        let one = Spread { mean: 7.0, p50: 7.0, p95: 7.0, p99: 7.0, max: 7.0 };
        assert_eq!(Spread::new(&mut [7.0]), Some(one));
        let two = Spread { mean: 2.0, p50: 1.0, p95: 3.0, p99: 3.0, max: 3.0 };
        assert_eq!(Spread::new(&mut [3.0, 1.0]), Some(two));
        assert_eq!(Spread::new(&mut []), None);
    }
}
