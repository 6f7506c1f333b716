//! The spread of a trait among the living organisms of a species.

use terrarium_run::record::census::Mean;

/// The mean and the variance of some numbers. As with [`Mean`], sums are whole numbers of quanta,
/// here of 2⁻²⁴, so that they do not depend on the order of organisms in memory.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Spread {
    mean: Mean,
    count: i128,
    sum: i128,
    squares: i128,
}

const QUANTA_PER_UNIT: f64 = 16_777_216.0;

impl Spread {
    #[expect(clippy::cast_possible_truncation, reason = "float-to-int casts saturate")]
    pub fn add(&mut self, number: f64) {
        let quanta = i128::from((number * QUANTA_PER_UNIT) as i64);
        self.mean.add(number);
        self.count += 1;
        self.sum += quanta;
        self.squares = self.squares.saturating_add(quanta * quanta);
    }

    /// The mean, as in the census; `None` without numbers.
    pub fn mean(&self) -> Option<f64> {
        self.mean.value()
    }

    /// The sample variance, whose square root is the sample standard deviation; `None` for fewer than two numbers.
    #[expect(clippy::cast_precision_loss, reason = "rounding of a result")]
    pub fn variance(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        // About a whole number near the mean, so that no digits cancel out.
        let middle = self.sum / self.count;
        let twice = (2 * middle).saturating_mul(self.sum);
        let own = (middle * middle).saturating_mul(self.count);
        let squares = self.squares.saturating_sub(twice).saturating_add(own);
        let count = self.count as f64;
        let rest = (self.sum - middle * self.count) as f64 / count;
        let variance = squares as f64 / count - rest * rest;
        let sample = variance.max(0.0) * count / (count - 1.0);
        Some(sample / (QUANTA_PER_UNIT * QUANTA_PER_UNIT))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spread(numbers: &[f64]) -> Spread {
        let mut spread = Spread::default();
        numbers.iter().for_each(|&number| spread.add(number));
        spread
    }

    proptest! {
        #[test]
        fn the_variance_is_that_of_two_passes_in_any_order(
            numbers in prop::collection::vec(0.0_f64..100.0, 2..60),
            base in prop::sample::select(vec![0.0, 1000.0, 1e6]),
        ) {
            let mut numbers: Vec<f64> = numbers.iter().map(|number| number + base).collect();
            let count = numbers.len() as f64;
            let mean = numbers.iter().sum::<f64>() / count;
            let squares = numbers.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>();
            let expected = squares / (count - 1.0);
            let found = spread(&numbers).variance().unwrap();
            prop_assert!((found - expected).abs() < 1e-4, "{} {}", found, expected);
            numbers.reverse();
            prop_assert_eq!(spread(&numbers).variance().unwrap(), found);
        }
    }

    #[test]
    fn equal_organisms_have_no_variance_and_a_single_one_has_none() {
        assert_eq!(spread(&[14.3; 7]).variance(), Some(0.0));
        assert_eq!(spread(&[1.0, 3.0]).variance(), Some(2.0));
        assert_eq!((spread(&[7.0]).mean(), spread(&[7.0]).variance()), (Some(7.0), None));
        assert_eq!((spread(&[]).mean(), spread(&[]).variance()), (None, None));
    }
}
